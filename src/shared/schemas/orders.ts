import { z } from 'zod';
import { LONGEST_ORDER_NAME, LONGEST_PO } from '#shared/constants.ts';
import { COUPON_STATUSES, ORDER_STATUSES, PAYMENT_TYPES, SHIPPING_METHODS } from '#shared/enumerations.ts';
import type { Money } from '#shared/rules/money.ts';
import { phoneFault, stateCode, zipFault } from '#shared/rules/us-address.ts';
import { cartInputSchema, costLineSchema, MOST_LINES, workedLineSchema } from '#shared/schemas/cart-lines.ts';
import {
  billingAddressOut,
  emailSchema,
  idSchema,
  moneyOut,
  moneySchema,
  paging,
  prose,
  q,
  shippingAddressOut,
  text,
} from '#shared/schemas/common.ts';
import { bundleItemSchema } from '#shared/schemas/products.ts';

/** Every figure of a cart or order (spec §9). */
export const figuresSchema = z.object({
  couponStatus: z.enum(COUPON_STATUSES).nullable(),
  couponType: z.int().nullable(),
  couponCode: z.string(),
  cart: z.array(costLineSchema),
  subTotal: moneyOut,
  discount: moneyOut,
  shipping: moneyOut,
  tax: moneyOut,
  taxRate: z.number(),
  storeCredit: moneyOut,
  total: moneyOut,
  /** The saved carts that were asked for; `version` is what a submit names to order what was seen. */
  carts: z.array(z.object({ _id: idSchema, orderName: z.string(), version: z.int() })).optional(),
});
export type Figures = z.infer<typeof figuresSchema>;

/** Details of `hold_limit`: what of the order may be held without a payment, and what else can be done. */
export interface HoldLimit {
  /** Earlier holds ended unpaid; else another large order still waits for its payment. */
  isBound: boolean;
  /** Each line that is too much: its place in the cart, and how many of it may be held. */
  lines: {
    line: number;
    productId: string;
    variantId: string;
    productNum: string;
    name: string;
    quantity: number;
    mayHold: number;
  }[];
  /** The order's total, where that is too much. */
  total?: { asked: Money; mayHold: Money };
  /** Unpaid orders, where those are too many. */
  orders?: { held: number; most: number };
  ways: ('sign-in' | 'call' | 'bid')[];
}

const cartSource = {
  cart: cartInputSchema.optional(),
  cartIds: z.array(idSchema).min(1).max(50).optional(),
};

const oneSource = (input: { cart?: unknown; cartIds?: unknown }) =>
  (input.cart === undefined) !== (input.cartIds === undefined);

/** PATCH /orders/getCost. */
export const getCostSchema = z
  .strictObject({
    ...cartSource,
    shippingMethod: z.enum(SHIPPING_METHODS).default('local'),
    couponCode: text(60).optional(),
    useStoreCredit: z.boolean().optional(),
    shippingState: text(40).optional(),
    shippingZip: text(20).optional(),
    /** Asks, as staff, for a person's prices with what their company has, or for a company's alone. */
    user: idSchema.optional(),
    company: idSchema.optional(),
    /** The address that the order will bear: what was used of a coupon with it counts, as it does then. */
    email: emailSchema.optional(),
  })
  .refine(oneSource, { path: ['cart'], message: 'needs either cart or cartIds' })
  .refine(input => !(input.company && input.user), {
    path: ['company'],
    message: 'is one customer, and user another',
  })
  .refine(input => !(input.company && input.cartIds), { path: ['cartIds'], message: 'are a person’s' });
export type GetCostInput = z.infer<typeof getCostSchema>;

/** Blank, or by the rule; the rule's own words say what is wrong. */
const orBlank = (schema: z.ZodString, fault: (value: string) => string | null) =>
  schema.superRefine((value, ctx) => {
    const message = value === '' ? null : fault(value);
    if (message) ctx.addIssue({ code: 'custom', message });
  });
const state = orBlank(
  text(40).overwrite(value => stateCode(value) ?? value),
  value => (stateCode(value) ? null : 'is not a state of the US'),
);
const zip = orBlank(text(20), zipFault);
const phone = orBlank(text(40), phoneFault);

const address = {
  shippingAddress: text(200),
  shippingCity: text(100),
  shippingState: state,
  shippingZip: zip,
  billingAddress: text(200),
  billingCity: text(100),
  billingState: state,
  billingZip: zip,
};
const businessEmail = z.union([z.literal(''), emailSchema]);

