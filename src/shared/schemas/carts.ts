import { z } from 'zod';
import { MAX_ORDER_NAME_LENGTH, MAX_PO_LENGTH } from '#shared/constants.ts';
import { CART_STATES, PAYMENT_TYPES, SHIPPING_METHODS } from '#shared/enumerations.ts';
import { cartLineSchema, priceQuantity } from '#shared/schemas/cart-lines.ts';
import { isoDate } from '#shared/schemas/checkout.ts';
import {
  idSchema,
  moneyOut,
  moneySchema,
  prose,
  quantitySchema,
  shippingAddressOut,
  text,
} from '#shared/schemas/common.ts';
import { cartInputSchema, lineSchema, MAX_LINES } from '#shared/schemas/line-input.ts';
import { tierFieldsOut } from '#shared/schemas/products.ts';

/** Saved carts that one user may have at a time. */
export const MAX_CARTS = 50;

const TOO_MANY_LINES = `A cart holds at most ${MAX_LINES} lines.`;
const cartLines = z.array(lineSchema).max(MAX_LINES, TOO_MANY_LINES);
/** The name of a saved cart; it is shown wherever the cart can be chosen. */
export const cartName = text(MAX_ORDER_NAME_LENGTH, 1);
/** The key of a change that must not happen twice, however often it is sent. */
const changeKey = z.uuid();

export const cartFields = z.strictObject({
  poNumber: text(MAX_PO_LENGTH),
  notes: prose(2000),
  couponCode: text(60),
  paymentType: z.enum(PAYMENT_TYPES).nullable(),
  shippingMethod: z.enum(SHIPPING_METHODS),
  shippingAddress: text(200),
  shippingCity: text(100),
  shippingState: text(40),
  shippingZip: text(20),
  deliveryDate: isoDate.nullable(),
  useStoreCredit: z.boolean(),
});

/** POST /orders/carts. Without lines: an empty cart to be filled. Sent again with the same key, it is the same cart. */
export const createCartSchema = z.strictObject({
  key: changeKey.optional(),
  orderName: cartName,
  cart: cartLines.default([]),
  ...cartFields.partial().shape,
});
export type CreateCart = z.infer<typeof createCartSchema>;

/**
 * PATCH /orders: fields that are given are saved, and `cart` replaces all lines. With `version` only if nobody
 * changed the cart since: else 409 `stale`, with the cart as it is in `details`.
 */
export const saveCartSchema = z.strictObject({
  _id: idSchema,
  version: z.int().min(1).optional(),
  orderName: cartName.optional(),
  cart: cartLines.optional(),
  ...cartFields.partial().shape,
});
export type SaveCart = z.infer<typeof saveCartSchema>;

export const cartByIdSchema = z.object({ _id: idSchema });

/** Lines to add; one whose variant, group and room stand in the cart already raises that line's quantity. */
export const addToCartSchema = z.strictObject({
  _id: idSchema,
  lines: z
    .array(lineSchema.extend({ position: z.int().min(0).max(1_000_000).optional() }))
    .min(1, 'needs a line')
    .max(MAX_LINES, TOO_MANY_LINES),
  key: changeKey.optional(),
});
export type AddToCart = z.infer<typeof addToCartSchema>;

/** New quantities or rooms of lines by their `_id`. A line that is not there any more is left out of the answer. */
export const changeLinesSchema = z.strictObject({
  _id: idSchema,
  lines: z
    .array(z.strictObject({ _id: idSchema, quantity: quantitySchema.optional(), room: text(80).optional() }))
    .min(1, 'needs a line')
    .max(MAX_LINES, TOO_MANY_LINES),
});
export type ChangeLines = z.infer<typeof changeLinesSchema>;

/** `lines`: their `_id`s. */
export const removeLinesSchema = z.strictObject({
  _id: idSchema,
  lines: z.array(idSchema).min(1, 'needs a line').max(MAX_LINES, TOO_MANY_LINES),
});

/** Whole lines by their `_id`, from one cart to another; `room` puts them all into that room. */
export const moveLinesSchema = z.strictObject({
  from: idSchema,
  to: idSchema,
  lines: z.array(idSchema).min(1, 'needs a line').max(MAX_LINES, TOO_MANY_LINES),
  room: text(80).optional(),
});
export type MoveLines = z.infer<typeof moveLinesSchema>;

export const duplicateCartSchema = z.strictObject({ _id: idSchema, orderName: cartName.optional() });
export const cartIdSchema = z.strictObject({ _id: idSchema });

/** POST /users/cart: a saved cart, or what becomes one. `user`: whose, for staff. */
export const saveAsBidSchema = z
  .strictObject({
    _id: idSchema.optional(),
    orderName: cartName.optional(),
    cart: cartInputSchema.optional(),
    user: idSchema.optional(),
    /** Words to staff. */
    notes: prose(2000).optional(),
  })
  .superRefine(({ _id, orderName, cart }, ctx) => {
    const refuse = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if (_id !== undefined && (orderName !== undefined || cart !== undefined)) {
      refuse('_id', 'cannot be given together with orderName or cart');
    }
    if (_id === undefined && orderName === undefined) refuse('orderName', 'is required');
    if (_id === undefined && cart === undefined) refuse('cart', 'is required');
  });
export type SaveAsBid = z.infer<typeof saveAsBidSchema>;

/** Sends a quote back for other prices. */
export const askAgainSchema = z.strictObject({ _id: idSchema, notes: prose(2000, 1) });
export type AskAgain = z.infer<typeof askAgainSchema>;

