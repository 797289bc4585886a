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
  lowestMoney,
  type Money,
  multiplyMoney,
  spreadMoney,
  subtractMoney,
  sumMoney,
  toCents,
  toMoney,
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
import { type BundleItemStock, canSupplyBesides, type StockFacts, stockDemand } from '#shared/rules/stock.ts';
import { storeCreditUsed } from '#shared/rules/store-credit.ts';
import { tax, taxRateFor } from '#shared/rules/tax.ts';

/** A cart line with what the database says of its variant. Further fields come back untouched on the priced line. */
export interface CartLineFacts extends VariantPrices, StockFacts {
  productId: string;
  variantId: string;
  variantGroup?: string;
  quantity: number;
  /** Units by which the price is found, where lines of one variant stand apart; left out: those of the line. */
  quantityInAll?: number;
  vendor?: string | null;
  categories?: readonly string[];
  bundleItems?: readonly (BundleItemPrice & BundleItemStock)[];
  /** Unit price of a quote that still holds; it stands whatever the catalogue says since. */
  quotedPrice?: Money | null;
  /** Unit price that staff set on an order; it wins over everything. */
  overridePrice?: Money | null;
  /** The price in whose place it stands, where the catalogue has none: what the goods were sold for before. */
  overridden?: Money | null;
  /** How a line of an order was sold that an edit does not touch; it stands whatever the catalogue says since. */
  sold?: UnitPrice | null;
  /** Shares of a line of which a return was paid: they stay what they are (rule T9). */
  keptShares?: KeptShares | null;
}

/** `discount`: on goods, without that on shipping. */
export interface KeptShares {
  tax: Money;
  discount: Money;
  credit: Money;
  /** Units that were paid back before the coupon came: it takes nothing off such a line (rule T9). */
  unitsBeforeCoupon?: number;
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
  /** Whether there is enough of that; left out: as the stock says, besides all that the lines take. */
  isSupplied?: boolean;
  /** It comes in the place of another: what lines keep was not taken off by it. */
  isOther?: boolean;
}

