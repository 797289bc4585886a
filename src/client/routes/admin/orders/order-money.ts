import { isUnpaid, KEPT_OF_BOUNCED, openBalance, paidSoFar } from '#shared/rules/figure-rows.ts';
import { formatMoney, type Money, subtractMoney, sumMoney } from '#shared/rules/money.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';

/** Tells staff what was paid of an order, went back and is open; what is still to be handed out is not refunded yet. */
export function moneyFacts(order: OrderRecord): [label: string, value: string][] {
  const { paid, keptOfBounced } = paidSoFar(order);
  const toHandOut = sumMoney(order.handOuts.map(({ amount }) => amount));
  const shown = (amount: Money) => (amount > 0 ? formatMoney(amount) : '');
  return [
    ['Paid', shown(paid)],
    [KEPT_OF_BOUNCED, shown(keptOfBounced)],
    ['Refunded', shown(subtractMoney(order.amountRefunded, toHandOut))],
    ['To be handed out', shown(toHandOut)],
    ['Credited for returns', shown(order.amountCredited)],
    ['Still to pay', isUnpaid(order) || keptOfBounced > 0 ? formatMoney(openBalance(order)) : ''],
  ];
}
