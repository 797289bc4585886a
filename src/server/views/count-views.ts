import { type SQL, sql } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import { type Db, rows } from '#server/database/db.ts';
import { listViews } from '#server/views/read-views.ts';
import { type ListScreen, MAX_COUNTED_OF_VIEW } from '#shared/office-lists.ts';
import type { SavedCounts, SavedCountsQuery, SavedView } from '#shared/schemas/staff-views.ts';

/** Views of one statement: whoever waits for the database waits for no more of them. */
const AT_ONCE = 5;

/** Selects the rows of a view, of no columns. */
type RowsOf = (query: Record<string, unknown>) => SQL | Promise<SQL>;

/** Counts what the next few of the saved views of a list have that somebody sees, as far as their tabs tell. */
export async function countViews(
  db: Db,
  user: SessionUser,
  screen: ListScreen,
  { cursor }: SavedCountsQuery,
  rowsOf: RowsOf,
): Promise<SavedCounts> {
  const views = await listViews(db, user, screen);
  const upTo = cursor + AT_ONCE;
  return {
    counts: await countSome(db, views.slice(cursor, upTo), rowsOf),
    cursor: upTo < views.length ? upTo : null,
  };
}

async function countSome(
  db: Db,
  views: readonly SavedView[],
  rowsOf: RowsOf,
): Promise<Record<string, number>> {
  if (views.length === 0) return {};
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
