import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';

/** Cards take back no more than they paid: of two refunds that exceed it one will be refused. */
const byCards = (order: SQL) => sql`(
  select coalesce(sum(least(a.amount, r.given)), 0) from payment_allocations a
  join lateral (select coalesce(sum(amount), 0) as given from refunds
    where payment = a.payment and "order" = a."order" and status <> 'failed') r on true
  where a."order" = ${order})`;

/** Not what was given in the place of the refund of a charge that was never the order's. */
const otherwise = (order: SQL) => sql`(
  select coalesce(sum(g.amount), 0) from (
    select amount, given from payouts where "order" = ${order}
    union all select amount, given from store_credit_entries where "order" = ${order} and kind = 'granted') g
  where not exists (
    select from given_back b join refunds f on b.instead_of = f.id
    where b.id = g.given and not exists (select from payment_allocations where payment = f.payment)))`;

/**
 * Makes that part of what was given back of a locked, canceled order a debt of it which no payment covers any more, as one
 * bounced; leaves every other order alone. Goodwill is of it: whoever cancels gets back the rest of what they paid, and no more.
 */
export async function oweWhatWasGiven(tx: Db, _id: string): Promise<void> {
  const order = sql`${_id}::uuid`;
  await tx.execute(sql`
    update orders o set amount_paid = o.amount_paid - g.more, amount_taken_back = o.amount_taken_back + g.more
    from (select ${byCards(order)} + ${otherwise(order)} as given) sums,
      lateral (select sums.given - o2.amount_taken_back as more from orders o2 where o2.id = ${order}) g
    where o.id = ${order} and o.status = 'Canceled' and g.more > 0 and o.amount_paid < g.more`);
}
