import { z } from 'zod';
import { MAX_ORDER_NAME_LENGTH, MAX_PO_LENGTH } from '#shared/constants.ts';
import { MAX_MOVES, NEXT_STATUSES } from '#shared/office-lists.ts';
import { address, businessEmail, isoDate, phone } from '#shared/schemas/checkout.ts';
import { emailSchema, idSchema, prose, text } from '#shared/schemas/common.ts';
import { MAX_LINES } from '#shared/schemas/line-input.ts';

/**
 * PATCH /orders/admin: what is left out stays. `tracking` is the whole list; what would change an amount is not
 * among the fields.
 */
export const patchOrderSchema = z.strictObject({
  _id: idSchema,
  /** The version that was looked at: `stale` when somebody changed the order since. */
  version: z.int().min(1).optional(),
  status: z.enum(NEXT_STATUSES).optional(),
  /** Counts every line as fulfilled. Without it, and without a count, no order becomes Ready or Shipped. */
  allPicked: z.literal(true).optional(),
  /** Takes the order on although its company owes more than its limit: else `over_limit`. */
  evenOverLimit: z.literal(true).optional(),
  cart: z
    .array(z.strictObject({ _id: idSchema, fulfilled: z.int().min(0).max(100_000) }))
    .min(1)
    .max(MAX_LINES)
    .optional(),
  tracking: z
    .array(z.strictObject({ carrier: text(60, 1), number: text(80, 1) }))
    .max(50)
    .optional(),
  orderName: text(MAX_ORDER_NAME_LENGTH).optional(),
  poNumber: text(MAX_PO_LENGTH).optional(),
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

/** Moves orders on, each by itself. `evenOverLimit`: those too whose company owes more than its limit. */
export const moveManySchema = z.strictObject({
  orders: z
    .array(z.strictObject({ _id: idSchema }))
    .min(1)
    .max(MAX_MOVES),
  status: z.enum(NEXT_STATUSES),
  /** Counts every line as fulfilled, as `patchOrderSchema` has it. */
  allPicked: z.literal(true).optional(),
  evenOverLimit: z.literal(true).optional(),
});
export type MoveMany = z.infer<typeof moveManySchema>;

/** Answers each order that was asked for, once. */
export const movedManySchema = z.object({
  orders: z.array(
    z.object({
      _id: idSchema,
      /** Null: there is no such order. */
      orderNumber: z.int().nullable(),
      /** Why it was not moved; null: it was. */
      refused: z.object({ reason: z.string(), message: z.string() }).nullable(),
    }),
  ),
});
export type MovedMany = z.infer<typeof movedManySchema>;
