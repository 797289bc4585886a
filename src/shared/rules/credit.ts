import { type Money, sumMoney, toCents, toMoney, ZERO } from '#shared/rules/money.ts';

/** From this part of its limit on a company is warned. */
const WARNED_FROM_PERCENT = 80;

export function hasCredit(company: { creditLimit: Money } | null): boolean {
  return company !== null && company.creditLimit > 0;
}

export interface CreditCheck {
  /** Whether what is owed plus the order stays within the limit; reaching it exactly is allowed. */
  allowed: boolean;
  /** Credit left before this order, never below 0. */
  available: Money;
  /** Credit left after it, never below 0. */
  left: Money;
  /** The amount to be paid before the order can go on account; 0 where it can. */
  missing: Money;
  /** The order takes the company to four fifths of its limit, or over it. */
  isNear: boolean;
}

/** Tells how an order on account stands to what a company owes already (rule O11). */
export function creditCheck(asked: { owed: Money; creditLimit: Money; total: Money }): CreditCheck {
  const [limit, total] = [toCents(asked.creditLimit), toCents(asked.total)];
  const open = limit - toCents(asked.owed);
  const left = open - total;
  return {
    allowed: hasCredit(asked) && left >= 0,
    available: toMoney(Math.max(0, open)),
    left: toMoney(Math.max(0, left)),
    missing: toMoney(Math.max(0, -left)),
    isNear: (limit - left) * 100 >= limit * WARNED_FROM_PERCENT,
  };
}

/**
 * Which open orders to pay so that as much as is missing is free again: as they are given, the longest due first, no
 * more than it takes. `isEnough`: whether all of them together come to it.
 */
export function ordersToRelease<Order extends { open: Money }>(
  open: readonly Order[],
  missing: Money,
): { orders: Order[]; sum: Money; isEnough: boolean } {
  const orders: Order[] = [];
  let sum = ZERO;
  for (const order of open) {
    if (sum >= missing) break;
    orders.push(order);
    sum = sumMoney([sum, order.open]);
  }
  return { orders, sum, isEnough: sum >= missing };
}
