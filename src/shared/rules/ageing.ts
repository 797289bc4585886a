import { addMoney, type Money, ZERO } from '#shared/rules/money.ts';

export const AGES = ['current', 'upTo30', 'upTo60', 'upTo90', 'over90'] as const;
export type Age = (typeof AGES)[number];
export type Ageing = Record<Age, Money>;

const DAY_MS = 86_400_000;

/** Tells how long a debt is overdue on a day (both as dates). One due that day, or without a date, is current. */
export function ageOf(dueDate: string | null, today: string): Age {
  const days = dueDate === null ? 0 : (Date.parse(today) - Date.parse(dueDate)) / DAY_MS;
  if (days < 1) return 'current';
  if (days <= 30) return 'upTo30';
  if (days <= 60) return 'upTo60';
  return days <= 90 ? 'upTo90' : 'over90';
}

/**
 * Sorts what is owed by how long it is overdue; together that is the balance. A company's credits are not spread over
 * its debts: they make what is current less.
 */
export function ageing(debts: readonly { dueDate: string | null; owed: Money }[], today: string): Ageing {
  const sums: Ageing = { current: ZERO, upTo30: ZERO, upTo60: ZERO, upTo90: ZERO, over90: ZERO };
  for (const { dueDate, owed } of debts) {
    const age = owed > 0 ? ageOf(dueDate, today) : 'current';
    sums[age] = addMoney(sums[age], owed);
  }
  return sums;
}
