import { addMoney, type Money, subtractMoney, sumMoney, ZERO } from '#shared/rules/money.ts';

export const AGES = ['current', 'upTo30', 'upTo60', 'upTo90', 'over90'] as const;
export type Age = (typeof AGES)[number];
export const AGE_WORDS: Readonly<Record<Age, string>> = {
  current: 'Current',
  upTo30: '1–30 days',
  upTo60: '31–60 days',
  upTo90: '61–90 days',
  over90: 'Over 90 days',
};
export type Ageing = Record<Age, Money>;

/** Is still to be paid of an order, by a date; null: none is set. */
interface Debt {
  dueDate: string | null;
  open: Money;
}

const DAY_MS = 86_400_000;

/** Tells how long a debt is overdue on a day. One due that day, or without a date, is current. */
export function ageOf(dueDate: string | null, today: string): Age {
  const days = dueDate === null ? 0 : (Date.parse(today) - Date.parse(dueDate)) / DAY_MS;
  if (days < 1) return 'current';
  if (days <= 30) return 'upTo30';
  if (days <= 60) return 'upTo60';
  return days <= 90 ? 'upTo90' : 'over90';
}

/**
 * Sorts what is open by how long it is overdue; together that is the `balance` of the account. Whatever stands to a
 * company's good is not spread over its debts: it makes what is current less.
 */
export function ageing(open: readonly Debt[], balance: Money, today: string): Ageing {
  const sums: Ageing = { current: ZERO, upTo30: ZERO, upTo60: ZERO, upTo90: ZERO, over90: ZERO };
  for (const debt of open) {
    const age = ageOf(debt.dueDate, today);
    sums[age] = addMoney(sums[age], debt.open);
  }
  const toTheirGood = subtractMoney(sumMoney(open.map(debt => debt.open)), balance);
  return { ...sums, current: subtractMoney(sums.current, toTheirGood) };
}

/** Lists the debts that are due on a day, that day's too. One without a date is not. */
export const dueOf = <D extends Debt>(open: readonly D[], today: string): D[] =>
  open.filter(({ dueDate }) => dueDate !== null && dueDate <= today);
