import { z } from 'zod';
import { VARIANT_PAGE_SIZE } from '#shared/constants.ts';
import { moneyOut, paging, text } from '#shared/schemas/common.ts';
import { variantSchema } from '#shared/schemas/products.ts';

/** A variant as it is stored, for somebody who edits many of them in one list. */
export const listedVariantSchema = variantSchema
  .omit({
    favorite: true,
    originalPrice: true,
    priceSource: true,
    bundleItems: true,
    wholeSaleOne: true,
    wholeSaleTwo: true,
    wholeSaleThree: true,
  })
  .extend({
    /** Title of its product; empty where it has none. */
    productName: z.string(),
    cost: moneyOut.nullable(),
    binLocation: z.string(),
    quickbooksId: z.string().nullable(),
    version: z.int(),
  });
export type ListedVariant = z.infer<typeof listedVariantSchema>;
export const listedVariantsSchema = z.object({ variants: z.array(listedVariantSchema), total: z.int() });

/** Asks GET /products/variant/all (rule C7). */
export const variantListSchema = z.object({
  search: text(120).optional(),
  sort: z.enum(['productNum', 'productName', 'quickbooksId']).default('productNum'),
  ...paging(VARIANT_PAGE_SIZE),
});
export type VariantList = z.infer<typeof variantListSchema>;
