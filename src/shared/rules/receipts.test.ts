import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Money, sumMoney, toMoney } from '#shared/rules/money.ts';
import {
  appliedIssues,
  openAfter,
  spreadReceipt,
  spreadWithAccount,
  takeOfKept,
} from '#shared/rules/receipts.ts';

const usd = (amount: number) => amount as Money;
const debts = [
  { _id: 'oldest', open: usd(430.84) },
  { _id: 'next', open: usd(212) },
  { _id: 'latest', open: usd(97.16) },
];

describe('a receipt', () => {
  it.each([
    [700, [430.84, 212, 57.16], 0, [0, 0, 40]],
    [750, [430.84, 212, 97.16], 10, [0, 0, 0]],
    [430.84, [430.84], 0, [0, 212, 97.16]],
    [0.01, [0.01], 0, [430.83, 212, 97.16]],
  ])('of %f pays the oldest first', (amount, parts, rest, open) => {
    const spread = spreadReceipt(usd(amount), debts);
    expect(spread.applied.map(one => one.amount)).toEqual(parts);
    expect(spread.rest).toBe(rest);
    expect(debts.map(debt => openAfter(debt, spread.applied))).toEqual(open);
  });

  it('goes to orders or stays on account, to the cent', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 }).map(toMoney);
    fc.assert(
      fc.property(cents, fc.array(cents), (amount, opens) => {
        const owed = opens.map((open, nth) => ({ _id: String(nth), open }));
        const { applied, rest } = spreadReceipt(amount, owed);
        expect(sumMoney([...applied.map(one => one.amount), rest])).toBe(amount);
        expect(appliedIssues(amount, applied, owed)).toEqual([]);
        for (const debt of owed) expect(openAfter(debt, applied)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it.each([
    [[{ _id: 'oldest', amount: 430.85 }], ['orders', 0, 'amount'], 'is more than the $430.84 still open'],
    [[{ _id: 'oldest', amount: 0 }], ['orders', 0, 'amount'], 'must be above 0'],
    [[{ _id: 'oldest', amount: -1 }], ['orders', 0, 'amount'], 'must be above 0'],
    [[{ _id: 'other', amount: 1 }], ['orders', 0, '_id'], 'has nothing to be paid, or is somebody else’s'],
    [
      [
        { _id: 'next', amount: 1 },
        { _id: 'next', amount: 2 },
      ],
      ['orders', 1, '_id'],
      'is named twice',
    ],
    [
      [
        { _id: 'oldest', amount: 400 },
        { _id: 'next', amount: 200.01 },
      ],
      ['amount'],
      'is less than the $600.01 that go to orders',
    ],
  ])('%# is refused beside its field', (parts, path, message) => {
    const applied = parts.map(one => ({ ...one, amount: usd(one.amount) }));
    expect(appliedIssues(usd(600), applied, debts)).toEqual([{ path, message }]);
  });
});

describe('money on account', () => {
  it('is taken from what came in first, over several orders', () => {
    const kept = [
      { receipt: 'first', left: usd(10) },
      { receipt: 'second', left: usd(25.5) },
    ];
    const applied = [
      { _id: 'oldest', amount: usd(12) },
      { _id: 'next', amount: usd(23.5) },
    ];
    expect(takeOfKept(kept, applied)).toEqual([
      { receipt: 'first', order: 'oldest', amount: 10 },
      { receipt: 'second', order: 'oldest', amount: 2 },
      { receipt: 'second', order: 'next', amount: 23.5 },
    ]);
    expect(kept[0]?.left).toBe(10);
    expect(() => takeOfKept(kept, [{ _id: 'oldest', amount: usd(35.51) }])).toThrow('$0.01 more');
  });

  it.each([
    [700, 100, [430.84, 212, 57.16], [['latest', 40]], 0],
    [430.84, 10, [430.84], [['next', 10]], 0],
    [730, 10, [430.84, 212, 87.16], [['latest', 10]], 0],
    [750, 10, [430.84, 212, 97.16], [], 10],
    [
      0,
      440,
      [],
      [
        ['oldest', 430.84],
        ['next', 9.16],
      ],
      0,
    ],
    [40, 0, [40], [], 0],
  ] as const)(
    'beside a receipt of %f: %f of it pays only what that leaves open',
    (amount, onAccount, parts, more, rest) => {
      const spread = spreadWithAccount(usd(amount), usd(onAccount), debts);
      expect(spread.applied.map(one => one.amount)).toEqual(parts);
      expect(spread.fromAccount.map(one => [one._id, one.amount])).toEqual(more);
      expect(spread.rest).toBe(rest);
    },
  );

  it('pays what was applied, and no receipt more than it has', () => {
    const cents = fc.integer({ min: 1, max: 100_000 }).map(toMoney);
    fc.assert(
      fc.property(fc.array(cents), fc.array(cents), (lefts, opens) => {
        const kept = lefts.map((left, nth) => ({ receipt: String(nth), left }));
        const owed = opens.map((open, nth) => ({ _id: String(nth), open }));
        const { applied } = spreadReceipt(sumMoney(lefts), owed);
        const taken = takeOfKept(kept, applied);
        const sum = (of: typeof taken) => sumMoney(of.map(({ amount }) => amount));
        for (const { _id, amount } of applied)
          expect(sum(taken.filter(one => one.order === _id))).toBe(amount);
        for (const { receipt, left } of kept)
          expect(sum(taken.filter(one => one.receipt === receipt))).toBeLessThanOrEqual(left);
      }),
    );
  });
});