export interface CartToPrice<Line extends CartLineFacts> {
  lines: readonly Line[];
  customer?: CustomerFacts | null;
  shippingMethod: ShippingMethod;
  shippingTiers: readonly ShippingTier[];
  /** Freight as staff quoted it; only the method freight asks for it. */
  quotedShipping?: Money | null;
  /** Shipping as the order was sold, where an edit leaves it; null: it is worked out. */
  keptShipping?: Money | null;
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
  const kept = keptOf(bought);
  const coupon = couponBeside(
    bought,
    kept,
    couponOf(asked, bought, subTotal, shipping),
    asked.coupon?.isOther,
  );
  const used = storeCreditUsed({
    balance: customer.useStoreCredit ? (customer.storeCreditBalance ?? ZERO) : ZERO,
    subTotal,
    discountOnGoods: coupon.discountOnGoods,
  });
  const storeCredit = besideKept(used, kept.credit, creditRoom(bought, coupon));
  const rate = { rate: asked.taxRate, exempt: customer.taxExempt ?? false };
  const sums = {
    subTotal,
    discount: addMoney(coupon.discountOnGoods, coupon.discountOnShipping),
    shipping,
    tax: besideKept(tax({ subTotal, storeCredit, ...rate }), kept.tax, kept.isAll ? ZERO : null),
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

const unitsBeforeCoupon = ({ keptShares }: CartLineFacts): number => keptShares?.unitsBeforeCoupon ?? 0;

/** Sums the shares that stay as they are; `isAll`: nothing of any worth stands beside them. */
function keptOf(lines: readonly UnitPricedLine<CartLineFacts>[]): KeptShares & { isAll: boolean } {
  const shares = lines.flatMap(line => line.keptShares ?? []);
  return {
    tax: sumMoney(shares.map(share => share.tax)),
    discount: sumMoney(shares.map(share => share.discount)),
    credit: sumMoney(shares.map(share => share.credit)),
    isAll: shares.length > 0 && lines.every(line => line.keptShares || line.lineTotal === 0),
  };
}

/** A sum that is at least what of it is kept; the rest of it is at most what the other lines can take (null: anything). */
function besideKept(sum: Money, kept: Money, room: Money | null): Money {
  const rest = Math.max(0, toCents(sum) - toCents(kept));
  return addMoney(kept, toMoney(room === null ? rest : Math.min(rest, toCents(room))));
}

/**
 * The discount on goods where some lines keep their share of it: the others share what is left of it. What lines have off
 * that were there before the coupon is no part of its own discount. One that finds nothing to take it off is not applicable.
 */
function couponBeside(
  lines: readonly UnitPricedLine<CartLineFacts>[],
  kept: KeptShares,
  coupon: CouponResult,
  isOther = false,
): CouponResult {
  if (lines.every(line => !line.keptShares)) return coupon;
  const before = keptOf(lines.filter(line => unitsBeforeCoupon(line) > 0)).discount;
  const own = subtractMoney(kept.discount, before);
  const takers = lines.map((line, index) => {
    const takes = line.keptShares ? ZERO : (coupon.goodsShares[index] ?? ZERO);
    return { takes, worth: takes > 0 ? line.lineTotal : ZERO };
  });
  const ofCoupon = besideKept(coupon.discountOnGoods, own, sumMoney(takers.map(({ worth }) => worth)));
  const rest = spreadDiscount(subtractMoney(ofCoupon, own), takers);
  const goodsShares = lines.map((line, index) => line.keptShares?.discount ?? rest[index] ?? ZERO);
  const isLost = coupon.discountOnGoods > 0 && ofCoupon === (isOther ? own : ZERO);
  return {
    ...coupon,
    ...(isLost && { status: 'not-applicable' }),
    ...{ discountOnGoods: addMoney(before, ofCoupon), goodsShares },
  };
}

/**
 * Spreads what is left of a discount by what the coupon takes off each line, which need not go by what the line costs
 * (types 6 and 7). If more is left than it takes off all of them, the excess goes by what each line still costs.
 */
function spreadDiscount(rest: Money, takers: readonly { takes: Money; worth: Money }[]): Money[] {
  const own = lowestMoney(rest, sumMoney(takers.map(({ takes }) => takes)));
  const more = spreadMoney(
    subtractMoney(rest, own),
    takers.map(({ takes, worth }) => toCents(worth) - toCents(takes)),
  );
  return spreadMoney(
    own,
    takers.map(({ takes }) => toCents(takes)),
  ).map((share, index) => addMoney(share, more[index] ?? ZERO));
}

/** How much store credit the lines can take that keep no share of it: what of them is to be paid. */
function creditRoom(lines: readonly UnitPricedLine<CartLineFacts>[], { goodsShares }: CouponResult): Money {
  return sumMoney(
    lines.map((line, index) =>
      line.keptShares ? ZERO : subtractMoney(line.lineTotal, goodsShares[index] ?? ZERO),
    ),
  );
}

function priceLine<Line extends CartLineFacts>(line: Line, customer: CustomerFacts): UnitPricedLine<Line> {
  const unit = fixedPrice(line, customer) ?? catalogPrice(line, customer);
  return { ...line, ...unit, lineTotal: multiplyMoney(unit.price, line.quantity) };
}

function fixedPrice(line: CartLineFacts, customer: CustomerFacts): UnitPrice | null {
  if (line.sold) return line.sold;
  // Staff name a price instead of what this customer would pay for as many.
  if (line.overridePrice != null) {
    const originalPrice = line.overridden ?? catalogPrice(line, customer).price;
    return { price: line.overridePrice, originalPrice, priceSource: 'override' };
  }
  const originalPrice = basePrice(line);
  if (line.quotedPrice != null) return { price: line.quotedPrice, originalPrice, priceSource: 'quoted' };
  return null;
}

function catalogPrice(line: CartLineFacts, { specialPrices, tiers }: CustomerFacts): UnitPrice {
  return unitPrice({ ...line, quantity: line.quantityInAll ?? line.quantity, specialPrices, tiers });
}

function freeLine<Line extends CartLineFacts>(line: Line): UnitPricedLine<Line> {
  const unit = { price: ZERO, originalPrice: basePrice(line), priceSource: 'free' as const };
  return { ...line, ...unit, quantity: 1, lineTotal: ZERO };
}

function cartShipping(asked: CartToPrice<CartLineFacts>, subTotal: Money): Money {
  if (asked.keptShipping != null) return asked.keptShipping;
  if (asked.shippingMethod === 'freight') return subTotal > 0 ? (asked.quotedShipping ?? ZERO) : ZERO;
  return shippingCost({ subTotal, method: asked.shippingMethod, tiers: asked.shippingTiers });
}

function couponOf<Line extends CartLineFacts>(
  asked: CartToPrice<Line>,
  lines: readonly UnitPricedLine<Line>[],
  subTotal: Money,
  shipping: Money,
): CouponResult {
  const { coupon = null, usesInAll = 0, usesByCustomer = 0, freeLine: free, isSupplied } = asked.coupon ?? {};
  const hasEnough = (one: Line) =>
    isSupplied ?? canSupplyBesides({ ...one, quantity: 1 }, lines.flatMap(stockDemand));
  const before = sumMoney(lines.map(line => multiplyMoney(line.price, unitsBeforeCoupon(line))));
  const isAnyLeft = lines.some(line => line.quantity > unitsBeforeCoupon(line));
  return evaluateCoupon({
    coupon,
    lines: lines.map(line => (unitsBeforeCoupon(line) > 0 ? { ...line, quantity: 0 } : line)),
    subTotal: subtractMoney(subTotal, before),
    shipping,
    now: asked.now,
    usesInAll,
    usesByCustomer,
    freeProductAvailable: free != null && isAnyLeft && hasEnough(free),
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
  const credit = spreadBeside(
    sums.storeCredit,
    lineCents.map((cents, index) => cents - toCents(goods[index] ?? ZERO)),
    lines.map(line => line.keptShares?.credit),
  );
  const taxed = lineCents.map((cents, index) => cents - toCents(credit[index] ?? ZERO));
  const isTaxed = taxed.some((cents, index) => cents > 0 && !lines[index]?.keptShares);
  // Credit for the whole subtotal leaves nothing to tax, and then the whole subtotal is taxed (rule T5).
  const taxes = spreadBeside(
    sums.tax,
    isTaxed ? taxed : lineCents,
    lines.map(line => line.keptShares?.tax),
  );
  return lines.map((line, index) => ({
    ...line,
    itemShipping: shipping[index] ?? ZERO,
    itemTax: taxes[index] ?? ZERO,
    itemDiscount: addMoney(goods[index] ?? ZERO, freeShippingShare(coupon, shipping[index] ?? ZERO)),
    itemCredit: credit[index] ?? ZERO,
  }));
}

/** Spreads a sum by weights over the lines that keep no share of it. */
function spreadBeside(sum: Money, weights: readonly number[], kept: readonly (Money | undefined)[]): Money[] {
  const rest = subtractMoney(sum, sumMoney(kept.map(share => share ?? ZERO)));
  const spread = spreadMoney(
    rest,
    weights.map((weight, index) => (kept[index] === undefined ? weight : 0)),
  );
  return spread.map((share, index) => kept[index] ?? share);
}

/** Free shipping takes off the whole shipping, so of each line its own share. */
function freeShippingShare(coupon: CouponResult, itemShipping: Money): Money {
  return coupon.discountOnShipping > 0 ? itemShipping : ZERO;
}
