import { fieldError } from '#server/errors.ts';
import { LIMITS, limit } from '#server/http/rate-limits.ts';
import { reachOrder } from '#server/orders/read-order.ts';
import { byVariant, returnableLines } from '#server/orders/returnable-lines.ts';
import { createReturn, mailReturn } from '#server/returns/create-return.ts';
import { listReturns, readReturn } from '#server/returns/read-returns.ts';
import { worthOfReturn } from '#server/returns/refund-return.ts';
import { updateReturn } from '#server/returns/update-return.ts';
import { out, rest, router, staffProcedure, userProcedure } from '#server/trpc.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import { okSchema } from '#shared/schemas/common.ts';
import { orderByIdSchema } from '#shared/schemas/orders.ts';
import {
  createReturnSchema,
  returnableSchema,
  returnByIdSchema,
  returnEmailSchema,
  returnListSchema,
  returnSchema,
  returnsSchema,
  returnWorthSchema,
  updateReturnSchema,
} from '#shared/schemas/returns.ts';

export const returnsRouter = router({
  create: userProcedure
    .meta(
      rest('POST', '/returns', {
        summary: 'Ask to send something back',
        does: 'Asks to send lines of a Ready, Shipped or Completed order back, no more than was fulfilled. For its owner and staff. Sent again with the same `key`, it is the same return; with other contents it is refused (`key_reused`).',
        errors: ['not_found', 'key_reused', 'order_state'],
      }),
    )
    .input(createReturnSchema)
    .output(out(returnSchema))
    .mutation(({ ctx, input }) => createReturn(ctx.app, ctx.user, input)),

  update: staffProcedure
    .meta(
      rest('PUT', '/returns', {
        summary: 'Take a return on its way',
        does: 'Moves a return on: approved, received (with what came back), refunded or rejected. A refund goes back the way that the order was paid, once; with `seen` only while the goods are worth, and the order owes, what was seen.',
        errors: ['not_found', 'order_state', 'figures_changed', 'waits_for_admin', 'too_many'],
      }),
    )
    .input(updateReturnSchema)
    .output(out(returnSchema))
    .mutation(({ ctx, input }) => updateReturn(ctx.app, ctx.user, input)),

  email: userProcedure
    .meta(
      rest('POST', '/returns/email', {
        summary: 'Send how it stands with a return',
        does: "Mails how a return stands to the order's own address; staff may name another. At most 20 an hour.",
        errors: ['not_found', 'too_many'],
      }),
    )
    .input(returnEmailSchema)
    .output(out(okSchema))
    .mutation(async ({ ctx, input }) => {
      const made = await readReturn(ctx.db, ctx.user, input._id);
      const order = await reachOrder(ctx.db, { _id: made.order }, ctx.user);
      const isOwn = input.email.toLowerCase() === order.email.toLowerCase();
      if (!isOwn && !isStaff(ctx.user)) throw fieldError('email', 'is not the address of this order');
      await limit(ctx.db, `returnEmail:${ctx.user._id}`, LIMITS.returnEmail);
      await ctx.db.transaction(tx => mailReturn(ctx.app, tx, made, input.email, null));
      return { ok: true as const };
    }),

  list: userProcedure
    .input(returnListSchema)
    .output(out(returnsSchema))
    .query(({ ctx, input }) => listReturns(ctx.db, ctx.user, input)),

  byId: userProcedure
    .input(returnByIdSchema)
    .output(out(returnSchema))
    .query(({ ctx, input }) => readReturn(ctx.db, ctx.user, input._id)),

  worth: staffProcedure
    .input(returnByIdSchema)
    .output(out(returnWorthSchema))
    .query(({ ctx, input }) => worthOfReturn(ctx.db, input._id)),

  /** Tells what of an order can still be sent back. */
  returnable: userProcedure
    .input(orderByIdSchema.pick({ id: true }))
    .output(out(returnableSchema))
    .query(async ({ ctx, input }) => {
      const order = await reachOrder(ctx.db, { _id: input.id }, ctx.user);
      return byVariant(await returnableLines(ctx.db, order));
    }),
});
