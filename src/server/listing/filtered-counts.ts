import { type SQL, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import { type CountRow, type Counts, readCounts, type Shown } from '#server/listing/facet-counts.ts';
import { isOfProduct, type Narrowing, onProduct, onVariant } from '#server/listing/narrowing.ts';
import { groupKeys, type Vocabulary } from '#server/search/vocabulary.ts';

const keys = (list: readonly number[]): SQL => sql`${sql.param([...list])}::int[]`;

const all = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);

/** Condition on `variant_search x`, one of a product that the filters leave: it has what they ask. */
export const matching = (filters: readonly Narrowing[]): SQL =>
  all(filters.filter(filter => !isOfProduct(filter)).map(onVariant));

/**
 * The products that the filters leave, with the lowest price among their variants that hold; `holds` is that
 * condition on one variant.
 */
export function filtered(base: Shown, filters: readonly Narrowing[]): { from: SQL; holds: SQL } {
  const holds = matching(filters);
  const from = sql`
    select s.product_id, s.sort_title, s.purchased, m.price, ${base.fit ?? sql`0`} as fit
    from ${base.from}
    cross join lateral (
      select min(x.price) as price from variant_search x
      where x.product_id = s.product_id and ${holds} and ${base.variant ?? sql`true`} offset 0) m
    where s.published and ${base.where} and ${all(filters.map(onProduct))} and m.price is not null`;
  return { from, holds };
}

/**
 * Counts what the filters leave. The count beside a value says what choosing it would give, so the values of a
 * group are counted without that group's own choice. `unfiltered`, where known, spares that count for one filter.
 */
export async function countNarrowed(
  db: Db,
  base: Shown,
  filters: readonly Narrowing[],
  vocabulary: Vocabulary,
  unfiltered: Counts | null,
): Promise<Counts> {
  const alone = filters.length === 1 && unfiltered !== null;
  const loose = alone ? [] : filters;
  const counted = readCounts(
    rows<CountRow>(
      await db.execute(sql`
        with shown as materialized (
          select s.product_id, s.vendor, x.facets, x.price, x.in_stock${flags(loose)}
          from ${base.from} join variant_search x on x.product_id = s.product_id and ${base.variant ?? sql`true`}
          where s.published and ${base.where} and ${alone ? all(filters.map(onProduct)) : mostHold(filters)}
            ${alone ? sql`and ${all(filters.map(onVariant))}` : sql``}),
        ${countRows(loose, vocabulary)}`),
    ),
  );
  return alone && filters[0] && unfiltered
    ? withoutOwn(counted, filters[0], unfiltered, vocabulary)
    : counted;
}

const flag = (index: number): SQL => sql.raw(`f${index}`);

const flags = (filters: readonly Narrowing[]): SQL =>
  sql.join(filters.map((filter, index) => sql`, ${onVariant(filter)} as ${flag(index)}`));

/** Only one filter at most may fail: what fails two is counted nowhere. */
function mostHold(filters: readonly Narrowing[]): SQL {
  if (filters.length < 2) return sql`true`;
  const held = filters.map(filter => sql`(${onProduct(filter)})::int`);
  return sql`${sql.join(held, sql` + `)} >= ${filters.length - 1}`;
}

function countRows(filters: readonly Narrowing[], vocabulary: Vocabulary): SQL {
  const matching = all(filters.map((_, index) => flag(index)));
  const but = (kind: Narrowing['kind']) =>
    all(filters.flatMap((filter, index) => (filter.kind === kind ? [] : [flag(index)])));
  const others = filters.flatMap((filter, index) => {
    if (filter.kind !== 'facet') return [];
    const rest = all(filters.flatMap((_, other) => (other === index ? [] : [flag(other)])));
    const own = keys(groupKeys(vocabulary, filter.name));
    return [
      sql`union select product_id, f from shown cross join lateral unnest(facets) f
        where not ${flag(index)} and ${rest} and f = any(${own})`,
    ];
  });
  return sql`
    by_product as materialized (
      select product_id, vendor, bool_or(${matching}) as holds, max(price) filter (where ${but('price')}) as price,
        bool_or(in_stock and ${but('stock')}) as some_in, bool_or(not in_stock and ${but('stock')}) as some_out,
        bool_or(${but('vendor')}) as of_vendor
      from shown group by product_id, vendor)
    select o.kind, o.value, o.products from (
      select count(*) filter (where holds)::int as total, coalesce(max(price), 0)::int as price,
        count(*) filter (where some_in)::int as some_in, count(*) filter (where some_out)::int as some_out
      from by_product) a
    cross join lateral (values ('total', 0, a.total), ('price', 0, a.price), ('stock', 1, a.some_in),
      ('stock', 0, a.some_out)) as o(kind, value, products)
    union all select 'vendor', vendor, count(*)::int from by_product
      where vendor is not null and of_vendor group by vendor
    union all select 'facet', f, count(*)::int from (
      select product_id, unnest(facets) as f from shown where ${matching}
      ${sql.join(others, sql` `)}${others.length === 0 ? sql` group by product_id, f` : sql``}) d group by f`;
}

/** Puts the unfiltered counts of the only filter's own values beside what it leaves. */
function withoutOwn(counted: Counts, filter: Narrowing, unfiltered: Counts, vocabulary: Vocabulary): Counts {
  switch (filter.kind) {
    case 'vendor':
      return { ...counted, vendors: unfiltered.vendors };
    case 'price':
      return { ...counted, maxPrice: unfiltered.maxPrice };
    case 'stock':
      return { ...counted, inStock: unfiltered.inStock, outOfStock: unfiltered.outOfStock };
    case 'facet': {
      const facets = new Map(counted.facets);
      for (const key of groupKeys(vocabulary, filter.name)) {
        const products = unfiltered.facets.get(key);
        if (products === undefined) facets.delete(key);
        else facets.set(key, products);
      }
      return { ...counted, facets };
    }
    default:
      return counted;
  }
}
