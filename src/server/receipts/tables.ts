import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { companies } from '#server/companies/tables.ts';
import { id, instant, money, now, oneOf } from '#server/database/columns.ts';
import { orders } from '#server/orders/tables.ts';
import { users } from '#server/users/tables.ts';
import { RECEIPT_METHODS, type ReceiptMethod } from '#shared/enumerations.ts';

/** Money that came in without a card: of a company, a person, or whoever stood at the counter. */
export const receipts = pgTable(
  'receipts',
  {
    _id: id(),
    company: uuid().references(() => companies._id, { onDelete: 'restrict' }),
    user: uuid().references(() => users._id, { onDelete: 'restrict' }),
    method: text().$type<ReceiptMethod>().notNull(),
    /** The check's number, or what the transfer was marked with. */
    number: text().notNull().default(''),
    amount: money().notNull(),
    /** The day of the shop on which it came. */
    receivedOn: date({ mode: 'string' }).notNull(),
    note: text().notNull().default(''),
    /** When it was taken back: its bank did not pay it, or it was a `mistake`. */
    bouncedAt: instant(),
    bouncedBy: uuid().references(() => users._id, { onDelete: 'set null' }),
    /** Why it should never have been entered, as an Admin says who took it back; null: it bounced, or stands. */
    mistake: text(),
    /** From the client: one that is sent again is the first. */
    key: uuid().notNull().unique(),
    /** SHA-256 of what was said: the same key with other contents is refused. */
    requestHash: text().notNull(),
    createdBy: uuid().references(() => users._id, { onDelete: 'set null' }),
    createdAt: now(),
  },
  t => [
    index('receipts_company').on(t.company, t.receivedOn.desc()),
    index('receipts_user').on(t.user, t.receivedOn.desc()),
    index('receipts_day').on(t.receivedOn),
    index('receipts_bounced').on(t.bouncedAt).where(sql`${t.bouncedAt} is not null`).concurrently(),
    index('receipts_number').on(sql`lower(${t.number})`).where(sql`${t.number} <> ''`),
    oneOf('receipts_method', t.method, RECEIPT_METHODS),
    check('receipts_amount', sql`${t.amount} > 0`),
    check('receipts_mistake', sql`${t.mistake} is null or ${t.bouncedAt} is not null`),
    check('receipts_owner', sql`${t.company} is null or ${t.user} is null`),
  ],
);

/** Acts by which staff let money on account pay orders. Append-only. */
export const accountUses = pgTable('account_uses', {
  _id: id(),
  /** From the client: one that is sent again is the first. */
  key: uuid().notNull().unique(),
  /** SHA-256 of what was said: the same key with other contents is refused. */
  requestHash: text().notNull(),
  createdBy: uuid().references(() => users._id, { onDelete: 'set null' }),
  createdAt: now(),
});

/**
 * The parts of receipts that pay orders: above 0; below where a part was taken back, by an edit or a cancel (it stays on
 * account), or as the receipt bounced or was a mistake. Append-only.
 */
export const receiptParts = pgTable(
  'receipt_parts',
  {
    _id: id(),
    receipt: uuid()
      .notNull()
      .references((): AnyPgColumn => receipts._id, { onDelete: 'restrict' }),
    order: uuid()
      .notNull()
      .references(() => orders._id, { onDelete: 'restrict' }),
    amount: money().notNull(),
    /** The act by which it was taken from what was on account; null: it was meant for the order when it came. */
    use: uuid().references(() => accountUses._id, { onDelete: 'restrict' }),
    /** Why it is there, or was taken back. */
    reason: text().$type<'paid' | 'edit' | 'cancel' | 'bounced'>().notNull(),
    createdBy: uuid().references(() => users._id, { onDelete: 'set null' }),
    createdAt: now(),
  },
  t => [
    index('receipt_parts_receipt').on(t.receipt),
    index('receipt_parts_order').on(t.order),
    oneOf('receipt_parts_reason', t.reason, ['paid', 'edit', 'cancel', 'bounced']),
    check('receipt_parts_sign', sql`(${t.reason} = 'paid') = (${t.amount} > 0) and ${t.amount} <> 0`),
  ],
);
