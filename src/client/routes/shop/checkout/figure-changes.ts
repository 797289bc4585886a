import { formatMoney } from '#shared/rules/money.ts';
import type { CostLine } from '#shared/schemas/cart-lines.ts';
import type { Figures } from '#shared/schemas/orders.ts';

const AMOUNTS = [
  ['discount', 'Discount'],
  ['shipping', 'Shipping'],
  ['tax', 'Tax'],
  ['storeCredit', 'Store credit'],
  ['total', 'Total'],
] as const;

/** Lists in words, line by line, what became of a cart between what its owner saw and now. */
export function figureChanges(seen: Figures, now: Figures): string[] {
  const before = byKey(seen.cart);
  const after = byKey(now.cart);
  return [
    ...[...before].flatMap(([key, line]) =>
      after.has(key) ? [] : [`${line.name} is no longer in the order.`],
    ),
    ...[...after].flatMap(([key, line]) => lineChanges(before.get(key), line)),
    ...AMOUNTS.flatMap(([field, name]) =>
      seen[field] === now[field]
        ? []
        : [`${name}: ${formatMoney(now[field])}, was ${formatMoney(seen[field])}.`],
    ),
  ];
}

function lineChanges(was: CostLine | undefined, { name, quantity, price, short }: CostLine): string[] {
  const count = quantity.toLocaleString('en-US');
  const said: string[] = [];
  if (!was) said.push(`${name} was added: ${count} × ${formatMoney(price)}.`);
  if (was && was.quantity !== quantity)
    said.push(`${name}: ${count}, was ${was.quantity.toLocaleString('en-US')}.`);
  if (was && was.price !== price)
    said.push(`${name}: ${formatMoney(price)} each, was ${formatMoney(was.price)}.`);
  if (short === 0) said.push(`${name} is sold out.`);
  else if (short !== null) said.push(`${name}: only ${short.toLocaleString('en-US')} left.`);
  return said;
}

/** A variant that stands in several carts is one; what a coupon gives is another. */
function byKey(lines: readonly CostLine[]): Map<string, CostLine> {
  const found = new Map<string, CostLine>();
  for (const line of lines) {
    const key = `${line.variantId} ${line.variantGroup} ${line.priceSource === 'free'}`;
    const first = found.get(key);
    found.set(key, first ? { ...first, quantity: first.quantity + line.quantity } : line);
  }
  return found;
}
