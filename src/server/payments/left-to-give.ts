import { eq, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import { fieldError } from '#server/errors.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { payouts } from '#server/payments/tables.ts';
import type { ReceiptMethod, RefundWay } from '#shared/enumerations.ts';
import { formatMoney, lowestMoney, type Money, toCents, toMoney } from '#shared/rules/money.ts';

/** What of an order's payments has not been given back yet. */
export interface Left {
  /** Of what cards paid, and of what came in by hand. */
  card: Money;
  byHand: Money;
  /** Of all of it: what was given as store credit is not to be given again. */
  inAll: Money;
}

/** Sums what of an order's payments has not been given back yet, whichever way. */
export async function leftToGive(tx: Db, { _id }: Pick<OrderRow, '_id'>): Promise<Left> {
  const [sums] = rows<Record<'card' | 'back' | 'hand' | 'out' | 'credit', string>>(
    await tx.execute(sql`
      select
        (select coalesce(sum(amount), 0) from payment_allocations where "order" = ${_id})::text as card,
        (select coalesce(sum(r.amount), 0) from refunds r where r."order" = ${_id} and r.status <> 'failed'
          and exists (select from payment_allocations a where a.payment = r.payment))::text as back,
        (select coalesce(sum(amount), 0) from receipt_parts where "order" = ${_id})::text as hand,
        (select coalesce(sum(amount), 0) from payouts where "order" = ${_id})::text as out,
        (select coalesce(sum(amount), 0) from store_credit_entries where "order" = ${_id} and kind = 'granted')::text as credit`),
  );
  const cents = (name: 'card' | 'back' | 'hand' | 'out' | 'credit') => Number(sums?.[name] ?? 0);
  const [card, byHand] = [cents('card') - cents('back'), cents('hand') - cents('out')];
  return {
    card: toMoney(Math.max(0, card)),
    byHand: toMoney(Math.max(0, byHand)),
    inAll: toMoney(Math.max(0, card + byHand - cents('credit'))),
  };
}

/** Throws `invalid` beside the way or the amount where so much can't go back so; `fields`: what they are called there. */
export function refuseMore(
  amount: Money,
  way: RefundWay,
  { card, byHand, inAll }: Left,
  fields: { amount: string; way: string },
): void {
  const most = lowestMoney(inAll, way === 'card' ? card : way === 'credit' ? inAll : byHand);
  if (amount <= most) return;
  if (way === 'card' && card === 0)
    throw fieldError(fields.way, 'can’t be the card: nothing is left that a card paid');
  if (isByHand(way) && byHand === 0)
    throw fieldError(
      fields.way,
      'can’t be by hand: what a card paid goes back to the card, or becomes store credit',
    );
  throw fieldError(fields.amount, `is more than the ${formatMoney(most)} that can go back this way`);
}

export const isByHand = (way: RefundWay): way is ReceiptMethod => way !== 'card' && way !== 'credit';

/** Writes down what staff hand out or send of an order's money. `given`: the act that it is of. */
export async function payByHand(
  tx: Db,
  { _id }: Pick<OrderRow, '_id'>,
  out: { given: string; way: ReceiptMethod; amount: Money; number?: string; createdBy: string | undefined },
): Promise<void> {
  await tx.insert(payouts).values({ ...out, order: _id });
  await tx
    .update(orders)
    .set({ amountRefunded: sql`${orders.amountRefunded} + ${toCents(out.amount)}` })
    .where(eq(orders._id, _id));
}
