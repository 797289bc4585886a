import { sql } from 'drizzle-orm';
import type { ClearNext } from '#server/database/clear-rows.ts';

/** Removes notifications from before `before`, read or not. */
export const clearNotifications =
  (before: Date): ClearNext =>
  (after, size) =>
    sql`
    with portion as (
      select id, created_at < ${before.toISOString()}::timestamptz as is_old
      from notifications where id > ${after}::uuid order by id limit ${size}::int),
    cleared as (delete from notifications n using portion p where n.id = p.id and p.is_old returning 1)
    select (select count(*)::int from cleared) as cleared,
      (select id::text from portion order by id desc limit 1) as next`;
