import { type SQL, sql } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import type { Db } from '#server/db.ts';
import { boughtVariants } from '#server/products/of-customer.ts';
import { readTiles } from '#server/products/tiles.ts';
import {
  CATALOGUE,
  type Counts,
  countProducts,
  countScope,
  type Shown,
  WHOLE_SHOP,
} from '#server/search/facet-counts.ts';
import { type FacetIndex, facetIndex, knowsStock } from '#server/search/facet-index.ts';
import { countNarrowed, holding, type Narrowing, narrowed } from '#server/search/filtered-counts.ts';
import { fitOf, foundByText, prefersVariant, suitsText } from '#server/search/find-by-text.ts';
import { filterIndexed, isIndexed, taggedProducts } from '#server/search/indexed-counts.ts';
import { pageIndexed } from '#server/search/indexed-page.ts';
import { hitsOf } from '#server/search/indexed-text.ts';
import { relaxed } from '#server/search/relax-question.ts';
import { rememberMiss } from '#server/search/search-misses.ts';
import { readSearch, type SearchText } from '#server/search/text.ts';
import { readVocabulary, type Vocabulary } from '#server/search/vocabulary.ts';
import type { PricedCustomer } from '#server/variants/price-facts.ts';
import {
  DEFAULT_PRODUCT_SORT,
  HOLES_TOLERANCE_MM,
  PRODUCT_PAGE_SIZE,
  type ProductSort,
} from '#shared/constants.ts';
import { parseSpacing } from '#shared/rules/dimensions.ts';
import { toMoney } from '#shared/rules/money.ts';
import type { ProductList, ProductQuery, Tile } from '#shared/schemas/products.ts';

/** How long a product counts as new. */
const NEW_DAYS = 60;
const DAY_MS = 86_400_000;

/**
 * A page of what shoppers may see, with the total and how many products each filter value would leave
 * (spec §2, §9). Filters that concern variants hold for one and the same variant. Sorting and the price filter
 * go by the common price; tiles show the customer's own.
 */
export async function listProducts(
  db: Db,
  cache: Cache,
  query: ProductQuery,
  customer: PricedCustomer | null = null,
): Promise<ProductList> {
  const vocabulary = await readVocabulary(db, cache);
  const asked = query.title ? await readSearch(db, cache, vocabulary, query.title) : null;
  const bought = query.bought ? await boughtVariants(db, customer) : null;
  const paged = { db, cache, vocabulary, query, customer, bought, text: asked };
  let { text } = paged;
  let page = await readPage(paged);
  if (text && page.counts.total === 0) {
    if (query.page === 1 && narrowingOf(paged).length === 0) rememberMiss(db, text.needle);
    text = await relaxed(db, cache, text);
    if (text.parts.length > 0) page = await readPage({ ...paged, text });
  }
  const { products, counts, all } = page;
  return {
    products,
    total: counts.total,
    maxPrice: toMoney(counts.maxPrice),
    inStock: counts.inStock,
    outOfStock: counts.outOfStock,
    ...describeCounts(counts, all, query, vocabulary),
    searchedFor: text?.mended ?? null,
    leftOut: text?.leftOut ?? [],
  };
}

interface Paged {
  db: Db;
  cache: Cache;
  vocabulary: Vocabulary;
  query: ProductQuery;
  customer: PricedCustomer | null;
  /** The variants to which he asks to be limited. */
  bought: string[] | null;
  text: SearchText | null;
}

interface Base extends Shown {
  /** Keys of tags: a product has any of each list. */
  named: number[][];
  /** The scope whose counts are rolled up, if this is one. */
  scope: number | null;
}

type Page = { products: Tile[]; counts: Counts; all: Counts | null };

async function readPage(paged: Paged): Promise<Page> {
  const base = baseOf(paged.query, paged.vocabulary, paged.text);
  const narrowing = narrowingOf(paged);
  const indexed = await indexedPage(paged, base, narrowing);
  if (indexed) return indexed;
  if (narrowing.length > 0) return narrowPage(paged, base, narrowing);
  return base.scope === null ? countedPage(paged, base) : scopePage(paged, base, base.scope);
}

