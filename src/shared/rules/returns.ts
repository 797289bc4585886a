import type { ReturnStatus } from '#shared/enumerations.ts';
import type { FieldIssue } from '#shared/errors.ts';
import {
  addMoney,
  lowestMoney,
  type Money,
  multiplyMoney,
  subtractMoney,
  toCents,
  toMoney,
  ZERO,
} from '#shared/rules/money.ts';
import { readQuantity } from '#shared/rules/quantity.ts';

/** How far a return goes, and by staff alone; what was refunded or rejected stays so. */
const MOVES: Record<ReturnStatus, readonly ReturnStatus[]> = {
  Requested: ['Approved', 'Received', 'Rejected'],
  Approved: ['Received', 'Rejected'],
  Received: ['Refunded'],
  Refunded: [],
  Rejected: [],
};

export const canMoveReturn = (from: ReturnStatus, to: ReturnStatus): boolean => MOVES[from].includes(to);

/**
 * Reads what somebody wants to send back, as they typed it beside each variant: nothing and 0 are none of it. More than
 * is left is refused, not lowered: they may mean something else by it.
 */
export function askedReturn(
  typed: Readonly<Record<string, string>>,
  returnable: readonly { variantId: string; left: number }[],
): { asked: { variantId: string; quantity: number }[]; issues: FieldIssue[] } {
  const issues: FieldIssue[] = [];
  const asked = returnable.flatMap(({ variantId, left }) => {
    const text = (typed[variantId] ?? '').trim();
    const quantity = /^0*$/.test(text) ? 0 : readQuantity(text);
    if (quantity === null) issues.push({ path: [variantId], message: 'Please enter a whole number.' });
    else if (quantity > left) issues.push({ path: [variantId], message: `You can return at most ${left}.` });
    return quantity ? [{ variantId, quantity }] : [];
  });
  return { asked, issues };
}

/** A line of an order with its shares of the order's figures. `discount`: on goods, without that on shipping. */
export interface ReturnedLine {
  quantity: number;
  price: Money;
  itemTax: Money;
  discount: Money;
  itemCredit: Money;
}

export interface ReturnShare {
  /** The amount paid for these units, with their tax; shipping is not given back. */
  money: Money;
  /** Their part of the store credit that the order used. */
  storeCredit: Money;
}

/**
 * Tells what some units of a line were worth, when `before` others went back earlier: whole cents, and however a line
 * comes back, bit by bit or at once, its shares add up to the whole of it.
 */
export function returnShare(line: ReturnedLine, before: number, units: number): ReturnShare {
  const goods = subtractMoney(multiplyMoney(line.price, line.quantity), line.discount);
  const paid = toCents(addMoney(goods, line.itemTax)) - toCents(line.itemCredit);
  const share = (cents: number) =>
    toMoney(part(cents, before + units, line.quantity) - part(cents, before, line.quantity));
  return { money: share(Math.max(0, paid)), storeCredit: share(toCents(line.itemCredit)) };
}

/** Half a cent goes up; products of cents and quantities stay whole numbers. */
const part = (cents: number, units: number, of: number) => Math.floor((2 * cents * units + of) / (2 * of));

/**
 * Spreads what a return gives back: its money first off what is still owed of the order, the rest out, and store
 * credit back as such. `granted` is what staff give in all, at most what the goods were worth (null: that): what they
 * keep is kept of the store credit first.
 */
export function spreadRefund(asked: { worth: ReturnShare; granted: Money | null; open: Money }): {
  refund: Money;
  storeCredit: Money;
  offDebt: Money;
  paidOut: Money;
} {
  const { money, storeCredit: used } = asked.worth;
  const refund = asked.granted === null ? money : lowestMoney(asked.granted, money);
  const storeCredit = asked.granted === null ? used : lowestMoney(subtractMoney(asked.granted, refund), used);
  const offDebt = asked.open > 0 ? lowestMoney(asked.open, refund) : ZERO;
  return { refund, storeCredit, offDebt, paidOut: subtractMoney(refund, offDebt) };
}
