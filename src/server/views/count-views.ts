import { type SQL, sql } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import { type Db, rows } from '#server/database/db.ts';
import { listViews } from '#server/views/read-views.ts';
import { type ListScreen, MAX_COUNTED_OF_VIEW } from '#shared/office-lists.ts';
import type { SavedView } from '#shared/schemas/staff-views.ts';

/** Views of one statement: the embedded database serves nobody else meanwhile. */
const AT_ONCE = 5;

/** Selects the rows of a view, of no columns. */
type RowsOf = (query: Record<string, unknown>) => SQL | Promise<SQL>;

/** Counts what each saved view of a list has that somebody sees, as far as its tab tells. */
export async function countViews(
  db: Db,
  user: SessionUser,
  screen: ListScreen,
  rowsOf: RowsOf,
): Promise<Record<string, number>> {
  const views = await listViews(db, user, screen);
  const counts: Record<string, number> = {};
  // Two at a time use two of the database's processors, and leave its other connections to others.
  const countEachOther = async (first: number) => {
    for (let from = first; from < views.length; from += 2 * AT_ONCE) {
      Object.assign(counts, await countSome(db, views.slice(from, from + AT_ONCE), rowsOf));
    }
  };
  await Promise.all([countEachOther(0), countEachOther(AT_ONCE)]);
  return counts;
}

async function countSome(
  db: Db,
  views: readonly SavedView[],
  rowsOf: RowsOf,
): Promise<Record<string, number>> {
  const counts = await Promise.all(
    views.map(
      // Planned as if all its rows were wanted: planned for a limit, few rows among many are looked for one by one.
      async ({ _id, query }) => sql`(
        with found as materialized (${await rowsOf(query)})
        select count(*)::int from (select from found limit ${MAX_COUNTED_OF_VIEW + 1}) as counted
      ) as ${sql.identifier(_id)}`,
    ),
  );
  const [found] = rows<Record<string, number>>(await db.execute(sql`select ${sql.join(counts, sql`, `)}`));
  return found ?? {};
}
