import { z } from 'zod';
import { pricedCustomer } from '#server/products/router.ts';
import { learnOrder } from '#server/suggestions/learn-orders.ts';
import { suggestForCustomer, suggestForGuest, topProducts } from '#server/suggestions/suggestions.ts';
import { out, publicProcedure, rest, router, userProcedure } from '#server/trpc.ts';
import { okSchema } from '#shared/schemas/common.ts';
import { tileSchema } from '#shared/schemas/products.ts';
import { recordOrderSchema, suggestionsQuerySchema } from '#shared/schemas/suggestions.ts';

const TOP = 20;

export const suggestionsRouter = router({
  mine: userProcedure
    .meta(rest('GET', '/suggestions', { summary: 'Products that go with what the user bought' }))
    .input(suggestionsQuerySchema)
    .output(out(z.array(tileSchema)))
    .query(({ ctx, input }) =>
      suggestForCustomer(
        ctx.db,
        ctx.app.cache,
        { user: ctx.user._id, company: ctx.user.company },
        input.limit,
      ),
    ),

  guest: publicProcedure
    .meta(rest('GET', '/suggestions/notLoggedIn', { summary: 'Products suggested to guests' }))
    .input(suggestionsQuerySchema)
    .output(out(z.array(tileSchema)))
    .query(({ ctx, input }) => suggestForGuest(ctx.db, ctx.app.cache, input.limit)),

  /** Only hurries what the shop does by itself: what was bought is read from the order, never from the body. */
  recordOrder: publicProcedure
    .meta(rest('PUT', '/suggestions', { summary: 'Learn from an order that was placed' }))
    .input(recordOrderSchema)
    .output(out(okSchema))
    .mutation(async ({ ctx, input }) => {
      if (input.order._id) await learnOrder(ctx.db, input.order._id);
      return { ok: true };
    }),

  topTwenty: publicProcedure
    .meta(rest('GET', '/api/items/toptwenty', { summary: 'The twenty most sold products' }))
    .input(z.object({}))
    .output(out(z.array(tileSchema)))
    .query(({ ctx }) => topProducts(ctx.db, ctx.app.cache, TOP, pricedCustomer(ctx))),
});
