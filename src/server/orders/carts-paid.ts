import { sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';

/**
 * Writes which saved carts of an order are paid: all, once the order is; else those whose goods cards paid by themselves, as
 * they are now. Their tax may be another by a cent, as an edit spreads it anew. One of which nothing is left stays as it was.
 */
export async function writeCartsPaid(tx: Db, order: string): Promise<void> {
  await tx.execute(sql`
    update order_carts set paid = now.paid from (
      select c.id, o.paid or case when a.came = 0 and c.sub_total = 0 then c.paid else a.came >= c.sub_total + c.tax - 1 end as paid
      from order_carts c join orders o on o.id = c."order"
      cross join lateral (
        select coalesce(sum(amount), 0) as came from payment_allocations where order_cart = c.id) a
      where o.id = ${order}) now
    where order_carts.id = now.id and order_carts.paid <> now.paid`);
}
