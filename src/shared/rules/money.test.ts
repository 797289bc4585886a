import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPERTY, RUNS } from '#shared/rules/arbitraries.test-support.ts';
import {
  addMoney,
  allocate,
  formatMoney,
  fractionOfCents,
  highestMoney,
  isMoney,
  lessPercent,
  lowestMoney,
  MAX_MONEY_CENTS,
  type Money,
  mulDiv,
  multiplyMoney,
  percentOfCents,
  spreadMoney,
  subtractMoney,
  sumMoney,
  toCents,
  toMoney,
  ZERO,
} from '#shared/rules/money.ts';
import { roundedFraction, sharedOut } from '#shared/rules/oracle.test-support.ts';

const usd = (amount: number) => amount as Money;
const runs = { numRuns: RUNS };
const wholeCents = fc.integer({ min: 0, max: MAX_MONEY_CENTS });

describe('amounts', () => {
  it.each([
    [6.85, 685],
    [0.1 + 0.2, 30],
    [1.005, null],
    [4.35, 435],
    [1234567.89, 123456789],
    [-0.01, -1],
    [-0, 0],
    [0.001, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
  ])('%f dollars are %s cents', (dollars, expected) => {
    if (expected === null) expect(() => toCents(dollars)).toThrow(RangeError);
    else expect(toCents(dollars)).toBe(expected);
  });

  it('go to cents and back without loss', PROPERTY, () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e15, max: 1e15 }), value => toCents(toMoney(value)) === value),
      runs,
    );
  });

  it('are never made of a fraction of a cent', () => {
    expect(() => toMoney(0.5)).toThrow(RangeError);
    expect(() => toMoney(2 ** 53)).toThrow(RangeError);
  });

  it.each([
    [10_000_000, true],
    [10_000_000.01, false],
    [0.01, true],
    [0.005, false],
    [Number.NaN, false],
  ])('isMoney(%f) is %s', (value, expected) => expect(isMoney(value)).toBe(expected));

  it.each([
    [1234.5, '$1,234.50'],
    [0, '$0.00'],
    [0.05, '$0.05'],
    [-12.3, '−$12.30'],
    [10_000_000, '$10,000,000.00'],
  ])('%f reads %s', (amount, text) => expect(formatMoney(usd(amount))).toBe(text));

  it('add, subtract and multiply in whole cents', () => {
    expect(addMoney(usd(0.1), usd(0.2))).toBe(0.3);
    expect(sumMoney([])).toBe(0);
    expect(sumMoney(Array.from({ length: 1000 }, () => usd(0.01)))).toBe(10);
    expect(subtractMoney(usd(0.3), usd(0.1))).toBe(0.2);
    expect(subtractMoney(usd(1), usd(1.01))).toBe(-0.01);
    expect(multiplyMoney(usd(1.15), 3)).toBe(3.45);
    expect(() => multiplyMoney(usd(1), 1.5)).toThrow(RangeError);
    expect(lowestMoney(usd(2), usd(1.99), usd(3))).toBe(1.99);
    expect(highestMoney(usd(2), usd(3), usd(1.99))).toBe(3);
  });
});

