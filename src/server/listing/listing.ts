import { type SQL, sql } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import type { Db } from '#server/database/db.ts';
import { CATALOGUE, type Counts, countProducts } from '#server/listing/facet-counts.ts';
import { countNarrowed, filtered, matching } from '#server/listing/filtered-counts.ts';
import { filterIndexed, taggedProducts } from '#server/listing/indexed-counts.ts';
import { pageIndexed } from '#server/listing/indexed-page.ts';
import { type Hits, hitsOf } from '#server/listing/indexed-text.ts';
import {
  askedIndex,
  type Base,
  baseOf,
  countedScope,
  type Paged,
  sortOf,
  typedProducts,
} from '#server/listing/listing-query.ts';
import { type Narrowing, narrowingOf } from '#server/listing/narrowing.ts';
import { readTiles, tilesFor } from '#server/listing/tiles.ts';
import {
  chosenByWords,
  NOTHING_CHOSEN,
  type WordChoices,
  withoutChosen,
} from '#server/listing/words-chosen.ts';
import { boughtVariants } from '#server/products/of-customer.ts';
import { settled } from '#server/search/relax-question.ts';
import { rememberMiss } from '#server/search/search-misses.ts';
import { readVocabulary, type Vocabulary } from '#server/search/vocabulary.ts';
import type { PricedCustomer } from '#server/variants/price-facts.ts';
import { PRODUCT_PAGE_SIZE, type ProductSort } from '#shared/constants.ts';
import { toMoney } from '#shared/rules/money.ts';
import type { ProductList, ProductQuery } from '#shared/schemas/listing.ts';
import type { Tile } from '#shared/schemas/products.ts';

/**
 * Reads a page of what shoppers may see, with the total and how many products each filter value would leave
 * (rule C4). Filters that concern variants hold for one and the same variant. Sorting and the price filter
 * go by the common price; tiles show the customer's own.
 */
export async function listProducts(
  db: Db,
  cache: Cache,
  asked: ProductQuery,
  customer: PricedCustomer | null = null,
): Promise<ProductList> {
  const vocabulary = await readVocabulary(db, cache);
  const bought = asked.bought ? await boughtVariants(db, customer) : null;
  const { query, text: wanted } = await withoutChosen({ db, cache, vocabulary }, asked);
  const paged = { db, cache, vocabulary, query, customer, bought, text: wanted };
  let text = wanted;
  let page = await readPage(paged);
  if (text && page.counts.total === 0) {
    if (query.page === 1 && narrowingOf(paged).length === 0) rememberMiss(db, text.needle);
    text = await settled(db, cache, text);
    if (text !== wanted && text.parts.length > 0) page = await readPage({ ...paged, text });
  }
  const { products, counts, all, hits = null } = page;
  const choices = wanted && text ? await chosenByWords(paged, wanted, text, hits) : NOTHING_CHOSEN;
  return {
    products,
    total: counts.total,
    maxPrice: toMoney(counts.maxPrice),
    inStock: counts.inStock,
    outOfStock: counts.outOfStock,
    ...describeCounts(counts, all, query, vocabulary, choices),
    chosenByWords: choices.chosen,
    searchedFor: text?.mended ?? null,
    leftOut: text?.leftOut ?? [],
  };
}

type Page = { products: Tile[]; counts: Counts; all: Counts | null; hits?: Hits | null };

async function readPage(paged: Paged): Promise<Page> {
  const base = baseOf(paged.query, paged.vocabulary, paged.text);
  const narrowing = narrowingOf(paged);
  const indexed = await indexedPage(paged, base, narrowing);
  if (indexed) return indexed;
  if (narrowing.length > 0 || base.variant) return narrowPage(paged, base, narrowing);
  return base.scope === null ? countedPage(paged, base) : scopePage(paged, base, base.scope);
}

/** Found, counted and ordered by this process's index; null where it does not stand or knows too little. */
async function indexedPage(paged: Paged, base: Base, narrowing: Narrowing[]): Promise<Page | null> {
  const { db, vocabulary, query, text } = paged;
  const { scope } = base;
  const isPlain = scope !== null && narrowing.length === 0;
  // Their index gives the first products of a scope at once, without one in memory.
  const asked = isPlain && query.page === 1 ? null : askedIndex(paged, narrowing);
  if (!asked) return null;
  const { index, filters } = asked;
  const hits = text && (await hitsOf(db, index, text));
  if (text && !hits) return null;
  const all = scope === null ? null : await countedScope(paged, scope);
  const products = typedProducts(index, query, taggedProducts(index, base.named, hits?.products));
  const suiting = hits?.suiting ?? null;
  const isNarrowed = narrowing.length > 0 || suiting !== null;
  const { counts, ...found } =
    isPlain && all
      ? { counts: all, products, prices: null }
      : filterIndexed(index, products, filters, vocabulary, suiting);
  // Without filters a product costs what its cheapest variant does, in an order that is known.
  const ordered = {
    products: found.products,
    prices: isNarrowed ? found.prices : null,
    fitsOf: hits?.fitsOf ?? null,
  };
  const ids = pageIndexed(index, ordered, sortOf(query), { offset: offsetOf(query), limit: query.limit });
  const holds = narrowing.length > 0 ? matching(narrowing) : null;
  return {
    products: await listedTiles(paged, ids, holds),
    counts,
    all: narrowing.length > 0 ? all : null,
    hits,
  };
}

