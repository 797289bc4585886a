import { desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Places a row in a list by time, the newest first. Rows that share an instant go by their id. */
export interface Place {
  _id: string;
  /** Microseconds since 1970: an instant of JavaScript has but milliseconds, and rows between two would be lost. */
  micros: string;
}

/** Selects an instant as the cursor of a list has it. */
export const microsOf = (date: SQLWrapper): SQL<string> =>
  sql<string>`(extract(epoch from ${date}) * 1000000)::bigint::text`;

/** Puts the newest first. */
export const newestFirst = (date: PgColumn, _id: PgColumn): SQL[] => [desc(date), desc(_id)];

/** Tells whether a row comes behind this place; without one, each does. An index by time serves it. */
export function isBehind(date: PgColumn, _id: PgColumn, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [micros = ''] = cursor.split('-', 1);
  const after = cursor.slice(micros.length + 1);
  return sql`(${date}, ${_id}) <
    (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${after}::uuid)`;
}

/** Cuts a page off rows of which one more was asked for, and tells where the next one begins. */
export function cutPage<Row extends Place>(
  rows: readonly Row[],
  size: number,
): { page: Row[]; cursor: string | null } {
  const page = rows.slice(0, size);
  const last = rows.length > size ? page.at(-1) : undefined;
  return { page, cursor: last ? `${last.micros}-${last._id}` : null };
}

/** Merges lists of the same order into one. */
export const mergeNewest = <Row extends Place>(lists: readonly (readonly Row[])[]): Row[] =>
  lists.flat().sort((a, b) => compare(BigInt(b.micros), BigInt(a.micros)) || compare(b._id, a._id));

const compare = <T extends bigint | string>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

/** Places a row in a list of any order: by its key, as text to the microsecond, and its id. */
export interface KeyPlace {
  key: string;
  _id: string;
}

/** Tells how a list is sorted: by a key that is never null, of this type, and by `_id`. */
interface KeyOrder {
  key: SQL | PgColumn;
  type: SQL;
  _id: PgColumn;
  falls: boolean;
}

/** Selects the rows of a list that stand behind one. */
export const isBehindKey = ({ key, type, _id, falls }: KeyOrder, after: KeyPlace | null): SQL | undefined =>
  after
    ? sql`(${key}, ${_id}) ${sql.raw(falls ? '<' : '>')} (${after.key}::${type}, ${after._id}::uuid)`
    : undefined;

/** Selects a key as `isBehindKey` compares it. */
export const keyText = (key: SQL | PgColumn) => sql<string>`${key}::text`;
