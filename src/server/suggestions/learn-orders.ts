import { sql } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import { type Db, retrying, rows } from '#server/database/db.ts';

/** Orders that one statement learns from; the sweep goes on while there are more. */
const MAX_AT_ONCE = 100;
/** Products of one order that count as bought together: of more, pairs say nothing and grow by the square. */
const MAX_PRODUCTS = 40;
/** Lets one learner wait for another: both raise the same counts. */
const LEARNING_LOCK = 7_160_340;

/**
 * Learns from submitted orders, each once, whoever asks and however often: which products were bought together, and
 * how many pieces of each (`purchased`, which the listing's popularity takes up when a product is next indexed, once
 * a day at the latest). A sweep, so that an order costs nothing more while it is placed.
 */
export async function learnOrders(app: Pick<App, 'db'>): Promise<void> {
  while ((await retrying(app.db, tx => learn(tx))) === MAX_AT_ONCE);
}

/** Learns from one order now, as the next sweep would. Held, canceled, unknown and learned ones change nothing. */
export async function learnOrder(db: Db, order: string): Promise<void> {
  const isNew = await db.execute(sql`
    select from orders o where o.id = ${order}::uuid and not exists (
      select from learned_orders l where l."order" = o.id)`);
  // Anybody may ask, for any order: whoever does in vain holds no learner up.
  if (rows(isNew).length === 0) return;
  await retrying(db, tx => learn(tx, order));
}

/** Answers how many orders were new. Those older than a week were there before anything learned from orders. */
async function learn(tx: Db, only: string | null = null): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LEARNING_LOCK})`);
  const [counted] = rows<{ orders: number }>(
    await tx.execute(sql`
      with learned as (
        insert into learned_orders ("order")
        select o.id from orders o
        where o.created_at > now() - interval '7 days' and o.status not in ('Held', 'Canceled')
          and (${only}::uuid is null or o.id = ${only}::uuid)
          and not exists (select from learned_orders l where l."order" = o.id)
        order by o.created_at limit ${MAX_AT_ONCE}
        on conflict do nothing
        returning "order"),
      bought as (
        select l."order", l.product_id, sum(l.quantity) as pieces,
          row_number() over (partition by l."order" order by min(l.position)) as place
        from learned n join order_lines l on l."order" = n."order" join products p on p.id = l.product_id
        group by l."order", l.product_id),
      pairs as (
        insert into bought_together (product, other, orders)
        select a.product_id, b.product_id, count(*)
        from bought a join bought b on b."order" = a."order" and b.product_id <> a.product_id
        where a.place <= ${MAX_PRODUCTS} and b.place <= ${MAX_PRODUCTS}
        group by a.product_id, b.product_id
        on conflict (product, other) do update set orders = bought_together.orders + excluded.orders),
      sold as (
        update products p set purchased = p.purchased + s.pieces
        from (select product_id, sum(pieces)::int as pieces from bought group by product_id) s
        where p.id = s.product_id)
      select count(*)::int as orders from learned`),
  );
  return counted?.orders ?? 0;
}
