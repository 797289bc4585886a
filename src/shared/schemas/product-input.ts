import { z } from 'zod';
import { idSchema, moneySchema, prose, quantitySchema, text } from '#shared/schemas/common.ts';
import { dimensionsSchema } from '#shared/schemas/products.ts';

const name = text(120, 1);
const optionText = text(120);
const bundleItemInput = z.strictObject({ variant: idSchema, quantity: quantitySchema });

/** Takes a product as staff write it; what is absent stays as it is, or gets its default. */
export const productInputSchema = z.strictObject({
  title: text(300, 1),
  description: prose(50_000).optional(),
  type: name.optional(),
  locationCode: optionText.optional(),
  image: text(500).nullable().optional(),
  flammable: z.boolean().optional(),
  publish: z.boolean().optional(),
  sale: z.boolean().optional(),
  isBundle: z.boolean().optional(),
  vendor: name.nullable().optional(),
  /** Names; what does not exist yet is made. */
  categories: z.array(name).max(50).optional(),
  subcategories: z
    .array(z.strictObject({ category: name, name }))
    .max(50)
    .optional(),
  tags: z.array(name).max(200).optional(),
  options: z
    .array(z.strictObject({ name, values: z.array(name).max(500) }))
    .max(20)
    .optional(),
  variantLayout: z.int().min(0).max(9).optional(),
  dropShip: z.boolean().optional(),
  local: z.boolean().optional(),
  relatedProduct: z.array(idSchema).max(100).optional(),
  relatedProductText: text(500).optional(),
  suggestions: z.array(idSchema).max(100).optional(),
});
export type ProductInput = z.infer<typeof productInputSchema>;

/** Takes a variant as staff write it. */
export const variantInputSchema = z.strictObject({
  productNum: text(120, 1),
  price: moneySchema,
  title: text(300).optional(),
  position: z.int().min(0).optional(),
  vendor: name.nullable().optional(),
  tags: z.array(name).max(100).optional(),
  options: z
    .array(z.strictObject({ name, value: name }))
    .max(20)
    .optional(),
  variantGroup: optionText.optional(),
  label: text(40).optional(),
  thumbnail: text(500).nullable().optional(),
  image: text(500).nullable().optional(),
  stock: z.int().min(-1_000_000).max(10_000_000).optional(),
  backOrder: z.boolean().optional(),
  dropShip: z.boolean().optional(),
  msrp: moneySchema.nullable().optional(),
  cost: moneySchema.nullable().optional(),
  pieceSize: z.int().min(1).max(1_000_000).optional(),
  wholeSaleQtyOne: z.int().nullable().optional(),
  wholeSalePriceOne: moneySchema.nullable().optional(),
  wholeSaleQtyTwo: z.int().nullable().optional(),
  wholeSalePriceTwo: moneySchema.nullable().optional(),
  wholeSaleQtyThree: z.int().nullable().optional(),
  wholeSalePriceThree: moneySchema.nullable().optional(),
  binLocation: optionText.optional(),
  quickbooksId: optionText.nullable().optional(),
  lb: z.int().min(0).max(30_000).optional(),
  oz: z.number().min(0).max(9_999).optional(),
  dimensions: dimensionsSchema.optional(),
  isBundle: z.boolean().optional(),
  bundleItems: z.array(bundleItemInput).max(100).optional(),
  bundleDiscountPer: z.number().min(0).max(100).optional(),
});
export type VariantInput = z.infer<typeof variantInputSchema>;
