import { describe, expect, it } from 'vitest';
import { creditCheck, ordersToRelease } from '#shared/rules/credit.ts';
import type { Money } from '#shared/rules/money.ts';

const usd = (amount: number) => amount as Money;

describe('credit', () => {
  it.each([
    ['within the limit', 400, 1000, 599.99, { allowed: true, available: 600, left: 0.01, missing: 0 }],
    ['exactly the limit', 400, 1000, 600, { allowed: true, available: 600, left: 0, missing: 0 }],
    ['a cent over the limit', 400, 1000, 600.01, { allowed: false, available: 600, left: 0, missing: 0.01 }],
    ['nothing left', 1000, 1000, 0.01, { allowed: false, available: 0, left: 0, missing: 0.01 }],
    ['already over', 1200, 1000, 1, { allowed: false, available: 0, left: 0, missing: 201 }],
    ['no credit at all', 0, 0, 0, { allowed: false, available: 0, left: 0, missing: 0 }],
    ['paid ahead', -50, 1000, 1050, { allowed: true, available: 1050, left: 0, missing: 0 }],
    ['cents that floats would miss', 0.1, 0.3, 0.2, { allowed: true, available: 0.2, left: 0, missing: 0 }],
  ])('%s', (_, owed, creditLimit, total, expected) => {
    const asked = { owed: usd(owed), creditLimit: usd(creditLimit), total: usd(total) };
    expect(creditCheck(asked)).toMatchObject(expected);
  });

  it.each([
    [0, 799.99, false],
    [0, 800, true],
    [700, 99.99, false],
    [700, 100, true],
    [1000, 0.01, true],
    [-100, 899.99, false],
    [-100, 900, true],
  ])('warns from four fifths of the limit on: %s owed, %s more', (owed, total, isNear) => {
    expect(creditCheck({ owed: usd(owed), creditLimit: usd(1000), total: usd(total) }).isNear).toBe(isNear);
  });
});

describe('what to pay', () => {
  const open = [40, 60.5, 100].map(amount => ({ open: usd(amount) }));

  it.each([
    [0, 0, 0, true],
    [0.01, 1, 40, true],
    [40, 1, 40, true],
    [40.01, 2, 100.5, true],
    [200.5, 3, 200.5, true],
    [200.51, 3, 200.5, false],
  ])('for %s that are missing', (missing, count, sum, isEnough) => {
    const found = ordersToRelease(open, usd(missing));
    expect(found).toEqual({ orders: open.slice(0, count), sum, isEnough });
  });

  it('is nothing where nothing is open', () => {
    expect(ordersToRelease([], usd(1))).toEqual({ orders: [], sum: 0, isEnough: false });
  });
});
