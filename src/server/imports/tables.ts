import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, now } from '#server/database/columns.ts';
import { users } from '#server/users/tables.ts';

/** One catalogue file loaded, with its report. */
export const importRuns = pgTable(
  'import_runs',
  {
    _id: id(),
    file: text().notNull(),
    format: text().notNull(),
    user: uuid().references(() => users._id, { onDelete: 'set null' }),
    created: integer().notNull().default(0),
    updated: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    errors: jsonb().$type<{ row: number; column?: string; reason: string }[]>().notNull().default([]),
    startedAt: now(),
    finishedAt: instant(),
  },
  t => [index('import_runs_started').on(t.startedAt.desc())],
);
