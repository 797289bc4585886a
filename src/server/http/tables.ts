import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#server/database/columns.ts';

/** Counters of attempts by key and window; in the database so that restarts and processes share them. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    resetsAt: instant().notNull(),
  },
  t => [check('rate_limits_count', sql`${t.count} >= 0`), index('rate_limits_resets').on(t.resetsAt)],
);
