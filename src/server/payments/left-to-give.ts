import { eq, sql } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { fieldError } from '#server/errors.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { disputed } from '#server/payments/disputes.ts';
import { isPlayMoney } from '#server/payments/left-of-payments.ts';
import { sourcesOf } from '#server/payments/sources.ts';
import { payouts } from '#server/payments/tables.ts';
import type { ReceiptMethod, RefundWay } from '#shared/enumerations.ts';
import { addMoney, formatMoney, type Money, sumMoney, toCents, ZERO } from '#shared/rules/money.ts';

/** Tells what of an order's payments has not been given back yet. */
export interface Left {
  /** The most that can go back to cards, and by hand: each no more than `inAll`. */
  card: Money;
  byHand: Money;
  /** Left of all of it: what was given as store credit is not to be given again. */
  inAll: Money;
  /** A bank has still to decide on some that a card paid, of which nothing is counted here. */
  isDisputed: boolean;
}

/**
 * Sums what of an order's payments has not been given back yet, whichever way. Money that banks took back is gone, and money
 * that a refund did not get to its customer is owed to them: it is not to be given for another reason. Play money is none.
 */
export async function leftToGive(
  app: Pick<App, 'payments'>,
  tx: Db,
  { _id }: Pick<OrderRow, '_id'>,
): Promise<Left> {
  const sources = await sourcesOf(app, tx, _id);
  const cards = sources.flatMap(one => (one.kind === 'card' && !isPlayMoney(app, one.payment) ? one : []));
  const card = sumMoney(cards.map(({ left, isDisputed }) => (isDisputed ? ZERO : left)));
  const byHand = sumMoney(sources.flatMap(({ kind, left }) => (kind === 'receipt' ? left : [])));
  return { card, byHand, inAll: addMoney(card, byHand), isDisputed: cards.some(one => one.isDisputed) };
}

/**
 * Throws `invalid` beside the way or the amount where so much of an order can't go back so, and `order_state` where it
 * may once a bank has decided; `fields`: what they are called there.
 */
export function refuseMore(
  order: Pick<OrderRow, '_id' | 'status'>,
  amount: Money,
  way: RefundWay,
  { card, byHand, inAll, isDisputed }: Left,
  fields: { amount: string; way: string },
): void {
  if (way === 'transfer')
    throw fieldError(
      fields.way,
      'can’t be a transfer: what came in by hand goes back by check, in cash or as store credit',
    );
  const most = way === 'card' ? card : way === 'credit' ? inAll : byHand;
  if (amount <= most) return;
  if (isDisputed && !isByHand(way)) throw disputed(order, 'What a card paid can go back');
  if (way === 'card' && card === 0)
    throw fieldError(fields.way, 'can’t be the card: nothing is left that a card paid');
  if (isByHand(way) && byHand === 0)
    throw fieldError(
      fields.way,
      'can’t be by hand: what a card paid goes back to the card, or becomes store credit',
    );
  const rest = way === 'card' ? byHand : isByHand(way) ? card : ZERO;
  const came = way === 'card' ? 'by hand' : 'by card';
  const otherwise = rest > 0 ? `: ${formatMoney(rest)} came in ${came}, to be given back separately` : '';
  throw fieldError(
    fields.amount,
    `is more than the ${formatMoney(most)} that can go back this way${otherwise}`,
  );
}

export const isByHand = (way: RefundWay): way is ReceiptMethod => way !== 'card' && way !== 'credit';

/**
 * Writes down what staff hand out or send of an order's money. `given`: the act that it is of; `ofPaid`: whether it is of
 * what was paid of the order, and not of a charge that came too late.
 */
export async function payByHand(
  tx: Db,
  { _id }: Pick<OrderRow, '_id'>,
  {
    isToHandOut = false,
    ...out
  }: {
    given: string;
    way: ReceiptMethod;
    amount: Money;
    number?: string;
    receipt?: string;
    /** Nobody has handed it out yet. */
    isToHandOut?: boolean;
    createdBy: string | undefined;
  },
  { ofPaid }: { ofPaid: boolean } = { ofPaid: true },
): Promise<void> {
  await tx.insert(payouts).values({ ...out, order: _id, ...(isToHandOut && { handedOutAt: null }) });
  if (!ofPaid) return;
  await tx
    .update(orders)
    .set({ amountRefunded: sql`${orders.amountRefunded} + ${toCents(out.amount)}` })
    .where(eq(orders._id, _id));
}
