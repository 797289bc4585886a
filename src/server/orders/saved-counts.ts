import { sql } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import { type Db, rows } from '#server/database/db.ts';
import { deskWhere } from '#server/orders/order-desk.ts';
import { listViews } from '#server/views/read-views.ts';
import { MAX_VIEWS } from '#shared/office-lists.ts';
import { deskQuerySchema } from '#shared/schemas/order-desk.ts';

/** Counts the orders of the saved views that somebody has, by the ids of the first 20. */
export async function savedCounts(db: Db, user: SessionUser): Promise<Record<string, number>> {
  const views = (await listViews(db, user, 'orders')).slice(0, MAX_VIEWS);
  if (views.length === 0) return {};
  const counts = await Promise.all(
    views.map(async ({ _id, query }) => {
      const where = (await deskWhere(db, deskQuerySchema.parse(query))) ?? sql`true`;
      return sql`(select count(*) from orders where ${where})::int as ${sql.identifier(_id)}`;
    }),
  );
  const [found] = rows<Record<string, number>>(await db.execute(sql`select ${sql.join(counts, sql`, `)}`));
  return found ?? {};
}
