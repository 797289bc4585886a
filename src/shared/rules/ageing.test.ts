import { describe, expect, it } from 'vitest';
import { ageing, ageOf } from '#shared/rules/ageing.ts';
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
    { dueDate: '2027-01-15', owed: usd(100.1) },
    { dueDate: '2026-12-15', owed: usd(50.2) },
    { dueDate: '2026-12-16', owed: usd(0.3) },
    { dueDate: '2026-09-01', owed: usd(7) },
    { dueDate: '2026-09-01', owed: usd(-20.05) },
  ];
  expect(ageing(debts, '2026-12-31')).toEqual({
    current: 80.05,
    upTo30: 50.5,
    upTo60: 0,
    upTo90: 0,
    over90: 7,
  });
});
