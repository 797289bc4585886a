import type { Db } from '#server/database/db.ts';
import { type Actor, recordOrderEvent } from '#server/orders/order-events.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { raiseAlert } from '#server/payments/alerts.ts';
import type { GiveBackWay } from '#shared/enumerations.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import { REFUND_WAY_WORDS } from '#shared/rules/refund-ways.ts';

const TO_HAND_OUT: Partial<Record<GiveBackWay, (amount: string) => string>> = {
  cash: amount => `Hand out ${amount} in cash`,
  check: amount => `Send a check of ${amount}`,
};

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
  const words = back.flatMap(({ way, amount }) =>
    way === 'card' || way === 'account' ? [] : [`${formatMoney(amount)} ${REFUND_WAY_WORDS[way]}`],
  );
  if (words.length > 0)
    await recordOrderEvent(tx, _id, actor, 'refund at will', `${words.join(', ')}: ${reason}`);
  const alerts = back.flatMap(({ way, amount }) => {
    const words = TO_HAND_OUT[way]?.(formatMoney(amount));
    return words ? [`${words} for order ${orderNumber}, which was ${why}.`] : [];
  });
  for (const alert of alerts) await raiseAlert(tx, _id, alert);
  return alerts;
}