export const SHIPPING_FIELDS = ['shippingAddress', 'shippingCity', 'shippingState', 'shippingZip'] as const;

/** The calendar of the database has no year 0. */
export const isoDate = z.iso.date().refine(date => !date.startsWith('0000'), 'is not a date');

/** POST /orders: what the customer says; every price, tax, weight and owner is the server's. */
export const checkoutSchema = z
  .strictObject({
    ...cartSource,
    idempotencyKey: z.uuid(),
    /** The total that the customer saw. */
    total: moneySchema,
    /** Of the `cartIds`, as getCost told them with what the customer saw. */
    cartVersions: z.array(z.int().min(1)).max(50).optional(),
    /** Whom the customer believes to be signed in as: 401 when the session is over or another's by now. */
    signedInAs: idSchema.optional(),
    orderName: text(LONGEST_ORDER_NAME).default(''),
    poNumber: text(LONGEST_PO).default(''),
    name: text(120, 1),
    email: emailSchema,
    phone: phone.default(''),
    shippingAddress: address.shippingAddress.default(''),
    shippingCity: address.shippingCity.default(''),
    shippingState: address.shippingState.default(''),
    shippingZip: address.shippingZip.default(''),
    billingAddress: address.billingAddress.default(''),
    billingCity: address.billingCity.default(''),
    billingState: address.billingState.default(''),
    billingZip: address.billingZip.default(''),
    businessName: text(120).default(''),
    businessEmail: businessEmail.default(''),
    associatedAccountNumber: text(60).default(''),
    shippingMethod: z.enum(SHIPPING_METHODS).default('local'),
    paymentType: z.enum(PAYMENT_TYPES).default('credit-card'),
    couponCode: text(60).default(''),
    useStoreCredit: z.boolean().default(false),
    deliveryDate: isoDate.optional(),
    notes: prose(2000).default(''),
    replaces: z.strictObject({ _id: idSchema, orderKey: text(100).optional() }).optional(),
  })
  .refine(oneSource, { path: ['cart'], message: 'needs either cart or cartIds' })
  .superRefine((input, ctx) => {
    if (input.shippingMethod === 'local') return;
    for (const field of SHIPPING_FIELDS) {
      if (!input[field]) ctx.addIssue({ code: 'custom', path: [field], message: 'is required' });
    }
  });
export type Checkout = z.infer<typeof checkoutSchema>;

/** A line of an order; by its `_id` staff say how much of it was fulfilled. */
export const orderLineSchema = workedLineSchema.extend({
  _id: idSchema,
  bundleItems: z.array(
    bundleItemSchema.extend({
      /** The cost of one piece to the shop; told to staff alone. */
      cost: moneyOut.nullable().optional(),
    }),
  ),
});
export type OrderLine = z.infer<typeof orderLineSchema>;

/** An order as its owner and staff see it. `orderKey` goes to the guest who placed it alone. */
export const orderSchema = z.object({
  _id: idSchema,
  orderNumber: z.int(),
  orderKey: z.string().optional(),
  orderName: z.string(),
  status: z.enum(ORDER_STATUSES),
  user: idSchema.nullable(),
  company: idSchema.nullable(),
  cart: z.array(orderLineSchema),
  carts: z.array(
    z.object({
      _id: idSchema,
      orderName: z.string(),
      paid: z.boolean(),
      subTotal: moneyOut,
      tax: moneyOut,
      cartItems: z.array(orderLineSchema),
    }),
  ),
  couponCode: z.string(),
  paymentType: z.enum(PAYMENT_TYPES),
  shippingMethod: z.enum(SHIPPING_METHODS),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  ...shippingAddressOut,
  ...billingAddressOut,
  businessName: z.string(),
  businessEmail: z.string(),
  associatedAccountNumber: z.string(),
  customerRef: z.string().nullable(),
  salesman: z.string(),
  date: z.string(),
  deliveryDate: z.string(),
  subTotal: moneyOut,
  shipping: moneyOut,
  tax: moneyOut,
  taxRate: z.number(),
  discount: moneyOut,
  storeCredit: moneyOut,
  total: moneyOut,
  amountPaid: moneyOut,
  amountRefunded: moneyOut,
  /** What returns took off what was owed. */
  amountCredited: moneyOut,
  paid: z.boolean(),
  finished: z.boolean(),
  order_return: z.boolean(),
  quickbooksId: z.string().nullable(),
  poNumber: z.string(),
  notes: z.string(),
  heldUntil: z.string().nullable(),
  dueDate: z.string().nullable(),
  tracking: z.array(z.object({ carrier: z.string(), number: z.string(), at: z.string() })),
  test: z.boolean(),
  version: z.int(),
  createdAt: z.string(),
});
export type Order = z.infer<typeof orderSchema>;

