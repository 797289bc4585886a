import { z } from 'zod';
import { pricedCustomer } from '#server/products/router.ts';
import { suggestForCustomer, suggestForGuest, topProducts } from '#server/suggestions/suggestions.ts';
import { out, publicProcedure, rest, router, userProcedure } from '#server/trpc.ts';
import { tileSchema } from '#shared/schemas/products.ts';
import { suggestionsQuerySchema } from '#shared/schemas/suggestions.ts';

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

  topTwenty: publicProcedure
    .meta(rest('GET', '/api/items/toptwenty', { summary: 'The twenty most sold products' }))
    .input(z.object({}))
    .output(out(z.array(tileSchema)))
    .query(({ ctx }) => topProducts(ctx.db, ctx.app.cache, TOP, pricedCustomer(ctx))),
});
