import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, now } from '#server/database/columns.ts';

/** How far each rewrite of many rows is (`backfills.ts`). */
export const backfills = pgTable('backfills', {
  name: text().primaryKey(),
  /** The last key that it has done, as text; null: none yet. */
  at: text(),
  /** How many rows it has been through. */
  rows: integer().notNull().default(0),
  /** Set by an operator, who takes it back as well. */
  paused: boolean().notNull().default(false),
  begunAt: now(),
  movedAt: now(),
  doneAt: instant(),
});
