import { findVariant } from '#server/products/read-product.ts';
import { pricedCustomer } from '#server/products/router.ts';
import { out, publicProcedure, rest, router, specialProcedure } from '#server/trpc.ts';
import { listVariants } from '#server/variants/list-variants.ts';
import { matchNumbers } from '#server/variants/match-numbers.ts';
import {
  foundVariantSchema,
  matchNumbersSchema,
  numberMatchesSchema,
  variantQuerySchema,
} from '#shared/schemas/products.ts';
import { listedVariantsSchema, variantListSchema } from '#shared/schemas/variants.ts';

export const variantsRouter = router({
  find: publicProcedure
    .meta(
      rest('GET', '/products/variant', { summary: 'A variant by its id, product number or accounting id' }),
    )
    .input(variantQuerySchema)
    .output(out(foundVariantSchema))
    .query(({ ctx, input }) => findVariant(ctx.db, input, pricedCustomer(ctx))),

  list: specialProcedure
    .meta(rest('GET', '/products/variant/all', { summary: 'Every variant, for the two special accounts' }))
    .input(variantListSchema)
    .output(out(listedVariantsSchema))
    .query(({ ctx, input }) => listVariants(ctx.db, input)),

  /** A mutation only because a list is too long for an address. */
  match: publicProcedure
    .input(matchNumbersSchema)
    .output(out(numberMatchesSchema))
    .mutation(({ ctx, input }) => matchNumbers(ctx.db, input.numbers, pricedCustomer(ctx))),
});
