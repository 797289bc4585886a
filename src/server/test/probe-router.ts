import { z } from 'zod';
import { AppError, fieldError } from '#server/errors.ts';
import { out, publicProcedure, rest, router, staffProcedure, userProcedure } from '#server/trpc.ts';
import type { ErrorReason } from '#shared/errors.ts';
import { idSchema, moneySchema, paging, q, quantitySchema, text } from '#shared/schemas/common.ts';

const anything = out(z.any());
const gone = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

/** Calls of every kind for trying the doors, without a table behind them. */
export const probe = router({
  things: router({
    find: publicProcedure
      .meta(rest('GET', '/things'))
      .input(
        z.object({
          search: text(20).optional(),
          inStock: q.bool.optional(),
          tags: q.list(z.array(text(10)).max(3)).optional(),
          ...paging(25),
        }),
      )
      .output(anything)
      .query(({ input }) => input),
    search: publicProcedure
      .meta(rest('GET', '/things/search'))
      .output(out(z.string()))
      .query(() => 'searched'),
    byId: publicProcedure
      .meta(rest('GET', '/things/{id}'))
      .input(z.object({ id: text(40) }))
      .output(anything)
      .query(({ input }) => input),
    rename: publicProcedure
      .meta(rest('PUT', '/things/{id}'))
      .input(z.strictObject({ id: text(40), name: text(10, 1) }))
      .output(anything)
      .mutation(({ input }) => input),
    remove: publicProcedure
      .meta(rest('DELETE', '/things/{id}'))
      .input(z.object({ id: text(40), reason: text(10).optional(), force: q.bool.optional() }))
      .output(anything)
      .mutation(({ input }) => input),
    none: publicProcedure
      .meta(rest('GET', '/nothing'))
      .output(out(z.null()))
      .query(() => null),
    count: publicProcedure
      .meta(rest('GET', '/things/count'))
      .output(out(z.object({ total: z.number() })))
      .query(() => ({ total: 3, cost: 5 })),
  }),
  lines: router({
    add: publicProcedure
      .meta(rest('POST', '/lines'))
      .input(
        z.strictObject({
          line: z.strictObject({
            variantId: idSchema,
            quantity: quantitySchema,
            price: moneySchema.optional(),
            gift: z.boolean().optional(),
            tags: z.array(z.int()).optional(),
          }),
        }),
      )
      .output(anything)
      .mutation(({ input }) => input),
  }),
  chores: router({
    start: publicProcedure
      .meta(rest('POST', '/chores'))
      .input(z.strictObject({ how: text(10).optional() }))
      .output(out(z.object({ started: z.literal(true) })))
      .mutation(({ ctx }) => {
        ctx.setStatus(202);
        return { started: true as const };
      }),
    legacy: publicProcedure
      .meta(rest('PUT', '/api/items/add'))
      .input(z.strictObject({}))
      .output(out(z.string()))
      .mutation(() => 'Success'),
    effects: publicProcedure
      .meta(rest('GET', '/chores/items'))
      .output(out(z.string()))
      .mutation(() => 'started'),
  }),
  failing: router({
    unexpected: publicProcedure
      .meta(rest('GET', '/failing/unexpected'))
      .output(anything)
      .query(() => {
        throw new Error('secret sql: select * from users');
      }),
    expected: publicProcedure
      .meta(rest('GET', '/failing/expected/{reason}'))
      .input(z.object({ reason: z.string() }))
      .output(anything)
      .query(({ input }) => {
        throw new AppError(input.reason as ErrorReason, { details: { retryAfter: 7 } });
      }),
    field: publicProcedure
      .meta(rest('GET', '/failing/field'))
      .output(anything)
      .query(() => {
        throw fieldError(['lines', 1, 'quantity'], 'is more than there is');
      }),
    output: publicProcedure
      .meta(rest('GET', '/failing/output'))
      .output(out(z.object({ fine: z.string() })))
      .query(() => ({ fine: 3 as never })),
    database: publicProcedure
      .meta(rest('GET', '/failing/database'))
      .output(anything)
      .query(() => {
        throw new Error('Failed query', { cause: gone() });
      }),
  }),
  orders: router({
    submit: publicProcedure
      .meta(rest('POST', '/orders'))
      .input(z.strictObject({}))
      .output(anything)
      .mutation(() => {
        throw gone();
      }),
  }),
  mine: userProcedure
    .meta(rest('GET', '/mine'))
    .output(anything)
    .query(({ ctx }) => ctx.user),
  staff: staffProcedure
    .meta(rest('GET', '/staff'))
    .input(z.object({ page: q.int(z.int()) }))
    .output(anything)
    .query(() => 'staff'),
});
