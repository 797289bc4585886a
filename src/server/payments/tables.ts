import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { companies } from '#server/companies/tables.ts';
import { id, instant, isOneOf, money, now, oneOf, updatedNow } from '#server/database/columns.ts';
import { orderCarts, orderEdits, orderLines, orders } from '#server/orders/tables.ts';
import { receipts } from '#server/receipts/tables.ts';
import { returns } from '#server/returns/tables.ts';
import { users } from '#server/users/tables.ts';
import {
  ACCOUNT_ENTRY_KINDS,
  type AccountEntryKind,
  DISPUTE_STATUSES,
  type DisputeStatus,
  GIVE_BACK_CAUSES,
  GIVE_BACK_WAYS,
  type GiveBackCause,
  type GiveBackWay,
  OPEN_PAYMENT_STATUSES,
  OPEN_REFUND_STATUSES,
  PAYMENT_STATUSES,
  type PaymentStatus,
  RECEIPT_METHODS,
  REFUND_STATUSES,
  type ReceiptMethod,
  type RefundStatus,
} from '#shared/enumerations.ts';

/**
 * One attempt to pay; a card that was declined leaves a row of its own. At most one is open an order and purpose, so
 * that a double click pays once.
 */
export const payments = pgTable(
  'payments',
  {
    _id: id(),
    order: uuid()
      .notNull()
      .references(() => orders._id, { onDelete: 'restrict' }),
    /** The whole order, or the delayed payment of some of it. */
    purpose: text().$type<'order' | 'delayed'>().notNull().default('order'),
    provider: text().notNull(),
    method: text().notNull().default('card'),
    status: text().$type<PaymentStatus>().notNull(),
    amount: money().notNull(),
    /** Made by the server from order and card reference; the gateway replays its answer. */
    idempotencyKey: text().notNull().unique(),
    /** The gateway's own id (a PaymentIntent). */
    reference: text(),
    declineReason: text(),
    /** The carts of the order that a delayed payment is for; null: all that is open. */
    carts: uuid().array(),
    /** The payment whose charge this one is a part of, where several orders were paid at once; null: it has its own. */
    batch: uuid().references((): AnyPgColumn => payments._id, { onDelete: 'restrict' }),
    user: uuid().references(() => users._id, { onDelete: 'set null' }),
    createdAt: now(),
    updatedAt: updatedNow(),
    settledAt: instant(),
  },
  t => [
    uniqueIndex('payments_open').on(t.order, t.purpose).where(isOneOf(t.status, OPEN_PAYMENT_STATUSES)),
    uniqueIndex('payments_reference').on(t.provider, t.reference),
    index('payments_order').on(t.order),
    /** The payer's own key of a payment of placed orders: the same key again is looked for whatever it is to pay. */
    index('payments_pay_key')
      .on(sql`split_part(${t.idempotencyKey}, ':', 4)`)
      .concurrently()
      .where(sql`${t.purpose} = 'delayed'`),
    index('payments_batch').on(t.batch).where(sql`${t.batch} is not null`),
    index('payments_unsettled').on(t.updatedAt).where(isOneOf(t.status, OPEN_PAYMENT_STATUSES)),
    oneOf('payments_status', t.status, PAYMENT_STATUSES),
    check('payments_purpose', sql`${t.purpose} in ('order', 'delayed')`),
    check('payments_amount', sql`${t.amount} > 0`),
  ],
);

/** The order, or one of its carts, that a payment went to. */
export const paymentAllocations = pgTable(
  'payment_allocations',
  {
    _id: id(),
    payment: uuid()
      .notNull()
      .references(() => payments._id, { onDelete: 'restrict' }),
    order: uuid()
      .notNull()
      .references(() => orders._id, { onDelete: 'restrict' }),
    orderCart: uuid().references(() => orderCarts._id, { onDelete: 'restrict' }),
    amount: money().notNull(),
    createdAt: now(),
  },
  t => [
    index('payment_allocations_order').on(t.order),
    index('payment_allocations_payment').on(t.payment),
    check('payment_allocations_amount', sql`${t.amount} > 0`),
  ],
);

