import { type SQL, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';

/** A number without what people leave out or put in as they like; as the index `variants_like_number` holds it. */
export const bare = (text: SQL): SQL => sql`regexp_replace(lower(${text}), '[^a-z0-9]', '', 'g')`;

/** Condition on `variants v`: shoppers may see it. */
export const sold = sql`v.deleted_at is null and exists (
  select from product_search s where s.product_id = v.product_id and s.published)`;

/**
 * The variants that numbers mean, by the numbers' places from 1: the number that the company itself has for it, the
 * product number however it is capitalised, or the same without its dashes and blanks.
 */
export async function findNumbers(
  db: Db,
  numbers: readonly string[],
  company: string | null,
): Promise<{ at: number; variant: string }[]> {
  const ownNumber = company
    ? sql`select v.id, 0 as rank from part_numbers n join variants v on v.id = n.variant
        where n.company = ${company}::uuid and lower(n.part_number) = lower(a.number) and ${sold} union all`
    : sql``;
  return rows(
    await db.execute(sql`
      select a.at::int as at, m.id::text as variant
      from unnest(${sql.param(numbers)}::text[]) with ordinality a(number, at)
      cross join lateral (
        select c.id from (
          ${ownNumber}
          select v.id, 1 as rank from variants v where lower(v.product_num) = lower(a.number) and ${sold}
          union all
          select v.id, 2 as rank from variants v
          where ${bare(sql`v.product_num`)} = ${bare(sql`a.number`)} and ${bare(sql`a.number`)} <> '' and ${sold}
        ) c order by c.rank, c.id limit 1) m`),
  );
}
