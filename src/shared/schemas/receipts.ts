import { z } from 'zod';
import { MAX_PAID_ORDERS } from '#shared/constants.ts';
import { ORDER_STATUSES, PAYMENT_TYPES, RECEIPT_METHODS } from '#shared/enumerations.ts';
import { isoDate } from '#shared/schemas/checkout.ts';
import { idSchema, moneyOut, moneySchema, prose, text } from '#shared/schemas/common.ts';

const owner = { company: idSchema.optional(), user: idSchema.optional(), order: idSchema.optional() };
const hasOneOwner = ({ company, user, order }: { company?: unknown; user?: unknown; order?: unknown }) =>
  [company, user, order].filter(one => one !== undefined).length === 1;
const oneOwner = { path: ['company'], message: 'needs one of company, user and order' };

/** The money of a company, of a person, or of whoever ordered without an account: by their order. */
export const receiptOwnerSchema = z.strictObject(owner).refine(hasOneOwner, oneOwner);
export type ReceiptOwner = z.infer<typeof receiptOwnerSchema>;

/** A check is told from others by its number. */
export const hasCheckNumber = ({ method, number }: { method: string; number: string }) =>
  method !== 'check' || number.trim() !== '';
export const NEEDS_CHECK_NUMBER = { path: ['number'], message: 'is needed: the one on the check' };

export const takeReceiptSchema = z
  .strictObject({
    ...owner,
    method: z.enum(RECEIPT_METHODS),
    /** The number of a check, which has one, or what a transfer was marked with. */
    number: text(60).default(''),
    amount: moneySchema.refine(amount => amount > 0, 'must be above 0'),
    /** The day on which it came. */
    receivedOn: isoDate,
    /** Tells how much of it goes to which order; left out: the oldest first. The rest stays on account. */
    orders: z
      .array(z.strictObject({ _id: idSchema, amount: moneySchema }))
      .max(MAX_PAID_ORDERS)
      .optional(),
    /** Tells how much of the money that they had on account before goes to which order as well, in the same go. */
    fromAccount: z
      .array(z.strictObject({ _id: idSchema, amount: moneySchema }))
      .min(1)
      .max(MAX_PAID_ORDERS)
      .optional(),
    note: prose(500).default(''),
    /** Takes it although one of that number is known. */
    again: z.literal(true).optional(),
    key: z.uuid(),
  })
  .refine(hasOneOwner, oneOwner)
  .refine(hasCheckNumber, NEEDS_CHECK_NUMBER);
export type TakeReceipt = z.infer<typeof takeReceiptSchema>;

/** Lets money that somebody has on account pay their orders. */
export const payFromAccountSchema = z
  .strictObject({
    ...owner,
    /** How much of it goes to which order; left out: the oldest first. */
    orders: z
      .array(z.strictObject({ _id: idSchema, amount: moneySchema }))
      .min(1)
      .max(MAX_PAID_ORDERS)
      .optional(),
    key: z.uuid(),
  })
  .refine(hasOneOwner, oneOwner);
export type PayFromAccount = z.infer<typeof payFromAccountSchema>;

export const bounceReceiptSchema = z.strictObject({
  _id: idSchema,
  /** Why it should never have been entered; left out: its bank did not pay it. */
  mistake: prose(500, 1).optional(),
});
export type BounceReceipt = z.infer<typeof bounceReceiptSchema>;

/** Orders, and how much of a receipt pays each. */
const parts = z.array(z.object({ _id: idSchema, orderNumber: z.int(), amount: moneyOut }));

/** A receipt, and what became of it. */
export const receiptSchema = z.object({
  _id: idSchema,
  company: idSchema.nullable(),
  user: idSchema.nullable(),
  /** Whose it is, in words. */
  from: z.string(),
  method: z.enum(RECEIPT_METHODS),
  number: z.string(),
  amount: moneyOut,
  receivedOn: z.string(),
  note: z.string(),
  bouncedAt: z.string().nullable(),
  /** The day of the shop on which it bounced. */
  bouncedOn: z.string().nullable(),
  /** Why it should never have been entered, where it was taken back for that and did not bounce. */
  mistake: z.string().nullable(),
  /** The orders that it pays, and how much of each. */
  orders: parts,
  /** The part of it that pays no order. */
  onAccount: moneyOut,
  /** The orders that it had paid, and what of it was on account, when it bounced; null: it has not. */
  tookBack: z.object({ orders: parts, onAccount: moneyOut }).nullable(),
});
export type Receipt = z.infer<typeof receiptSchema>;

export const receiptsSchema = z.object({
  receipts: z.array(receiptSchema),
  /** Those that bounced on the day that was asked for, whenever they came; of somebody: none. */
  takenBack: z.array(receiptSchema),
  /** Sums up a day as it went to the bank, less what bounced on it; somebody's receipts without those that bounced. */
  sum: moneyOut,
  /** Cash that went back to customers on the day that was asked for; null: none was. */
  handedBack: moneyOut.nullable(),
});

/** The receipts of a day of the shop (its deposit list), or of somebody. */
export const receiptListSchema = z
  .object({
    on: isoDate.optional(),
    company: idSchema.optional(),
    user: idSchema.optional(),
  })
  .refine(asked => asked.on ?? asked.company ?? asked.user, {
    path: ['on'],
    message: 'is needed: a day, or whose they are',
  });
export type ReceiptList = z.infer<typeof receiptListSchema>;

/** Lists what somebody owes, the oldest first, and what they have on account. */
export const debtsSchema = z.object({
  orders: z.array(
    z.object({
      _id: idSchema,
      orderNumber: z.int(),
      status: z.enum(ORDER_STATUSES),
      paymentType: z.enum(PAYMENT_TYPES),
      date: z.string(),
      dueDate: z.string().nullable(),
      poNumber: z.string(),
      total: moneyOut,
      open: moneyOut,
    }),
  ),
  /** Sums all these orders, also those that are not on account. */
  owed: moneyOut,
  onAccount: moneyOut,
  /** Tells how much a company may owe, and what its account says that it owes: of orders on account, less what it has there. */
  credit: z.object({ creditLimit: moneyOut, owed: moneyOut }).nullable(),
  /** Whether anybody has an account on which more than is owed can stay: not whoever ordered as a guest. */
  hasAccount: z.boolean(),
});
export type Debts = z.infer<typeof debtsSchema>;

/** The shop's own day, and the zone by whose clock it is. */
export const todaySchema = z.object({ today: z.string(), timeZone: z.string() });
export type Today = z.infer<typeof todaySchema>;
