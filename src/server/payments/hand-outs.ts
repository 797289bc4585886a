import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { type Actor, recordOrderEvent } from '#server/orders/order-events.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { raiseAlert, replaceAlert } from '#server/payments/alerts.ts';
import { payouts } from '#server/payments/tables.ts';
import type { GiveBackWay } from '#shared/enumerations.ts';
import { formatMoney, type Money, sumMoney } from '#shared/rules/money.ts';
import { GIVE_BACK_WORDS, handWayOf, REFUND_WAY_WORDS } from '#shared/rules/refund-ways.ts';

const TO_HAND_OUT = {
  cash: (amount: string) => `Hand out ${amount} in cash`,
  check: (amount: string) => `Send a check of ${amount}`,
};

/** Says how much of what goes back stays on its owner's account; '' for nothing. */
export const accountInWords = (back: readonly { way: GiveBackWay; amount: Money }[]): string =>
  back
    .filter(({ way }) => way === 'account')
    .map(({ way, amount }) => `${formatMoney(amount)} ${GIVE_BACK_WORDS[way]}`)
    .join(', ');

/**
 * Asks staff to hand out or send what goes back by hand, by an alert each that stands until somebody has, and writes it into
 * the history. `why`: for what of the order, which tells it from what stands there of another change. Answers the alerts.
 */
export async function raiseHandOuts(
  tx: Db,
  actor: Actor,
  { _id, orderNumber }: Pick<OrderRow, '_id' | 'orderNumber'>,
  back: readonly { way: GiveBackWay; amount: Money }[],
  { reason, why }: { reason: string; why: string },
): Promise<string[]> {
  const byHand = back.flatMap(({ way, amount }) =>
    way === 'check' || way === 'cash' ? { way, amount: formatMoney(amount) } : [],
  );
  const words = byHand.map(({ way, amount }) => `${amount} ${REFUND_WAY_WORDS[way]}`).join(', ');
  if (words) await recordOrderEvent(tx, _id, actor, 'refund at will', `${words}: ${reason}`);
  const alerts: string[] = [];
  for (const { way, amount } of byHand) {
    const alert = `${TO_HAND_OUT[way](amount)} for order ${orderNumber}, which was ${why}.`;
    alerts.push(alert);
    await raiseAlert(tx, _id, alert);
    await tx
      .update(payouts)
      .set({ alert })
      .where(and(isToHandOut(_id), eq(payouts.way, way), eq(payouts.alert, '')));
  }
  return alerts;
}

/** Selects what nobody has handed out yet of an order. */
const isToHandOut = (order: string) => and(eq(payouts.order, order), isNull(payouts.handedOutAt));

/** Notes that staff have done what an alert of a locked order asked for, where it asked for money to be handed out. */
export async function noteHandedOut(tx: Db, order: string, alert: string): Promise<void> {
  await tx
    .update(payouts)
    .set({ handedOutAt: sql`now()` })
    .where(and(isToHandOut(order), eq(payouts.alert, alert)));
}

/**
 * Asks nobody any more to hand out money of a receipt that is gone; answers how much that was. It counts as handed out and
 * stays here, until staff take it in as a payment.
 */
export async function endHandOuts(
  tx: Db,
  { _id }: Pick<OrderRow, '_id'>,
  receipt: { _id: string },
): Promise<Money> {
  const ended = await tx
    .update(payouts)
    .set({ handedOutAt: sql`now()` })
    .where(and(isToHandOut(_id), eq(payouts.receipt, receipt._id)))
    .returning();
  for (const { alert, way } of ended) {
    const ofIt = and(isToHandOut(_id), eq(payouts.alert, alert));
    const others = await tx.select({ amount: payouts.amount }).from(payouts).where(ofIt);
    const rest = sumMoney(others.map(({ amount }) => amount));
    const [, ofOrder] = alert.split(' for order ');
    const less = rest > 0 ? `${TO_HAND_OUT[handWayOf(way)](formatMoney(rest))} for order ${ofOrder}` : null;
    await replaceAlert(tx, _id, alert, less);
    if (less !== null) await tx.update(payouts).set({ alert: less }).where(ofIt);
  }
  return sumMoney(ended.map(({ amount }) => amount));
}
