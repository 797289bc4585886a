import { describe, expect, it } from 'vitest';
import { creditAfter, creditCheck, ordersToRelease, releaseOf, sidesOf } from '#shared/rules/credit.ts';
import type { Money } from '#shared/rules/money.ts';

const usd = (amount: number) => amount as Money;

it.each([
  [12.5, { owes: 12.5, inFavor: 0 }],
  [0, { owes: 0, inFavor: 0 }],
  [-664.94, { owes: 0, inFavor: 664.94 }],
])('a balance of %f is owed or in favor', (balance, sides) => expect(sidesOf(usd(balance))).toEqual(sides));

describe('credit', () => {
  it.each([
    [
      'within the limit',
      400,
      1000,
      599.99,
      { allowed: true, used: 400, available: 600, left: 0.01, missing: 0 },
    ],
    ['exactly the limit', 400, 1000, 600, { allowed: true, available: 600, left: 0, missing: 0 }],
    ['a cent over the limit', 400, 1000, 600.01, { allowed: false, available: 600, left: 0, missing: 0.01 }],
    ['nothing left', 1000, 1000, 0.01, { allowed: false, available: 0, left: 0, missing: 0.01 }],
    ['already over', 1200, 1000, 1, { allowed: false, available: 0, left: 0, missing: 201 }],
    ['no credit at all', 0, 0, 0, { allowed: false, available: 0, left: 0, missing: 0 }],
    ['paid ahead', -50, 1000, 1000, { allowed: true, used: 0, available: 1000, left: 0, missing: 0 }],
    [
      'paid ahead, a cent over',
      -50,
      1000,
      1000.01,
      { allowed: false, available: 1000, left: 0, missing: 0.01 },
    ],
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
    [-100, 799.99, false],
    [-100, 800, true],
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
    const found = ordersToRelease(open, { missing: usd(missing), owed: usd(1000) });
    expect(found).toEqual({ orders: open.slice(0, count), sum, isEnough });
  });

  it('is nothing where nothing is open', () => {
    const asked = { missing: usd(1), owed: usd(1) };
    expect(ordersToRelease([], asked)).toEqual({ orders: [], sum: 0, isEnough: false });
  });

  it('is not enough where money on account makes up for the debts: paying them frees nothing', () => {
    for (const [owed, isEnough] of [
      [40, true],
      [39.99, false],
      [-450, false],
    ] as const)
      expect(ordersToRelease(open, { missing: usd(40), owed: usd(owed) }).isEnough).toBe(isEnough);
  });
});

describe('a company over its limit', () => {
  const debt = (_id: string, amount: number, paymentType: 'Terms' | 'Check' = 'Terms') => ({
    ...{ _id, paymentType, open: usd(amount) },
  });
  const orders = [debt('counter', 500, 'Check'), debt('old', 430.84), debt('new', 212), debt('late', 97.16)];
  const of = (owed: number, creditLimit = 500) => ({
    ...{ orders, credit: { owed: usd(owed), creditLimit: usd(creditLimit) } },
  });

  it('pays the longest due on account that bring it within its limit, and no order that is not on account', () => {
    expect(releaseOf(of(740))).toMatchObject({
      ...{ missing: 240, orders: [{ _id: 'old' }], sum: 430.84, isEnough: true },
    });
    expect(releaseOf(of(740, 300))).toMatchObject({
      ...{ missing: 440, orders: [{ _id: 'old' }, { _id: 'new' }], sum: 642.84, isEnough: true },
    });
    expect(releaseOf(of(740, 0))).toMatchObject({ missing: 740, sum: 740, isEnough: true });
    expect(releaseOf(of(500.01))).toMatchObject({ missing: 0.01, sum: 430.84 });
  });

  it('is none at its limit, and a person has none', () => {
    expect(releaseOf(of(500))).toBeNull();
    expect(releaseOf(of(-10))).toBeNull();
    expect(releaseOf({ orders, credit: null })).toBeNull();
  });

  it('stands after a payment by what of it pays orders on account or nothing', () => {
    const owedAfter = (parts: [string, number][], rest: number) =>
      creditAfter(of(740), {
        ...{ applied: parts.map(([_id, amount]) => ({ _id, amount: usd(amount) })), rest: usd(rest) },
      })?.owed;
    expect(owedAfter([['old', 430.84]], 0)).toBe(309.16);
    expect(owedAfter([['counter', 500]], 0)).toBe(740);
    expect(
      owedAfter(
        [
          ['counter', 500],
          ['old', 430.84],
          ['new', 69.15],
        ],
        0.01,
      ),
    ).toBe(240);
    expect(owedAfter([], 750)).toBe(-10);
    expect(creditAfter({ orders, credit: null }, { applied: [], rest: usd(1) })).toBeNull();
  });
});
