import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, updatedNow } from '#server/database/columns.ts';

/** Keeps kinds of product by which new ones are started; names are unique whatever their case (rule C11). */
export const productTemplates = pgTable(
  'product_templates',
  {
    _id: id(),
    name: text().notNull(),
    filters: uuid().array().notNull().default(sql`'{}'`),
    updatedAt: updatedNow(),
  },
  t => [
    uniqueIndex('product_templates_name').on(sql`lower(${t.name})`),
    check('product_templates_name_present', sql`${t.name} <> ''`),
  ],
);
