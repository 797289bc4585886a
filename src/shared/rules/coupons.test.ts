import { describe, expect, it } from 'vitest';
import type { CouponStatus } from '#shared/enumerations.ts';
import {
  COUPON_TYPES,
  type CouponFacts,
  type CouponLine,
  couponStanding,
  evaluateCoupon,
} from '#shared/rules/coupons.ts';
import { type Money, multiplyMoney, sumMoney } from '#shared/rules/money.ts';

const usd = (amount: number) => amount as Money;
const now = new Date('2026-11-21T12:00:00.000Z');

const hinge: CouponLine = {
  productId: 'hinge',
  vendor: 'Blum',
  categories: ['hinges'],
  price: usd(4.99),
  quantity: 3,
};
const pull: CouponLine = {
  productId: 'pull',
  vendor: 'Amerock',
  categories: ['pulls'],
  price: usd(10),
  quantity: 2,
};
const knob: CouponLine = { productId: 'knob', vendor: null, price: usd(0.33), quantity: 1 };
const lines = [hinge, pull, knob];

const coupon = (changes: Partial<CouponFacts>): CouponFacts => ({
  code: 'SAVE',
  type: COUPON_TYPES.percentOffOrder,
  value: 10,
  appliesTo: '',
  active: true,
  ...changes,
});

const evaluate = (facts: CouponFacts | null, changes: Partial<Parameters<typeof evaluateCoupon>[0]> = {}) => {
  const cart = changes.lines ?? lines;
  return evaluateCoupon({
    coupon: facts,
    lines: cart,
    subTotal: sumMoney(cart.map(line => multiplyMoney(line.price, line.quantity))),
    shipping: usd(12),
    now,
    usesInAll: 0,
    usesByCustomer: 0,
    ...changes,
  });
};

describe('a coupon by itself', () => {
  const at = (iso: string) => ({ now: new Date(iso), usesInAll: 0, usesByCustomer: 0 });
  const period = coupon({ starts: '2026-11-01T00:00:00.000Z', ends: '2026-12-01T00:00:00.000Z' });

  it.each<[string, CouponStatus]>([
    ['2026-10-31T23:59:59.999Z', 'unknown'],
    ['2026-11-01T00:00:00.000Z', 'success'],
    ['2026-11-30T23:59:59.999Z', 'success'],
    ['2026-12-01T00:00:00.000Z', 'expired'],
  ])('from start to end is, at %s, %s', (iso, status) =>
    expect(couponStanding(period, at(iso))).toBe(status),
  );

  it('is unknown when there is none, or it is switched off', () => {
    expect(couponStanding(null, at('2026-11-21T12:00:00Z'))).toBe('unknown');
    expect(
      couponStanding(coupon({ active: false, ends: '2026-01-01T00:00:00Z' }), at('2026-11-21T12:00:00Z')),
    ).toBe('unknown');
  });

  it.each<[number | null, number | null, number, number, CouponStatus]>([
    [null, null, 1000, 1000, 'success'],
    [5, null, 4, 4, 'success'],
    [5, null, 5, 0, 'used'],
    [5, null, 6, 0, 'used'],
    [0, null, 0, 0, 'used'],
    [null, 1, 100, 0, 'success'],
    [null, 1, 100, 1, 'used'],
    [null, 2, 100, 1, 'success'],
  ])(
    'with at most %s uses and %s a customer, used %i and %i times, is %s',
    (all, each, inAll, own, status) => {
      const limited = coupon({ maxUses: all, maxUsesPerCustomer: each });
      expect(couponStanding(limited, { now, usesInAll: inAll, usesByCustomer: own })).toBe(status);
    },
  );
});

describe('the smallest subtotal', () => {
  // The lines come to 14.97 + 20.00 + 0.33.
  it.each<[number, CouponStatus]>([
    [35.29, 'success'],
    [35.3, 'success'],
    [35.31, 'minimum'],
  ])('%f of a cart of 35.30 is %s', (minimum, status) => {
    expect(evaluate(coupon({ minSubTotal: usd(minimum) })).status).toBe(status);
  });

  it('is looked at after the coupon itself', () => {
    expect(evaluate(coupon({ minSubTotal: usd(100), maxUses: 0 })).status).toBe('used');
  });
});

