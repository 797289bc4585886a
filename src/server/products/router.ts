import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { listProducts } from '#server/products/listing.ts';
import { readBoughtBefore, readFavorites, readRecentlyPurchased } from '#server/products/of-customer.ts';
import { readProduct } from '#server/products/read-product.ts';
import { searchProducts, suggestProducts } from '#server/products/search-products.ts';
import { out, publicProcedure, rest, router, userProcedure } from '#server/trpc.ts';
import type { PricedCustomer } from '#server/variants/price-facts.ts';
import {
  boughtBeforeQuerySchema,
  boughtBeforeSchema,
  favoritesQuerySchema,
  foundVariantsSchema,
  productListSchema,
  productPathSchema,
  productQuerySchema,
  productSchema,
  recentQuerySchema,
  searchQuerySchema,
  suggestionsSchema,
  suggestQuerySchema,
  tilesSchema,
} from '#shared/schemas/products.ts';

/** Whose prices a request sees; null: everyone's. */
export function pricedCustomer({ user }: Pick<Context, 'user'>): PricedCustomer | null {
  return user && { user: user._id, company: user.company };
}

export const productsRouter = router({
  list: publicProcedure
    .meta(rest('GET', '/products', { summary: 'A page of the listing, with counts to filter by' }))
    .input(productQuerySchema)
    .output(out(productListSchema))
    .query(({ ctx, input }) => listProducts(ctx.db, ctx.app.cache, input, pricedCustomer(ctx))),

  search: publicProcedure
    .meta(rest('GET', '/products/search', { summary: 'Products by name or number' }))
    .input(searchQuerySchema)
    .output(out(tilesSchema))
    .query(async ({ ctx, input }) => ({
      products: await searchProducts(ctx.db, ctx.app.cache, input, pricedCustomer(ctx)),
    })),

  recent: userProcedure
    .meta(rest('GET', '/products/recent', { summary: 'What the user bought last' }))
    .input(recentQuerySchema)
    .output(out(foundVariantsSchema))
    .query(({ ctx, input }) =>
      readRecentlyPurchased(ctx.db, { user: ctx.user._id, company: ctx.user.company }, input.limit),
    ),

  /** When the user last bought each variant of a product. */
  boughtBefore: userProcedure
    .input(boughtBeforeQuerySchema)
    .output(out(z.array(boughtBeforeSchema)))
    .query(({ ctx, input }) => readBoughtBefore(ctx.db, ctx.user._id, input.product)),

  byId: publicProcedure
    .meta(rest('GET', '/products/{id}', { summary: 'One product with its variants' }))
    .input(productPathSchema)
    .output(out(productSchema))
    .query(({ ctx, input: { id, ...chosen } }) => readProduct(ctx.db, id, chosen, pricedCustomer(ctx))),
});

export const searchRouter = router({
  suggest: publicProcedure
    .input(suggestQuerySchema)
    .output(out(suggestionsSchema))
    .query(async ({ ctx, input }) => ({
      suggestions: await suggestProducts(ctx.db, ctx.app.cache, input.search, input.limit),
    })),
});

export const favoritesRouter = router({
  list: userProcedure
    .meta(rest('GET', '/products/favorite', { summary: "The user's favorites" }))
    .input(favoritesQuerySchema)
    .output(out(foundVariantsSchema))
    .query(({ ctx, input }) =>
      readFavorites(ctx.db, { user: ctx.user._id, company: ctx.user.company }, input.limit),
    ),
});
