import { z } from 'zod';
import {
  EMAIL_STATUSES,
  PAYMENT_STATUSES,
  REFUND_STATUSES,
  REFUND_WAYS,
  RETURN_STATUSES,
  STOCK_REASONS,
} from '#shared/enumerations.ts';
import { ORDER_EVENTS } from '#shared/rules/order-events.ts';
import { commentSchema } from '#shared/schemas/comments.ts';
import { idSchema, moneyOut } from '#shared/schemas/common.ts';
import { cursorSchema } from '#shared/schemas/cursor.ts';

const entry = {
  _id: idSchema,
  at: z.string(),
  /** A name or an email address; 'system' for what the shop did by itself, 'customer' for a guest who left neither. */
  who: z.string(),
  /** The account of whoever it was; null: they had none, or it was nobody. */
  user: idSchema.nullable(),
};

/** Tells one thing that happened to an order, by its kind. */
const historyEntrySchema = z.discriminatedUnion('kind', [
  z.object({
    ...entry,
    kind: z.literal('event'),
    name: z.enum(ORDER_EVENTS),
    description: z.string(),
    /** The fields that an edit changed. */
    changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  }),
  z.object({
    ...entry,
    kind: z.literal('email'),
    template: z.string(),
    to: z.string(),
    subject: z.string(),
    status: z.enum(EMAIL_STATUSES),
    sentAt: z.string().nullable(),
  }),
  z.object({
    ...entry,
    kind: z.literal('payment'),
    amount: moneyOut,
    status: z.enum(PAYMENT_STATUSES),
    method: z.string(),
    provider: z.string(),
    declineReason: z.string().nullable(),
    settledAt: z.string().nullable(),
  }),
  z.object({
    ...entry,
    kind: z.literal('refund'),
    /** Below 0: one that came back from the bank. */
    amount: moneyOut,
    status: z.enum(REFUND_STATUSES),
    reason: z.string(),
    payment: idSchema,
    settledAt: z.string().nullable(),
  }),
  z.object({
    ...entry,
    kind: z.literal('return'),
    status: z.enum(RETURN_STATUSES),
    refund: moneyOut,
    refundTo: z.enum(REFUND_WAYS).nullable(),
    storeCredit: moneyOut,
    notes: z.string(),
  }),
  z.object({
    ...entry,
    kind: z.literal('comment'),
    ...commentSchema.omit({ _id: true, kind: true, subject: true, by: true, createdAt: true }).shape,
  }),
]);
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const orderHistoryQuerySchema = z.object({ id: idSchema, cursor: cursorSchema.optional() });
export type OrderHistoryQuery = z.infer<typeof orderHistoryQuerySchema>;
/** The newest first. */
export const orderHistorySchema = z.object({
  entries: z.array(historyEntrySchema),
  cursor: cursorSchema.nullable(),
});
export type OrderHistory = z.infer<typeof orderHistorySchema>;

export const stockMovesQuerySchema = z.object({ variant: idSchema, cursor: cursorSchema.optional() });
export type StockMovesQuery = z.infer<typeof stockMovesQuerySchema>;

/** One change of a variant's stock (rule C13). */
const stockMoveSchema = z.object({
  _id: idSchema,
  at: z.string(),
  reason: z.enum(STOCK_REASONS),
  pieces: z.int(),
  /** The stock after it. */
  after: z.int(),
  /** Null also where an Admin deleted it since. */
  order: z.object({ _id: idSchema, orderNumber: z.int() }).nullable(),
  return: idSchema.nullable(),
  /** The one of the staff who did it. */
  who: z.string().nullable(),
});
/** The newest first. */
export const stockMovesSchema = z.object({
  moves: z.array(stockMoveSchema),
  cursor: cursorSchema.nullable(),
});
export type StockMoves = z.infer<typeof stockMovesSchema>;
