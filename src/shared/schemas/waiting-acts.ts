import { z } from 'zod';
import { PAYMENT_TYPES, REFUND_WAYS, WAITING_ACTS, WAITING_STATES, WAITS_FOR } from '#shared/enumerations.ts';
import { MAX_LISTED_ACTS } from '#shared/rules/waiting-acts.ts';
import { idSchema, moneyOut, moneySchema, prose } from '#shared/schemas/common.ts';

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
  /** Is a unit's to the shop; null: not known, or nothing is sold. */
  cost: moneyOut.nullable(),
  reason: z.string(),
});
export type ActLine = z.infer<typeof actLineSchema>;

/** Tells what an act would do, as it was asked for. */
const contentsSchema = z.object({
  /** The customer, by the name of their account where they have one. */
  whom: z.string(),
  /** Names the account: a company, or a person with their company; '': nobody's. */
  account: z.string(),
  /** The name that was typed in for it. */
  name: z.string(),
  email: z.string(),
  shipTo: z.string(),
  paymentType: z.enum(PAYMENT_TYPES).nullable(),
  /** Handed over at once. */
  takenAlong: z.boolean(),
  /** It gives back more than they may, names prices further below the customer's, or goes above a company's limit. */
  why: z.enum(WAITS_FOR),
  lines: z.array(actLineSchema),
  /** The part of the shipping that goes back, the freight of a quote; the fee that is kept of a return. */
  shipping: moneyOut.nullable(),
  fee: moneyOut.nullable(),
  /** How far it would take a company above what it may owe, as it stands now; null: it would not, or is not on account. */
  aboveCredit: moneyOut.nullable(),
  /** The order's total before a change and after it; the total of a new one; a quote's goods, at our prices and at those. */
  before: moneyOut.nullable(),
  after: moneyOut.nullable(),
  way: z.enum(REFUND_WAYS).nullable(),
  number: z.string(),
  /** The moment until which a quote would hold. */
  until: z.string().nullable(),
  reason: z.string(),
});
export type ActContents = z.infer<typeof contentsSchema>;

export const waitingActSchema = z.object({
  _id: idSchema,
  kind: z.enum(WAITING_ACTS),
  /** Null: a new order, a quote, or store credit for no order in particular. */
  order: idSchema.nullable(),
  /** The one that a quote is for. */
  cart: idSchema.nullable(),
  orderNumber: z.int().nullable(),
  amount: moneyOut,
  words: z.string(),
  state: z.enum(WAITING_STATES),
  askedBy: z.string(),
  createdAt: z.string(),
  /** Somebody changed its order or cart since: a yes would let it lapse. */
  isOver: z.boolean(),
  contents: contentsSchema,
});
export type WaitingAct = z.infer<typeof waitingActSchema>;

export const listActsSchema = z.object({
  limit: z.int().min(1).max(MAX_LISTED_ACTS).default(20),
});

/** Those that wait longest, of an Employee their own alone; `total`: how many of these wait. */
export const waitingActsSchema = z.object({ acts: z.array(waitingActSchema), total: z.int() });
export type WaitingActs = z.infer<typeof waitingActsSchema>;

export const decideActSchema = z
  .strictObject({
    _id: idSchema,
    approve: z.boolean(),
    /** How far above the company's limit it was seen to go, by a yes; null or none: not at all. */
    aboveCredit: moneySchema.nullable().optional(),
    /** Why it is declined: whoever asked for it reads these words. */
    reason: prose(500).default(''),
  })
  .refine(({ approve, reason }) => !approve || reason === '', {
    path: ['reason'],
    message: 'goes with a no alone',
  });
export type DecideAct = z.infer<typeof decideActSchema>;
