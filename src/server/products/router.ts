import type { Context } from '#server/context.ts';
import { listProducts } from '#server/products/listing.ts';
import { readProduct } from '#server/products/read-product.ts';
import { searchProducts, suggestProducts } from '#server/products/search-products.ts';
import { out, publicProcedure, rest, router } from '#server/trpc.ts';
import type { PricedCustomer } from '#server/variants/price-facts.ts';
import {
  productListSchema,
  productPathSchema,
  productQuerySchema,
  productSchema,
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
