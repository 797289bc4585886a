import { sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';

/**
 * Writes which saved carts of an order are paid: all, once the order is. If it was, and owes again, those stay whose
 * goods a card paid by themselves; their tax may be another by a cent, as an edit spreads it anew.
 */
export async function writeCartsPaid(tx: Db, order: string): Promise<void> {
  await tx.execute(sql`
    update order_carts c set paid = o.paid from orders o
    where o.id = ${order} and c."order" = o.id and c.paid <> o.paid and (o.paid or (
      not exists (select from order_carts u where u."order" = o.id and not u.paid)
      and coalesce((select sum(a.amount) from payment_allocations a where a.order_cart = c.id), 0) < c.sub_total))`);
}
