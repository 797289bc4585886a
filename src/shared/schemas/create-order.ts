import { z } from 'zod';
import { MAX_ORDER_NAME_LENGTH, MAX_PO_LENGTH } from '#shared/constants.ts';
import { PAYMENT_TYPES, SHIPPING_METHODS } from '#shared/enumerations.ts';
import { COUNTER_METHODS } from '#shared/office-lists.ts';
import { address, businessEmail, isoDate, phone, SHIPPING_FIELDS } from '#shared/schemas/checkout.ts';
import { emailSchema, idSchema, moneyOut, moneySchema, prose, text } from '#shared/schemas/common.ts';
import { hasReason, lineSchema, MAX_LINES, NEEDS_REASON } from '#shared/schemas/line-input.ts';
import { figuresSchema } from '#shared/schemas/orders.ts';
import { hasCheckNumber, NEEDS_CHECK_NUMBER } from '#shared/schemas/receipts.ts';

/** Lines with the prices that staff name for some, each with its reason. */
export const staffLinesSchema = z
  .array(
    lineSchema
      .extend({ price: moneySchema.optional(), priceReason: text(200).default('') })
      .refine(hasReason, NEEDS_REASON),
  )
  .min(1, 'The cart is empty.')
  .max(MAX_LINES);

/** POST /orders/createOrder: an order that staff make, for a user, a company, a new guest, or whoever stands there. */
export const createOrderSchema = z
  .strictObject({
    user: idSchema.optional(),
    company: idSchema.optional(),
    cart: staffLinesSchema,
    idempotencyKey: z.uuid(),
    /** The total that they saw. */
    total: moneySchema,
    orderName: text(MAX_ORDER_NAME_LENGTH).default(''),
    poNumber: text(MAX_PO_LENGTH).default(''),
    name: text(120).default(''),
    /** Blank: nobody is written to. */
    email: z.union([z.literal(''), emailSchema]).default(''),
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
    paymentType: z.enum(PAYMENT_TYPES).default('Terms'),
    couponCode: text(60).default(''),
    useStoreCredit: z.boolean().default(false),
    date: isoDate.optional(),
    deliveryDate: isoDate.optional(),
    notes: prose(2000).default(''),
    /** Goes on above the company's credit limit: an Employee's waits for an Admin. */
    overLimit: z.literal(true).optional(),
    /**
     * They take all of it along now, and pay so. By card they pay once it is made, and take it along after that; on account
     * it is due by their terms.
     */
    takenAlong: z
      .strictObject({
        method: z.enum(COUNTER_METHODS),
        number: text(60).default(''),
        /** It is another one, although its number is known: else `receipt_known`. */
        again: z.literal(true).optional(),
      })
      .refine(hasCheckNumber, NEEDS_CHECK_NUMBER)
      .optional(),
  })
  .refine(input => !(input.company && input.user), {
    path: ['company'],
    message: 'cannot be given together with user',
  })
  .refine(input => input.takenAlong === undefined || input.shippingMethod === 'local', {
    path: ['shippingMethod'],
    message: 'is local where they take it along',
  })
  .superRefine((input, ctx) => {
    if (!input.takenAlong) return;
    for (const field of ['date', 'deliveryDate'] as const)
      if (input[field] !== undefined)
        ctx.addIssue({ code: 'custom', path: [field], message: 'goes with no order that is taken along' });
  })
  .refine(input => input.takenAlong?.method !== 'account' || input.paymentType === 'Terms', {
    path: ['paymentType'],
    message: 'is Terms where it goes on account',
  })
  .superRefine((input, ctx) => {
    if (input.shippingMethod === 'local') return;
    for (const field of SHIPPING_FIELDS)
      if (!input[field]) ctx.addIssue({ code: 'custom', path: [field], message: 'is required' });
  });
export type CreateOrder = z.infer<typeof createOrderSchema>;

/** Tells what an order that staff make would come to; a blank cart has nothing to price. */
export const priceForStaffSchema = z
  .strictObject({
    user: idSchema.optional(),
    company: idSchema.optional(),
    cart: staffLinesSchema,
    email: z.union([z.literal(''), emailSchema]).default(''),
    shippingMethod: z.enum(SHIPPING_METHODS).default('local'),
    couponCode: text(60).default(''),
    useStoreCredit: z.boolean().default(false),
  })
  .refine(input => !(input.company && input.user), {
    path: ['company'],
    message: 'cannot be given together with user',
  });
export type PriceForStaff = z.infer<typeof priceForStaffSchema>;

export const staffFiguresSchema = figuresSchema.extend({
  /** By variant: the price that this customer would pay, and what one costs the shop. */
  prices: z.array(z.object({ variantId: idSchema, ours: moneyOut, cost: moneyOut.nullable() })),
  /** How far an order on account would be above what the company may owe; null: it would not, or has no account. */
  missing: moneyOut.nullable(),
  /** An Admin has to approve its prices. */
  waits: z.boolean(),
});
export type StaffFigures = z.infer<typeof staffFiguresSchema>;
