import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Tells where a row stands in a list: what it is sorted by, then its `_id`. */
interface Place {
  key: SQL | PgColumn;
  _id: PgColumn;
  falls: boolean;
  /** Selects the key and the `_id` of the row itself. */
  own: SQL;
}

export interface Side {
  where: SQL;
  orderBy: SQL[];
  /** Says which way `orderBy` goes, to those whose index wants it said otherwise. */
  falls: boolean;
}

/**
 * Finds the rows before and after one in a list, by where it would stand: it may have left the list since it was opened
 * from there. `nearest` reads the first row of a side. Keys must not be null.
 */
export async function besideOf<Row>(
  { key, _id, falls, own }: Place,
  nearest: (side: Side) => Promise<Row[]>,
): Promise<{ before: Row | null; after: Row | null }> {
  const next = async (isAfter: boolean): Promise<Row | null> => {
    const rises = isAfter !== falls;
    const by = rises ? asc : desc;
    const [found] = await nearest({
      where: sql`(${key}, ${_id}) ${sql.raw(rises ? '>' : '<')} ${own}`,
      orderBy: [by(key), by(_id)],
      falls: !rises,
    });
    return found ?? null;
  };
  const [before, after] = await Promise.all([next(false), next(true)]);
  return { before, after };
}