/** Append-only once settled: a refund that came back from the bank has a second row, its reversal. */
export const refunds = pgTable(
  'refunds',
  {
    _id: id(),
    payment: uuid()
      .notNull()
      .references(() => payments._id, { onDelete: 'restrict' }),
    order: uuid()
      .notNull()
      .references(() => orders._id, { onDelete: 'restrict' }),
    status: text().$type<RefundStatus>().notNull(),
    /** Above 0; a reversal takes its refund back and is below 0. */
    amount: money().notNull(),
    reverses: uuid()
      .unique()
      .references((): AnyPgColumn => refunds._id, { onDelete: 'restrict' }),
    reason: text().notNull().default(''),
    idempotencyKey: text().notNull().unique(),
    reference: text(),
    createdAt: now(),
    settledAt: instant(),
  },
  t => [
    index('refunds_order').on(t.order),
    index('refunds_payment').on(t.payment),
    index('refunds_unsettled').on(t.createdAt).where(isOneOf(t.status, OPEN_REFUND_STATUSES)),
    oneOf('refunds_status', t.status, REFUND_STATUSES),
    check('refunds_amount', sql`(${t.reverses} is null) = (${t.amount} > 0) and ${t.amount} <> 0`),
  ],
);

/**
 * Acts by which staff gave something back of orders, or gave store credit, each once: they count against what one of them may
 * give. The way that it went stands with its refund, its payout or its store credit. Append-only.
 */
export const givenBack = pgTable(
  'given_back',
  {
    _id: id(),
    /** Null: store credit that is given for no order in particular. */
    order: uuid().references(() => orders._id, { onDelete: 'restrict' }),
    cause: text().$type<GiveBackCause>().notNull(),
    way: text().$type<GiveBackWay>().notNull(),
    amount: money().notNull(),
    /** The refund to a card that it stands for, which did not get to its customer. */
    insteadOf: uuid().references(() => refunds._id, { onDelete: 'restrict' }),
    /** The part of it that is for shipping, where staff gave it for goods and shipping. */
    shipping: money().notNull().default(sql`0`),
    reason: text().notNull().default(''),
    /** From the client, or of the act that brings it: a repeated one changes nothing. */
    key: text().notNull().unique(),
    /** SHA-256 of what was asked: the same key with other contents is refused. */
    requestHash: text().notNull().default(''),
    user: uuid().references(() => users._id, { onDelete: 'set null' }),
    /** The Admin who did it, or approved it; null: an Employee did it alone. */
    approvedBy: uuid().references(() => users._id, { onDelete: 'set null' }),
    createdAt: now(),
  },
  t => [
    index('given_back_user').on(t.user, t.createdAt),
    index('given_back_order').on(t.order, t.createdAt),
    uniqueIndex('given_back_instead').on(t.insteadOf).concurrently(),
    oneOf('given_back_cause', t.cause, GIVE_BACK_CAUSES),
    oneOf('given_back_way', t.way, GIVE_BACK_WAYS),
    check('given_back_amount', sql`${t.amount} > 0`),
    check('given_back_shipping', sql`${t.shipping} between 0 and ${t.amount}`),
    check('given_back_of', sql`(${t.cause} = 'grant') = (${t.order} is null)`),
  ],
);

/** The units of lines that staff gave money back for at will: it is given once. A line that an edit takes out goes with them. */
export const givenUnits = pgTable(
  'given_units',
  {
    given: uuid()
      .notNull()
      .references(() => givenBack._id, { onDelete: 'cascade' }),
    line: uuid()
      .notNull()
      .references(() => orderLines._id, { onDelete: 'cascade' }),
    quantity: integer().notNull(),
  },
  t => [
    primaryKey({ columns: [t.given, t.line] }),
    index('given_units_line').on(t.line),
    check('given_units_quantity', sql`${t.quantity} > 0`),
  ],
);

