import type { SessionUser } from '#server/context.ts';
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

/** Whoever did something: also a user whom an Admin acts as. */
export type LoggedUser = Pick<SessionUser, '_id' | 'email' | 'actingAdmin'>;

/** Writes down who did what, in the transaction that did it; answers the entry's `_id`. `by` null: a guest. */
export async function recordLog(
  tx: Db,
  by: LoggedUser | 'system' | null,
  entry: NewLogEntry,
): Promise<string> {
  const _id = chance.uuidInOrder();
  await logEntry(tx, by, entry, _id);
  return _id;
}

/** The same to be sent `alongside` another write. */
export function logEntry(
  tx: Db,
  by: LoggedUser | 'system' | null,
  entry: NewLogEntry,
  _id = chance.uuidInOrder(),
) {
  const who = by === 'system' ? null : by;
  const description = inTheirName(who, entry.description);
  return tx
    .insert(logEntries)
    .values({ ...entry, description, _id, user: who?._id ?? null, userEmail: who?.email ?? '' });
}

/** Names the Admin who did something in a customer's account beside them (rule A4). */
export function inTheirName(by: Pick<LoggedUser, 'actingAdmin'> | null, description = ''): string {
  if (!by?.actingAdmin) return description;
  const words = `by ${by.actingAdmin} in their name`;
  return description === '' ? words : `${description} (${words})`;
}
