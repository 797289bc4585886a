import { sql } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import { type Db, rows } from '#server/database/db.ts';
import { CATALOGUE, STOCK } from '#server/listing/facet-counts.ts';
import { pageIndexed } from '#server/listing/indexed-page.ts';
import { hitsNow } from '#server/listing/indexed-text.ts';
import { readTiles, tilesFor } from '#server/listing/tiles.ts';
import { fitOf, foundByText } from '#server/search/find-by-text.ts';
import { relaxed } from '#server/search/relax-question.ts';
import { fold, readSearch, type SearchText } from '#server/search/text.ts';
import { readVocabulary, type Vocabulary } from '#server/search/vocabulary.ts';
import { chance } from '#server/time-and-chance.ts';
import { findNumbers } from '#server/variants/find-numbers.ts';
import type { PricedCustomer } from '#server/variants/price-facts.ts';
import type { Tile } from '#shared/schemas/products.ts';
import type { Suggestions } from '#shared/schemas/search.ts';

/**
 * Finds products for a question, best first: the whole number that the customer's company has for it, the whole product
 * number, then titles that begin so, then popularity. `exact` compares whole numbers alone (rule C3), without regard
 * to case or to dashes that were left out.
 */
export async function searchProducts(
  db: Db,
  cache: Cache,
  { search, exact = false, limit }: { search: string; exact?: boolean; limit: number },
  customer: PricedCustomer | null = null,
): Promise<Tile[]> {
  const asked = { db, cache, vocabulary: await readVocabulary(db, cache), customer };
  const found = await findNumber(asked, search);
  if (exact || found.length > 0 || search === '') return found;
  return (await findWords(asked, search, limit)).tiles;
}

interface Asked {
  db: Db;
  cache: Cache;
  vocabulary: Vocabulary;
  customer: PricedCustomer | null;
}

/** The variant whose whole number was asked for. */
async function findNumber({ db, vocabulary, customer }: Asked, search: string): Promise<Tile[]> {
  const [meant] = await findNumbers(db, [search], customer?.company ?? null);
  if (!meant) return [];
  const suits = sql`x.variant_id = ${meant.variant}::uuid`;
  const page = sql`select x.product_id, 0 as ord from variant_search x where ${suits}`;
  return readTiles(db, vocabulary, page, { holds: suits, customer });
}

interface Words {
  tiles: Tile[];
  total: number;
}

/** Answers what is found, best first, and how much of it there is: the first of the listing of these words. */
async function findWords(
  { db, cache, vocabulary, customer }: Asked,
  search: string,
  limit: number,
): Promise<Words> {
  let text = await readSearch(db, cache, vocabulary, search);
  let { ids, total } = await firstFound(db, cache, text, limit);
  if (total === 0) {
    text = await relaxed(db, cache, text);
    ({ ids, total } = await firstFound(db, cache, text, limit));
  }
  const page = sql`
    select k.product_id, k.ord from unnest(${sql.param(ids)}::uuid[]) with ordinality as k(product_id, ord)`;
  const tiles = ids.length > 0 ? await readTiles(db, vocabulary, page, { ...tilesFor(text), customer }) : [];
  return { tiles, total };
}

async function firstFound(
  db: Db,
  cache: Cache,
  text: SearchText,
  limit: number,
): Promise<{ ids: string[]; total: number }> {
  const hits = await hitsNow(db, cache, text);
  if (hits) {
    const ids = pageIndexed(hits.index, { ...hits, prices: null }, 'fit', { offset: 0, limit });
    return { ids, total: hits.products.length };
  }
  const found = rows<{ id: string; total: number }>(
    await db.execute(sql`
      select f.product_id::text as id, count(*) over ()::int as total from (
        select s.product_id, s.purchased, ${fitOf(text)} as fit from ${foundByText(text)} where s.published) f
      order by f.fit desc, f.purchased desc nulls last, f.product_id limit ${limit}`),
  );
  return { ids: found.map(({ id }) => id), total: found[0]?.total ?? 0 };
}

/** Questions up to this length are answered from memory while the catalogue stands. */
const KEPT_LETTERS = 12;

/** Suggests while one types (rule C6): the first of what the listing of these words shows, and how much that is. */
export async function suggestProducts(
  db: Db,
  cache: Cache,
  typed: string,
  limit: number,
  customer: PricedCustomer | null = null,
): Promise<Suggestions> {
  const needle = fold(typed);
  const find = () => findSuggestions(db, cache, typed, limit, customer);
  // Everybody begins alike, and sees the same unless they have prices of their own.
  if (customer || needle.length > KEPT_LETTERS) return find();
  // Sold-out ones give way to others; what was written otherwise is another shop.
  const shop = await cache.get(CATALOGUE, 'suggestions', async () => chance.uuid());
  return cache.get(STOCK, `suggestions ${shop} ${limit} ${needle}`, find);
}

/** A number with blanks is read as several words; any other is found among what has its letters. */
const WRITTEN_APART = /\d.*\s|\s.*\d/;

const HAS_DIGIT = /\d/;

/** The one thing whose whole number this is, of several that have it for a part. */
async function numberedAmong(asked: Asked, search: string, found: Words): Promise<Words> {
  if (!HAS_DIGIT.test(search) || WRITTEN_APART.test(search)) return found;
  const tiles = await findNumber(asked, search);
  return tiles.length > 0 ? { tiles, total: 1 } : found;
}

async function findSuggestions(
  db: Db,
  cache: Cache,
  typed: string,
  limit: number,
  customer: PricedCustomer | null,
): Promise<Suggestions> {
  const search = typed.trim();
  if (search === '') return { suggestions: [], total: 0 };
  const vocabulary = await readVocabulary(db, cache);
  const asked = { db, cache, vocabulary, customer };
  const written = WRITTEN_APART.test(search) ? await findNumber(asked, search) : [];
  const found = written.length > 0 ? { tiles: written, total: 1 } : await findWords(asked, search, limit);
  const { tiles, total } = found.total > 1 ? await numberedAmong(asked, search, found) : found;
  const suggestions = tiles.map(({ _id, variant, title, productNum, image, price, from }) => {
    return { _id, variant, title, productNum, image, price, from };
  });
  return { suggestions, total };
}

/** Most entries of the list that browsers search by themselves. */
const MAX_SEARCH_VALUES = 50_000;

/** Lists titles and product numbers of what is on sale, the popular ones first (rule C6). */
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
        order by kind, purchased desc, value limit ${MAX_SEARCH_VALUES}`),
    );
    return found.map(row => row.value);
  });
}
