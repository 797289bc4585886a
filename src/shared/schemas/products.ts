import { z } from 'zod';
import { HOME_FAVORITES_LIMIT, HOME_RECENT_LIMIT, MAX_NUMBERS } from '#shared/constants.ts';
import { PRICE_SOURCES } from '#shared/enumerations.ts';
import { idSchema, moneyOut, q, text } from '#shared/schemas/common.ts';

/** One option of a variant: { name: 'Finish', value: 'Brushed Nickel' }. */
export const optionValueSchema = z.object({ name: z.string(), value: z.string() });
export type OptionValue = z.infer<typeof optionValueSchema>;

/** An option of a product with its values in their order. */
export const productOptionSchema = z.object({ name: z.string(), values: z.array(z.string()) });
export type ProductOption = z.infer<typeof productOptionSchema>;

/** A length in millimetres, with the unit it was given in. */
export const lengthSchema = z.object({ mm: z.number(), unit: z.enum(['in', 'mm']) });
export const DIMENSION_NAMES = [
  'centerToCenter',
  'length',
  'width',
  'height',
  'projection',
  'diameter',
  'thickness',
] as const;
export const dimensionsSchema = z.partialRecord(z.enum(DIMENSION_NAMES), lengthSchema);
export type Dimensions = z.infer<typeof dimensionsSchema>;

const toldTier = z.object({ quantity: z.int(), price: moneyOut }).nullable();

/** Describes what `toldTiers` makes (rule C1). */
export const toldTiersOut = { wholeSaleOne: toldTier, wholeSaleTwo: toldTier, wholeSaleThree: toldTier };

/** Describes what `fieldsOfTiers` makes. */
export const tierFieldsOut = {
  wholeSaleQtyOne: z.int().nullable(),
  wholeSalePriceOne: moneyOut.nullable(),
  wholeSaleQtyTwo: z.int().nullable(),
  wholeSalePriceTwo: moneyOut.nullable(),
  wholeSaleQtyThree: z.int().nullable(),
  wholeSalePriceThree: moneyOut.nullable(),
};

export const bundleItemSchema = z.object({
  variantRef: z.string().nullable(),
  quantity: z.int(),
  price: moneyOut,
  productTitle: z.string(),
  productNum: z.string(),
  product: idSchema.nullable(),
  variant: idSchema,
});

/** An item as a product page shows it: with what one piece costs this customer, and the wholesale tiers of its variant. */
const shownBundleItemSchema = bundleItemSchema.extend({
  image: z.string().nullable(),
  ...tierFieldsOut,
});

/** A variant as shoppers see it: prices are this customer's. Cost and accounting ids never leave here. */
export const variantSchema = z.object({
  _id: idSchema,
  title: z.string(),
  product_id: idSchema.nullable(),
  vendor: z.string().nullable(),
  tags: z.array(z.string()),
  options: z.array(optionValueSchema),
  variantGroup: z.string(),
  label: z.string(),
  thumbnail: z.string().nullable(),
  image: z.string().nullable(),
  favorite: z.boolean(),
  stock: z.int(),
  backOrder: z.boolean(),
  dropShip: z.boolean(),
  price: moneyOut,
  /** The price before the customer's own terms. */
  originalPrice: moneyOut,
  /** The source of `price`, where it is the customer's own. */
  priceSource: z.enum(PRICE_SOURCES).optional(),
  msrp: moneyOut.nullable(),
  pieceSize: z.int(),
  ...toldTiersOut,
  ...tierFieldsOut,
  productNum: z.string(),
  lb: z.int(),
  oz: z.number(),
  dimensions: dimensionsSchema,
  isBundle: z.boolean(),
  bundleItems: z.array(shownBundleItemSchema),
  bundleDiscountPer: z.number(),
});
export type Variant = z.infer<typeof variantSchema>;

export const pictureSchema = z.object({ path: z.string().nullable(), alt: z.string() });

/** A product page's product. */
export const productSchema = z.object({
  _id: idSchema,
  title: z.string(),
  description: z.string(),
  type: z.string(),
  image: z.string().nullable(),
  pictures: z.array(pictureSchema),
  flammable: z.boolean(),
  sale: z.boolean(),
  isBundle: z.boolean(),
  /** The items of the selected variant where it is a bundle. */
  bundleItems: z.array(shownBundleItemSchema),
  vendor: z.string().nullable(),
  categories: z.array(z.string()),
  subcategories: z.array(z.string()),
  tags: z.array(z.string()),
  options: z.array(productOptionSchema),
  variantLayout: z.int(),
  dropShip: z.boolean(),
  local: z.boolean(),
  /** The newest hundred by `_id`; GET /reviews tells what they say. */
  reviews: z.array(idSchema),
  averageRating: z.number(),
  reviewCount: z.int(),
  relatedProduct: z.array(idSchema),
  relatedProductText: z.string(),
  suggestions: z.array(idSchema),
  variants: z.array(variantSchema),
  /** The variant that the address chose, or the first one. */
  selected: idSchema.nullable(),
  updatedAt: z.string(),
});
export type Product = z.infer<typeof productSchema>;