/** Money that staff hand out or send, as it came in without a card or can't go back to one. */
export const payouts = pgTable(
  'payouts',
  {
    _id: id(),
    order: uuid()
      .notNull()
      .references(() => orders._id, { onDelete: 'restrict' }),
    /** The act of staff that it is of. */
    given: uuid()
      .notNull()
      .references(() => givenBack._id, { onDelete: 'restrict' }),
    way: text().$type<ReceiptMethod>().notNull(),
    amount: money().notNull(),
    /** Stands on the check that was written, or is what a transfer was marked with. */
    number: text().notNull().default(''),
    /** The receipt whose money it is; null: of whichever the order has. */
    receipt: uuid().references((): AnyPgColumn => receipts._id, { onDelete: 'restrict' }),
    /** The line that asks staff to hand it out; '': whoever wrote it down did so. */
    alert: text().notNull().default(''),
    /** In it: what became of the order, for which this goes back. */
    why: text().notNull().default(''),
    /** Null: nobody has handed it out yet. */
    handedOutAt: instant().default(sql`now()`),
    createdBy: uuid().references(() => users._id, { onDelete: 'set null' }),
    createdAt: now(),
  },
  t => [
    index('payouts_order').on(t.order),
    index('payouts_given').on(t.given),
    oneOf('payouts_way', t.way, RECEIPT_METHODS),
    check('payouts_amount', sql`${t.amount} > 0`),
  ],
);

/** Payments that the card's owner disputes at their bank, as the gateway last said. */
export const disputes = pgTable(
  'disputes',
  {
    _id: id(),
    payment: uuid()
      .notNull()
      .references(() => payments._id, { onDelete: 'restrict' }),
    order: uuid()
      .notNull()
      .references(() => orders._id, { onDelete: 'restrict' }),
    provider: text().notNull(),
    /** The gateway's own id. */
    reference: text().notNull(),
    status: text().$type<DisputeStatus>().notNull(),
    amount: money().notNull(),
    reason: text().notNull(),
    respondBy: instant(),
    createdAt: now(),
    updatedAt: updatedNow(),
  },
  t => [
    uniqueIndex('disputes_reference').on(t.provider, t.reference),
    index('disputes_order').on(t.order),
    index('disputes_payment').on(t.payment),
    oneOf('disputes_status', t.status, DISPUTE_STATUSES),
    check('disputes_amount', sql`${t.amount} > 0`),
  ],
);

/** The gateway's events that were already acted on: it sends them at least once, in any order. */
export const gatewayEvents = pgTable('gateway_events', {
  eventId: text().primaryKey(),
  type: text().notNull(),
  reference: text(),
  receivedAt: now(),
});

/** The charges, refunds and cancels that the test gateway remembers, as another gateway would on its own side. */
export const testGatewayEntries = pgTable(
  'test_gateway_entries',
  {
    /** One end of a charge, and one entry a refund. */
    key: text().primaryKey(),
    charge: text().notNull(),
    kind: text().$type<'confirmed' | 'canceled' | 'refunded'>().notNull(),
    amount: money().notNull().default(sql`0`),
    createdAt: now(),
  },
  t => [
    index('test_gateway_entries_charge').on(t.charge),
    oneOf('test_gateway_entries_kind', t.kind, ['confirmed', 'canceled', 'refunded']),
    check(
      'test_gateway_entries_amount',
      sql`(${t.kind} = 'refunded') = (${t.amount} > 0) and ${t.amount} >= 0`,
    ),
  ],
);

/** Cards kept at the gateway; only what may be shown of them stands here. */
export const savedCards = pgTable(
  'saved_cards',
  {
    _id: id(),
    user: uuid()
      .notNull()
      .references(() => users._id, { onDelete: 'cascade' }),
    provider: text().notNull(),
    reference: text().notNull(),
    brand: text().notNull(),
    last4: text().notNull(),
    /** The gateway's name for the card itself: one that is entered again is no second card. */
    fingerprint: text(),
    expMonth: smallint().notNull(),
    expYear: smallint().notNull(),
    createdAt: now(),
  },
  t => [
    uniqueIndex('saved_cards_reference').on(t.provider, t.reference),
    uniqueIndex('saved_cards_fingerprint').on(t.user, t.provider, t.fingerprint),
    check('saved_cards_last4', sql`${t.last4} ~ '^[0-9]{4}$'`),
    check('saved_cards_month', sql`${t.expMonth} between 1 and 12`),
  ],
);

