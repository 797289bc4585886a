import { type SQL, sql } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import type { Db } from '#server/database/db.ts';
import { countsKey } from '#server/listing/edit-in-place.ts';
import {
  CATALOGUE,
  type Counts,
  countScope,
  readRolledUp,
  type Shown,
  WHOLE_SHOP,
} from '#server/listing/facet-counts.ts';
import type { FacetIndex } from '#server/listing/facet-index.ts';
import { remembered } from '#server/listing/index-memory.ts';
import { filterIndexed, taggedProducts } from '#server/listing/indexed-counts.ts';
import { facetIndex, knowsStock } from '#server/listing/kept-index.ts';
import { type Indexed, isIndexed, type Narrowing } from '#server/listing/narrowing.ts';
import { fitOf, foundByText, suitsText } from '#server/search/find-by-text.ts';
import type { SearchText } from '#server/search/text.ts';
import type { Vocabulary } from '#server/search/vocabulary.ts';
import { clock } from '#server/time-and-chance.ts';
import type { PricedCustomer } from '#server/variants/price-facts.ts';
import { DEFAULT_PRODUCT_SORT, type ProductSort } from '#shared/constants.ts';
import type { ProductQuery } from '#shared/schemas/listing.ts';

/** How long a product counts as new. */
const NEW_DAYS = 60;
const DAY_MS = 86_400_000;

/** A question to a listing, as it was read. */
export interface Paged {
  db: Db;
  cache: Cache;
  vocabulary: Vocabulary;
  query: ProductQuery;
  customer: PricedCustomer | null;
  /** The variants that the customer asks to be limited to. */
  bought: string[] | null;
  text: SearchText | null;
}

/** A listing before its filters. */
export interface Base extends Shown {
  /** Keys of tags: a product has any of each list. */
  named: number[][];
  /** The scope whose counts are rolled up, if this is one. */
  scope: number | null;
}

/** Words are answered best first, everything else from A to Z, unless the shopper chose an order. */
export const sortOf = ({ sort, title }: ProductQuery): ProductSort | 'fit' =>
  sort ?? (title ? 'fit' : DEFAULT_PRODUCT_SORT);

/**
 * The counts of an unfiltered listing: rolled up, or after a write and until they are again, by this process's index,
 * else by a statement.
 */
export async function countedScope({ db, cache, vocabulary }: Paged, scope: number): Promise<Counts> {
  const rolledUp = await cache.get(CATALOGUE, `rolled up ${scope}`, () => readRolledUp(db, scope));
  if (rolledUp) return rolledUp;
  const index = facetIndex(db, cache);
  if (!index || !knowsStock(db, cache, index))
    return cache.get(CATALOGUE, `counts ${scope}`, () => countScope(db, scope));
  return remembered(index, countsKey(scope), () => {
    const products = taggedProducts(index, scope === WHOLE_SHOP ? [] : [[scope]]);
    return filterIndexed(index, products, [], vocabulary).counts;
  });
}

export function baseOf(query: ProductQuery, vocabulary: Vocabulary, text: SearchText | null): Base {
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
    variant: (text && suitsText(text)) ?? undefined,
    scope,
  };
}

const newFrom = (): number => Math.floor(clock.ms() / DAY_MS) - NEW_DAYS;

/** Keeps the products of a type, as `typeCondition` does. */
export function typedProducts(index: FacetIndex, { type }: ProductQuery, products: Uint32Array): Uint32Array {
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

/** This process's index where it stands and knows enough for these filters; null where the database is to be asked. */
export function askedIndex(
  { db, cache, query }: Paged,
  narrowing: readonly Narrowing[],
): { index: FacetIndex; filters: readonly Indexed[] } | null {
  if (query.ids || !narrowing.every(isIndexed)) return null;
  const index = facetIndex(db, cache);
  if (!index) return null;
  const isCurrent = knowsStock(db, cache, index) || !narrowing.some(({ kind }) => kind === 'stock');
  return isCurrent ? { index, filters: narrowing } : null;
}
