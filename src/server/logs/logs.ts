import type { Db } from '#server/database/db.ts';
import { logEntries } from '#server/logs/tables.ts';
import { chance } from '#server/time-and-chance.ts';
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

/** Writes down who did what, in the transaction that did it; answers the entry's `_id`. `by` null: a guest. */
export async function recordLog(
  tx: Db,
  by: { _id: string; email: string } | 'system' | null,
  entry: NewLogEntry,
): Promise<string> {
  const _id = chance.uuidInOrder();
  await logEntry(tx, by, entry, _id);
  return _id;
}

/** The same to be sent `alongside` another write. */
export function logEntry(
  tx: Db,
  by: { _id: string; email: string } | 'system' | null,
  entry: NewLogEntry,
  _id = chance.uuidInOrder(),
) {
  const who = by === 'system' ? null : by;
  return tx.insert(logEntries).values({ ...entry, _id, user: who?._id ?? null, userEmail: who?.email ?? '' });
}
