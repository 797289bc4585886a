import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#server/database/columns.ts';

/** One row: how the shop's backups stand. */
export const backupState = pgTable(
  'backup_state',
  {
    only: boolean().primaryKey().default(true),
    succeededAt: instant(),
    /** Since when there is something to be backed up, as far as anybody looked. */
    filledAt: instant(),
    failedAt: instant(),
    /** Why the last one failed; null once one has succeeded. */
    failure: text(),
    failures: integer().notNull().default(0),
    /** Whether Admins know that one is overdue. */
    overdueTold: boolean().notNull().default(false),
  },
  t => [check('backup_state_only', sql`${t.only}`)],
);
