import { type SQL, sql } from 'drizzle-orm';
import { announce, type Cache } from '#server/cache.ts';
import { type Db, rows } from '#server/database/db.ts';
import { clock } from '#server/time-and-chance.ts';

/** How many products a listing holds, altogether and by each value that it can be filtered by. */
export interface Counts {
  total: number;
  /** Cents. */
  maxPrice: number;
  inStock: number;
  outOfStock: number;
  /** By the small keys of facet values and vendors. */
  facets: Map<number, number>;
  vendors: Map<number, number>;
}

/** Scope of the whole shop; other scopes are the keys of categories and subcategories. */
export const WHOLE_SHOP = 0;

/** The cache's name for everything that follows from products and their search tables. */
export const CATALOGUE = 'catalogue';

/** The cache's name for everything that follows from what is in stock, save what says how many. */
export const STOCK = 'stock';

/**
 * Says, in the transaction that writes products, that the rolled-up counts no longer hold; until they are rolled
 * up again listings count for themselves. Each writer leaves a note of its own, so that none waits for another.
 */
export async function markCountsStale(tx: Db): Promise<void> {
  await tx.execute(sql`
    insert into facet_counts (scope, kind, value, products)
    values (${WHOLE_SHOP}, 'total', 1 + floor(random() * 2147483646)::int, 0) on conflict do nothing`);
}

/** Fits into an announcement, which holds eight kB. */
const MAX_NAMED = 100;

/**
 * Everything that follows from products is read anew by every process, once this transaction commits. With
 * `productIds` those are all that were written.
 */
export async function forgetCatalogue(tx: Db, cache?: Cache, productIds?: readonly string[]): Promise<void> {
  const details = productIds && productIds.length <= MAX_NAMED ? productIds.join() : '';
  await (cache ? cache.invalidate(tx, CATALOGUE, details) : announce(tx, CATALOGUE, { details }));
}

/** The index counts meanwhile: to count so many products is worth a rest of a second. */
const PRODUCTS_A_SECOND = 300;

/**
 * Counts anew, if anything was written since the last time, and that is a while ago: five minutes for a hundred
 * thousand products. For a background job.
 */
export async function refreshStaleCounts(db: Db, now = clock.ms()): Promise<void> {
  const [found] = rows<{ stale: boolean; rolledUp: number | null; products: number | null }>(
    await db.execute(sql`
      select not (${FRESH}) as stale, (
        select products::int from facet_counts where scope = ${WHOLE_SHOP} and kind = 'at') as "rolledUp", (
        select products::int from facet_counts where scope = ${WHOLE_SHOP} and kind = 'total' and value = 0) as products`),
  );
  const { stale = true, rolledUp, products } = found ?? {};
  if (!stale) return;
  await tidyIndexes(db);
  const restsUntil = (rolledUp ?? 0) * AT_MS + ((products ?? 0) / PRODUCTS_A_SECOND) * 1000;
  if (now >= restsUntil) await refreshFacetCounts(db, now);
}

/**
 * Sorts in what writes left in the waiting lists of indexes of words, numbers and filters: every search reads those lists
 * from end to end, and while they are long the index is not used at all. The embedded database has nobody else who does.
 */
export async function tidyIndexes(db: Db): Promise<void> {
  await db.execute(sql`
    select gin_clean_pending_list(i.indexrelid::regclass)
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam and a.amname = 'gin'
    where c.relnamespace = 'public'::regnamespace`);
}

/** The moment of a roll-up is kept in units that fit into its column for some centuries. */
const AT_MS = 10_000;

/** Counts every unfiltered listing, the shop's and each category's, into `facet_counts`. */
export async function refreshFacetCounts(db: Db, now = clock.ms()): Promise<void> {
  await db.transaction(async tx => {
    // Deleted before counting: the note of a writer who commits in between stays, and the next run counts again.
    await tx.execute(sql`delete from facet_counts`);
    await tx.execute(sql`
      with shown as materialized (
        select ${WHOLE_SHOP}::int as scope, s.* from product_search s where s.published
        union all
        select t.key, s.* from product_search s cross join lateral unnest(s.tags) as k(key)
        join tags t on t.key = k.key and t.type <> 'Tag' where s.published)
      insert into facet_counts (scope, kind, value, products)
      select ${WHOLE_SHOP}::int, 'at', 0, ${Math.floor(now / AT_MS)}::int
      union all select ${WHOLE_SHOP}::int, 'total', 0, count(*) from shown where scope = ${WHOLE_SHOP}
      union all select scope, 'total', 0, count(*) from shown where scope <> ${WHOLE_SHOP} group by scope
      union all select scope, 'price', 0, max(max_price) from shown group by scope
      union all select scope, 'stock', 1, count(*) filter (where in_stock) from shown group by scope
      union all select scope, 'stock', 0, count(*) filter (where any_out) from shown group by scope
      union all select scope, 'vendor', vendor, count(*) from shown where vendor is not null group by scope, vendor
      union all select scope, 'facet', f, count(*) from shown cross join lateral unnest(facets) f group by scope, f
      on conflict do nothing`);
    await forgetCatalogue(tx, undefined, [NO_PRODUCT]);
  });
}

