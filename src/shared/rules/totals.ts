import type { CouponStatus, PriceSource, ShippingMethod } from '#shared/enumerations.ts';
import {
  type CouponFacts,
  type CouponResult,
  type CouponUse,
  evaluateCoupon,
  toldCoupon,
} from '#shared/rules/coupons.ts';
import {
  addMoney,
  type Money,
  multiplyMoney,
  spreadMoney,
  subtractMoney,
  sumMoney,
  toCents,
  ZERO,
} from '#shared/rules/money.ts';
import {
  type BundleItemPrice,
  basePrice,
  type PriceTerms,
  type UnitPrice,
  unitPrice,
  type VariantPrices,
} from '#shared/rules/pricing.ts';
import { type ShippingTier, shippingCost, spreadShipping } from '#shared/rules/shipping.ts';
import { type BundleItemStock, canSupplyBesides, type StockFacts } from '#shared/rules/stock.ts';
import { storeCreditUsed } from '#shared/rules/store-credit.ts';
import { tax, taxRateFor } from '#shared/rules/tax.ts';

/** A cart line with what the database says of its variant. Further fields come back untouched on the priced line. */
export interface CartLineFacts extends VariantPrices, StockFacts {
  productId: string;
  variantId: string;
  variantGroup?: string;
  quantity: number;
  vendor?: string | null;
  categories?: readonly string[];
  bundleItems?: readonly (BundleItemPrice & BundleItemStock)[];
  /** Unit price of a quote that still holds; it stands whatever the catalogue says since. */
  quotedPrice?: Money | null;
  /** Unit price that staff set on an order; it wins over everything. */
  overridePrice?: Money | null;
}

/** Facts that a signed-in customer brings. Special prices are the lower of company's and user's. */
export interface CustomerFacts extends PriceTerms {
  taxExempt?: boolean;
  storeCreditBalance?: Money;
  useStoreCredit?: boolean;
}

export interface EnteredCoupon<Line> extends Omit<CouponUse, 'now'> {
  /** The code as it was typed; without it there is no coupon. */
  code: string;
  coupon: CouponFacts | null;
  /** The product that a type 8 coupon gives, as a line; null when it can't be sold. */
  freeLine?: Line | null;
}

export interface CartToPrice<Line extends CartLineFacts> {
  lines: readonly Line[];
  customer?: CustomerFacts | null;
  shippingMethod: ShippingMethod;
  shippingTiers: readonly ShippingTier[];
  /** Freight as staff quoted it; only the method freight asks for it. */
  quotedShipping?: Money | null;
  taxRate: number;
  coupon?: EnteredCoupon<Line> | null;
  now: Date;
}

export interface LineFigures {
  /** For one unit, as this customer pays it. */
  price: Money;
  originalPrice: Money;
  priceSource: PriceSource;
  priceQuantity?: number;
  lineTotal: Money;
  /** Holds this line's shares of the order's figures; over all lines they add up to them (rule T7). */
  itemShipping: Money;
  itemTax: Money;
  itemDiscount: Money;
  itemCredit: Money;
}

export type PricedLine<Line> = Omit<Line, keyof LineFigures> & LineFigures;

export interface CartFigures {
  subTotal: Money;
  discount: Money;
  shipping: Money;
  tax: Money;
  taxRate: number;
  storeCredit: Money;
  total: Money;
}

export interface PricedCart<Line> extends CartFigures {
  cart: PricedLine<Line>[];
  /** Null when no code was entered. */
  couponStatus: CouponStatus | null;
  couponType: number | null;
  couponCode: string;
}

type UnitPricedLine<Line> = Line & UnitPrice & { lineTotal: Money };

/**
 * Prices a cart: the one place where the figures of tile, cart, checkout, order and invoice come from (rule T1).
 * Lines of one variant and group are merged before (`mergeLines`). Nothing in it trusts a client (rule P7).
 */
export function priceCart<Line extends CartLineFacts>(asked: CartToPrice<Line>): PricedCart<Line> {
  const customer = asked.customer ?? {};
  const bought = asked.lines.map(line => priceLine(line, customer));
  const subTotal = sumMoney(bought.map(line => line.lineTotal));
  const shipping = cartShipping(asked, subTotal);
  const coupon = couponOf(asked, bought, subTotal, shipping);
  const storeCredit = storeCreditUsed({
    balance: customer.useStoreCredit ? (customer.storeCreditBalance ?? ZERO) : ZERO,
    subTotal,
    discountOnGoods: coupon.discountOnGoods,
  });
  const rate = { rate: asked.taxRate, exempt: customer.taxExempt ?? false };
  const sums = {
    subTotal,
    discount: addMoney(coupon.discountOnGoods, coupon.discountOnShipping),
    shipping,
    tax: tax({ subTotal, storeCredit, ...rate }),
    storeCredit,
  };

  const free = coupon.freeProduct === null ? null : asked.coupon?.freeLine;
  const lines = free ? [...bought, freeLine(free)] : bought;
  return {
    cart: withShares(lines, sums, coupon),
    couponStatus: asked.coupon?.code ? coupon.status : null,
    ...toldCoupon(asked.coupon?.code ?? '', asked.coupon?.coupon ?? null, coupon.status),
    ...sums,
    taxRate: taxRateFor(rate),
    total: totalOf(sums),
  };
}

/** Works out total = shipping + tax + subtotal − discount − store credit (rule T1). */
export function totalOf(sums: Omit<CartFigures, 'total' | 'taxRate'>): Money {
  const due = addMoney(sums.shipping, sums.tax, sums.subTotal);
  return subtractMoney(subtractMoney(due, sums.discount), sums.storeCredit);
}

