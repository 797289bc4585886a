import { type SQL, sql } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import { type Db, rows } from '#server/database/db.ts';
import { listViews } from '#server/views/read-views.ts';
import type { ListScreen } from '#shared/office-lists.ts';

/** Counts what each saved view of a list has that somebody sees, in one statement. `countOf` selects the count of one. */
export async function countViews(
  db: Db,
  user: SessionUser,
  screen: ListScreen,
  countOf: (query: Record<string, unknown>) => SQL | Promise<SQL>,
): Promise<Record<string, number>> {
  const views = await listViews(db, user, screen);
  if (views.length === 0) return {};
  const counts = await Promise.all(
    views.map(async ({ _id, query }) => sql`(${await countOf(query)})::int as ${sql.identifier(_id)}`),
  );
  const [found] = rows<Record<string, number>>(await db.execute(sql`select ${sql.join(counts, sql`, `)}`));
  return found ?? {};
}