/** Store credit of a user or a company: grants above 0, uses below. The balance is their sum. Append-only. */
export const storeCreditEntries = pgTable(
  'store_credit_entries',
  {
    _id: id(),
    user: uuid().references(() => users._id, { onDelete: 'restrict' }),
    company: uuid().references(() => companies._id, { onDelete: 'restrict' }),
    amount: money().notNull(),
    kind: text().$type<'granted' | 'used' | 'returned'>().notNull(),
    order: uuid().references(() => orders._id, { onDelete: 'restrict' }),
    /** The return that brought it. */
    return: uuid().references(() => returns._id, { onDelete: 'restrict' }),
    /** The act of staff that gave it. */
    given: uuid().references(() => givenBack._id, { onDelete: 'restrict' }),
    /** The edit by which its order uses less. */
    edit: uuid().references(() => orderEdits._id, { onDelete: 'restrict' }),
    note: text().notNull().default(''),
    createdBy: uuid().references(() => users._id, { onDelete: 'set null' }),
    createdAt: now(),
  },
  t => [
    index('store_credit_entries_user').on(t.user),
    index('store_credit_entries_company').on(t.company),
    /** The one below has no entries of returns, and is of no use to whoever looks for all of an order. */
    index('store_credit_entries_of_order').on(t.order).concurrently(),
    uniqueIndex('store_credit_entries_use')
      .on(t.order, t.kind)
      .concurrently()
      .where(sql`${t.return} is null and ${t.edit} is null and ${t.given} is null`),
    uniqueIndex('store_credit_entries_edit').on(t.edit, t.kind).concurrently(),
    uniqueIndex('store_credit_entries_return').on(t.return, t.kind),
    check('store_credit_entries_owner', sql`(${t.user} is null) <> (${t.company} is null)`),
    check('store_credit_entries_kind', sql`${t.kind} in ('granted', 'used', 'returned')`),
    check('store_credit_entries_sign', sql`(${t.kind} = 'used') = (${t.amount} < 0) and ${t.amount} <> 0`),
  ],
);

/**
 * A company's debts: charges above 0; payments and credits below; edits and receipts either; cancels below, and above where
 * more had been credited than charged; refunds of payments above, and below where one came back. A receipt without an order
 * is money on account. The balance is their sum. Append-only.
 */
export const accountEntries = pgTable(
  'account_entries',
  {
    _id: id(),
    company: uuid()
      .notNull()
      .references(() => companies._id, { onDelete: 'restrict' }),
    order: uuid().references(() => orders._id, { onDelete: 'restrict' }),
    payment: uuid().references(() => payments._id, { onDelete: 'restrict' }),
    refund: uuid().references(() => refunds._id, { onDelete: 'restrict' }),
    /** The return that brought the credit. */
    return: uuid().references(() => returns._id, { onDelete: 'restrict' }),
    /** The act of staff that gave money back, or let a debt go for it. */
    given: uuid().references(() => givenBack._id, { onDelete: 'restrict' }),
    /** The receipt that came in, was kept on account, used, or bounced. */
    receipt: uuid().references(() => receipts._id, { onDelete: 'restrict' }),
    /** The edit that changed what the order costs. */
    edit: uuid().references(() => orderEdits._id, { onDelete: 'restrict' }),
    kind: text().$type<AccountEntryKind>().notNull(),
    amount: money().notNull(),
    createdAt: now(),
  },
  t => [
    index('account_entries_company').on(t.company, t.createdAt),
    index('account_entries_order').on(t.order),
    oneOf('account_entries_kind', t.kind, ACCOUNT_ENTRY_KINDS),
    check(
      'account_entries_sign',
      sql`${t.amount} <> 0 and (${t.kind} in ('refund', 'edit', 'receipt', 'cancel') or (${t.kind} = 'charge') = (${t.amount} > 0))`,
    ),
  ],
);
