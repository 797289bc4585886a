import type { Db } from '#server/database/db.ts';
import { type Actor, recordOrderEvent } from '#server/orders/order-events.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { raiseAlert } from '#server/payments/alerts.ts';
import type { GiveBackWay } from '#shared/enumerations.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import { GIVE_BACK_WORDS, REFUND_WAY_WORDS } from '#shared/rules/refund-ways.ts';

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
  const alerts = byHand.map(
    ({ way, amount }) => `${TO_HAND_OUT[way](amount)} for order ${orderNumber}, which was ${why}.`,
  );
  for (const alert of alerts) await raiseAlert(tx, _id, alert);
  return alerts;
}
