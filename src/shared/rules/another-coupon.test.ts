import { describe, expect, it } from 'vitest';
import { COUPON_TYPES, type CouponFacts } from '#shared/rules/coupons.ts';
import type { Money } from '#shared/rules/money.ts';
import { type CartLineFacts, type KeptShares, priceCart } from '#shared/rules/totals.ts';

const usd = (amount: number) => amount as Money;

const line = (variantId: string, price: number, said: Partial<CartLineFacts> = {}): CartLineFacts => ({
  ...{ productId: variantId, variantId, quantity: 1, price: usd(price), quantityPrices: [] },
  ...{ vendor: null, categories: [], stock: 9, ...said },
});
/** A line that keeps so much discount; `unitsBeforeCoupon`: units of it that were paid back before the coupon came. */
const kept = (discount: number, unitsBeforeCoupon?: number): { keptShares: KeptShares } => ({
  keptShares: { tax: usd(0), discount: usd(discount), credit: usd(0), unitsBeforeCoupon },
});
const priced = (
  lines: CartLineFacts[],
  said: Partial<CouponFacts>,
  more: { freeLine?: CartLineFacts; isOther?: boolean } = {},
) => {
  const coupon = { code: 'SAVE', type: 0, value: 10, appliesTo: '', active: true, ...said };
  const { couponStatus, discount, cart } = priceCart({
    ...{ lines, shippingMethod: 'ground', shippingTiers: [], keptShipping: usd(9), taxRate: 0 },
    ...{ coupon: { code: 'SAVE', coupon, usesInAll: 0, usesByCustomer: 0, ...more }, now: new Date(0) },
  });
  return [couponStatus, discount, cart.map(one => one.itemDiscount)];
};
const { amountOffOrder, amountOffProduct, buyXGetPercentOff, freeProduct, freeShipping, percentOffProduct } =
  COUPON_TYPES;

describe('a coupon that came after a return was paid', () => {
  const [kitchen, bath] = [line('kitchen', 100), line('bath', 100)];
  const came = { ...kitchen, ...kept(20, 1) };

  it.each<[string, Partial<CouponFacts>, number, number]>([
    ['a percentage', {}, 30, 10],
    ['all of it', { value: 100 }, 120, 100],
    ['an amount', { type: amountOffOrder, value: 30 }, 50, 30],
    ['no more than they are worth', { type: amountOffOrder, value: 300 }, 120, 100],
    ['a percentage of theirs', { type: percentOffProduct, appliesTo: 'bath' }, 30, 10],
  ])('takes %s off the others, beside what the line keeps', (_name, said, discount, share) => {
    expect(priced([came, bath], said)).toEqual(['success', discount, [20, share]]);
  });

  it('takes off each of them what it takes off it', () => {
    const pulls = line('bath', 10, { quantity: 4 });
    const dear = line('bath', 50);
    const said = { type: amountOffProduct, value: 5, appliesTo: 'bath' };
    expect(priced([came, pulls, dear], said)).toEqual(['success', 45, [20, 20, 5]]);
  });

  it('takes nothing off a line of which some came back, nor counts it among those that bring another', () => {
    const some = line('kitchen', 100, { quantity: 3, ...kept(0, 1) });
    expect(priced([some, bath], {})).toEqual(['success', 10, [0, 10]]);
    const third = { type: buyXGetPercentOff, buyQuantity: 2, value: 100 };
    expect(priced([some, bath], third)).toEqual(['not-applicable', 0, [0, 0]]);
    expect(priced([some, line('bath', 100, { quantity: 3 })], third)).toEqual(['success', 100, [0, 100]]);
  });

  it('is not applicable where nothing is left that it is for', () => {
    const gone = { type: percentOffProduct, appliesTo: 'kitchen' };
    expect(priced([came, bath], gone)).toEqual(['not-applicable', 20, [20, 0]]);
    expect(priced([came], {})).toEqual(['not-applicable', 20, [20]]);
    expect(priced([came], { type: freeShipping })).toEqual(['success', 29, [29]]);
  });

  it('gives its product where anything is left that was not paid back', () => {
    const given = { freeLine: line('gift', 5) };
    const gift = { type: freeProduct, appliesTo: 'gift' };
    const left = (units: number) => line('kitchen', 100, { quantity: 3, ...kept(0, 3 - units) });
    expect(priced([left(0)], gift, given)).toEqual(['not-applicable', 0, [0]]);
    expect(priced([left(1)], gift, given)).toEqual(['success', 0, [0, 0]]);
    expect(priced([left(0), bath], gift, given)).toEqual(['success', 0, [0, 0, 0]]);
    // A return that was paid since the coupon came takes the gift from nobody.
    expect(priced([line('kitchen', 100, kept(0, 0))], gift, given)).toEqual(['success', 0, [0, 0]]);
  });

  it.each([
    [199.99, 'minimum'],
    [200, 'success'],
  ])('counts what is left for its smallest subtotal: %d is %s', (price, status) => {
    // Two of three at 50.00 are left of the line, beside the other.
    const some = line('kitchen', 50, { quantity: 3, ...kept(0, 1) });
    expect(priced([some, line('bath', price - 100)], { minSubTotal: usd(200) })[0]).toBe(status);
  });
});

describe('a coupon beside lines that keep what it gave them', () => {
  const kitchen = line('kitchen', 100, kept(10, 0));
  it('leaves the rest of it to the others', () => {
    expect(priced([kitchen, line('bath', 100)], { type: amountOffOrder, value: 30 })).toEqual([
      ...['success', 30],
      [10, 20],
    ]);
    expect(priced([kitchen], {})).toEqual(['success', 10, [10]]);
  });

  it('shares what it takes with what it gave, not with what was there before', () => {
    const before = line('hall', 100, kept(20, 1));
    expect(priced([before, kitchen, line('bath', 100)], { type: amountOffOrder, value: 30 })).toEqual([
      ...['success', 50],
      [20, 10, 20],
    ]);
  });

  it('is not applicable where it can take nothing off them, and nothing off the others', () => {
    const paid = line('kitchen', 100, kept(0));
    const theirs = { type: percentOffProduct, appliesTo: 'kitchen' };
    expect(priced([paid, line('bath', 100)], theirs)).toEqual(['not-applicable', 0, [0, 0]]);
    expect(priced([kitchen, line('bath', 100)], theirs)).toEqual(['success', 10, [10, 0]]);
  });

  it('is not applicable in the place of another that left as much off them already', () => {
    const lines = [line('kitchen', 100, kept(20, 0)), line('bath', 100)];
    const statusOf = (value: number, isOther = true) =>
      priced(lines, { type: amountOffOrder, value }, { isOther })[0];
    expect([statusOf(5), statusOf(20), statusOf(21)]).toEqual([
      'not-applicable',
      'not-applicable',
      'success',
    ]);
    // The one that the order bears has taken off what they keep.
    expect(statusOf(20, false)).toBe('success');
  });
});
