import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { products } from '#server/products/tables.ts';

/** Keeps the suggestions that staff gave a product, in their order (rule C9). */
export const productSuggestions = pgTable(
  'product_suggestions',
  {
    product: uuid()
      .notNull()
      .references(() => products._id, { onDelete: 'cascade' }),
    suggestion: uuid()
      .notNull()
      .references(() => products._id, { onDelete: 'cascade' }),
    position: integer().notNull().default(0),
  },
  t => [
    primaryKey({ columns: [t.product, t.suggestion] }),
    check('product_suggestions_not_itself', sql`${t.product} <> ${t.suggestion}`),
  ],
);

/** How often two products were bought together; learned from orders. */
export const boughtTogether = pgTable(
  'bought_together',
  {
    product: uuid()
      .notNull()
      .references(() => products._id, { onDelete: 'cascade' }),
    other: uuid()
      .notNull()
      .references(() => products._id, { onDelete: 'cascade' }),
    orders: integer().notNull().default(1),
  },
  t => [
    primaryKey({ columns: [t.product, t.other] }),
    index('bought_together_most').on(t.product, t.orders.desc()),
    check('bought_together_pair', sql`${t.product} <> ${t.other}`),
  ],
);

/** Orders whose pairs were already learned, so that sending one twice counts once. */
export const learnedOrders = pgTable('learned_orders', { order: uuid().primaryKey() });
