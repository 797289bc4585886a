import { sql } from 'drizzle-orm';
import type { ClearNext } from '#server/database/clear-rows.ts';

/**
 * Forgets of orders from before `before`, and of those that are gone, that they were learned from. Everything learned
 * stays. `learnOrders` takes none from before the last week, so that nothing is learned twice.
 */
export const forgetLearnedOrders =
  (before: Date): ClearNext =>
  (after, size) =>
    sql`
    with portion as (
      select "order" as id from learned_orders where "order" > ${after}::uuid order by "order" limit ${size}::int),
    cleared as (
      delete from learned_orders l using portion p
      where l."order" = p.id and not exists (
        select from orders o where o.id = p.id and o.created_at >= ${before.toISOString()}::timestamptz)
      returning 1)
    select (select count(*)::int from cleared) as cleared,
      (select id::text from portion order by id desc limit 1) as next`;