describe('percentages and rates', () => {
  it.each([
    // amount, percent, part, rest
    [1.0, 8.25, 0.08, 0.92],
    [6.0, 8.25, 0.5, 5.51],
    [0.1, 5, 0.01, 0.1],
    [0.01, 50, 0.01, 0.01],
    [0.01, 49.99, 0, 0.01],
    [33.33, 0, 0, 33.33],
    [33.33, 100, 33.33, 0],
    [10_000_000, 33.3333, 3_333_330, 6_666_670],
  ])('of %f, %f%% is %f and leaves %f, half a cent up', (amount, percent, part, rest) => {
    expect(toMoney(percentOfCents(toCents(usd(amount)), percent))).toBe(part);
    expect(lessPercent(usd(amount), percent)).toBe(rest);
  });

  it('round where float multiplication would not: 1.075 of a hundred dollars', () => {
    // 100 * 0.01075 * 100 is 107.49999999999999 in floats.
    expect(fractionOfCents(10_000, 0.01075)).toBe(108);
    expect(fractionOfCents(200, 0.0725)).toBe(15);
  });

  it('agree with exact fractions', PROPERTY, () => {
    fc.assert(
      fc.property(wholeCents, fc.integer({ min: 0, max: 1_000_000 }), (cents, millionths) => {
        const exact = roundedFraction(BigInt(cents) * BigInt(millionths), 1_000_000n);
        expect(BigInt(fractionOfCents(cents, millionths / 1_000_000))).toBe(exact);
        expect(BigInt(percentOfCents(cents, millionths / 10_000))).toBe(exact);
      }),
      runs,
    );
  });

  it.each([-0.01, 100.01, Number.NaN, 8.25001])('%f percent is refused', percent =>
    expect(() => percentOfCents(100, percent)).toThrow(RangeError),
  );

  it.each([-0.01, 1.01, Number.NaN, 0.0825001])('a fraction of %f is refused', fraction =>
    expect(() => fractionOfCents(100, fraction)).toThrow(RangeError),
  );

  it('mulDiv is exact far beyond the safe integers', PROPERTY, () => {
    const big = fc.integer({ min: 0, max: 1e12 });
    fc.assert(
      fc.property(big, fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 1, max: 1e6 }), (a, b, by) => {
        const exact = roundedFraction(BigInt(a) * BigInt(b), BigInt(by));
        if (exact > BigInt(Number.MAX_SAFE_INTEGER)) expect(() => mulDiv(a, b, by)).toThrow(RangeError);
        else expect(BigInt(mulDiv(a, b, by))).toBe(exact);
      }),
      runs,
    );
    expect(() => mulDiv(1, 1, 0)).toThrow(RangeError);
    expect(() => mulDiv(-1, 1, 1)).toThrow(RangeError);
  });
});

describe('sharing out', () => {
  it.each([
    ['thirds: the earlier one of equals gets the cent', 100, [1, 1, 1], [34, 33, 33]],
    ['the largest remainder first', 100, [1, 1, 4], [17, 17, 66]],
    ['two left over go to the two largest remainders', 10, [3, 3, 1], [4, 4, 2]],
    ['a weight of 0 gets nothing', 100, [0, 3, 0], [0, 100, 0]],
    ['fewer cents than lines', 2, [5, 5, 5, 5], [1, 1, 0, 0]],
    ['nothing to share', 0, [0, 0], [0, 0]],
    ['nothing among nobody', 0, [], []],
  ])('%s', (_, total, weights, shares) => expect(allocate(total, weights)).toEqual(shares));

  it.each([
    ['a total without weights', 1, [0, 0]],
    ['a total without lines', 1, []],
    ['a negative total', -1, [1]],
    ['a negative weight', 1, [2, -1]],
    ['a fraction of a cent', 0.5, [1]],
  ])('%s is refused', (_, total, weights) => expect(() => allocate(total, weights)).toThrow(RangeError));

  it(
    'adds up exactly, each share less than a cent from its exact one, and as the exact model shares [MONEY-09]',
    PROPERTY,
    () => {
      const weights = fc.array(fc.oneof(fc.integer({ min: 0, max: 50 }), wholeCents), {
        minLength: 1,
        maxLength: 40,
      });
      fc.assert(
        fc.property(wholeCents, weights, (total, parts) => {
          fc.pre(parts.some(part => part > 0));
          const shares = allocate(total, parts);
          const sum = parts.reduce((all, part) => all + BigInt(part), 0n);
          expect(shares.reduce((all, share) => all + share, 0)).toBe(total);
          shares.forEach((share, at) => {
            const off = BigInt(share) * sum - BigInt(total) * BigInt(parts[at] ?? 0);
            expect(off < sum && off > -sum).toBe(true);
          });
          expect(shares.map(BigInt)).toEqual(sharedOut(BigInt(total), parts.map(BigInt)));
        }),
        runs,
      );
    },
  );

  it('shares among ten thousand lines', () => {
    const shares = spreadMoney(
      usd(99.99),
      Array.from({ length: 10_000 }, (_, at) => 1 + (at % 7)),
    );
    expect(sumMoney(shares)).toBe(99.99);
    expect(sumMoney(spreadMoney(ZERO, [1, 2]))).toBe(0);
  });
});
