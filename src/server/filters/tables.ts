import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, updatedNow } from '#server/database/columns.ts';

/** Keeps the filter groups of the listing (rule C11); their `filters` are the rows of `filterValues`. */
export const filterTemplates = pgTable(
  'filter_templates',
  {
    _id: id(),
    name: text().notNull(),
    order: integer().notNull().default(0),
    /** Product types it is shown for; empty: all. */
    types: text().array().notNull().default(sql`'{}'`),
    version: integer().notNull().default(1),
    updatedAt: updatedNow(),
  },
  t => [
    uniqueIndex('filter_templates_name').on(sql`lower(${t.name})`),
    check('filter_templates_name_present', sql`${t.name} <> ''`),
  ],
);

export const filterValues = pgTable(
  'filter_values',
  {
    _id: id(),
    template: uuid()
      .notNull()
      .references(() => filterTemplates._id, { onDelete: 'cascade' }),
    label: text().notNull(),
    /** Option values of variants that count as this one. */
    options: text().array().notNull().default(sql`'{}'`),
    hex: text(),
    hex2: text(),
    position: integer().notNull().default(0),
  },
  t => [
    uniqueIndex('filter_values_label').on(t.template, sql`lower(${t.label})`),
    index('filter_values_template').on(t.template, t.position),
    check('filter_values_hex', sql`${t.hex} ~ '^#[0-9a-fA-F]{6}$' and ${t.hex2} ~ '^#[0-9a-fA-F]{6}$'`),
  ],
);
