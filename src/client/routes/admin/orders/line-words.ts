import { lineAmount } from '#shared/rules/figure-rows.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { OrderLine } from '#shared/schemas/orders.ts';

type Line = Pick<OrderLine, 'quantity' | 'price' | 'originalPrice' | 'priceSource' | 'priceReason'>;

/** Says on a phone, which has no room for their columns, what the price and the amount are. */
export function amountWords(line: Line): string {
  const { quantity, price, originalPrice, priceSource, priceReason } = line;
  const count = quantity.toLocaleString('en-US');
  const sum =
    price > 0 ? `${count} × ${formatMoney(price)} = ${lineAmount(line)}` : `${count} × ${lineAmount(line)}`;
  return priceSource === 'override' ? `${sum}, ${agreedWords({ originalPrice, priceReason })}` : sum;
}

/** Says which price the agreed one stands for, and why. */
export const agreedWords = ({ originalPrice, priceReason }: Pick<Line, 'originalPrice' | 'priceReason'>) =>
  `instead of ${formatMoney(originalPrice)}${priceReason ? `: ${priceReason}` : ''}`;