/** Found, counted and ordered by this process's index; null where it does not stand or knows too little. */
async function indexedPage(paged: Paged, base: Base, narrowing: Narrowing[]): Promise<Page | null> {
  const { db, cache, vocabulary, query, text } = paged;
  const { scope } = base;
  const isPlain = scope !== null && narrowing.length === 0;
  // Their index gives the first products of a scope at once, without one in memory.
  if (query.ids || !narrowing.every(isIndexed) || (isPlain && query.page === 1)) return null;
  const index = facetIndex(db, cache);
  if (!index) return null;
  const isCurrent = knowsStock(db, cache, index) || !narrowing.some(({ kind }) => kind === 'stock');
  if (!isCurrent) return null;
  const hits = text && (await hitsOf(db, index, text));
  if (text && !hits) return null;
  const all = scope === null ? null : await countedScope(paged, scope);
  const products = typedProducts(index, query, taggedProducts(index, base.named, hits?.products));
  const isNarrowed = narrowing.length > 0;
  const { counts, ...found } =
    isPlain && all
      ? { counts: all, products, prices: null }
      : filterIndexed(index, products, narrowing, vocabulary, isNarrowed ? hits?.suits : null);
  // Without filters a product costs what its cheapest variant does, in an order that is known.
  const ordered = {
    products: found.products,
    prices: isNarrowed ? found.prices : null,
    fitsOf: hits?.fitsOf ?? null,
  };
  const ids = pageIndexed(index, ordered, sortOf(query), { offset: offsetOf(query), limit: query.limit });
  return {
    products: await listedTiles(paged, ids, isNarrowed ? holding(narrowing) : null),
    counts,
    all: isNarrowed ? all : null,
  };
}

/** Words are answered best first, everything else from A to Z, unless the shopper chose an order. */
const sortOf = ({ sort, title }: ProductQuery): ProductSort | 'fit' =>
  sort ?? (title ? 'fit' : DEFAULT_PRODUCT_SORT);

const countedScope = ({ db, cache }: Paged, scope: number): Promise<Counts> =>
  cache.get(CATALOGUE, `counts ${scope}`, () => countScope(db, scope));

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

/** What words, a type or several tags leave: looked up once, for the counts and for the page. */
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
  return readTiles(db, vocabulary, page, { holds, prefers: text && prefersVariant(text), customer });
}

