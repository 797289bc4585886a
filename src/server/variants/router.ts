import { refuseOutsideKey } from '#server/auth/key-scopes.ts';
import { ownerById } from '#server/carts/own-carts.ts';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { findVariant } from '#server/products/read-product.ts';
import { pricedCustomer } from '#server/products/router.ts';
import {
  out,
  publicProcedure,
  rest,
  router,
  specialProcedure,
  staffProcedure,
  userProcedure,
} from '#server/trpc.ts';
import { listStockMoves } from '#server/variants/list-stock-moves.ts';
import { listVariants } from '#server/variants/list-variants.ts';
import { matchNumbers } from '#server/variants/match-numbers.ts';
import type { PriceParty } from '#server/variants/price-facts.ts';
import { askForStock, awaitedVariants, forgetStock } from '#server/variants/stock-requests.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import {
  awaitedQuerySchema,
  awaitedSchema,
  foundVariantSchema,
  type MatchNumbers,
  matchNumbersSchema,
  numberMatchesSchema,
  stockRequestSchema,
  variantQuerySchema,
} from '#shared/schemas/products.ts';
import { stockMovesQuerySchema, stockMovesSchema } from '#shared/schemas/staff-history.ts';
import { listedVariantsSchema, variantListSchema } from '#shared/schemas/variants.ts';

export const variantsRouter = router({
  find: publicProcedure
    .meta(
      rest('GET', '/products/variant', {
        summary: 'A variant by its id, product number or accounting id',
        does: 'Takes exactly one of `_id`, `productNum` (whatever its case) and `quickbooksId`. A variant of an unpublished product is not found.',
        errors: ['not_found'],
      }),
    )
    .input(variantQuerySchema)
    .output(out(foundVariantSchema))
    .query(({ ctx, input }) => findVariant(ctx.db, input, pricedCustomer(ctx))),

  list: specialProcedure
    .meta(
      rest('GET', '/products/variant/all', {
        summary: 'Every variant, for the two special accounts',
        does: 'A page of every variant that is not deleted, with bin and accounting id.',
      }),
    )
    .input(variantListSchema)
    .output(out(listedVariantsSchema))
    .query(({ ctx, input }) => listVariants(ctx.db, input)),

  stockMoves: staffProcedure
    .input(stockMovesQuerySchema)
    .output(out(stockMovesSchema))
    .query(({ ctx, input }) => listStockMoves(ctx.db, input)),

  awaited: userProcedure
    .input(awaitedQuerySchema)
    .output(out(awaitedSchema))
    .query(({ ctx, input }) => awaitedVariants(ctx.db, ctx.user._id, input.product)),

  askForStock: userProcedure
    .input(stockRequestSchema)
    .output(out(awaitedSchema))
    .mutation(async ({ ctx, input: { product, variant } }) => {
      await askForStock(ctx.db, ctx.user._id, variant);
      return awaitedVariants(ctx.db, ctx.user._id, product);
    }),

  forgetStock: userProcedure
    .input(stockRequestSchema)
    .output(out(awaitedSchema))
    .mutation(async ({ ctx, input: { product, variant } }) => {
      await forgetStock(ctx.db, ctx.user._id, variant);
      return awaitedVariants(ctx.db, ctx.user._id, product);
    }),

  /** A mutation only because a list is too long for an address. */
  match: publicProcedure
    .meta({ reads: true })
    .input(matchNumbersSchema)
    .output(out(numberMatchesSchema))
    .mutation(async ({ ctx, input }) => matchNumbers(ctx.db, input.numbers, await whosePrices(ctx, input))),
});

/**
 * Tells whose prices and numbers are asked for: one's own, or for staff anybody's or a company's (else `forbidden`); everyone's
 * for an API key not made for prices, which names nobody (`key_scope`).
 */
async function whosePrices(
  { db, user, key }: Pick<Context, 'db' | 'user' | 'key'>,
  asked: Pick<MatchNumbers, 'user' | 'company'>,
): Promise<PriceParty | null> {
  if (asked.user === undefined && asked.company === undefined) return pricedCustomer({ user, key });
  if (!isStaff(user)) throw new AppError('forbidden');
  refuseOutsideKey(key, 'prices:read');
  return asked.user ? ownerById(db, asked.user) : { user: null, company: asked.company ?? null };
}