/** The whole shop or a category: its counts are rolled up. */
async function scopePage(paged: Paged, base: Base, scope: number): Promise<Page> {
  const { db, vocabulary, query, customer } = paged;
  const from = sql`
    select s.product_id, s.sort_title, s.purchased, s.min_price as price, 0 as fit from ${base.from}
    where s.published and ${base.where}`;
  const counts = await countedScope(paged, scope);
  const products = await readTiles(db, vocabulary, pageOf(from, query, counts.total), { customer });
  return { products, counts, all: null };
}

/** Looks up what words, a type or several tags leave: once, for the counts and for the page. */
async function countedPage(paged: Paged, base: Base): Promise<Page> {
  const page = pageOf(sql`table shown`, paged.query, Number.POSITIVE_INFINITY);
  const { counts, ids } = await countProducts(paged.db, base, page);
  return { products: await listedTiles(paged, ids), counts, all: null };
}

async function listedTiles(
  { db, vocabulary, customer, text }: Paged,
  ids: readonly string[],
  holds: SQL | null = null,
): Promise<Tile[]> {
  if (ids.length === 0) return [];
  const page = sql`
    select k.product_id, k.ord from unnest(${sql.param([...ids])}::uuid[]) with ordinality as k(product_id, ord)`;
  return readTiles(db, vocabulary, page, { holds, ...tilesFor(text), customer });
}

async function narrowPage(paged: Paged, base: Base, narrowing: Narrowing[]): Promise<Page> {
  const { db, cache, vocabulary, query, customer, text } = paged;
  const { scope } = base;
  // Everything that one filter alone leaves out is counted already where the listing without it is rolled up.
  const all = scope === null ? null : await countedScope(paged, scope);
  const count = () => countNarrowed(db, base, narrowing, vocabulary, all);
  const counts =
    // One customer's own are not kept for others.
    scope === null || paged.bought
      ? await count()
      : await cache.get(CATALOGUE, `counts ${scope} ${JSON.stringify(narrowing)}`, count);
  if (offsetOf(query) >= counts.total) return { products: [], counts, all };
  const { from, holds } = filtered(base, narrowing);
  const products = await readTiles(db, vocabulary, pageOf(from, query, counts.total), {
    holds,
    ...tilesFor(text),
    customer,
  });
  return { products, counts, all };
}

/** Up to so many rows are gathered and sorted; of more, the index that has the order is read until the page is full. */
const FEW = 1000;

/** One page of a relation; numbered outside, so that what lies before the page is not. */
function pageOf(from: SQL, query: ProductQuery, total: number): SQL {
  const order = orders[sortOf(query)];
  // The planner can't know how few rows several filters leave, and would walk the whole index for them.
  const source = total > FEW ? from : sql`with hits as materialized (${from}) select * from hits`;
  return sql`
    select s.product_id, row_number() over (order by ${order}) as ord from (
      select s.product_id, s.sort_title, s.purchased, s.price, s.fit from (${source}) s
      order by ${order} limit ${lengthOf(query.limit)} offset ${offsetOf(query)}) s`;
}

/** The usual page's length is written out: of an unknown length Postgres would plan each page anew. */
const lengthOf = (limit: number): SQL =>
  limit === PRODUCT_PAGE_SIZE ? sql.raw(`${PRODUCT_PAGE_SIZE}`) : sql`${limit}`;

const offsetOf = (query: ProductQuery): number => (query.page - 1) * query.limit;

/** The product ends each order, so that pages never overlap. */
const orders: Record<ProductSort | 'fit', SQL> = {
  fit: sql`s.fit desc, s.purchased desc nulls last, s.product_id`,
  title_asc: sql`s.sort_title collate "C", s.product_id`,
  title_desc: sql`s.sort_title collate "C" desc, s.product_id desc`,
  price_asc: sql`s.price, s.product_id`,
  price_desc: sql`s.price desc, s.product_id desc`,
  popularity: sql`s.purchased desc nulls last, s.product_id`,
};

/** Counts by name. Chosen values stay, and so do those that the unfiltered listing has, at zero. */
function describeCounts(
  counts: Counts,
  all: Counts | null,
  query: ProductQuery,
  vocabulary: Vocabulary,
  { byFilter, counts: instead }: WordChoices,
) {
  const chosen = new Set(
    Object.entries(query.options ?? {}).flatMap(([name, values]) => vocabulary.facetKeys(name, values)),
  );
  for (const { keys } of byFilter.values()) for (const key of keys) chosen.add(key);
  const leftOf = (key: number) => instead.get(key) ?? counts.facets.get(key) ?? 0;
  const chosenVendors = new Set(vocabulary.vendorKeys(query.vendor ?? []));
  const facets = vocabulary.groups.flatMap(group => {
    const values = group.values
      .filter(({ key }) => leftOf(key) > 0 || all?.facets.has(key) || chosen.has(key))
      .map(({ key, value, hex, hex2 }) => ({ value, products: leftOf(key), hex, hex2 }));
    const byWords = byFilter.get(group.name)?.said ?? null;
    return values.length === 0 ? [] : [{ name: group.name, values, byWords }];
  });
  const vendors = [...vocabulary.vendors]
    .filter(([key]) => counts.vendors.has(key) || all?.vendors.has(key) || chosenVendors.has(key))
    .map(([key, value]) => ({ value, products: counts.vendors.get(key) ?? 0 }))
    .sort((a, b) => a.value.localeCompare(b.value, 'en'));
  return { facets, vendors };
}
