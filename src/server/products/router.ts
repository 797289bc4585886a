import { z } from 'zod';
import { suggestPartNumbers } from '#server/companies/part-numbers.ts';
import type { Context, SessionUser } from '#server/context.ts';
import { listProducts } from '#server/listing/listing.ts';
import { readBoughtBefore, readFavorites, readRecentlyPurchased } from '#server/products/of-customer.ts';
import { readProduct } from '#server/products/read-product.ts';
import { searchProducts, suggestProducts } from '#server/products/search-products.ts';
import { out, publicProcedure, rest, router, userProcedure } from '#server/trpc.ts';
import { addFavorite, removeFavorite } from '#server/users/favorites.ts';
import type { PricedCustomer } from '#server/variants/price-facts.ts';
import { missingScope } from '#shared/rules/key-scopes.ts';
import { productListSchema, productQuerySchema } from '#shared/schemas/listing.ts';
import {
  addFavoriteSchema,
  boughtBeforeQuerySchema,
  boughtBeforeSchema,
  favoritesQuerySchema,
  foundVariantsSchema,
  productPathSchema,
  productSchema,
  recentQuerySchema,
  removeFavoriteSchema,
  searchQuerySchema,
  tilesSchema,
} from '#shared/schemas/products.ts';
import { type Suggestions, suggestionsSchema, suggestQuerySchema } from '#shared/schemas/search.ts';

/** Returns the customer whose prices a request sees; null: everyone's, as for an API key not made for prices. */
export function pricedCustomer({ user, key }: Pick<Context, 'user' | 'key'>): PricedCustomer | null {
  if (key && missingScope(key, ['prices:read']) !== null) return null;
  return user && ownPrices(user);
}

const ownPrices = ({ _id, company }: SessionUser): PricedCustomer => ({ user: _id, company });

/** How many the answer to a change holds: as many as a page of them shows. */
const FAVORITES_SHOWN = 100;

export const productsRouter = router({
  list: publicProcedure
    .meta(
      rest('GET', '/products', {
        summary: 'A page of the listing, with counts to filter by',
        does: "At most `limit` tiles of published products, at the asker's prices, with what the whole listing can be filtered by and how many that leaves. Unknown query fields are ignored.",
      }),
    )
    .input(productQuerySchema)
    .output(out(productListSchema))
    .query(({ ctx, input }) => listProducts(ctx.db, ctx.app.cache, input, pricedCustomer(ctx))),

  search: publicProcedure
    .meta(
      rest('GET', '/products/search', {
        summary: 'Products by name or number',
        does: 'At most `limit` tiles, the best match first. `exact` compares the whole product number, whatever its case.',
      }),
    )
    .input(searchQuerySchema)
    .output(out(tilesSchema))
    .query(async ({ ctx, input }) => ({
      products: await searchProducts(ctx.db, ctx.app.cache, input, pricedCustomer(ctx)),
    })),

  recent: userProcedure
    .meta(
      rest('GET', '/products/recent', {
        summary: 'The variants that the user bought last',
        does: 'At most `limit` variants that are still on sale, the latest ordered first, each once.',
      }),
    )
    .input(recentQuerySchema)
    .output(out(foundVariantsSchema))
    .query(({ ctx, input }) => readRecentlyPurchased(ctx.db, ownPrices(ctx.user), input.limit)),

  /** Tells when the user or their company last bought each variant of a product. */
  boughtBefore: userProcedure
    .input(boughtBeforeQuerySchema)
    .output(out(z.array(boughtBeforeSchema)))
    .query(({ ctx, input }) => readBoughtBefore(ctx.db, ctx.user, input.product)),

  byId: publicProcedure
    .meta(
      rest('GET', '/products/{id}', {
        summary: 'One product with its variants',
        does: "A published product with all its variants, at the asker's prices. `variants` or `title` choose the one that is `selected`.",
        errors: ['not_found'],
      }),
    )
    .input(productPathSchema)
    .output(out(productSchema))
    .query(({ ctx, input: { id, ...chosen } }) => readProduct(ctx.db, id, chosen, pricedCustomer(ctx))),
});

export const searchRouter = router({
  suggest: publicProcedure
    .input(suggestQuerySchema)
    .output(out(suggestionsSchema))
    .query(({ ctx, input }) => suggest(ctx, input)),
});

export const favoritesRouter = router({
  list: userProcedure
    .meta(
      rest('GET', '/products/favorite', {
        summary: "The user's favorites",
        does: "At most `limit` variants that are still on sale, the latest marked first, at the user's prices.",
      }),
    )
    .input(favoritesQuerySchema)
    .output(out(foundVariantsSchema))
    .query(({ ctx, input }) => readFavorites(ctx.db, ownPrices(ctx.user), input.limit)),

  add: userProcedure
    .meta(
      rest('POST', '/products/favorite', {
        summary: 'Mark a variant as a favorite',
        does: 'Marks a variant once, however often it is sent; answers the newest hundred.',
        errors: ['not_found'],
      }),
    )
    .input(addFavoriteSchema)
    .output(out(foundVariantsSchema))
    .mutation(async ({ ctx, input }) => {
      await addFavorite(ctx.db, ctx.user._id, input);
      return readFavorites(ctx.db, ownPrices(ctx.user), FAVORITES_SHOWN);
    }),

  remove: userProcedure
    .meta(
      rest('PUT', '/products/favorite', {
        summary: 'Take a variant off the favorites',
        does: 'Takes the mark away; without one nothing happens. Answers the newest hundred.',
      }),
    )
    .input(removeFavoriteSchema)
    .output(out(foundVariantsSchema))
    .mutation(async ({ ctx, input }) => {
      await removeFavorite(ctx.db, ctx.user._id, input.variantId);
      return readFavorites(ctx.db, ownPrices(ctx.user), FAVORITES_SHOWN);
    }),
});

/** Puts what a company calls by a number of its own before what everybody finds. */
async function suggest(
  ctx: Pick<Context, 'db' | 'app' | 'user' | 'key'>,
  { search, limit }: { search: string; limit: number },
): Promise<Suggestions> {
  const { db, app, user } = ctx;
  const [own, { suggestions, total }] = await Promise.all([
    user?.company ? suggestPartNumbers(db, user.company, search, limit) : [],
    suggestProducts(db, app.cache, search, limit, pricedCustomer(ctx)),
  ]);
  const others = suggestions.filter(({ _id }) => !own.some(one => one._id === _id));
  return { suggestions: [...own, ...others].slice(0, limit), total };
}
