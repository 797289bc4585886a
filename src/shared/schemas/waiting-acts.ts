import { z } from 'zod';
import { REFUND_WAYS, WAITING_ACTS, WAITING_STATES } from '#shared/enumerations.ts';
import { idSchema, moneyOut } from '#shared/schemas/common.ts';

/** A line of what an act is about. */
const actLineSchema = z.object({
  name: z.string(),
  productNum: z.string(),
  quantity: z.int(),
  /** How many an order has of it before its change, 0 where it is added; null: nothing is changed. */
  was: z.int().nullable(),
  /** Null: whatever its customer pays then. */
  price: moneyOut.nullable(),
  /** The price that a named one takes the place of. */
  ours: moneyOut.nullable(),
  reason: z.string(),
});
export type ActLine = z.infer<typeof actLineSchema>;

/** What an act would do, as it was asked for. */
const contentsSchema = z.object({
  /** The customer. */
  whom: z.string(),
  /** It gives back more than they may, or names prices further below the customer's. */
  why: z.enum(['limit', 'prices']),
  lines: z.array(actLineSchema),
  /** The part of the shipping that goes back; the fee that is kept of a return. */
  shipping: moneyOut.nullable(),
  fee: moneyOut.nullable(),
  /** The order's total before a change and after it; the total of a new one. */
  before: moneyOut.nullable(),
  after: moneyOut.nullable(),
  way: z.enum(REFUND_WAYS).nullable(),
  number: z.string(),
  reason: z.string(),
});
export type ActContents = z.infer<typeof contentsSchema>;

export const waitingActSchema = z.object({
  _id: idSchema,
  kind: z.enum(WAITING_ACTS),
  /** Null: store credit for no order in particular. */
  order: idSchema.nullable(),
  orderNumber: z.int().nullable(),
  amount: moneyOut,
  words: z.string(),
  state: z.enum(WAITING_STATES),
  askedBy: z.string(),
  createdAt: z.string(),
  contents: contentsSchema,
});
export type WaitingAct = z.infer<typeof waitingActSchema>;

export const decideActSchema = z.strictObject({ _id: idSchema, approve: z.boolean() });
