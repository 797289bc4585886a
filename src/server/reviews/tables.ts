import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant, now, updatedNow } from '#server/database/columns.ts';
import { products } from '#server/products/tables.ts';
import { users } from '#server/users/tables.ts';

export const reviews = pgTable(
  'reviews',
  {
    _id: id(),
    product: uuid()
      .notNull()
      .references(() => products._id, { onDelete: 'cascade' }),
    user: uuid()
      .notNull()
      .references(() => users._id, { onDelete: 'cascade' }),
    rating: smallint().notNull(),
    title: text().notNull().default(''),
    text: text().notNull().default(''),
    /** Shown at once; staff may hide it. */
    approved: boolean().notNull().default(true),
    /** When its author took a hidden one back. Nobody sees it; what they write in its place stays hidden as well. */
    removedAt: instant(),
    createdAt: now(),
    updatedAt: updatedNow(),
  },
  t => [
    uniqueIndex('reviews_once').on(t.product, t.user),
    index('reviews_user').on(t.user),
    check('reviews_rating', sql`${t.rating} between 1 and 5`),
  ],
);
