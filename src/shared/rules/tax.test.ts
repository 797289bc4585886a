import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_TAX_RATE } from '#shared/constants.ts';
import { cents, PROPERTY, RUNS } from '#shared/rules/arbitraries.test-support.ts';
import { type Money, toMoney } from '#shared/rules/money.ts';
import { roundedFraction } from '#shared/rules/oracle.test-support.ts';
import { storeCreditUsed } from '#shared/rules/store-credit.ts';
import { tax, taxRateFor } from '#shared/rules/tax.ts';

const usd = (amount: number) => amount as Money;
const taxOf = (subTotal: number, storeCredit: number, rate = DEFAULT_TAX_RATE, exempt = false) =>
  tax({ subTotal: usd(subTotal), storeCredit: usd(storeCredit), rate, exempt });

describe('the tax rate', () => {
  it('is 0.0825 by default, the given one otherwise, 0 for exempt companies', () => {
    expect(taxRateFor({ rate: DEFAULT_TAX_RATE, exempt: false })).toBe(0.0825);
    expect(taxRateFor({ rate: 0.07, exempt: false })).toBe(0.07);
    expect(taxRateFor({ rate: 0.0825, exempt: true })).toBe(0);
  });

  it.each([
    [0, true],
    [0.25, true],
    [-0.000001, false],
    [0.250001, false],
    [8.25, false],
    [Number.NaN, false],
  ])('of %f is allowed: %s', (rate, allowed) => {
    if (allowed) expect(taxRateFor({ rate, exempt: false })).toBe(rate);
    else expect(() => taxRateFor({ rate, exempt: false })).toThrow(RangeError);
  });
});

describe('tax', () => {
  it.each([
    ['on the subtotal', 100, 0, 8.25],
    ['less store credit', 100, 40, 4.95],
    ['half a cent up: 0.495', 6, 0, 0.5],
    ['below half a cent down', 0.06, 0, 0],
    ['at half a cent up: 8.25% of 0.07 is 0.5775', 0.07, 0, 0.01],
    ['of nothing', 0, 0, 0],
  ])('%s [MONEY-03]', (_, subTotal, credit, expected) => expect(taxOf(subTotal, credit)).toBe(expected));

  it.each([
    ['a cent less than the subtotal: a cent is taxed, which rounds to nothing', 99.99, 0],
    ['as much as the subtotal: the full subtotal is taxed', 100, 8.25],
    ['5 cents less: rounds to 0 but is not 0', 99.95, 0],
    ['7 cents less', 99.93, 0.01],
  ])('with credit %s [MONEY-03]', (_, credit, expected) => expect(taxOf(100, credit)).toBe(expected));

  it('is 0 for exempt companies and at rate 0, credit or not', () => {
    for (const credit of [0, 50, 100]) {
      expect(taxOf(100, credit, 0.0825, true)).toBe(0);
      expect(taxOf(100, credit, 0)).toBe(0);
    }
  });

  it('refuses more credit than subtotal', () => expect(() => taxOf(1, 1.01)).toThrow(RangeError));

  it('agrees with exact fractions [MONEY-03]', PROPERTY, () => {
    const amount = fc.integer({ min: 0, max: 1_000_000_000 });
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 0, max: 250_000 }), (a, b, millionths) => {
        const [subTotal, credit] = a > b ? [a, b] : [b, a];
        const exact = BigInt(subTotal - credit) * BigInt(millionths);
        const fallback = exact === 0n ? BigInt(subTotal) * BigInt(millionths) : exact;
        const found = taxOf(toMoney(subTotal), toMoney(credit), millionths / 1_000_000);
        expect(cents(found)).toBe(roundedFraction(fallback, 1_000_000n));
      }),
      { numRuns: RUNS },
    );
  });
});

describe('store credit used', () => {
  it.each([
    ['the balance, when the goods cost more', 5, 100, 0, 5],
    ['a cent less than the goods', 89.99, 100, 10, 89.99],
    ['the goods after their discount', 90, 100, 10, 90],
    ['no more than the goods after their discount', 90.01, 100, 10, 90],
    ['nothing when the discount takes everything', 50, 100, 100, 0],
    ['nothing of an empty balance', 0, 100, 0, 0],
    ['nothing of a negative balance', -5, 100, 0, 0],
    ['nothing for an empty cart', 5, 0, 0, 0],
  ])('is %s', (_, balance, subTotal, discountOnGoods, used) => {
    const asked = { balance: usd(balance), subTotal: usd(subTotal), discountOnGoods: usd(discountOnGoods) };
    expect(storeCreditUsed(asked)).toBe(used);
  });
});
