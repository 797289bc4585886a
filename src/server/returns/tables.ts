import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, money, now, oneOf, updatedNow } from '#server/database/columns.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { users } from '#server/users/tables.ts';
import { REFUND_WAYS, RETURN_STATUSES, type RefundWay, type ReturnStatus } from '#shared/enumerations.ts';

export const returns = pgTable(
  'returns',
  {
    _id: id(),
    order: uuid()
      .notNull()
      .references(() => orders._id, { onDelete: 'restrict' }),
    user: uuid().references(() => users._id, { onDelete: 'set null' }),
    status: text().$type<ReturnStatus>().notNull().default('Requested'),
    notes: text().notNull().default(''),
    /** The amount granted in money: to the card, as store credit, or off what the order still owed. */
    refund: money().notNull().default(sql`0`),
    refundTo: text().$type<RefundWay>(),
    /** Kept of what the goods were worth, for putting them back on the shelf. */
    fee: money().notNull().default(sql`0`),
    /** The part of the store credit that the order had used. */
    storeCredit: money().notNull().default(sql`0`),
    /** From the client: a repeated request finds the first return. */
    key: uuid().unique(),
    /** Names the credit memo in accounting. */
    quickbooksId: text(),
    version: integer().notNull().default(1),
    createdAt: now(),
    updatedAt: updatedNow(),
  },
  t => [
    index('returns_order').on(t.order),
    index('returns_status').on(t.status, t.createdAt.desc()),
    oneOf('returns_status_of', t.status, RETURN_STATUSES),
    oneOf('returns_refund_to', t.refundTo, REFUND_WAYS),
    check('returns_refund', sql`${t.refund} >= 0 and ${t.storeCredit} >= 0`),
    check('returns_fee', sql`${t.fee} >= 0`),
  ],
);

export const returnLines = pgTable(
  'return_lines',
  {
    _id: id(),
    return: uuid()
      .notNull()
      .references(() => returns._id, { onDelete: 'cascade' }),
    line: uuid()
      .notNull()
      .references(() => orderLines._id, { onDelete: 'restrict' }),
    quantity: integer().notNull(),
    received: integer().notNull().default(0),
    /** Counts those of the received ones that can't be sold again. */
    scrapped: integer().notNull().default(0),
    reason: text().notNull().default(''),
    /** The amount granted for it, in money and store credit. */
    refunded: money().notNull().default(sql`0`),
    /**
     * The shares of its line that went with it when it was paid back: whatever was granted, they are no one's any more.
     * Null: it is not paid back, or was by a version that did not write them (`paid-back.ts`).
     */
    itemTax: money(),
    itemDiscount: money(),
    itemCredit: money(),
  },
  t => [
    uniqueIndex('return_lines_line').on(t.return, t.line),
    index('return_lines_of_line').on(t.line),
    check('return_lines_quantity', sql`${t.quantity} >= 1 and ${t.received} between 0 and ${t.quantity}`),
    check('return_lines_scrapped', sql`${t.scrapped} between 0 and ${t.received}`),
  ],
);
