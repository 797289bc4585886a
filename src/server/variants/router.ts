import { findVariant } from '#server/products/read-product.ts';
import { pricedCustomer } from '#server/products/router.ts';
import { out, publicProcedure, rest, router } from '#server/trpc.ts';
import { foundVariantSchema, variantQuerySchema } from '#shared/schemas/products.ts';

export const variantsRouter = router({
  find: publicProcedure
    .meta(
      rest('GET', '/products/variant', { summary: 'A variant by its id, product number or accounting id' }),
    )
    .input(variantQuerySchema)
    .output(out(foundVariantSchema))
    .query(({ ctx, input }) => findVariant(ctx.db, input, pricedCustomer(ctx))),
});
