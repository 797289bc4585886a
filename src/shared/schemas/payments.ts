import { z } from 'zod';
import {
  ACCOUNT_ENTRY_KINDS,
  EMAIL_STATUSES,
  PAYMENT_TYPES,
  RECEIPT_METHODS,
  SHIPPING_METHODS,
} from '#shared/enumerations.ts';
import { AGES } from '#shared/rules/ageing.ts';
import { idSchema, moneyOut, moneySchema, paging, prose } from '#shared/schemas/common.ts';
import { orderSchema } from '#shared/schemas/orders.ts';

/** Outcomes that the test gateway is told to bring about instead of being given a card. */
export const TEST_OUTCOMES = [
  'approve',
  'decline',
  'insufficient_funds',
  'needs_confirmation',
  'slow',
] as const;
export type TestOutcome = (typeof TEST_OUTCOMES)[number];

/**
 * Tells whether a text holds what can be a card number: 13 to 19 digits, spaced or dashed or not, with a valid check
 * digit. Card numbers never reach this server (rule O7).
 */
export function holdsCardNumber(value: string): boolean {
  for (const [candidate] of value.matchAll(/\d(?:[ -]?\d){12,}/g)) {
    const digits = candidate.replace(/\D/g, '');
    for (let length = 13; length <= Math.min(19, digits.length); length++) {
      for (let start = 0; start + length <= digits.length; start++) {
        if (hasLuhnCheckDigit(digits.slice(start, start + length))) return true;
      }
    }
  }
  return false;
}

function hasLuhnCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits.at(-1 - index));
    sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0 && /[^0]/.test(digits);
}

const reference = (pattern: RegExp) =>
  z
    .string()
    .max(255)
    .regex(pattern, 'is not a reference of the payment service')
    .refine(value => !holdsCardNumber(value), 'must not hold a card number');

/**
 * How a charge is paid. Only references cross the wire: a card's number, code or date is an unknown field and
 * refused. `savedCard` is the `_id` of one of the payer's saved cards; `paymentIntent` finishes a charge that
 * needed a confirmation.
 */
export const cardSchema = z.union(
  [
    z.strictObject({ confirmationToken: reference(/^ctoken_\w+$/) }),
    z.strictObject({ savedCard: idSchema }),
    z.strictObject({ paymentIntent: reference(/^(pi|test)_\w+$/) }),
    z.strictObject({ testOutcome: z.enum(TEST_OUTCOMES) }),
  ],
  'needs one of confirmationToken, savedCard, paymentIntent and testOutcome, and nothing else',
);
export type Card = z.infer<typeof cardSchema>;

/** POST /creditCard/charge: the amount is the order's own, never the client's. */
export const chargeSchema = z.strictObject({
  order: z.strictObject({ _id: idSchema, orderKey: z.string().min(1).max(100).optional() }),
  card: cardSchema,
  /** Keeps a new card for its payer's next order; only for those who are signed in. */
  saveCard: z.boolean().optional(),
});
export type ChargeInput = z.infer<typeof chargeSchema>;

/** Orders that one card payment is for. */
export const MAX_PAID_TOGETHER = 50;

/** POST /orders/payOrder: orders, or some carts of one order (their `_id` in the order). */
export const payOrderSchema = z
  .strictObject({
    orders: z.union([
      idSchema,
      z
        .array(idSchema)
        .min(1, 'needs an order')
        .max(MAX_PAID_TOGETHER, `takes at most ${MAX_PAID_TOGETHER} orders at a time`)
        .refine(ids => new Set(ids).size === ids.length, 'names an order twice'),
    ]),
    cartIds: z.array(idSchema).min(1).max(50).optional(),
    card: cardSchema,
    saveCard: z.boolean().optional(),
    /** One a payment, also while it is tried again. */
    idempotencyKey: z.uuid(),
    /** The amount that the payer saw. */
    total: moneySchema,
  })
  .refine(
    ({ orders, cartIds }) => cartIds === undefined || typeof orders === 'string' || orders.length === 1,
    {
      path: ['cartIds'],
      message: 'can only be given for a single order',
    },
  );
export type PayOrderInput = z.infer<typeof payOrderSchema>;

export const payOrderAnswerSchema = z.object({
  status: z.enum(['paid', 'requires_action']),
  clientSecret: z.string().optional(),
  orders: z.array(orderSchema),
  finished: z.boolean(),
});

export const chargeAnswerSchema = z.object({
  status: z.enum(['paid', 'requires_action']),
  /** For the browser's part of 3-D Secure. */
  clientSecret: z.string().optional(),
  order: orderSchema,
});