async function narrowPage(paged: Paged, base: Base, narrowing: Narrowing[]): Promise<Page> {
  const { db, cache, vocabulary, query, customer, text } = paged;
  const { scope } = base;
  // What one filter alone leaves out is counted already where the listing without it is rolled up.
  const all = scope === null ? null : await countedScope(paged, scope);
  const count = () => countNarrowed(db, base, narrowing, vocabulary, all);
  const counts =
    // One customer's own are not kept for others.
    scope === null || paged.bought
      ? await count()
      : await cache.get(CATALOGUE, `counts ${scope} ${JSON.stringify(narrowing)}`, count);
  if (offsetOf(query) >= counts.total) return { products: [], counts, all };
  const { from, holds } = narrowed(base, narrowing);
  const products = await readTiles(db, vocabulary, pageOf(from, query, counts.total), {
    holds,
    prefers: text && prefersVariant(text),
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

function baseOf(query: ProductQuery, vocabulary: Vocabulary, text: SearchText | null): Base {
  // A subcategory brings its category along, so that naming both is naming one.
  const { categories = [], subcategories = [] } = query;
  const placed = [
    ...(categories.length && !subcategories.length ? [vocabulary.tagKeys(['Category'], categories)] : []),
    ...(subcategories.length ? [vocabulary.subcategoryKeys(subcategories, categories)] : []),
  ];
  const named = [
    ...placed,
    ...(query.tags?.length ? [vocabulary.tagKeys(['Tag', 'Category', 'Subcategory'], query.tags)] : []),
    ...(query.type === 'featured' ? [vocabulary.tagKeys(['Tag'], ['Featured'])] : []),
  ];
  const others = [
    ...typeCondition(query),
    ...(query.ids ? [sql`s.product_id = any(${sql.param(query.ids)}::uuid[])`] : []),
  ];
  const [keys = [WHOLE_SHOP]] = placed;
  const isRolledUp = !text && others.length === 0 && named.length === placed.length && keys.length === 1;
  const scope = isRolledUp ? (keys[0] ?? null) : null;
  const where = [...named.map(list => sql`s.tags && ${sql.param(list)}::int[]`), ...others];
  return {
    named,
    from: text ? foundByText(text) : sql`product_search s`,
    where: where.length === 0 ? sql`true` : sql.join(where, sql` and `),
    ...(text && sortOf(query) === 'fit' && { fit: fitOf(text) }),
    ...(text && { variant: suitsText(text) }),
    scope,
  };
}

const newFrom = (): number => Math.floor(Date.now() / DAY_MS) - NEW_DAYS;

/** As `typeCondition` has it. */
function typedProducts(index: FacetIndex, { type }: ProductQuery, products: Uint32Array): Uint32Array {
  if (type === 'sale') return products.filter(product => index.sale[product] === 1);
  if (type === 'new') {
    const first = newFrom();
    return products.filter(product => (index.createdDays[product] ?? 0) >= first);
  }
  return products;
}

/** A featured product is one that is tagged so. */
function typeCondition({ type }: ProductQuery): SQL[] {
  if (type === 'sale') return [sql`s.sale`];
  if (type === 'new') return [sql`s.created_day >= ${newFrom()}`];
  return [];
}

function narrowingOf({ query, vocabulary, bought }: Paged): Narrowing[] {
  const narrowing: Narrowing[] = [];
  if (bought) narrowing.push({ kind: 'bought', variants: bought });
  for (const [name, values] of Object.entries(query.options ?? {})) {
    if (values.length > 0) narrowing.push({ kind: 'facet', name, keys: vocabulary.facetKeys(name, values) });
  }
  if (query.vendor?.length) narrowing.push({ kind: 'vendor', keys: vocabulary.vendorKeys(query.vendor) });
  if (query.minPrice !== undefined || query.maxPrice !== undefined) {
    const cents = (amount: number | undefined, round: (value: number) => number) =>
      amount === undefined ? null : round(Number((amount * 100).toFixed(6)));
    narrowing.push({
      kind: 'price',
      least: cents(query.minPrice, Math.ceil),
      most: cents(query.maxPrice, Math.floor),
    });
  }
  // Both boxes ticked leave everything, as none does.
  if (Boolean(query.inStock) !== Boolean(query.outOfStock)) {
    narrowing.push({ kind: 'stock', inStock: Boolean(query.inStock) });
  }
  const spacing = query.holes === undefined ? null : parseSpacing(query.holes);
  if (spacing) {
    const tolerance = query.holesTolerance ?? HOLES_TOLERANCE_MM;
    narrowing.push({ kind: 'holes', least: spacing.mm - tolerance, most: spacing.mm + tolerance });
  }
  return narrowing;
}

/** Counts by name. Chosen values stay, and so do those that the unfiltered listing has, at zero. */
function describeCounts(counts: Counts, all: Counts | null, query: ProductQuery, vocabulary: Vocabulary) {
  const chosen = new Set(
    Object.entries(query.options ?? {}).flatMap(([name, values]) => vocabulary.facetKeys(name, values)),
  );
  const chosenVendors = new Set(vocabulary.vendorKeys(query.vendor ?? []));
  const facets = vocabulary.groups.flatMap(group => {
    const values = group.values
      .filter(({ key }) => counts.facets.has(key) || all?.facets.has(key) || chosen.has(key))
      .map(({ key, value, hex, hex2 }) => ({ value, products: counts.facets.get(key) ?? 0, hex, hex2 }));
    return values.length === 0 ? [] : [{ name: group.name, values }];
  });
  const vendors = [...vocabulary.vendors]
    .filter(([key]) => counts.vendors.has(key) || all?.vendors.has(key) || chosenVendors.has(key))
    .map(([key, value]) => ({ value, products: counts.vendors.get(key) ?? 0 }))
    .sort((a, b) => a.value.localeCompare(b.value, 'en'));
  return { facets, vendors };
}
