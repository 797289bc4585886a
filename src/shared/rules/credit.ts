import type { PaymentType } from '#shared/enumerations.ts';
import { type Money, subtractMoney, sumMoney, toCents, toMoney, ZERO } from '#shared/rules/money.ts';

/** From this part of its limit on a company is warned. */
const WARNED_FROM_PERCENT = 80;

export function hasCredit(company: { creditLimit: Money } | null): boolean {
  return company !== null && company.creditLimit > 0;
}

export interface CreditCheck {
  /** Whether what is owed plus the order stays within the limit; reaching it exactly is allowed. */
  allowed: boolean;
  /** Credit that is used before this order: what is owed, never below 0. */
  used: Money;
  /** Credit left before this order, never below 0. */
  available: Money;
  /** Credit left after it, never below 0. */
  left: Money;
  /** The amount to be paid before the order can go on account; 0 where it can. */
  missing: Money;
  /** The order takes the company to four fifths of its limit, or over it. */
  isNear: boolean;
}

/** Tells how an order on account stands to what a company owes already; money of theirs on account adds none (rule O11). */
export function creditCheck(asked: { owed: Money; creditLimit: Money; total: Money }): CreditCheck {
  const [limit, total] = [toCents(asked.creditLimit), toCents(asked.total)];
  const used = Math.max(0, toCents(asked.owed));
  const open = limit - used;
  const left = open - total;
  return {
    allowed: hasCredit(asked) && left >= 0,
    used: toMoney(used),
    available: toMoney(Math.max(0, open)),
    left: toMoney(Math.max(0, left)),
    missing: toMoney(Math.max(0, -left)),
    isNear: (limit - left) * 100 >= limit * WARNED_FROM_PERCENT,
  };
}

/** Parts the balance of an account into what is owed, and what is in its owner's favor; one of both is 0. */
export const sidesOf = (balance: Money): { owes: Money; inFavor: Money } => ({
  owes: toMoney(Math.max(0, toCents(balance))),
  inFavor: toMoney(Math.max(0, -toCents(balance))),
});

/**
 * Which open orders to pay so that as much as is missing is free again: as they are given, the longest due first, no
 * more than it takes. `isEnough`: whether all of them together come to it; what is paid beyond all that is `owed` frees
 * nothing.
 */
export function ordersToRelease<Order extends { open: Money }>(
  open: readonly Order[],
  { missing, owed }: { missing: Money; owed: Money },
): { orders: Order[]; sum: Money; isEnough: boolean } {
  const orders: Order[] = [];
  let sum = ZERO;
  for (const order of open) {
    if (sum >= missing) break;
    orders.push(order);
    sum = sumMoney([sum, order.open]);
  }
  return { orders, sum, isEnough: sum >= missing && missing <= Math.max(0, owed) };
}

/** The most that a company may owe, and its debt by its account. */
interface Credit {
  creditLimit: Money;
  owed: Money;
}

/** The orders that somebody has still to pay; `credit`: a company's. */
interface Debts<Order> {
  credit: Credit | null;
  orders: readonly Order[];
}

type Owed = { _id: string; open: Money; paymentType: PaymentType };

const onTerms = ({ paymentType }: Owed) => paymentType === 'Terms';

/** Which orders to pay so that a company that owes more than its limit is within it again; null: it is. */
export function releaseOf<Order extends Owed>({ credit, orders }: Debts<Order>) {
  if (!credit) return null;
  const { missing } = creditCheck({ ...credit, total: ZERO });
  if (missing === 0) return null;
  return { missing, ...ordersToRelease(orders.filter(onTerms), { missing, owed: credit.owed }) };
}

/** How a company stands once money came in, of which parts pay orders, and the `rest` stays on its account. */
export function creditAfter(
  { credit, orders }: Debts<Owed>,
  { applied, rest }: { applied: readonly { _id: string; amount: Money }[]; rest: Money },
): Credit | null {
  if (!credit) return null;
  const paid = applied.filter(part => orders.some(order => order._id === part._id && onTerms(order)));
  return { ...credit, owed: subtractMoney(credit.owed, sumMoney([rest, ...paid.map(part => part.amount)])) };
}
