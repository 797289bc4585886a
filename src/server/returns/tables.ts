import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, money, now, oneOf, updatedNow } from '#server/columns.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { users } from '#server/users/tables.ts';
import { RETURN_STATUSES, type ReturnStatus } from '#shared/enumerations.ts';

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
    refund: money().notNull().default(sql`0`),
    /** The credit memo in accounting (spec §3 Return). */
    quickbooksId: text(),
    version: integer().notNull().default(1),
    createdAt: now(),
    updatedAt: updatedNow(),
  },
  t => [
    index('returns_order').on(t.order),
    index('returns_status').on(t.status, t.createdAt.desc()),
    oneOf('returns_status_of', t.status, RETURN_STATUSES),
    check('returns_refund', sql`${t.refund} >= 0`),
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
    reason: text().notNull().default(''),
  },
  t => [
    uniqueIndex('return_lines_line').on(t.return, t.line),
    check('return_lines_quantity', sql`${t.quantity} >= 1 and ${t.received} between 0 and ${t.quantity}`),
  ],
);
