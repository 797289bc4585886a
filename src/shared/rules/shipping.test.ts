import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ShippingMethod } from '#shared/enumerations.ts';
import { PROPERTY, RUNS } from '#shared/rules/arbitraries.test-support.ts';
import { type Money, sumMoney, toMoney } from '#shared/rules/money.ts';
import {
  shippingCost,
  spreadShipping,
  toNextShippingTier,
  validateShippingTiers,
} from '#shared/rules/shipping.ts';

const usd = (amount: number) => amount as Money;
const tiersOf = (...pairs: [price: number, cost: number][]) =>
  pairs.map(([price, cost]) => ({ price: usd(price), cost: usd(cost) }));
const tiers = tiersOf([50, 12.5], [100, 10], [200, 8], [400, 5], [999, 0]);
const cost = (subTotal: number, method: ShippingMethod) =>
  shippingCost({ subTotal: usd(subTotal), method, tiers });

const BOUNDARIES: [subTotal: number, cost: number][] = [
  [0.01, 12.5],
  [49.99, 12.5],
  [50, 10],
  [50.01, 10],
  [99.99, 10],
  [100, 8],
  [100.01, 8],
  [199.99, 8],
  [200, 5],
  [200.01, 5],
  [399.99, 5],
  [400, 0],
  [400.01, 0],
  // The fifth threshold is not used.
  [998.99, 0],
  [999, 0],
  [10_000_000, 0],
];

describe('shipping', () => {
  it.each(BOUNDARIES)('of %f costs %f by standard, ground and fedex [MONEY-05]', (subTotal, expected) => {
    for (const method of ['standard', 'ground', 'fedex'] as const)
      expect(cost(subTotal, method)).toBe(expected);
  });

  it.each(BOUNDARIES)('of %f costs twice %f by air [MONEY-06]', (subTotal, expected) =>
    expect(cost(subTotal, 'air')).toBe(expected * 2),
  );

  it('costs nothing by other methods, nor for a zero subtotal [MONEY-06]', () => {
    for (const [subTotal] of BOUNDARIES) {
      expect(cost(subTotal, 'local')).toBe(0);
      expect(cost(subTotal, 'freight')).toBe(0);
    }
    for (const method of ['standard', 'ground', 'fedex', 'air'] as const) expect(cost(0, method)).toBe(0);
  });

  it('has exactly five tiers', () => {
    expect(() => shippingCost({ subTotal: usd(1), method: 'ground', tiers: tiers.slice(1) })).toThrow(
      RangeError,
    );
    expect(() => shippingCost({ subTotal: usd(1), method: 'ground', tiers: [] })).toThrow(RangeError);
  });
});

describe('the next shipping tier', () => {
  it.each([
    [49.99, 'ground', { missing: 0.01, cost: 10 }],
    [50, 'ground', { missing: 50, cost: 8 }],
    [399.99, 'air', { missing: 0.01, cost: 0 }],
    [10, 'air', { missing: 40, cost: 20 }],
    [400, 'ground', null],
    [10, 'local', null],
    [0, 'ground', null],
  ] as const)('from %f by %s', (subTotal, method, expected) => {
    expect(toNextShippingTier({ subTotal: usd(subTotal), method, tiers })).toEqual(expected);
  });

  it('passes over tiers that are not cheaper', () => {
    const level = tiersOf([50, 10], [100, 10], [200, 11], [400, 9], [500, 9]);
    expect(toNextShippingTier({ subTotal: usd(20), method: 'ground', tiers: level })).toEqual({
      missing: 180,
      cost: 9,
    });
  });

  it('is reached by buying exactly what is missing', PROPERTY, () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50_000 }), cents => {
        const subTotal = toMoney(cents);
        const next = toNextShippingTier({ subTotal, method: 'ground', tiers });
        fc.pre(next !== null);
        const missing = Math.round((next?.missing ?? 0) * 100);
        expect(cost((cents + missing) / 100, 'ground')).toBe(next?.cost);
        expect(cost((cents + missing - 1) / 100, 'ground')).not.toBe(next?.cost);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('shipping of lines', () => {
  it.each([
    [10, [1, 1, 1], [3.34, 3.33, 3.33]],
    [10, [3, 1], [7.5, 2.5]],
    [0, [1, 5], [0, 0]],
    [0.02, [1, 1, 1], [0.01, 0.01, 0]],
    [0, [], []],
  ])('%f over quantities %j is %j [MONEY-07]', (shipping, quantities, shares) =>
    expect(spreadShipping(usd(shipping), quantities)).toEqual(shares),
  );

  it('adds up exactly, more units never bear less [MONEY-07]', PROPERTY, () => {
    const quantities = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), quantities, (whole, parts) => {
        const shares = spreadShipping(toMoney(whole), parts);
        expect(sumMoney(shares)).toBe(toMoney(whole));
        const byQuantity = shares.map((share, at) => ({ share, units: parts[at] ?? 0 }));
        byQuantity.sort((a, b) => a.units - b.units);
        byQuantity.reduce((fewer, more) => {
          if (more.units > fewer.units) expect(more.share).toBeGreaterThanOrEqual(fewer.share);
          return more;
        });
      }),
      { numRuns: RUNS },
    );
  });
});

describe('shipping tiers', () => {
  const paths = (asked: ReturnType<typeof tiersOf>) =>
    validateShippingTiers(asked).map(issue => issue.path.join('.'));

  it.each<[string, ReturnType<typeof tiersOf>, string[]]>([
    ['rise', tiers, []],
    ['may hold anything in the fifth threshold', tiersOf([50, 1], [100, 1], [200, 1], [400, 1], [0, 1]), []],
    ['may start at 0', tiersOf([0, 1], [100, 1], [200, 1], [400, 1], [500, 1]), []],
    ['are five', tiersOf([50, 1]), ['tiers']],
    ['do not repeat', tiersOf([50, 1], [50, 1], [200, 1], [400, 1], [500, 1]), ['tiers.1.price']],
    ['do not fall', tiersOf([50, 1], [100, 1], [99.99, 1], [400, 1], [500, 1]), ['tiers.2.price']],
    ['reach to the fourth', tiersOf([50, 1], [100, 1], [200, 1], [200, 1], [500, 1]), ['tiers.3.price']],
    [
      'cost nothing below 0',
      tiersOf([50, -1], [100, 1], [200, 1], [400, 1], [-5, 1]),
      ['tiers.0.cost', 'tiers.4.price'],
    ],
  ])('%s', (_, asked, expected) => expect(paths(asked)).toEqual(expected));
});
