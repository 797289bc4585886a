import { type CatalogueRows, productId, variantId } from '#demo/catalogue/assemble.ts';
import type { DemoClock } from '#demo/clock.ts';
import { demoId } from '#demo/demo-id.ts';
import type { CouponRow } from '#server/coupons/coupons.ts';
import { COUPON_TYPES } from '#shared/rules/coupons.ts';
import { toMoney, ZERO } from '#shared/rules/money.ts';

/** A coupon of each type, and some that are refused: ended, switched off, not yet begun, used up. */
export function demoCoupons({ categoryId, products }: CatalogueRows, clock: DemoClock): CouponRow[] {
  const createdAt = clock.daysAgo(400, 14);
  const coupon = (code: string, type: number, value: number, more: Partial<CouponRow> = {}): CouponRow => ({
    _id: demoId('coupon', code),
    code,
    type,
    value,
    appliesTo: '',
    buyQuantity: null,
    minSubTotal: ZERO,
    starts: null,
    ends: null,
    maxUses: null,
    maxUsesPerCustomer: null,
    uses: 0,
    active: true,
    version: 1,
    createdAt,
    updatedAt: createdAt,
    ...more,
  });
  const bumpers = products.find(({ draft }) => draft.key === 'clear-door-bumper-round')?.variants[0];
  return [
    coupon('WELCOME10', COUPON_TYPES.percentOffOrder, 10, { maxUsesPerCustomer: 1 }),
    coupon('SAVE25', COUPON_TYPES.amountOffOrder, 25, { minSubTotal: toMoney(150_00) }),
    coupon('SHIPFREE', COUPON_TYPES.freeShipping, 0, { minSubTotal: toMoney(75_00) }),
    coupon('HINGES15', COUPON_TYPES.percentOffCategory, 15, { appliesTo: categoryId('Hinges') }),
    coupon('LINDQVIST12', COUPON_TYPES.percentOffVendor, 12, { appliesTo: 'Lindqvist' }),
    coupon('AVALON20', COUPON_TYPES.percentOffProduct, 20, { appliesTo: productId('avalon-bar-pull') }),
    coupon('CUPS1', COUPON_TYPES.amountOffProduct, 1, { appliesTo: productId('apothecary-cup-pull') }),
    coupon('TENTHFREE', COUPON_TYPES.buyXGetPercentOff, 100, { buyQuantity: 9 }),
    coupon('QUIETDOORS', COUPON_TYPES.freeProduct, 0, {
      appliesTo: bumpers ? variantId(bumpers.draft.productNum) : '',
      minSubTotal: toMoney(40_00),
    }),
    coupon('SPRING', COUPON_TYPES.percentOffOrder, 15, {
      starts: clock.daysAgo(240),
      ends: clock.daysAgo(200),
    }),
    coupon('OPENHOUSE', COUPON_TYPES.amountOffOrder, 10, { maxUses: 12 }),
    coupon('TRADESHOW', COUPON_TYPES.percentOffOrder, 20, { active: false }),
    coupon('NEXTSEASON', COUPON_TYPES.percentOffOrder, 12, {
      starts: clock.daysAgo(-30),
      ends: clock.daysAgo(-60),
    }),
  ];
}
