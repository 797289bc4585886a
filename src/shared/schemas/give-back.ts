import { z } from 'zod';
import { GIVE_BACK_WAYS, REFUND_WAYS } from '#shared/enumerations.ts';
import { idSchema, moneyOut, moneySchema, prose, quantitySchema, text } from '#shared/schemas/common.ts';

const givenLines = z
  .array(z.strictObject({ _id: idSchema, quantity: quantitySchema }))
  .min(1)
  .max(500)
  .refine(lines => new Set(lines.map(({ _id }) => _id)).size === lines.length, 'name a line twice');

/** Gives money of an order back at will: of some units, of its shipping, or an amount. */
export const makeRefundSchema = z
  .strictObject({
    order: idSchema,
    version: z.int().min(1),
    /** Units of its lines, which stay with the customer: they are worth what a return of them would be. */
    lines: givenLines.optional(),
    /** The part of its shipping. */
    shipping: moneySchema.optional(),
    amount: moneySchema.optional(),
    /** The sum of lines and shipping as they were looked at: `figures_changed` where it is another by now. */
    seen: moneySchema.optional(),
    way: z.enum(REFUND_WAYS),
    /** The number of the check that is written, or what a transfer is marked with. */
    number: text(60).default(''),
    reason: prose(500, 1),
    key: z.uuid(),
  })
  .refine(
    ({ lines, shipping, amount }) =>
      (amount === undefined) === (lines !== undefined || shipping !== undefined),
    {
      path: ['amount'],
      message: 'needs an amount, or lines and shipping',
    },
  );
export type MakeRefund = z.infer<typeof makeRefundSchema>;

/** Asks what units and shipping of an order are worth; without them only what can still go back is told. */
export const lookAtRefundSchema = z.strictObject({
  order: idSchema,
  lines: givenLines.optional(),
  shipping: moneySchema.optional(),
});
export type LookAtRefund = z.infer<typeof lookAtRefundSchema>;

export const refundLookSchema = z.object({
  /** Null: nothing was asked for. */
  amount: moneyOut.nullable(),
  /** The most that can go back to cards, and by hand; `inAll`: the most of both together, and as store credit. */
  card: moneyOut,
  byHand: moneyOut,
  inAll: moneyOut,
  /** Units that no money was given back for: no return was paid of them, nor were they given at will. */
  lines: z.array(z.object({ _id: idSchema, left: z.int().min(0) })),
  /** Shipping that was not given back at will. */
  shippingLeft: moneyOut,
  /** Refunds to a card that their customer did not get, which an Admin can give another way: `giveInstead`. */
  owed: z.array(
    z.object({
      refund: idSchema,
      /** At most what is left of its payment. */
      amount: moneyOut,
      /** The payment service refused it; else its bank sent it back. */
      isRefused: z.boolean(),
      reason: z.string(),
      createdAt: z.string(),
    }),
  ),
  /** The most that whoever asks may give back of it without an Admin; null: as much as there is. */
  alone: moneyOut.nullable(),
  /** Whether anybody has store credit who could be given some. */
  hasAccount: z.boolean(),
  /** The money that goes back if the order is canceled now, and which way. */
  onCancel: z.array(z.object({ way: z.enum(GIVE_BACK_WAYS), amount: moneyOut })),
});
export type RefundLook = z.infer<typeof refundLookSchema>;

/** Gives another way what a refund to a card did not get to its customer: what a card paid is never handed out in cash. */
export const giveInsteadSchema = z.strictObject({
  refund: idSchema,
  way: z.enum(REFUND_WAYS).exclude(['card', 'cash']),
  /** The number of the check that is written, or what the transfer is marked with. */
  number: text(60).default(''),
  reason: prose(500, 1),
});
export type GiveInstead = z.infer<typeof giveInsteadSchema>;

const creditOwner = { user: idSchema.optional(), company: idSchema.optional() };
const hasOneCreditOwner = ({ user, company }: { user?: unknown; company?: unknown }) =>
  (user === undefined) !== (company === undefined);
const oneCreditOwner = { path: ['company'], message: 'needs one of company and user' };

/** Gives store credit for no order in particular: to a person, whose company has it where they have one, or to a company. */
export const grantStoreCreditSchema = z
  .strictObject({
    ...creditOwner,
    amount: moneySchema.refine(amount => amount > 0, 'must be above 0'),
    reason: prose(500, 1),
    key: z.uuid(),
  })
  .refine(hasOneCreditOwner, oneCreditOwner);
export type GrantStoreCredit = z.infer<typeof grantStoreCreditSchema>;

/**
 * Takes store credit back from a person, whose company has it where they have one, or from a company; of an order of their own
 * from what they have themselves.
 */
export const takeCreditBackSchema = z
  .strictObject({
    ...creditOwner,
    amount: moneySchema.refine(amount => amount > 0, 'must be above 0'),
    reason: prose(500, 1),
    /** That it was given for: as much of what was paid of it may go back otherwise then. */
    order: idSchema.optional(),
    key: z.uuid(),
  })
  .refine(hasOneCreditOwner, oneCreditOwner);
export type TakeCreditBack = z.infer<typeof takeCreditBackSchema>;

export const lookAtCreditSchema = z.strictObject(creditOwner).refine(hasOneCreditOwner, oneCreditOwner);
export type LookAtCredit = z.infer<typeof lookAtCreditSchema>;

/** The store credit that somebody has, and how much more they may get without an Admin; null: any amount. */
export const creditLookSchema = z.object({ balance: moneyOut, alone: moneyOut.nullable() });
export type CreditLook = z.infer<typeof creditLookSchema>;
