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

/** Shares of a line in the figures of its order. `discount`: on goods, without that on shipping. */
export interface LineShares {
  itemTax: Money;
  discount: Money;
  itemCredit: Money;
}

/**
 * Tells what of a line's discount is on its goods: where a coupon takes the shipping off (`isShippingFree`), the line's
 * share of that is in it, beside what units of it had kept of another coupon.
 */
export const goodsDiscount = (
  { itemDiscount, itemShipping }: { itemDiscount: Money; itemShipping: Money },
  isShippingFree: boolean,
): Money => (isShippingFree ? subtractMoney(itemDiscount, itemShipping) : itemDiscount);

export interface ReturnedLine extends LineShares {
  quantity: number;
  price: Money;
}

/** Units of a line, with their shares: those that were paid back before, or are about to be. */
export interface Units extends LineShares {
  units: number;
}

export const NO_UNITS: Units = { units: 0, itemTax: ZERO, discount: ZERO, itemCredit: ZERO };

/**
 * Takes some units out of a line of which others went back earlier: each in turn has its share of what is left, in whole
 * cents. So however a line comes back, bit by bit or at once, it comes to the whole of it, also where it was lowered in
 * between. A RangeError for more units than are left.
 */
export function unitsOf(line: ReturnedLine, before: Units, units: number): Units {
  const left = { units: line.quantity - before.units, ...sharesLess(line, before) };
  if (units < 0 || units > left.units) throw new RangeError(`${left.units} are left, not ${units}`);
  if (units === 0) return NO_UNITS;
  const share = (cents: number) => part(cents, units, left.units);
  const goods = toCents(multiplyMoney(line.price, units));
  const money = share(paidFor(line.price, left));
  // Half a cent up in money is half a cent down in store credit: where nothing else has a share, they make the price.
  const credit = -share(-left.credit);
  const discount = within(goods + share(left.tax) - credit - money, left.discount);
  const tax = within(money + credit + discount - goods, left.tax);
  return {
    units,
    itemTax: toMoney(tax),
    discount: toMoney(discount),
    itemCredit: toMoney(credit + 0),
  };
}

/** The amount that was paid for units of a line, with their tax; shipping is not part of it. */
export const worthOf = (price: Money, units: Units): Money =>
  toMoney(
    paidFor(price, {
      units: units.units,
      tax: toCents(units.itemTax),
      discount: toCents(units.discount),
      credit: toCents(units.itemCredit),
    }),
  );

/** Puts units together that went back one after the other. */
export const addUnits = (some: Units, more: Units): Units => ({
  units: some.units + more.units,
  itemTax: addMoney(some.itemTax, more.itemTax),
  discount: addMoney(some.discount, more.discount),
  itemCredit: addMoney(some.itemCredit, more.itemCredit),
});

/**
 * Lowers a line of which some was paid back: other units of it go, at the price that they were sold for, and their
 * shares with them. A RangeError below what came back, or above what the line has.
 */
export function lowerLine<Line extends ReturnedLine>(line: Line, back: Units, quantity: number): Line {
  const { itemTax, discount, itemCredit } = addUnits(back, unitsOf(line, back, quantity - back.units));
  return { ...line, quantity, itemTax, discount, itemCredit };
}

interface CentShares {
  tax: number;
  discount: number;
  credit: number;
}

const sharesLess = (line: LineShares, less: LineShares): CentShares => ({
  tax: toCents(line.itemTax) - toCents(less.itemTax),
  discount: toCents(line.discount) - toCents(less.discount),
  credit: toCents(line.itemCredit) - toCents(less.itemCredit),
});

const paidFor = (price: Money, { units, tax, discount, credit }: CentShares & { units: number }) =>
  toCents(multiplyMoney(price, units)) - discount + tax - credit;

const within = (cents: number, most: number) => Math.max(0, Math.min(cents, most));

/** Half a cent goes up; products of cents and quantities stay whole numbers. */
const part = (cents: number, units: number, of: number) => Math.floor((2 * cents * units + of) / (2 * of));

/**
 * Spreads what a return gives back: its money first off what is still owed of the order, the rest out, and store
 * credit back as such. `granted` is what staff give in all, at most what the goods were worth (null: that): what they
 * keep is kept of the store credit first. `left`: no more money goes out than is left of what was paid.
 */
export function spreadRefund(asked: {
  worth: { money: Money; storeCredit: Money };
  granted: Money | null;
  open: Money;
  left: Money;
}): {
  refund: Money;
  storeCredit: Money;
  offDebt: Money;
  paidOut: Money;
} {
  const { money, storeCredit: used } = asked.worth;
  const open = asked.open > 0 ? asked.open : ZERO;
  const refund = lowestMoney(asked.granted ?? money, money, addMoney(open, asked.left));
  const storeCredit = asked.granted === null ? used : lowestMoney(subtractMoney(asked.granted, refund), used);
  const offDebt = lowestMoney(open, refund);
  return { refund, storeCredit, offDebt, paidOut: subtractMoney(refund, offDebt) };
}
