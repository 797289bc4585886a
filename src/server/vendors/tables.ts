import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, now, updatedNow } from '#server/database/columns.ts';

/** Products and variants name their vendor; a renamed vendor is followed by the foreign key. */
export const vendors = pgTable(
  'vendors',
  {
    _id: id(),
    /** Small key for the search tables. */
    key: integer().generatedAlwaysAsIdentity().unique(),
    name: text().notNull().unique(),
    email: text().notNull().default(''),
    phone: text().notNull().default(''),
    contact: text().notNull().default(''),
    quickbooksId: text(),
    version: integer().notNull().default(1),
    createdAt: now(),
    updatedAt: updatedNow(),
  },
  t => [
    uniqueIndex('vendors_name_ci').on(sql`lower(${t.name})`),
    check('vendors_name_present', sql`${t.name} <> ''`),
  ],
);
