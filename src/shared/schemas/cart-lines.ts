import { z } from 'zod';
import { PRICE_SOURCES } from '#shared/enumerations.ts';
import { idSchema, moneyOut } from '#shared/schemas/common.ts';
import { bundleItemSchema, toldTiersOut } from '#shared/schemas/products.ts';

/** Tells a line as the server prices it, the same in a saved cart, in the figures of a cart and in an order. */
export const cartLineSchema = z.object({
  /** Is the product's title with up to three option values (rule C2). */
  name: z.string(),
  image: z.string().nullable(),
  productId: idSchema,
  variantId: idSchema,
  variantGroup: z.string(),
  quantity: z.int(),
  fulfilled: z.int(),
  /** For one unit, at the quantity that the whole cart has of it. */
  price: moneyOut,
  originalPrice: moneyOut,
  priceSource: z.enum(PRICE_SOURCES),
  productNum: z.string(),
  /** The buyer's company's own number for it. */
  partNumber: z.string().optional(),
  binLocation: z.string(),
  variantRef: z.string().nullable(),
  vendor: z.string(),
  lb: z.int(),
  oz: z.number(),
  pieceSize: z.int(),
  /** How many can be sold now; where nothing limits that (dropShip, backOrder) what is on the shelf. */
  stock: z.int(),
  isBundle: z.boolean(),
  bundleItems: z.array(bundleItemSchema),
  bundleDiscountPer: z.number(),
  bundleDiscount: z.number(),
  ...toldTiersOut,
  /** Its share of the shipping; 0 in a saved cart, which getCost works out. */
  itemShipping: moneyOut,
  room: z.string(),
});
export type CartLine = z.infer<typeof cartLineSchema>;

/** A line of a cart that was worked out as a whole: with its shares of what the whole costs or is spared. */
export const workedLineSchema = cartLineSchema.extend({
  itemTax: moneyOut,
  itemDiscount: moneyOut,
  itemCredit: moneyOut,
});
export type WorkedLine = z.infer<typeof workedLineSchema>;

/** From how many units on a wholesale price holds. */
export const priceQuantity = z.int().optional();

/** A line of a cart that is looked at: with what tells whether there is enough of it. */
export const costLineSchema = workedLineSchema.extend({
  priceQuantity,
  dropShip: z.boolean(),
  backOrder: z.boolean(),
  /** How many of it there are for this cart when that is less than its quantity; 0: sold out. */
  short: z.int().nullable(),
  /** The saved cart that it is of, where such were asked for. */
  cartId: idSchema.optional(),
});
export type CostLine = z.infer<typeof costLineSchema>;
