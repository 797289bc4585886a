import type { CouponStatus } from '#shared/enumerations.ts';
import {
  allocate,
  type Cents,
  type Money,
  percentOfCents,
  toCents,
  toMoney,
  ZERO,
} from '#shared/rules/money.ts';

/** Numbers the types of coupons (rule T2). */
export const COUPON_TYPES = {
  percentOffOrder: 0,
  amountOffOrder: 1,
  freeShipping: 2,
  percentOffCategory: 3,
  percentOffVendor: 4,
  percentOffProduct: 5,
  amountOffProduct: 6,
  buyXGetPercentOff: 7,
  freeProduct: 8,
} as const;

/** A coupon as its row holds it. `value` is a percentage for types 0, 3, 4, 5 and 7, dollars for 1 and 6. */
export interface CouponFacts {
  code: string;
  type: number;
  value: number;
  /**
   * A category's `_id` (type 3), a vendor's name (4), a product's `_id` (5, 6, 7; for 7 blank means everything),
   * a variant's `_id` (8).
   */
  appliesTo: string;
  buyQuantity?: number | null;
  minSubTotal?: Money | null;
  starts?: string | null;
  ends?: string | null;
  maxUses?: number | null;
  maxUsesPerCustomer?: number | null;
  active: boolean;
}

/** Everything that a coupon needs to know of a priced cart line. */
export interface CouponLine {
  productId: string;
  vendor?: string | null;
  categories?: readonly string[];
  /** For one unit, as the customer pays it. */
  price: Money;
  quantity: number;
}

export interface CouponUse {
  now: Date;
  /** Live orders that bear the code; this customer's among them. */
  usesInAll: number;
  usesByCustomer: number;
}

export interface CouponResult {
  status: CouponStatus;
  discountOnGoods: Money;
  discountOnShipping: Money;
  /** The discount on goods by line; adds up to it. */
  goodsShares: Money[];
  /** `_id` of the variant that type 8 gives away. */
  freeProduct: string | null;
}

type Discount = Pick<CouponResult, 'discountOnGoods' | 'discountOnShipping' | 'goodsShares' | 'freeProduct'>;

/** Whether nobody may learn that there is such a code: it is switched off, or of a sale that has not begun. */
export function isSecret({ active, starts }: Pick<CouponFacts, 'active' | 'starts'>, now: Date): boolean {
  return !active || (starts != null && now < new Date(starts));
}

/** Answers what is told of an entered code: of one that is unknown nothing but what was typed. */
export function toldCoupon(
  typed: string,
  coupon: Pick<CouponFacts, 'code' | 'type'> | null,
  status: CouponStatus,
): { couponType: number | null; couponCode: string } {
  const known = status === 'unknown' ? null : coupon;
  return { couponType: known?.type ?? null, couponCode: known?.code ?? typed };
}

/**
 * Whether a code can be used at all, before looking at a cart. One that is switched off or has not begun is as
 * unknown to shoppers as one that does not exist; it ends at the instant `ends`.
 */
export function couponStanding(
  coupon: CouponFacts | null,
  { now, usesInAll, usesByCustomer }: CouponUse,
): CouponStatus {
  if (!coupon || isSecret(coupon, now)) return 'unknown';
  if (coupon.ends && now >= new Date(coupon.ends)) return 'expired';
  if (coupon.maxUses != null && usesInAll >= coupon.maxUses) return 'used';
  if (coupon.maxUsesPerCustomer != null && usesByCustomer >= coupon.maxUsesPerCustomer) return 'used';
  return 'success';
}

/**
 * Works out what a coupon does to a cart (rule T2). Anything but 'success' takes nothing off; a coupon that would
 * take nothing off is 'not-applicable', so that it is not used up.
 */