describe('what a coupon takes off', () => {
  it.each<[string, Partial<CouponFacts>, number, number[]]>([
    ['0: percent off the order, rounded once', { value: 10 }, 3.53, [1.5, 2, 0.03]],
    ['0: the whole order', { value: 100 }, 35.3, [14.97, 20, 0.33]],
    ['1: an amount off the order', { type: 1, value: 5 }, 5, [2.12, 2.83, 0.05]],
    ['1: at most the order', { type: 1, value: 35.31 }, 35.3, [14.97, 20, 0.33]],
    ['3: percent off a category', { type: 3, appliesTo: 'hinges' }, 1.5, [1.5, 0, 0]],
    ['4: percent off a vendor', { type: 4, appliesTo: 'Amerock', value: 25 }, 5, [0, 5, 0]],
    ['5: percent off a product', { type: 5, appliesTo: 'knob', value: 50 }, 0.17, [0, 0, 0.17]],
    ['6: an amount off each unit', { type: 6, appliesTo: 'hinge', value: 1.5 }, 4.5, [4.5, 0, 0]],
    ['6: at most the unit', { type: 6, appliesTo: 'hinge', value: 5 }, 14.97, [14.97, 0, 0]],
    [
      '7: the third hinge half price',
      { type: 7, appliesTo: 'hinge', buyQuantity: 2, value: 50 },
      2.5,
      [2.5, 0, 0],
    ],
    ['7: every second pull free', { type: 7, appliesTo: 'pull', buyQuantity: 1, value: 100 }, 10, [0, 10, 0]],
    ['7: over everything, the dearest first', { type: 7, buyQuantity: 2, value: 100 }, 5.32, [4.99, 0, 0.33]],
  ])('type %s', (_, changes, discount, shares) => {
    const result = evaluate(coupon(changes));
    expect(result).toEqual({
      status: 'success',
      discountOnGoods: discount,
      discountOnShipping: 0,
      goodsShares: shares,
      freeProduct: null,
    });
  });

  it('type 2: all of the shipping', () => {
    const free = evaluate(coupon({ type: 2 }));
    expect(free).toMatchObject({ status: 'success', discountOnGoods: 0, discountOnShipping: 12 });
    expect(evaluate(coupon({ type: 2 }), { shipping: usd(0) }).status).toBe('not-applicable');
  });

  it.each([
    [2, 0],
    [3, 1],
    [5, 1],
    [6, 2],
    [8, 2],
    [9, 3],
  ])('type 7: two at full price, then one free: of %i units %i', (quantity, free) => {
    const result = evaluate(coupon({ type: 7, appliesTo: 'pull', buyQuantity: 2, value: 100 }), {
      lines: [{ ...pull, quantity }],
    });
    expect(result.discountOnGoods).toBe(free * 10);
    expect(result.status).toBe(free > 0 ? 'success' : 'not-applicable');
  });

  it('type 7: counts one product over its lines', () => {
    const two = [
      { ...pull, quantity: 1 },
      { ...pull, quantity: 1, price: usd(8) },
    ];
    const facts = coupon({ type: 7, appliesTo: 'pull', buyQuantity: 1, value: 100 });
    expect(evaluate(facts, { lines: two }).goodsShares).toEqual([0, 8]);
    expect(evaluate(facts, { lines: two.toReversed() }).goodsShares).toEqual([8, 0]);
  });

  it('type 8: the product of a variant', () => {
    const facts = coupon({ type: 8, appliesTo: 'variant' });
    const given = evaluate(facts, { freeProductAvailable: true });
    expect(given).toMatchObject({ status: 'success', freeProduct: 'variant', discountOnGoods: 0 });
    expect(evaluate(facts, { freeProductAvailable: false })).toMatchObject({
      status: 'not-applicable',
      freeProduct: null,
    });
    expect(evaluate(facts, { lines: [], freeProductAvailable: true }).status).toBe('not-applicable');
  });

  it.each<[string, Partial<CouponFacts>]>([
    ['a category that is not in the cart', { type: 3, appliesTo: 'slides' }],
    ['a vendor that is not in the cart', { type: 4, appliesTo: 'amerock' }],
    ['a blank vendor', { type: 4, appliesTo: '' }],
    ['a product that is not in the cart', { type: 5, appliesTo: 'slide' }],
    ['units that are not in the cart', { type: 6, appliesTo: 'slide', value: 5 }],
    ['nothing', { value: 0 }],
    ['less than half a cent', { type: 5, appliesTo: 'knob', value: 1 }],
  ])('is not applicable for %s', (_, changes) => {
    expect(evaluate(coupon(changes))).toMatchObject({ status: 'not-applicable', discountOnGoods: 0 });
  });

  it('takes nothing off when refused', () => {
    expect(evaluate(coupon({ maxUses: 0 }))).toEqual({
      status: 'used',
      discountOnGoods: 0,
      discountOnShipping: 0,
      goodsShares: [0, 0, 0],
      freeProduct: null,
    });
  });

  it('of a type that does not exist is a fault', () => {
    expect(() => evaluate(coupon({ type: 9 }))).toThrow(RangeError);
  });
});
