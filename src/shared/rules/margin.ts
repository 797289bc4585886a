import { type Money, toCents } from '#shared/rules/money.ts';

/**
 * The part of a price that stays with the shop, in per cent to one decimal: (price − cost) / price. Below 0: sold under
 * cost. Null where the cost is not known, or there is no price to be a part of.
 */
export function marginOf(price: Money, cost: Money | null): number | null {
  if (cost === null || price === 0) return null;
  return Math.round(((toCents(price) - toCents(cost)) * 1000) / toCents(price)) / 10 + 0;
}

/** A margin as people read it: 49.5%, with the minus sign of print below 0. */
export const marginText = (margin: number): string => `${margin.toFixed(1)}%`.replace('-', '−');
