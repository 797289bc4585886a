import type { Db } from '#server/database/db.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { raiseAlert } from '#server/payments/alerts.ts';
import type { GiveBackWay } from '#shared/enumerations.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';

const TO_HAND_OUT: Partial<Record<GiveBackWay, (amount: string) => string>> = {
  cash: amount => `Hand out ${amount} in cash`,
  check: amount => `Send a check of ${amount}`,
};

/**
 * Asks staff to hand out or send what goes back by hand, by an alert each that stands until somebody has. `why`: for what
 * of the order, which tells it from what stands there of another change. Answers the alerts.
 */
export async function raiseHandOuts(
  tx: Db,
  { _id, orderNumber }: Pick<OrderRow, '_id' | 'orderNumber'>,
  back: readonly { way: GiveBackWay; amount: Money }[],
  why: string,
): Promise<string[]> {
  const alerts = back.flatMap(({ way, amount }) => {
    const words = TO_HAND_OUT[way]?.(formatMoney(amount));
    return words ? [`${words} for order ${orderNumber}, which was ${why}.`] : [];
  });
  for (const alert of alerts) await raiseAlert(tx, _id, alert);
  return alerts;
}