/** A card that the payment service keeps, as far as it is shown; numbers never come here. */
export const savedCardSchema = z.object({
  _id: idSchema,
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
  isExpired: z.boolean(),
});
export type SavedCard = z.infer<typeof savedCardSchema>;
export const removeSavedCardSchema = z.strictObject({ _id: idSchema });

export const gatewaySchema = z.object({
  name: z.enum(['test', 'stripe']),
  publishableKey: z.string().nullable(),
});

/** An order that is not paid whole, as the choice of what to pay names it. */
export const openOrderSchema = z.object({
  _id: idSchema,
  orderNumber: z.int(),
  orderName: z.string(),
  poNumber: z.string(),
  date: z.string(),
  dueDate: z.string().nullable(),
  total: moneyOut,
  open: moneyOut,
});
export type OpenOrder = z.infer<typeof openOrderSchema>;

/** How a customer may pay, and how much of their company's credit is used. */
export const buyerTermsSchema = z.object({
  paymentTypes: z.array(z.enum(PAYMENT_TYPES)),
  /** The one that a form starts with. */
  paymentType: z.enum(PAYMENT_TYPES),
  /** The same for delivery: the customer's own preference, else their company's. */
  shippingMethod: z.enum(SHIPPING_METHODS),
  /** Null without credit. */
  credit: z
    .object({
      creditLimit: moneyOut,
      owed: moneyOut,
      termsDays: z.int(),
      /** Orders that the customer may pay, the longest due first. */
      open: z.array(openOrderSchema),
    })
    .nullable(),
});
export type BuyerTerms = z.infer<typeof buyerTermsSchema>;

/** Reminds a company of what is due; `words`: what staff add. */
export const remindSchema = z.strictObject({ company: idSchema, words: prose(1000).default('') });
export type Remind = z.infer<typeof remindSchema>;
/** The addresses that were written to, and what is due. */
export const remindedSchema = z.object({ sent: z.array(z.string()), sum: moneyOut });
export type Reminded = z.infer<typeof remindedSchema>;

export const remindersQuerySchema = z.strictObject({ company: idSchema });
/** A reminder as it would go out today, to whom, and those that were sent, the latest first. */
export const remindersSchema = z.object({
  /** The orders that are due; `sum`: what is open of them. */
  orders: z.int(),
  sum: moneyOut,
  /** Money of theirs that came in and pays no order yet. */
  onAccount: moneyOut,
  to: z.array(z.string()),
  /** Why none can be sent now; null: it can. */
  refused: z.string().nullable(),
  sent: z.array(
    z.object({
      /** The email's. */
      _id: idSchema,
      to: z.string(),
      subject: z.string(),
      status: z.enum(EMAIL_STATUSES),
      createdAt: z.string(),
      sentAt: z.string().nullable(),
    }),
  ),
});
export type Reminders = z.infer<typeof remindersSchema>;

/** `company`: another one than one's own, for staff. */
export const statementQuerySchema = z.object({ company: idSchema.optional(), ...paging(25) });
export type StatementQuery = z.infer<typeof statementQuerySchema>;

export const statementSchema = z.object({
  company: z.object({
    _id: idSchema,
    name: z.string(),
    accountNumber: z.string().nullable(),
    creditLimit: moneyOut,
    ...{ address: z.string(), city: z.string(), state: z.string(), zip: z.string() },
  }),
  date: z.string(),
  /** The sum of all lines; below 0: to the company's good. */
  balance: moneyOut,
  /** The part of the balance that came in and pays no order yet. */
  onAccount: moneyOut,
  /** The part of the open orders that is due by now. */
  due: moneyOut,
  /** The open orders by how long they are overdue; current less what stands to the company's good. */
  ageing: z.record(z.enum(AGES), moneyOut),
  /** The longest due first. */
  open: z.array(openOrderSchema),
  /** The latest first. */
  entries: z.array(
    z.object({
      _id: idSchema,
      createdAt: z.string(),
      kind: z.enum(ACCOUNT_ENTRY_KINDS),
      amount: moneyOut,
      /** The account's balance after this line. */
      balance: moneyOut,
      order: idSchema.nullable(),
      orderNumber: z.int().nullable(),
      orderName: z.string().nullable(),
      poNumber: z.string().nullable(),
      /**
       * The one that came in, was kept or used; `bounced`: by this line it is taken back, by its bank or (`mistaken`) because it
       * should never have been entered.
       */
      receipt: z
        .object({
          method: z.enum(RECEIPT_METHODS),
          number: z.string(),
          bounced: z.boolean(),
          mistaken: z.boolean(),
          /** The day of the shop on which it came, where that is another than the line's. */
          receivedOn: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
  total: z.int(),
});
export type Statement = z.infer<typeof statementSchema>;

export const storeCreditBalanceSchema = z.object({ balance: moneyOut });
