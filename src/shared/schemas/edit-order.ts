import { z } from 'zod';
import { COUPON_STATUSES, RECEIPT_METHODS, SHIPPING_METHODS } from '#shared/enumerations.ts';
import { address } from '#shared/schemas/checkout.ts';
import { idSchema, moneyOut, moneySchema, prose, quantitySchema, text } from '#shared/schemas/common.ts';
import { hasReason, lineSchema, MAX_LINES, NEEDS_REASON } from '#shared/schemas/line-input.ts';
import { orderSchema } from '#shared/schemas/orders.ts';

/** The price that staff name, with their reason; null: they take one back; left out: one that was named stays. */
const named = {
  price: moneySchema.nullable().optional(),
  priceReason: text(200).optional(),
};

/** A sentence of its own, as it names no field. */
export const LAST_LINE = 'The last line can’t go: cancel the order instead.';

/** A line that the order has, by its `_id`, or one that is added. */
const editedLineSchema = z.union([
  z.strictObject({ _id: idSchema, quantity: quantitySchema, ...named }).refine(hasReason, NEEDS_REASON),
  lineSchema
    .extend({
      ...named,
      /** The saved cart that it joins, where the order has several. */
      cart: idSchema.optional(),
    })
    .refine(hasReason, NEEDS_REASON),
]);

const seenSchema = z.strictObject({
  subTotal: moneySchema,
  discount: moneySchema,
  shipping: moneySchema,
  tax: moneySchema,
  storeCredit: moneySchema,
  total: moneySchema,
});

const WAYS_BACK = ['card', 'account', ...RECEIPT_METHODS] as const;

const settledSchema = z.strictObject({
  owed: moneySchema,
  back: z.array(z.strictObject({ way: z.enum(WAYS_BACK), amount: moneySchema })).max(WAYS_BACK.length),
});

/** PUT /orders/admin. `cart` is the whole list: a line that is not in it is taken out. A field that is left out stays. */
export const editOrderSchema = z
  .strictObject({
    _id: idSchema,
    /** The version that was looked at: `stale` when somebody changed the order since. */
    version: z.int().min(1),
    idempotencyKey: z.uuid(),
    /** Works everything out, and writes nothing. */
    preview: z.boolean().default(false),
    /** As the preview told them: `figures_changed` where they are others by now. */
    figures: seenSchema.optional(),
    /** How the difference would be settled, as the preview told: where money moved since, `figures_changed` as well. */
    settled: settledSchema.optional(),
    cart: z.array(editedLineSchema).min(1, LAST_LINE).max(MAX_LINES),
    shippingMethod: z.enum(SHIPPING_METHODS).optional(),
    /** Works the shipping out anew; without it, it stays what it was. */
    recalculateShipping: z.literal(true).optional(),
    /** Blank takes the coupon off. */
    couponCode: text(60).optional(),
    ...z.object(address).partial().shape,
    reason: prose(500).default(''),
    /** Mails the customer the old and the new figures. */
    mail: z.boolean().default(true),
    /** Goes on above the company's credit limit: an Employee's waits for an Admin. */
    overLimit: z.literal(true).optional(),
  })
  .refine(input => input.preview || input.figures !== undefined, {
    path: ['figures'],
    message: 'are needed: those that the preview told',
  });
export type EditOrder = z.infer<typeof editOrderSchema>;

const editFiguresSchema = seenSchema.extend({
  subTotal: moneyOut,
  discount: moneyOut,
  shipping: moneyOut,
  tax: moneyOut,
  storeCredit: moneyOut,
  total: moneyOut,
});

/** Tells what a line comes to after an edit. `line`: null where it is added, in the order of those that were asked for. */
const pricedLineSchema = z.object({
  line: idSchema.nullable(),
  price: moneyOut,
  amount: moneyOut,
  /** The price that its customer would pay; null: it is in the catalogue no more. */
  ours: moneyOut.nullable(),
  cost: moneyOut.nullable(),
});

/** One line, before and after; null: it is not there. */
const lineChangeSchema = z.object({
  productNum: z.string(),
  name: z.string(),
  before: z.object({ quantity: z.int(), price: moneyOut }).nullable(),
  after: z.object({ quantity: z.int(), price: moneyOut }).nullable(),
});

/** Tells what an edit comes to, and how the difference is settled. */
export const editAnswerSchema = z.object({
  before: editFiguresSchema,
  after: editFiguresSchema,
  lines: z.array(pricedLineSchema),
  changes: z.array(lineChangeSchema),
  couponStatus: z.enum(COUPON_STATUSES).nullable(),
  /** Still to be paid of the order after it. */
  owed: moneyOut,
  /** Goes back of what was paid: to the card, onto its owner's account, or by hand. */
  back: z.array(z.object({ way: z.enum(WAYS_BACK), amount: moneyOut })),
  /** The part of what became too much that was given back before, for another reason. */
  backBefore: moneyOut,
  /** Store credit that the order uses no more. */
  storeCreditBack: moneyOut,
});
export type EditAnswer = z.infer<typeof editAnswerSchema>;

/** The order as it is then, or would be. */
export const editedOrderSchema = orderSchema.extend({
  edit: editAnswerSchema,
  /** How far it rises above what its company may owe; null: it does not. */
  missing: moneyOut.nullable(),
  /** Tells of a preview that an Admin has to approve it. */
  waits: z.boolean(),
});
export type EditedOrder = z.infer<typeof editedOrderSchema>;