export const orderByIdSchema = z.object({ id: idSchema, orderKey: z.string().max(100).optional() });
export const removeOrderSchema = z.object({ id: idSchema });
export const cancelOrderSchema = z.strictObject({
  _id: idSchema,
  orderKey: text(100).optional(),
  reason: prose(500).default(''),
});
export const orderLookupSchema = z.object({
  orderNumber: z.int().min(1).max(2_147_483_647),
  orderKey: z.string().min(1).max(100),
});

/** Where staff take an order on its way. It becomes Submitted by its payment alone, Canceled by PUT /orders. */
export const NEXT_STATUSES = ['Processing', 'Ready', 'Shipped', 'Completed'] as const;
export type NextStatus = (typeof NEXT_STATUSES)[number];

/**
 * PATCH /orders/admin: what is left out stays. `tracking` is the whole list; what would change an amount is not
 * among the fields.
 */
export const patchOrderSchema = z.strictObject({
  _id: idSchema,
  /** The version that was looked at: `stale` when somebody changed the order since. */
  version: z.int().min(1).optional(),
  status: z.enum(NEXT_STATUSES).optional(),
  cart: z
    .array(z.strictObject({ _id: idSchema, fulfilled: z.int().min(0).max(100_000) }))
    .min(1)
    .max(MOST_LINES)
    .optional(),
  tracking: z
    .array(z.strictObject({ carrier: text(60, 1), number: text(80, 1) }))
    .max(50)
    .optional(),
  orderName: text(LONGEST_ORDER_NAME).optional(),
  poNumber: text(LONGEST_PO).optional(),
  name: text(120, 1).optional(),
  email: emailSchema.optional(),
  phone: phone.optional(),
  ...z.object(address).partial().shape,
  businessName: text(120).optional(),
  businessEmail: businessEmail.optional(),
  associatedAccountNumber: text(60).optional(),
  salesman: text(120).optional(),
  deliveryDate: isoDate.optional(),
  notes: prose(2000).optional(),
});
export type PatchOrder = z.infer<typeof patchOrderSchema>;

/** An order in a list. */
export const listedOrderSchema = orderSchema
  .omit({ cart: true, carts: true, orderKey: true })
  .extend({ lineCount: z.int(), itemCount: z.int() });
export type ListedOrder = z.infer<typeof listedOrderSchema>;
export const ordersSchema = z.object({ orders: z.array(listedOrderSchema), total: z.int() });

/** GET /orders/some. `user` and `company` are staff's; days are the shop's. */
export const orderListSchema = z.object({
  search: text(120).optional(),
  status: z.enum(ORDER_STATUSES).optional(),
  user: idSchema.optional(),
  company: idSchema.optional(),
  paid: q.bool.optional(),
  from: isoDate.optional(),
  to: isoDate.optional(),
  sort: z.enum(['newest', 'oldest', 'highest', 'lowest']).default('newest'),
  ...paging(25, 100),
});
export type OrderList = z.infer<typeof orderListSchema>;

/** GET /companies/orders: all orders of one company; `user`: those of one who ordered for it. */
export const companyOrdersSchema = orderListSchema.extend({ company: idSchema });

const orderNumber = z.int().min(1).max(2_147_483_647);
export const orderNumberSchema = z.strictObject({ orderNumber });
export const duplicateOrderSchema = z.strictObject({ _id: idSchema, user: idSchema.optional() });
export const compareOrderSchema = z.object({ _id: idSchema });

/** What ordering the same again would be like. */
export const comparisonSchema = z.object({
  _id: idSchema,
  orderNumber: z.int(),
  lines: z.array(
    z.object({
      productId: idSchema,
      variantId: idSchema,
      name: z.string(),
      productNum: z.string(),
      image: z.string().nullable(),
      quantity: z.int(),
      room: z.string(),
      /** Can't be had any more. */
      gone: z.boolean(),
      /** How many of it there are where that is less; 0: sold out. */
      short: z.int().nullable(),
      /** Of one unit. */
      priceThen: moneyOut,
      priceNow: moneyOut,
      /** Pieces in a unit. */
      pieceSizeThen: z.int(),
      pieceSizeNow: z.int(),
    }),
  ),
  /** Of all lines as they were bought, and of those that can still be had. */
  totalThen: moneyOut,
  totalNow: moneyOut,
});
export type Comparison = z.infer<typeof comparisonSchema>;
