import { sql } from 'drizzle-orm';
import type { ClearNext } from '#server/database/clear-rows.ts';

/**
 * Takes text, files and links out of mails from before `before`. Their rows stay: that they were sent, to whom and about
 * what, and the keys by which no event mails twice. One that still waits to be sent is left whole.
 */
export const clearMailTexts =
  (before: Date): ClearNext =>
  (after, size) =>
    sql`
    with portion as (
      select id, created_at < ${before.toISOString()}::timestamptz and status <> 'queued' and cleared_at is null as is_old
      from emails where id > ${after}::uuid order by id limit ${size}::int),
    cleared as (
      update emails e set html = '', text = '', attachments = '[]', cleared_at = now()
      from portion p where e.id = p.id and p.is_old and e.status <> 'queued' returning e.id),
    links as (delete from mail_links l using cleared c where l.email = c.id)
    select (select count(*)::int from cleared) as cleared,
      (select id::text from portion order by id desc limit 1) as next`;
