import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, now, oneOf } from '#server/database/columns.ts';
import { users } from '#server/users/tables.ts';
import { LOG_TYPES, type LogType } from '#shared/enumerations.ts';

/** Keeps who did what; entries are only ever added. */
export const logEntries = pgTable(
  'log_entries',
  {
    _id: id(),
    date: now(),
    user: uuid().references(() => users._id, { onDelete: 'set null' }),
    /** From the session, never from a body; empty for guests and for the system. */
    userEmail: text().notNull().default(''),
    type: text().$type<LogType>().notNull(),
    category: text().notNull().default(''),
    name: text().notNull().default(''),
    description: text().notNull().default(''),
    /** The `_id` of what was changed. */
    subject: uuid(),
    before: jsonb(),
    after: jsonb(),
  },
  t => [
    oneOf('log_entries_type', t.type, LOG_TYPES),
    index('log_entries_date').on(t.date.desc()),
    index('log_entries_user').on(t.userEmail, t.date.desc()),
    index('log_entries_subject').on(t.subject),
  ],
);
