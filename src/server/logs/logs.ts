import type { Db } from '#server/db.ts';
import { logEntries } from '#server/logs/tables.ts';
import type { LogType } from '#shared/enumerations.ts';

export interface NewLogEntry {
  type: LogType;
  category?: string;
  name: string;
  description?: string;
  /** The `_id` of what was changed. */
  subject?: string | null;
  before?: unknown;
  after?: unknown;
}

/** Writes down who did what, in the transaction that did it. `by` null: a guest. */
export async function recordLog(
  tx: Db,
  by: { _id: string; email: string } | 'system' | null,
  entry: NewLogEntry,
): Promise<void> {
  const who = by === 'system' ? null : by;
  await tx.insert(logEntries).values({ ...entry, user: who?._id ?? null, userEmail: who?.email ?? '' });
}