export const swatchSchema = z.object({
  label: z.string(),
  hex: z.string(),
  hex2: z.string().nullable(),
  /** The number of the variant that it stands for: a third as long as its `_id`, in a page with hundreds of them. */
  productNum: z.string(),
  image: z.string().nullable(),
});

/** A tile: just what one shows, so that a page of fifty stays small. */
export const tileSchema = z.object({
  _id: idSchema,
  /** The variant that the tile stands for and links to. */
  variant: idSchema,
  title: z.string(),
  image: z.string().nullable(),
  label: z.string(),
  productNum: z.string(),
  price: moneyOut,
  /** The source of `price`, where it is the customer's own. */
  priceSource: z.enum(PRICE_SOURCES).optional(),
  msrp: moneyOut.nullable(),
  /** The lowest price of what the list leaves of the product, which it is sorted by; null: all of that costs the same. */
  from: moneyOut.nullable(),
  averageRating: z.number(),
  reviewCount: z.int(),
  stock: z.int(),
  available: z.boolean(),
  variantCount: z.int(),
  /** Center to center of its variants as their maker writes them, that of `variant` first. */
  centers: z.array(z.string()),
  /** Another view of the same thing. */
  secondImage: z.string().nullable(),
  swatches: z.array(swatchSchema),
  wholeSaleOne: toldTier,
});
export type Tile = z.infer<typeof tileSchema>;

export const productPathSchema = z.object({
  id: z.string().max(100),
  /** The chosen variant's `_id`. */
  variants: z.string().max(100).optional(),
  /** Holds part of a product number, which chooses the variant that has it (rule C3). */
  title: z.string().max(200).optional(),
});

export const searchQuerySchema = z.object({
  search: text(200),
  exact: q.bool.optional(),
  limit: q.int(z.int().min(1).max(50)).default(10),
});

export const tilesSchema = z.object({ products: z.array(tileSchema) });

/** GET /products/variant: exactly one of the three. */
export const variantQuerySchema = z
  .object({
    _id: idSchema.optional(),
    productNum: text(120, 1).optional(),
    quickbooksId: text(120, 1).optional(),
  })
  .refine(
    asked => Object.values(asked).filter(value => value !== undefined).length === 1,
    'needs exactly one of _id, productNum and quickbooksId',
  );

export const foundVariantSchema = variantSchema.extend({
  product: productSchema.pick({ _id: true, title: true, image: true, vendor: true, type: true }),
});
export type FoundVariant = z.infer<typeof foundVariantSchema>;
export const foundVariantsSchema = z.array(foundVariantSchema);

export const matchNumbersSchema = z.strictObject({
  numbers: z.array(text(100, 1)).min(1, 'needs a number').max(MAX_NUMBERS),
});
/** The variant that a number of a list means; for one that nothing has, what comes nearest, the nearest first. */
export const numberMatchSchema = z.object({
  number: z.string(),
  variant: foundVariantSchema.nullable(),
  similar: z.array(foundVariantSchema),
});
export type NumberMatch = z.infer<typeof numberMatchSchema>;
export const numberMatchesSchema = z.array(numberMatchSchema);

const mostVariants = z.int().min(1).max(100);
export const favoritesQuerySchema = z.object({ limit: q.int(mostVariants).default(HOME_FAVORITES_LIMIT) });
export const addFavoriteSchema = z.strictObject({ variantId: idSchema, productId: idSchema });
export const removeFavoriteSchema = z.strictObject({ variantId: idSchema });
/** The last time that a customer, or their company, bought a variant. */
export const boughtBeforeSchema = z.object({
  variant: idSchema,
  quantity: z.int(),
  price: moneyOut,
  /** Null for a colleague's order, which a Member may not see. */
  order: idSchema.nullable(),
  orderNumber: z.int().nullable(),
  orderName: z.string(),
  date: z.string(),
});
export type BoughtBefore = z.infer<typeof boughtBeforeSchema>;

/** Variants of a product that the user wants to be told of once they are back in stock. */
export const awaitedSchema = z.array(idSchema);
export const awaitedQuerySchema = z.object({ product: idSchema });
export const stockRequestSchema = z.strictObject({ product: idSchema, variant: idSchema });

export const boughtBeforeQuerySchema = z.object({ product: z.uuid() });
export const recentQuerySchema = z.object({ limit: q.int(mostVariants).default(HOME_RECENT_LIMIT) });
