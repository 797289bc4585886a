import { z } from 'zod';
import { COUPON_STATUSES, ORDER_STATUSES, PAYMENT_TYPES, SHIPPING_METHODS } from '#shared/enumerations.ts';
import { costLineSchema, workedLineSchema } from '#shared/schemas/cart-lines.ts';
import { isoDate } from '#shared/schemas/checkout.ts';
import {
  billingAddressOut,
  idSchema,
  moneyOut,
  paging,
  prose,
  q,
  shippingAddressOut,
  text,
} from '#shared/schemas/common.ts';
import { bundleItemSchema } from '#shared/schemas/products.ts';

/** Tells every figure of a cart or order (rule T1). */
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

/** A line of an order; by its `_id` staff say how much of it was fulfilled. */
const orderLineSchema = workedLineSchema.extend({
  _id: idSchema,
  /** Told to staff alone: what one costs the shop, and why they named its price. */
  cost: moneyOut.nullable().optional(),
  priceReason: z.string().optional(),
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
  /** The part of its payments that edits gave back, which `amountPaid` has no more: both are all that came in. */
  amountTakenBack: moneyOut,
  amountRefunded: moneyOut,
  /** The amount that returns took off what was owed. */
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

/** An order in a list. */
export const listedOrderSchema = orderSchema
  .omit({ cart: true, carts: true, orderKey: true })
  .extend({ lineCount: z.int(), itemCount: z.int() });
export type ListedOrder = z.infer<typeof listedOrderSchema>;
export const ordersSchema = z.object({ orders: z.array(listedOrderSchema), total: z.int() });

/** GET /orders/some. `status`: one or several, with commas; `user` and `company` are staff's; days are the shop's. */
export const orderListSchema = z.object({
  search: text(120).optional(),
  status: q.list(z.array(z.enum(ORDER_STATUSES)).min(1).max(ORDER_STATUSES.length)).optional(),
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

/** A preview of ordering the same again. */
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
      /** For one unit. */
      priceThen: moneyOut,
      priceNow: moneyOut,
      /** Pieces in a unit. */
      pieceSizeThen: z.int(),
      pieceSizeNow: z.int(),
    }),
  ),
  /** For all lines as they were bought, and for those that can still be had. */
  totalThen: moneyOut,
  totalNow: moneyOut,
});
export type Comparison = z.infer<typeof comparisonSchema>;
