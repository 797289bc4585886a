import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import { contains, escapeLike, FOUND_ANYWHERE_FROM } from '#server/database/like.ts';
import { fold } from '#server/search/text.ts';
import { bare } from '#server/variants/find-numbers.ts';
import type { FoundProduct } from '#shared/schemas/staff-find.ts';

/**
 * Finds products on sale by the words of their title and by their numbers, dashes or not: the one of the whole number
 * first, then those most bought. Nothing is mended or left out, as it is for shoppers: what staff look for they name. Others
 * come with a page that shows them.
 */
export async function findProducts(db: Db, search: string, limit: number): Promise<FoundProduct[]> {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const number = fold(search).replace(/[^a-z0-9]/g, '');
  const isNumber = number.length >= FOUND_ANYWHERE_FROM && /\d/.test(number);
  const bareNumber = bare(sql`v.product_num`);
  const parts = [
    sql`select v.product_id as id, 0 as rank from variants v
      where lower(v.product_num) = ${search.toLowerCase()} and v.deleted_at is null`,
    isNumber &&
      sql`select v.product_id, 1 from variants v join product_text t on t.product_id = v.product_id and t.published
        where ${bareNumber} like ${contains(number)} and v.deleted_at is null limit ${limit}`,
    words.length > 0 &&
      sql`select t.product_id, 2 from product_text t where t.published and ${sql.join(words.map(hasWord), sql` and `)}
        order by t.purchased desc, t.product_id limit ${limit}`,
  ].filter(part => typeof part === 'object');
  return rows(
    await db.execute(sql`
      select t.product_id::text as "_id", t.title, coalesce(n.product_num, '') as "productNum"
      from (select id, min(rank) as rank from (${sql.join(
        parts.map(part => sql`(${part})`),
        sql` union all `,
      )}) as one(id, rank) group by id) as found
      join product_text t on t.product_id = found.id and t.published
      left join lateral (
        select v.product_num from variants v where v.product_id = t.product_id and v.deleted_at is null
        order by lower(v.product_num) = ${search.toLowerCase()} desc, ${bareNumber} like ${contains(number)} desc,
          v.position, v.id limit 1) n on true
      order by found.rank, t.purchased desc, t.product_id limit ${limit}`),
  );
}

/** One or two letters begin a word. */
function hasWord(word: string) {
  if (word.length >= FOUND_ANYWHERE_FROM) return sql`t.search_text like ${contains(word)}`;
  const begun = `${escapeLike(word)}%`;
  return sql`(t.search_text like ${begun} or t.search_text like ${`% ${begun}`})`;
}