/** Staff's answer to a bid; `version`: of the cart as they saw it. */
export const quoteCartSchema = z.strictObject({
  _id: idSchema,
  version: z.int().min(1),
  prices: z
    .array(z.strictObject({ variantId: idSchema, price: moneySchema }))
    .max(MAX_LINES, TOO_MANY_LINES)
    .refine(
      prices => new Set(prices.map(({ variantId }) => variantId)).size === prices.length,
      'name a variant twice',
    ),
  quotedUntil: z.iso.datetime(),
  quotedShipping: moneySchema.nullable().default(null),
  quoteNotes: prose(2000).default(''),
});
export type QuoteCart = z.infer<typeof quoteCartSchema>;

const TOKEN = /^[\w-]{43}$/;
export const sharedCartPathSchema = z.object({ token: z.string().regex(TOKEN, 'is not a link to a cart') });

/** A line of a saved or shared cart, with what the cart shows of it; nothing is left out because it can't be sold. */
export const savedLineSchema = cartLineSchema.extend({
  _id: idSchema,
  position: z.int(),
  label: z.string(),
  dropShip: z.boolean(),
  backOrder: z.boolean(),
  priceQuantity,
  lineTotal: moneyOut,
  /** "2 more for $5.40 each". */
  nextTier: z.object({ more: z.int(), price: moneyOut }).nullable(),
  /** Deleted or unpublished since, or not this product's any more: it must go before the cart can be ordered. */
  gone: z.boolean(),
  /** How many of it there are for this cart when that is less than its quantity; 0: sold out. */
  short: z.int().nullable(),
  /** The price of a unit, at this quantity, when it was put in, if that was another one. */
  priceWas: moneyOut.nullable(),
});
export type SavedLine = z.infer<typeof savedLineSchema>;

/** Describes a saved cart, bid or quote (rule O1). */
export const savedCartSchema = z.object({
  _id: idSchema,
  state: z.enum(CART_STATES),
  orderName: z.string(),
  cart: z.array(savedLineSchema),
  /** Units, not lines. */
  itemCount: z.int(),
  /** For the lines that can be sold; getCost with `cartIds` answers shipping, tax and total. */
  subTotal: moneyOut,
  poNumber: z.string(),
  notes: z.string(),
  couponCode: z.string(),
  paymentType: z.enum(PAYMENT_TYPES).nullable(),
  shippingMethod: z.enum(SHIPPING_METHODS),
  ...shippingAddressOut,
  deliveryDate: z.string().nullable(),
  useStoreCredit: z.boolean(),
  /** Words to staff, when prices were asked for. */
  bidNotes: z.string(),
  quotedUntil: z.string().nullable(),
  quotedShipping: moneyOut.nullable(),
  /** Remarks of staff on it. */
  quoteNotes: z.string(),
  /** Whether a link to it is out. */
  shared: z.boolean(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SavedCart = z.infer<typeof savedCartSchema>;
export const savedCartsSchema = z.array(savedCartSchema);

/** Everything that choosing a cart needs, without its lines. */
export const cartNamesSchema = z.array(
  z.object({
    _id: idSchema,
    orderName: z.string(),
    state: z.enum(CART_STATES),
    lineCount: z.int(),
    itemCount: z.int(),
    version: z.int(),
    updatedAt: z.string(),
  }),
);
export type CartName = z.infer<typeof cartNamesSchema>[number];

/**
 * The lines that a change touched, as it left them. Those who know the cart at the version before take the lines of the
 * touched variants out of their copy and put these in; everybody else reads the cart anew.
 */
export const changedCartSchema = z.object({
  _id: idSchema,
  version: z.int(),
  /** `_id`s of variants. */
  touched: z.array(idSchema),
  /** Every line of these variants. */
  lines: z.array(savedLineSchema),
});
export type ChangedCart = z.infer<typeof changedCartSchema>;

export const movedLinesSchema = z.object({ from: savedCartSchema, to: savedCartSchema });

/** `path` is where the link leads, below the shop's own address. */
export const shareLinkSchema = z.object({ token: z.string(), path: z.string() });

/** The lines of a cart, to find what of it is cheaper in other packs. */
export const packsAskedSchema = z.strictObject({ cart: cartInputSchema });

/** The same pieces, or more, for less. */
export const packHintsSchema = z.array(
  z.object({
    /** The lines that it takes the place of: all those of the same thing. */
    instead: z.array(z.object({ variantId: idSchema, variantGroup: z.string(), quantity: z.int() })),
    packs: z.array(
      z.object({
        productId: idSchema,
        variantId: idSchema,
        variantGroup: z.string(),
        quantity: z.int(),
        /** 'Box of 25'. */
        packName: z.string(),
        name: z.string(),
        image: z.string().nullable(),
        productNum: z.string(),
        vendor: z.string().nullable(),
        pieceSize: z.int(),
        /** For the first unit. */
        price: moneyOut,
        ...tierFieldsOut,
      }),
    ),
    pieces: z.int(),
    total: moneyOut,
    saves: moneyOut,
  }),
);
export type PackHint = z.infer<typeof packHintsSchema>[number];

const OWNERS = { room: true, priceWas: true, partNumber: true } as const;

/** The cart behind a link: lines at the visitor's own prices, without names, rooms, notes or anything of the owner. */
export const sharedCartSchema = z.object({
  cart: z.array(savedLineSchema.omit({ ...OWNERS, binLocation: true, variantRef: true })),
  itemCount: z.int(),
  subTotal: moneyOut,
});
export type SharedCart = z.infer<typeof sharedCartSchema>;