/** Stands where something of the catalogue is forgotten, and nothing of a product. */
const NO_PRODUCT = '00000000-0000-0000-0000-000000000000';

// Rolled up, and no writer's note since.
const FRESH = sql`
  exists (select from facet_counts where scope = ${WHOLE_SHOP} and kind = 'total' and value = 0)
  and not exists (select from facet_counts where scope = ${WHOLE_SHOP} and kind = 'total' and value > 0)`;

/** The counts of an unfiltered listing as they were rolled up; null where they don't hold any more. */
export async function readRolledUp(db: Db, scope: number): Promise<Counts | null> {
  const found = rows<CountRow>(
    await db.execute(sql`
      select kind, value::int as value, products::int as products from facet_counts
      where scope = ${scope} and ${FRESH}`),
  );
  return found.length > 0 ? readCounts(found) : null;
}

/** The counts of an unfiltered listing, counted now. */
export async function countScope(db: Db, scope: number): Promise<Counts> {
  const where = scope === WHOLE_SHOP ? sql`true` : sql`s.tags @> array[${scope}::int]`;
  return (await countProducts(db, { from: sql`product_search s`, where })).counts;
}

/** Products of a listing before its filters: `product_search s`, or some of it, and a condition on it. */
export interface Shown {
  from: SQL;
  where: SQL;
  /** How well a product fits the words, for the order; an expression on `s`. */
  fit?: SQL;
  /** The words' condition on a variant, `variant_search x` of `product_search s`, to hold along with the filters. */
  variant?: SQL;
}

/** Counts the products of a listing without filters, now, and numbers those of one page, in one statement. */
export async function countProducts(
  db: Db,
  { from, where, fit = sql`0` }: Shown,
  page: SQL = sql`select null::uuid as product_id, 0::bigint as ord where false`,
): Promise<{ counts: Counts; ids: string[] }> {
  const found = rows<CountRow & { id: string | null }>(
    await db.execute(sql`
      with shown as materialized (
        select s.product_id, s.sort_title, s.purchased, s.min_price as price, s.vendor, s.facets, s.max_price,
          s.in_stock, s.any_out, ${fit} as fit
        from ${from} where s.published and ${where})
      select kind, value, products, null as id from (${countsOf(sql`shown`)}) c
      union all select 'page', k.ord::int, 0, k.product_id::text from (${page}) k`),
  );
  const paged = found.filter(row => row.kind === 'page').sort((a, b) => a.value - b.value);
  return { counts: readCounts(found), ids: paged.flatMap(row => row.id ?? []) };
}

export interface CountRow {
  kind: string;
  value: number;
  products: number;
}

/** Count rows of a relation with the columns of `product_search`. */
const countsOf = (shown: SQL) => sql`
  select o.kind, o.value, o.products from (
    select count(*)::int as total, coalesce(max(max_price), 0)::int as price,
      count(*) filter (where in_stock)::int as some_in, count(*) filter (where any_out)::int as some_out
    from ${shown}) a
  cross join lateral (values ('total', 0, a.total), ('price', 0, a.price), ('stock', 1, a.some_in),
    ('stock', 0, a.some_out)) as o(kind, value, products)
  union all select 'vendor', vendor, count(*)::int from ${shown} where vendor is not null group by vendor
  union all select 'facet', f, count(*)::int from (select unnest(facets) as f from ${shown}) u group by f`;

export function readCounts(found: readonly CountRow[]): Counts {
  const counts: Counts = {
    total: 0,
    maxPrice: 0,
    inStock: 0,
    outOfStock: 0,
    facets: new Map(),
    vendors: new Map(),
  };
  for (const { kind, value, products } of found) {
    if (kind === 'facet') counts.facets.set(value, products);
    else if (kind === 'vendor') counts.vendors.set(value, products);
    else if (kind === 'price') counts.maxPrice = products;
    else if (kind === 'total' && value === 0) counts.total = products;
    else if (kind === 'stock' && value === 1) counts.inStock = products;
    else if (kind === 'stock') counts.outOfStock = products;
  }
  return counts;
}
