import { canBuy, factsOf } from '#client/features/catalog/stock.ts';
import { marginText } from '#shared/rules/margin.ts';
import { formatMoney, type Money, multiplyMoney } from '#shared/rules/money.ts';
import { readMoney } from '#shared/rules/money-text.ts';
import { stockWords } from '#shared/rules/stock.ts';
import type { Bid } from '#shared/schemas/bids.ts';

/** Makes one row a variant, however many rooms it stands in. */
export function rowsOf({ cart, prices }: Bid, typed: Readonly<Record<string, string>>) {
  return prices.flatMap(({ variantId, ours, cost }) => {
    const lines = cart.filter(line => line.variantId === variantId);
    const [line] = lines;
    if (!line) return [];
    const words = (typed[`price ${variantId}`] ?? '').trim();
    const asked = words === '' ? ours : readMoney(words);
    const quantity = lines.reduce((sum, one) => sum + one.quantity, 0);
    const { name, productNum, gone } = line;
    const stock = gone ? 'No longer available' : stockWords(factsOf(line), quantity);
    const amount: Money | null = asked === null ? null : multiplyMoney(asked, quantity);
    return [{ variantId, name, productNum, stock, quantity, ours, cost, asked, amount }];
  });
}

/** Tells what somebody should know before a quote of these goods goes out: it holds, whatever it costs the shop. */
export function warningsOf(bid: Bid, typed: Readonly<Record<string, string>>): string[] {
  return rowsOf(bid, typed).flatMap(({ variantId, name, productNum, quantity, cost, asked }) => {
    const called = productNum || name;
    const line = bid.cart.find(one => one.variantId === variantId);
    const isShort = line && !line.gone && !canBuy(line, quantity);
    return [
      ...(asked !== null && cost !== null && asked < cost
        ? [`${called}: ${formatMoney(asked)} is below its cost of ${formatMoney(cost)}.`]
        : []),
      ...(isShort ? [`${called}: ${shortWords(line.stock, quantity)}.`] : []),
      ...(line?.gone ? [`${called} is no longer available.`] : []),
    ];
  });
}

const shortWords = (stock: number, quantity: number): string =>
  `${quantity.toLocaleString('en-US')} asked for, ${stock > 0 ? `only ${stock.toLocaleString('en-US')}` : 'none'} in stock`;

interface Row {
  cost: Money | null;
  /** In percent of the price. */
  margin: number | null;
  amount: Money | null;
}

/** Says on a phone, which has no room for their columns, what a line costs, leaves over and comes to. */
export function rowWords({ cost, margin, amount }: Row): string {
  const words = [
    cost !== null && `cost ${formatMoney(cost)}`,
    margin !== null && `margin ${marginText(margin)}`,
    amount !== null && `comes to ${formatMoney(amount)}`,
  ];
  return words.filter(Boolean).join(', ');
}
