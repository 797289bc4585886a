import { z } from 'zod';
import { REFUND_WAYS, RETURN_STATUSES } from '#shared/enumerations.ts';
import {
  emailSchema,
  idSchema,
  moneyOut,
  moneySchema,
  paging,
  prose,
  quantitySchema,
  text,
} from '#shared/schemas/common.ts';

const MAX_LINES = 500;
const lines = <Line extends z.ZodType>(line: Line) => z.array(line).min(1, 'needs a line').max(MAX_LINES);

/** POST /returns. Sent again with the same key, it is the same return. */
export const createReturnSchema = z.strictObject({
  orderId: idSchema,
  lines: lines(
    z.strictObject({ variantId: idSchema, quantity: quantitySchema, reason: prose(500, 1) }),
  ).refine(
    asked => new Set(asked.map(({ variantId }) => variantId)).size === asked.length,
    'name a variant twice',
  ),
  notes: prose(2000).default(''),
  key: z.uuid().optional(),
});
export type CreateReturn = z.infer<typeof createReturnSchema>;

/** The worth of what came back, before staff settle it. */
export const returnWorthSchema = z.object({
  /** In money, with its tax and less its discount, and in store credit that the order had used. */
  money: moneyOut,
  storeCredit: moneyOut,
  /** Still to be paid of the order: money goes off it first. */
  open: moneyOut,
});
export type ReturnWorth = z.infer<typeof returnWorthSchema>;

/**
 * PUT /returns. `lines`: what of them came back, by the return's own lines, and how many of those can't be sold again; all
 * of them, onto the shelf, unless said otherwise.
 */
export const updateReturnSchema = z.strictObject({
  _id: idSchema,
  status: z.enum(RETURN_STATUSES).optional(),
  lines: lines(
    z.strictObject({
      _id: idSchema,
      received: z.int().min(0).max(100_000),
      scrapped: z.int().min(0).max(100_000).default(0),
    }),
  )
    // Counted by the first, what the second says would be lost.
    .superRefine((counted, ctx) => {
      for (const [index, { _id }] of counted.entries())
        if (counted.findIndex(one => one._id === _id) < index)
          ctx.addIssue({ code: 'custom', path: [index, '_id'], message: 'is named twice' });
    })
    .optional(),
  /** Kept of what the goods were worth, for putting them back on the shelf. */
  fee: moneySchema.optional(),
  /** In money and store credit; less than the goods were worth, where staff keep some of it. */
  refund: moneySchema.optional(),
  refundTo: z.enum(REFUND_WAYS).optional(),
  /** As `returns.worth` told it: `figures_changed` where the goods are worth, or the order owes, something else by now. */
  seen: z.strictObject({ money: moneySchema, storeCredit: moneySchema, open: moneySchema }).optional(),
  /** Stands on the check that is written, or is what a transfer is marked with. */
  number: text(60).default(''),
  quickbooksId: text(60).optional(),
});
export type UpdateReturn = z.infer<typeof updateReturnSchema>;

export const returnListSchema = z.object({
  order: idSchema.optional(),
  status: z.enum(RETURN_STATUSES).optional(),
  ...paging(25),
});
export type ReturnList = z.infer<typeof returnListSchema>;
export const returnByIdSchema = z.object({ _id: idSchema });
export const returnEmailSchema = z.strictObject({ _id: idSchema, email: emailSchema });

export const returnSchema = z.object({
  _id: idSchema,
  order: idSchema,
  orderNumber: z.int(),
  /** The name on the order. */
  name: z.string(),
  user: idSchema.nullable(),
  status: z.enum(RETURN_STATUSES),
  notes: z.string(),
  refund: moneyOut,
  /** The part of it that went out, the way of `refundTo`; the rest went off what was to be paid. */
  paidOut: moneyOut,
  refundTo: z.enum(REFUND_WAYS).nullable(),
  fee: moneyOut,
  storeCredit: moneyOut,
  quickbooksId: z.string().nullable(),
  createdAt: z.string(),
  lines: z.array(
    z.object({
      _id: idSchema,
      variantId: idSchema,
      name: z.string(),
      productNum: z.string(),
      quantity: z.int(),
      received: z.int(),
      scrapped: z.int(),
      reason: z.string(),
      refunded: moneyOut,
    }),
  ),
});
export type Return = z.infer<typeof returnSchema>;
export const returnsSchema = z.object({ returns: z.array(returnSchema), total: z.int() });

/** The part of an order that can still be sent back. */
export const returnableSchema = z.array(
  z.object({
    variantId: idSchema,
    name: z.string(),
    productNum: z.string(),
    image: z.string().nullable(),
    left: z.int(),
  }),
);
