import { sql } from 'drizzle-orm';
import type { ClearNext } from '#server/database/clear-rows.ts';
import type { LogType } from '#shared/enumerations.ts';

/** Entries that tell of money, and of orders that were deleted. */
const OF_BOOKS: readonly LogType[] = ['payment', 'order', 'accounting'];

/** Fields of a company that say why no tax was taken: which certificate an exemption rests on, and who gave it. */
const WHY_NO_TAX = ['taxExempt', 'certificate'];

/** Removes entries from before `log`; those of the books from before `books`. */
export const clearLog =
  ({ log, books }: { log: Date; books: Date }): ClearNext =>
  (after, size) =>
    sql`
    with portion as (
      select id, date < case when type = any(${sql.param([...OF_BOOKS])}::text[])
          or coalesce(before ?| ${sql.param(WHY_NO_TAX)}::text[], false)
          or coalesce(after ?| ${sql.param(WHY_NO_TAX)}::text[], false)
        then ${books.toISOString()}::timestamptz else ${log.toISOString()}::timestamptz end as is_old
      from log_entries where id > ${after}::uuid order by id limit ${size}::int),
    cleared as (delete from log_entries l using portion p where l.id = p.id and p.is_old returning 1)
    select (select count(*)::int from cleared) as cleared,
      (select id::text from portion order by id desc limit 1) as next`;
