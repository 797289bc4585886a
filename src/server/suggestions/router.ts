import { z } from 'zod';
import { updateProduct } from '#server/products/products.ts';
import { pricedCustomer } from '#server/products/router.ts';
import { addSuggestion, removeSuggestion } from '#server/suggestions/curate.ts';
import { learnOrder } from '#server/suggestions/learn-orders.ts';
import { suggestForCustomer, suggestForGuest, topProducts } from '#server/suggestions/suggestions.ts';
import { out, publicProcedure, rest, router, staffProcedure, userProcedure } from '#server/trpc.ts';
import { okSchema, removedSchema } from '#shared/schemas/common.ts';
import { tileSchema } from '#shared/schemas/products.ts';
import {
  addSuggestionSchema,
  recordOrderSchema,
  setSuggestionsSchema,
  suggestionPairSchema,
  suggestionsQuerySchema,
} from '#shared/schemas/suggestions.ts';

const TOP = 20;

export const suggestionsRouter = router({
  mine: userProcedure
    .meta(
      rest('GET', '/suggestions', {
        summary: 'Products that go with what the user bought',
        does: 'At most `limit` tiles of what goes with what the user bought or marked, and of what the user has not bought yet.',
      }),
    )
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
    .meta(
      rest('GET', '/suggestions/notLoggedIn', {
        summary: 'Products suggested to guests',
        does: 'At most `limit` tiles of popular products that are in stock.',
      }),
    )
    .input(suggestionsQuerySchema)
    .output(out(z.array(tileSchema)))
    .query(({ ctx, input }) => suggestForGuest(ctx.db, ctx.app.cache, input.limit)),

  /** Only hurries what the shop does by itself: what was bought is read from the order, never from the body. */
  recordOrder: publicProcedure
    .meta(
      rest('PUT', '/suggestions', {
        summary: 'Learn from an order that was placed',
        does: 'Hurries what the shop does by itself. Only the `_id` counts: the lines are read from the order.',
      }),
    )
    .input(recordOrderSchema)
    .output(out(okSchema))
    .mutation(async ({ ctx, input }) => {
      if (input.order._id) await learnOrder(ctx.db, input.order._id);
      return { ok: true };
    }),

  topTwenty: publicProcedure
    .meta(
      rest('GET', '/api/items/toptwenty', {
        summary: 'The twenty most sold products',
        does: "Twenty tiles at most, the most sold first, at the asker's prices.",
      }),
    )
    .input(z.object({}))
    .output(out(z.array(tileSchema)))
    .query(({ ctx }) => topProducts(ctx.db, ctx.app.cache, TOP, pricedCustomer(ctx))),

  adminAdd: staffProcedure
    .meta(
      rest('POST', '/admin/products/suggestions', {
        summary: 'Suggest a product with another',
        does: 'Puts one product among those suggested with another, at the end or at `position`; one that stands there moves. Logged.',
        errors: ['not_found'],
      }),
    )
    .input(addSuggestionSchema)
    .output(out(removedSchema))
    .mutation(async ({ ctx, input }) => {
      await addSuggestion(ctx.db, ctx.user, input, ctx.app.cache);
      return { _id: input.productId };
    }),

  adminUpdate: staffProcedure
    .meta(
      rest('PUT', '/admin/products/suggestions', {
        summary: 'Set the suggestions of a product',
        does: 'Replaces all suggestions of a product by these, in this order. Logged.',
        errors: ['not_found'],
      }),
    )
    .input(setSuggestionsSchema)
    .output(out(okSchema))
    .mutation(async ({ ctx, input: { productId, suggestions } }) => {
      await updateProduct(ctx.db, ctx.user, { _id: productId, suggestions }, ctx.app.cache);
      return { ok: true as const };
    }),

  legacyAdd: staffProcedure
    .meta(
      rest('PUT', '/api/items/addsuggestion', {
        summary: 'Suggest a product with another',
        does: 'Puts one product at the end of those suggested with another. Logged.',
        errors: ['not_found'],
      }),
    )
    .input(suggestionPairSchema)
    .output(out(okSchema))
    .mutation(async ({ ctx, input }) => {
      await addSuggestion(ctx.db, ctx.user, input, ctx.app.cache);
      return { ok: true as const };
    }),

  legacyRemove: staffProcedure
    .meta(
      rest('PUT', '/api/items/removesuggestion', {
        summary: 'Suggest a product with another no longer',
        does: 'Takes one product off those suggested with another; one that is not there is no failure. Logged.',
        errors: ['not_found'],
      }),
    )
    .input(suggestionPairSchema)
    .output(out(okSchema))
    .mutation(async ({ ctx, input }) => {
      await removeSuggestion(ctx.db, ctx.user, input, ctx.app.cache);
      return { ok: true as const };
    }),
});
