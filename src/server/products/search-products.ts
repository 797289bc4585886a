import { sql } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import { type Db, rows } from '#server/db.ts';
import { readTiles } from '#server/products/tiles.ts';
import { CATALOGUE } from '#server/search/facet-counts.ts';
import { fitOf, foundByText, matchesText, prefersVariant } from '#server/search/find-by-text.ts';
import { relaxed } from '#server/search/relax-question.ts';
import { CONTAINS_FROM, contains, fold, readSearch, type SearchText } from '#server/search/text.ts';
import { readVocabulary, type Vocabulary } from '#server/search/vocabulary.ts';
import { findNumbers } from '#server/variants/find-numbers.ts';
import type { PricedCustomer } from '#server/variants/price-facts.ts';
import type { Suggestion, Tile } from '#shared/schemas/products.ts';

/**
 * Products for a question, best first: the whole number that the customer's company has for it, the whole product
 * number, then titles that begin so, then popularity. `exact` compares whole numbers alone (spec §5), without regard
 * to case or to dashes that were left out.
 */
export async function searchProducts(
  db: Db,
  cache: Cache,
  { search, exact = false, limit }: { search: string; exact?: boolean; limit: number },
  customer: PricedCustomer | null = null,
): Promise<Tile[]> {
  const vocabulary = await readVocabulary(db, cache);
  const [meant] = await findNumbers(db, [search], customer?.company ?? null);
  const found = meant ? await readNumbered(db, vocabulary, meant.variant, customer) : [];
  if (exact || found.length > 0 || search === '') return found;
  const text = await readSearch(db, cache, vocabulary, search);
  const words = await findWords(db, vocabulary, text, limit, customer);
  if (words.length > 0) return words;
  return findWords(db, vocabulary, await relaxed(db, cache, text), limit, customer);
}

function readNumbered(
  db: Db,
  vocabulary: Vocabulary,
  variant: string,
  customer: PricedCustomer | null,
): Promise<Tile[]> {
  const numbered = sql`x.variant_id = ${variant}::uuid`;
  const page = sql`select x.product_id, 0 as ord from variant_search x where ${numbered}`;
  return readTiles(db, vocabulary, page, { holds: numbered, customer });
}

function findWords(
  db: Db,
  vocabulary: Vocabulary,
  text: SearchText,
  limit: number,
  customer: PricedCustomer | null,
): Promise<Tile[]> {
  const page = sql`
    select f.product_id, row_number() over (order by f.fit desc, f.purchased desc, f.product_id) as ord from (
      select s.product_id, s.purchased, ${fitOf(text)} as fit from ${foundByText(text)} where s.published) f
    order by ord limit ${limit}`;
  return readTiles(db, vocabulary, page, { customer, prefers: prefersVariant(text) });
}

/** Questions up to this length are answered from memory while the catalogue stands. */
const KEPT_LETTERS = 8;

/** Type-ahead: the most popular products whose title or numbers have what was typed (spec §2: at most ten). */
export async function suggestProducts(
  db: Db,
  cache: Cache,
  typed: string,
  limit: number,
): Promise<Suggestion[]> {
  const needle = fold(typed);
  const find = () => findSuggestions(db, cache, needle, limit);
  // Everybody begins alike, and nothing in a suggestion is a price or a stock.
  if (needle.length > KEPT_LETTERS) return find();
  return cache.get(CATALOGUE, `suggestions ${limit} ${needle}`, find);
}

async function findSuggestions(db: Db, cache: Cache, needle: string, limit: number): Promise<Suggestion[]> {
  const [word] = needle.split(/[^\p{L}\p{N}]+/u).filter(part => part !== '');
  if (needle === '') return [];
  const found =
    needle.length >= CONTAINS_FROM
      ? await suggestionRows(db, sql`t.search_text like ${contains(needle)}`, needle, limit)
      : word
        ? await suggestionRows(db, sql`t.words @@ to_tsquery('simple', ${`${word}:*`})`, needle, limit)
        : [];
  if (found.length > 0 || needle.length < CONTAINS_FROM) return found;
  const text = await readSearch(db, cache, await readVocabulary(db, cache), needle);
  const left = await suggestText(db, text, needle, limit);
  return left.length > 0 ? left : suggestText(db, await relaxed(db, cache, text), needle, limit);
}

function suggestText(db: Db, text: SearchText, needle: string, limit: number): Promise<Suggestion[]> {
  const number = text.parts.find(part => part.number)?.number;
  // Hardly anything is left to find: the popular products would be gone through from end to end for it.
  const where = sql`t.product_id in (
    with found as materialized (
      select t.product_id from product_text t where t.published and ${matchesText(text)})
    select product_id from found)`;
  return suggestionRows(db, where, number ?? needle, limit);
}

async function suggestionRows(
  db: Db,
  where: ReturnType<typeof sql>,
  needle: string,
  limit: number,
): Promise<Suggestion[]> {
  return rows<Suggestion>(
    await db.execute(sql`
      select k.product_id::text as _id, k.title, v.id::text as variant, v.product_num as "productNum",
        coalesce(v.thumbnail, v.image, p.image) as image
      from (
        select t.product_id, t.title, t.purchased from product_text t where t.published and ${where}
        order by t.purchased desc nulls last, t.product_id limit ${limit}) k
      join products p on p.id = k.product_id
      cross join lateral (
        select v.id, v.product_num, v.thumbnail, v.image from variants v
        where v.product_id = k.product_id and v.deleted_at is null
        order by lower(v.product_num) like ${contains(needle)} desc, v.position, v.id limit 1) v
      order by k.purchased desc nulls last, k.product_id`),
  );
}

/** Most entries of the list that browsers search by themselves. */
const MOST_SEARCH_VALUES = 50_000;

/** Titles and product numbers of what is on sale, the popular ones first (spec §7). */
export function searchValues(db: Db, cache: Cache): Promise<string[]> {
  return cache.get(CATALOGUE, 'search values', async () => {
    const found = rows<{ value: string }>(
      await db.execute(sql`
        select value from (
          select t.title as value, max(t.purchased) as purchased, 0 as kind from product_text t
          where t.published group by t.title
          union all
          select v.product_num, s.purchased, 1 from variants v
          join product_search s on s.product_id = v.product_id and s.published where v.deleted_at is null) a
        order by kind, purchased desc, value limit ${MOST_SEARCH_VALUES}`),
    );
    return found.map(row => row.value);
  });
}