export function evaluateCoupon(
  asked: CouponUse & {
    coupon: CouponFacts | null;
    lines: readonly CouponLine[];
    subTotal: Money;
    shipping: Money;
    /** Whether the product of type 8 exists and is in stock. */
    freeProductAvailable?: boolean;
  },
): CouponResult {
  const { coupon, lines, subTotal } = asked;
  const refused = (status: CouponStatus): CouponResult => ({ status, ...nothing(lines) });
  const standing = couponStanding(coupon, asked);
  if (!coupon || standing !== 'success') return refused(standing);
  if (subTotal < (coupon.minSubTotal ?? ZERO)) return refused('minimum');

  if (coupon.type === COUPON_TYPES.freeProduct) {
    const given = lines.length > 0 && asked.freeProductAvailable === true;
    if (!given) return refused('not-applicable');
    return { status: 'success', ...nothing(lines), freeProduct: coupon.appliesTo };
  }
  const discount =
    coupon.type === COUPON_TYPES.freeShipping
      ? { ...nothing(lines), discountOnShipping: asked.shipping }
      : onGoods(coupon, lines);
  const takesOff = discount.discountOnGoods > 0 || discount.discountOnShipping > 0;
  return takesOff ? { status: 'success', ...discount } : refused('not-applicable');
}

function nothing(lines: readonly CouponLine[]): Discount {
  return {
    discountOnGoods: ZERO,
    discountOnShipping: ZERO,
    goodsShares: lines.map(() => ZERO),
    freeProduct: null,
  };
}

function onGoods(coupon: CouponFacts, lines: readonly CouponLine[]): Discount {
  const shares = goodsShares(coupon, lines);
  const total = shares.reduce((sum, share) => sum + share, 0);
  return { ...nothing(lines), discountOnGoods: toMoney(total), goodsShares: shares.map(toMoney) };
}

function goodsShares(coupon: CouponFacts, lines: readonly CouponLine[]): Cents[] {
  const matching = (matches: (line: CouponLine) => boolean) =>
    lines.map(line => (matches(line) ? toCents(line.price) * line.quantity : 0));
  const ofProduct = (line: CouponLine) => line.productId === coupon.appliesTo;
  switch (coupon.type) {
    case COUPON_TYPES.percentOffOrder:
      return percentOff(
        matching(() => true),
        coupon.value,
      );
    case COUPON_TYPES.amountOffOrder:
      return amountOff(
        matching(() => true),
        toCents(coupon.value),
      );
    case COUPON_TYPES.percentOffCategory:
      return percentOff(
        matching(line => line.categories?.includes(coupon.appliesTo) ?? false),
        coupon.value,
      );
    case COUPON_TYPES.percentOffVendor:
      return percentOff(
        matching(line => line.vendor != null && line.vendor === coupon.appliesTo),
        coupon.value,
      );
    case COUPON_TYPES.percentOffProduct:
      return percentOff(matching(ofProduct), coupon.value);
    case COUPON_TYPES.amountOffProduct:
      return lines.map(line => amountOffUnits(line, ofProduct(line) ? toCents(coupon.value) : 0));
    case COUPON_TYPES.buyXGetPercentOff:
      return percentOff(discountedUnits(coupon, lines), coupon.value);
    default:
      throw new RangeError(`no such coupon type: ${coupon.type}`);
  }
}

/** The percentage of the sum is rounded once, then shared over what it was taken of. */
function percentOff(sums: readonly number[], percent: number): Cents[] {
  return allocate(percentOfCents(total(sums), percent), sums);
}

function amountOff(sums: readonly number[], amount: number): Cents[] {
  return allocate(Math.min(amount, total(sums)), sums);
}

function amountOffUnits(line: CouponLine, amount: number): Cents {
  return (Math.min(amount, toCents(line.price)) * line.quantity) as Cents;
}

/**
 * Type 7 by line, the worth of the units that come cheaper. All matching units stand in one row, the dearest first;
 * after each `buyQuantity` of them the next one is reduced, whatever the order of the lines.
 */
function discountedUnits(coupon: CouponFacts, lines: readonly CouponLine[]): number[] {
  const group = (coupon.buyQuantity ?? 1) + 1;
  const sums = lines.map(() => 0);
  const row = lines
    .map((line, index) => ({ line, index }))
    .filter(({ line }) => coupon.appliesTo === '' || line.productId === coupon.appliesTo)
    .sort((a, b) => b.line.price - a.line.price || a.index - b.index);
  let passed = 0;
  for (const { line, index } of row) {
    const until = passed + line.quantity;
    const reduced = Math.floor(until / group) - Math.floor(passed / group);
    sums[index] = toCents(line.price) * reduced;
    passed = until;
  }
  return sums;
}

function total(sums: readonly number[]): number {
  return sums.reduce((all, sum) => all + sum, 0);
}
