import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cartToPrice, modelCart, PROPERTY, RUNS } from '#shared/rules/arbitraries.test-support.ts';
import { COUPON_TYPES, type CouponFacts } from '#shared/rules/coupons.ts';
import {
  type Money,
  percentOfCents,
  subtractMoney,
  sumMoney,
  toCents,
  toMoney,
  ZERO,
} from '#shared/rules/money.ts';
import { type CartLineFacts, type KeptShares, type PricedCart, priceCart } from '#shared/rules/totals.ts';

const usd = (amount: number) => amount as Money;

const line = (variantId: string, price: number, quantity: number, kept?: Partial<KeptShares>) => ({
  ...{ productId: variantId, variantId, quantity, price: usd(price), quantityPrices: [], stock: 9 },
  ...(kept && { keptShares: { tax: ZERO, discount: ZERO, credit: ZERO, ...kept } }),
});
const discounts = (lines: CartLineFacts[], said: Partial<CouponFacts>) => {
  const coupon = { code: 'SAVE', type: 0, value: 10, appliesTo: '', active: true, ...said };
  const { discount, cart } = priceCart({
    ...{ lines, shippingMethod: 'ground', shippingTiers: [], keptShipping: usd(9), taxRate: 0 },
    ...{ coupon: { code: 'SAVE', coupon, usesInAll: 0, usesByCustomer: 0 }, now: new Date(0) },
  });
  return [discount, ...cart.map(one => one.itemDiscount)];
};

describe('a coupon that does not go by amounts, beside a line that keeps its share of it', () => {
  const fiver = { type: COUPON_TYPES.amountOffProduct, value: 5, appliesTo: 'pull' };
  const next = { type: COUPON_TYPES.buyXGetPercentOff, value: 100, appliesTo: 'chair', buyQuantity: 1 };
  const [pulls, dear] = [line('pull', 10, 4), line('pull', 50, 1)];
  const [chairs, stool] = [line('chair', 100, 3), line('chair', 90, 1)];

  it('takes off each of the others what it takes off it', () => {
    const lamp = line('lamp', 100, 1, {});
    expect(discounts([pulls, dear, lamp], fiver)).toEqual([25, 20, 5, 0]);
    expect(discounts([chairs, stool, lamp], next)).toEqual([190, 100, 90, 0]);
  });

  it('does so where the line keeps what the coupon takes of it', () => {
    expect(discounts([line('pull', 20, 2, { discount: usd(10) }), pulls, dear], fiver)).toEqual([
      ...[35, 10, 20, 5],
    ]);
    expect(discounts([line('chair', 200, 2, { discount: usd(200) }), chairs, stool], next)).toEqual([
      ...[390, 200, 100, 90],
    ]);
  });

  it('does so beside a line that was there before it', () => {
    const knob = line('knob', 100, 1, { discount: usd(20), unitsBeforeCoupon: 1 });
    expect(discounts([knob, pulls, dear, line('lamp', 100, 1, {})], fiver)).toEqual([45, 20, 20, 5, 0]);
  });

  it('shares what a line keeps beyond that by what it takes off each, up to what they cost', () => {
    const keeps = (discount: number) => line('pull', 20, 2, { discount: usd(discount) });
    expect(discounts([keeps(20), pulls, dear], fiver)).toEqual([35, 20, 12, 3]);
    // The 10.00 that are left besides go by what the others still cost: 20.00 and 45.00.
    expect(discounts([keeps(0), pulls, dear], fiver)).toEqual([35, 0, 23.08, 11.92]);
    expect(discounts([keeps(0), line('pull', 5, 4)], fiver)).toEqual([20, 0, 20]);
  });
});

describe('lines of any cart that keep their shares', () => {
  const goodsOf = (
    { itemDiscount, itemShipping }: { itemDiscount: Money; itemShipping: Money },
    free: boolean,
  ) => (free ? subtractMoney(itemDiscount, itemShipping) : itemDiscount);
  const isShippingFree = ({ couponType, couponStatus }: PricedCart<CartLineFacts>) =>
    couponType === COUPON_TYPES.freeShipping && couponStatus === 'success';
  const which = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });

  it('leave all others the discount that they had, if none of them was touched', PROPERTY, () => {
    fc.assert(
      fc.property(modelCart, which, (model, keeps) => {
        const asked = cartToPrice(model);
        const sold = priceCart(asked);
        const { discount, shipping, cart } = sold;
        const isFree = isShippingFree(sold);
        const lines = cart.map((one, nth): CartLineFacts => {
          const { price, originalPrice, priceSource, itemTax, itemCredit } = one;
          const keptShares = { tax: itemTax, discount: goodsOf(one, isFree), credit: itemCredit };
          const facts = asked.lines[nth] ?? one;
          return { ...facts, sold: { price, originalPrice, priceSource }, ...(keeps[nth] && { keptShares }) };
        });
        const again = priceCart({ ...asked, lines, keptShipping: shipping });
        expect(again.cart.map(one => one.itemDiscount)).toEqual(cart.map(one => one.itemDiscount));
        expect(again.discount).toBe(discount);
      }),
      { numRuns: RUNS },
    );
  });

  it('leave all others no more than they cost, and all have what the order has off', PROPERTY, () => {
    const parts = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(modelCart, which, parts, (model, keeps, percents) => {
        const asked = cartToPrice(model);
        const { cart: sold } = priceCart(asked);
        const lines = asked.lines.map((facts, nth): CartLineFacts => {
          const kept = percentOfCents(toCents(sold[nth]?.lineTotal ?? ZERO), percents[nth] ?? 0);
          const keptShares = { tax: ZERO, discount: toMoney(kept), credit: ZERO };
          return { ...facts, ...(keeps[nth] && { keptShares }) };
        });
        const after = priceCart({ ...asked, lines });
        expect(sumMoney(after.cart.map(one => one.itemDiscount))).toBe(after.discount);
        const isFree = isShippingFree(after);
        for (const one of after.cart) expect(goodsOf(one, isFree)).toBeLessThanOrEqual(one.lineTotal);
      }),
      { numRuns: RUNS },
    );
  });
});
