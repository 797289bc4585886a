import type { FieldIssue } from '#shared/errors.ts';
import { formatMoney, lowestMoney, type Money, subtractMoney, sumMoney, ZERO } from '#shared/rules/money.ts';

/** An order, and what of it is still to be paid. */
export interface Debt {
  _id: string;
  open: Money;
}

/** The part of a receipt that pays an order. */
export interface Applied {
  _id: string;
  amount: Money;
}

/** Spreads an amount over debts as they are given, each whole before the next; what is left stays on account. */
export function spreadReceipt(amount: Money, debts: readonly Debt[]): { applied: Applied[]; rest: Money } {
  let rest = amount;
  const applied = debts.flatMap(({ _id, open }) => {
    const part = lowestMoney(rest, open);
    if (part <= 0) return [];
    rest = subtractMoney(rest, part);
    return [{ _id, amount: part }];
  });
  return { applied, rest };
}

/**
 * Spreads an amount that came in, and then, over what it leaves open, money that was on account before: so nothing is
 * taken off the account that the new amount would put back on it.
 */
export function spreadWithAccount(
  amount: Money,
  onAccount: Money,
  debts: readonly Debt[],
): { applied: Applied[]; fromAccount: Applied[]; rest: Money } {
  const { applied, rest } = spreadReceipt(amount, debts);
  const left = debts.map(debt => ({ ...debt, open: openAfter(debt, applied) }));
  return { applied, fromAccount: spreadReceipt(onAccount, left).applied, rest };
}

/** Tells what of the parts that staff named can't be, beside each (rule O21). */
export function appliedIssues(
  amount: Money,
  applied: readonly Applied[],
  debts: readonly Debt[],
): FieldIssue[] {
  const issues = applied.flatMap(({ _id, amount: part }, index): FieldIssue[] => {
    const refuse = (field: string, message: string) => [{ path: ['orders', index, field], message }];
    const debt = debts.find(one => one._id === _id);
    if (!debt) return refuse('_id', 'has nothing to be paid, or is somebody else’s');
    if (applied.findIndex(one => one._id === _id) < index) return refuse('_id', 'is named twice');
    if (part <= 0) return refuse('amount', 'must be above 0');
    return part > debt.open ? refuse('amount', `is more than the ${formatMoney(debt.open)} still open`) : [];
  });
  if (issues.length > 0) return issues;
  const sum = sumMoney(applied.map(one => one.amount));
  if (sum <= amount) return [];
  return [{ path: ['amount'], message: `is less than the ${formatMoney(sum)} that go to orders` }];
}

/** A receipt, and what of it pays nothing yet. */
export interface Kept {
  receipt: string;
  left: Money;
}

/** Takes parts of orders out of money on account, each receipt whole before the next; it has to be enough. */
export function takeOfKept(
  kept: readonly Kept[],
  applied: readonly Applied[],
): { receipt: string; order: string; amount: Money }[] {
  const taken: { receipt: string; order: string; amount: Money }[] = [];
  const left = kept.map(one => ({ ...one }));
  for (const { _id, amount } of applied) {
    let rest = amount;
    for (const one of left) {
      const part = lowestMoney(rest, one.left);
      if (part <= 0) continue;
      rest = subtractMoney(rest, part);
      one.left = subtractMoney(one.left, part);
      taken.push({ receipt: one.receipt, order: _id, amount: part });
    }
    if (rest > 0) throw new Error(`${formatMoney(rest)} more than is on account`);
  }
  return taken;
}

/** The part of a debt that stays open when so much of a receipt goes to it. */
export const openAfter = ({ _id, open }: Debt, applied: readonly Applied[]): Money =>
  subtractMoney(open, applied.find(one => one._id === _id)?.amount ?? ZERO);
