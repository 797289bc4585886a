import { type SQL, sql } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import type { Db } from '#server/database/db.ts';
import { readTiles } from '#server/listing/tiles.ts';
import { readVocabulary } from '#server/search/vocabulary.ts';
import type { PricedCustomer } from '#server/variants/price-facts.ts';
import type { Tile } from '#shared/schemas/products.ts';

const POPULAR = sql`s.purchased desc nulls last, s.product_id`;

/** Finds the most sold products on sale (rule C10). */
export async function topProducts(
  db: Db,
  cache: Cache,
  limit: number,
  customer: PricedCustomer | null = null,
): Promise<Tile[]> {
  return tilesOf(db, cache, popular(sql`true`, limit), customer);
}

/** Returns what a guest is shown: popular products that are there to buy. */
export async function suggestForGuest(db: Db, cache: Cache, limit: number): Promise<Tile[]> {
  return tilesOf(db, cache, popular(sql`s.in_stock`, limit), null);
}

/**
 * Returns what goes with what a customer bought or marked as a favorite: first what staff suggest there, then what
 * others bought together with it, then what sells. Never what they have bought or
 * marked already.
 */
export async function suggestForCustomer(
  db: Db,
  cache: Cache,
  customer: PricedCustomer,
  limit: number,
): Promise<Tile[]> {
  const page = sql`
    with bought as materialized (
      select distinct l.product_id from orders o join order_lines l on l."order" = o.id
      where o."user" = ${customer.user}::uuid and o.status <> 'Canceled'),
    liked as materialized (
      select product_id from bought
      union select v.product_id from favorites f join variants v on v.id = f.variant
      where f."user" = ${customer.user}::uuid and v.product_id is not null),
    fitting as (
      select product_id, max(staff) as staff, sum(orders) as orders from (
        select g.suggestion as product_id, 1 as staff, 0 as orders
        from product_suggestions g join liked k on k.product_id = g.product
        union all
        select t.other, 0, t.orders from bought_together t join liked k on k.product_id = t.product) a
      group by product_id),
    selling as (${popular(sql`s.in_stock and s.product_id not in (select product_id from liked)`, limit)})
    select product_id, row_number() over (order by staff desc, orders desc, product_id) as ord from (
      select product_id, max(staff) as staff, max(orders) as orders from (
        select product_id, staff, orders from fitting
        union all select product_id, -1, -ord from selling) b
      where product_id not in (select product_id from liked)
        and product_id in (select s.product_id from product_search s where s.published)
      group by product_id) c
    order by ord limit ${limit}`;
  return tilesOf(db, cache, page, customer);
}

function popular(where: SQL, limit: number): SQL {
  return sql`
    select s.product_id, row_number() over (order by ${POPULAR}) as ord from product_search s
    where s.published and ${where} order by ${POPULAR} limit ${limit}`;
}

async function tilesOf(db: Db, cache: Cache, page: SQL, customer: PricedCustomer | null): Promise<Tile[]> {
  return readTiles(db, await readVocabulary(db, cache), page, { customer });
}
