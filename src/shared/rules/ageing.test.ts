import { describe, expect, it } from 'vitest';
import { ageing, ageOf, dueOf } from '#shared/rules/ageing.ts';
import type { Money } from '#shared/rules/money.ts';

const usd = (amount: number) => amount as Money;

describe('how long a debt is overdue', () => {
  it.each([
    [null, 'current'],
    ['2027-01-01', 'current'],
    ['2026-12-31', 'current'],
    ['2026-12-30', 'upTo30'],
    ['2026-12-01', 'upTo30'],
    ['2026-11-30', 'upTo60'],
    ['2026-11-01', 'upTo60'],
    ['2026-10-31', 'upTo90'],
    ['2026-10-02', 'upTo90'],
    ['2026-10-01', 'over90'],
    ['2024-02-29', 'over90'],
  ])('due on %s is %s at the end of 2026', (dueDate, age) => {
    expect(ageOf(dueDate, '2026-12-31')).toBe(age);
  });
});

it('ageing adds up to the balance; what stands to a company’s good makes what is current less', () => {
  const debts = [
    { dueDate: '2027-01-15', open: usd(100.1) },
    { dueDate: '2026-12-15', open: usd(50.2) },
    { dueDate: '2026-12-16', open: usd(0.3) },
    { dueDate: '2026-09-01', open: usd(7) },
  ];
  const agesAt = (balance: number) => ageing(debts, usd(balance), '2026-12-31');
  expect(agesAt(157.6).current).toBe(100.1);
  expect(agesAt(27.5).current).toBe(-30);
  expect(agesAt(137.55)).toEqual({
    current: 80.05,
    upTo30: 50.5,
    upTo60: 0,
    upTo90: 0,
    over90: 7,
  });
});

it('what is due that day is asked for, and not overdue', () => {
  const debts = [null, '2027-01-01', '2026-12-31', '2026-12-30'].map(dueDate => ({ dueDate, open: usd(1) }));
  expect(dueOf(debts, '2026-12-31').map(({ dueDate }) => dueDate)).toEqual(['2026-12-31', '2026-12-30']);
});
