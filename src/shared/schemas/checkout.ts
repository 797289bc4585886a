import { z } from 'zod';
import { MAX_ORDER_NAME_LENGTH, MAX_PO_LENGTH } from '#shared/constants.ts';
import { PAYMENT_TYPES, SHIPPING_METHODS } from '#shared/enumerations.ts';
import type { Money } from '#shared/rules/money.ts';
import { phoneFault, stateCode, zipFault } from '#shared/rules/us-address.ts';
import { emailSchema, idSchema, moneySchema, prose, text } from '#shared/schemas/common.ts';
import { cartInputSchema } from '#shared/schemas/line-input.ts';

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

/** Names a Held order; a guest's with its key. */
const replacesSchema = z.strictObject({ _id: idSchema, orderKey: text(100).optional() });

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
    /** A Held order of the asker's that the one asked about gives up: what it took of coupon and store credit is free. */
    replaces: replacesSchema.optional(),
  })
  .refine(oneSource, { path: ['cart'], message: 'needs either cart or cartIds' })
  .refine(input => !(input.company && input.user), {
    path: ['company'],
    message: 'cannot be given together with user',
  })
  .refine(input => !(input.company && input.cartIds), {
    path: ['cartIds'],
    message: 'cannot be given together with company',
  });
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
export const phone = orBlank(text(40), phoneFault);

export const address = {
  shippingAddress: text(200),
  shippingCity: text(100),
  shippingState: state,
  shippingZip: zip,
  billingAddress: text(200),
  billingCity: text(100),
  billingState: state,
  billingZip: zip,
};
export const businessEmail = z.union([z.literal(''), emailSchema]);

export const SHIPPING_FIELDS = ['shippingAddress', 'shippingCity', 'shippingState', 'shippingZip'] as const;

/** The calendar of the database has no year 0, and ends with the year 9999; it is asked for the day after. */
export const isoDate = z.iso
  .date()
  .refine(date => !date.startsWith('0000') && date < '9999-12-31', 'is not a date');

/** POST /orders: what the customer says; every price, tax, weight and owner is the server's. */
export const checkoutSchema = z
  .strictObject({
    ...cartSource,
    idempotencyKey: z.uuid(),
    /** The total that the customer saw. */
    total: moneySchema,
    /** Versions of the `cartIds`, as getCost told them with what the customer saw. */
    cartVersions: z.array(z.int().min(1)).max(50).optional(),
    /** The user that the customer believes to be signed in as: 401 when the session is over or another's by now. */
    signedInAs: idSchema.optional(),
    orderName: text(MAX_ORDER_NAME_LENGTH).default(''),
    poNumber: text(MAX_PO_LENGTH).default(''),
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
    replaces: replacesSchema.optional(),
  })
  .refine(oneSource, { path: ['cart'], message: 'needs either cart or cartIds' })
  .superRefine((input, ctx) => {
    if (input.shippingMethod === 'local') return;
    for (const field of SHIPPING_FIELDS) {
      if (!input[field]) ctx.addIssue({ code: 'custom', path: [field], message: 'is required' });
    }
  });
export type Checkout = z.infer<typeof checkoutSchema>;