/** Adds up the shares of some of an order's lines in its figures: one saved cart, a return, or an invoice. */
export function figuresOfLines(
  lines: readonly Omit<LineFigures, 'originalPrice' | 'priceSource' | 'price'>[],
) {
  const sums = {
    subTotal: sumMoney(lines.map(line => line.lineTotal)),
    discount: sumMoney(lines.map(line => line.itemDiscount)),
    shipping: sumMoney(lines.map(line => line.itemShipping)),
    tax: sumMoney(lines.map(line => line.itemTax)),
    storeCredit: sumMoney(lines.map(line => line.itemCredit)),
  };
  return { ...sums, total: totalOf(sums) };
}

/** Tells what paying one saved cart of an order collects: its lines and their tax, at most what is open (rule O12). */
export function cartPayment(cart: { subTotal: Money; tax: Money }, openBalance: Money): Money {
  const lines = addMoney(cart.subTotal, cart.tax);
  return lines < openBalance ? lines : openBalance;
}

/**
 * Tells what paying some saved carts of an order collects. The last ones bring what no cart has: shipping, less
 * discount and credit; then `carts` is null, as for the whole order.
 */
export function cartsPayment(
  carts: readonly { _id: string; subTotal: Money; tax: Money; paid: boolean }[],
  chosen: readonly string[],
  openBalance: Money,
): { amount: Money; carts: string[] | null } {
  const isChosen = ({ _id }: { _id: string }) => chosen.includes(_id);
  if (carts.every(cart => cart.paid || isChosen(cart))) return { amount: openBalance, carts: null };
  const paid = carts.filter(isChosen);
  const sums = {
    subTotal: sumMoney(paid.map(cart => cart.subTotal)),
    tax: sumMoney(paid.map(cart => cart.tax)),
  };
  return { amount: cartPayment(sums, openBalance), carts: paid.map(({ _id }) => _id) };
}

function priceLine<Line extends CartLineFacts>(line: Line, customer: CustomerFacts): UnitPricedLine<Line> {
  const unit = fixedPrice(line) ?? catalogPrice(line, customer);
  return { ...line, ...unit, lineTotal: multiplyMoney(unit.price, line.quantity) };
}

function fixedPrice(line: CartLineFacts): UnitPrice | null {
  const originalPrice = basePrice(line);
  if (line.overridePrice != null)
    return { price: line.overridePrice, originalPrice, priceSource: 'override' };
  if (line.quotedPrice != null) return { price: line.quotedPrice, originalPrice, priceSource: 'quoted' };
  return null;
}

function catalogPrice(line: CartLineFacts, { specialPrices, tiers }: CustomerFacts): UnitPrice {
  return unitPrice({ ...line, specialPrices, tiers });
}

function freeLine<Line extends CartLineFacts>(line: Line): UnitPricedLine<Line> {
  const unit = { price: ZERO, originalPrice: basePrice(line), priceSource: 'free' as const };
  return { ...line, ...unit, quantity: 1, lineTotal: ZERO };
}

function cartShipping(asked: CartToPrice<CartLineFacts>, subTotal: Money): Money {
  if (asked.shippingMethod === 'freight') return subTotal > 0 ? (asked.quotedShipping ?? ZERO) : ZERO;
  return shippingCost({ subTotal, method: asked.shippingMethod, tiers: asked.shippingTiers });
}

function couponOf<Line extends CartLineFacts>(
  asked: CartToPrice<Line>,
  lines: readonly UnitPricedLine<Line>[],
  subTotal: Money,
  shipping: Money,
): CouponResult {
  const { coupon = null, usesInAll = 0, usesByCustomer = 0, freeLine: free } = asked.coupon ?? {};
  return evaluateCoupon({
    coupon,
    lines,
    subTotal,
    shipping,
    now: asked.now,
    usesInAll,
    usesByCustomer,
    freeProductAvailable: free != null && canSupplyBesides({ ...free, quantity: 1 }, lines),
  });
}

function withShares<Line extends CartLineFacts>(
  lines: readonly UnitPricedLine<Line>[],
  sums: Omit<CartFigures, 'total' | 'taxRate'>,
  coupon: CouponResult,
): PricedLine<Line>[] {
  const lineCents = lines.map(line => toCents(line.lineTotal));
  const goods = lines.map((_, index) => coupon.goodsShares[index] ?? ZERO);
  const shipping = spreadShipping(
    sums.shipping,
    lines.map(line => line.quantity),
  );
  const credit = spreadMoney(
    sums.storeCredit,
    lineCents.map((cents, index) => cents - toCents(goods[index] ?? ZERO)),
  );
  const taxed = lineCents.map((cents, index) => cents - toCents(credit[index] ?? ZERO));
  // Credit for the whole subtotal leaves nothing to tax, and then the whole subtotal is taxed (rule T5).
  const taxes = spreadMoney(sums.tax, taxed.some(cents => cents > 0) ? taxed : lineCents);
  return lines.map((line, index) => ({
    ...line,
    itemShipping: shipping[index] ?? ZERO,
    itemTax: taxes[index] ?? ZERO,
    itemDiscount: addMoney(goods[index] ?? ZERO, freeShippingShare(coupon, shipping[index] ?? ZERO)),
    itemCredit: credit[index] ?? ZERO,
  }));
}

/** Free shipping takes off the whole shipping, so of each line its own share. */
function freeShippingShare(coupon: CouponResult, itemShipping: Money): Money {
  return coupon.discountOnShipping > 0 ? itemShipping : ZERO;
}
