import { inArray } from 'drizzle-orm';
import type { CartRow } from '#server/carts/carts.ts';
import { cartLines, carts } from '#server/carts/tables.ts';
import { type CouponCustomer, type FoundCoupon, findCoupon, givenVariant } from '#server/coupons/coupons.ts';
import type { Db } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { restOf } from '#server/orders/rest-of-order.ts';
import type { Facts } from '#server/remedies.ts';
import {
  type CustomerPrices,
  type PriceFacts,
  type PriceParty,
  priceFacts,
} from '#server/variants/price-facts.ts';
import type { ShippingMethod } from '#shared/enumerations.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { mergedQuantityIssues, mergeLines } from '#shared/rules/cart.ts';
import { MAX_MONEY_CENTS, type Money } from '#shared/rules/money.ts';
import { shippingMethodIssue } from '#shared/rules/payment.ts';
import type { ShippingTier } from '#shared/rules/shipping.ts';
import { sellableStock, shortages, stockDemand } from '#shared/rules/stock.ts';
import { type CartLineFacts, type PricedCart, type PricedLine, priceCart } from '#shared/rules/totals.ts';
import type { WorkedLine } from '#shared/schemas/cart-lines.ts';
import { type LineInput, MAX_LINES } from '#shared/schemas/line-input.ts';
import type { Figures } from '#shared/schemas/orders.ts';
import { toldTiers } from '#shared/schemas/quantity-prices.ts';

/** A line to price, with the saved cart that it stands in. */
export interface AskedLine extends LineInput {
  /** Index of the saved cart among `cartIds`; 0 for a cart of its own. */
  cartIndex: number;
  quotedPrice?: Money | null;
  /** Named by staff. */
  overridePrice?: Money | null;
  priceReason?: string;
}

export type OrderLineFacts = PriceFacts & {
  variantGroup: string;
  quantity: number;
  room: string;
  cartIndex: number;
  quotedPrice: Money | null;
  overridePrice: Money | null;
  priceReason: string;
};

export interface Rates {
  taxRate: number;
  shippingTiers: readonly ShippingTier[];
}

export interface PricingRequest {
  lines: readonly AskedLine[];
  /** Those that the lines stand in, where it matters what becomes of them. */
  savedCarts?: readonly CartRow[] | undefined;
  customer: (PriceParty & { taxExempt: boolean }) | null;
  storeCreditBalance: Money;
  rates: Rates;
  shippingMethod: ShippingMethod;
  quotedShipping?: Money | null;
  found: FoundCoupon;
  couponCode: string;
  useStoreCredit: boolean;
  now: Date;
}

export type PricedOrder = PricedCart<OrderLineFacts>;

/** Prices any of the lines that it was made for, with the coupon or without, from one look at the database. */
export type Pricer = (lines: readonly AskedLine[], couponCode: string) => PricedOrder;

/**
 * Prices lines from the database as it stands (rules: `priceCart`). A line whose product is unknown, unpublished,
 * deleted or of another product is refused by `line_gone`, which names each.
 */
export async function priceLines(db: Db, request: PricingRequest): Promise<PricedOrder> {
  const price = await pricerOf(db, request);
  return price(request.lines, request.couponCode);
}

/** Throws what `priceLines` throws. */
export async function pricerOf(db: Db, request: PricingRequest): Promise<Pricer> {
  const { found, customer } = request;
  const free = found.coupon && givenVariant(found.coupon);
  const ids = new Set(request.lines.map(line => line.variantId));
  if (free) ids.add(free);
  const { facts, terms } = await priceFacts(db, [...ids], customer);
  refuseGoneLines(request.lines, facts, { savedCarts: request.savedCarts });
  const freeFacts = free ? facts.get(free) : undefined;
  return (asked, couponCode) => {
    const lines = mergeCarts(asked).flatMap(line => {
      const known = facts.get(line.variantId);
      return known ? [lineFacts(known, line)] : [];
    });
    refuseExcessiveTotal(lines);
    return priceCart<OrderLineFacts>({
      lines,
      customer: customerFacts(request, terms),
      shippingMethod: request.shippingMethod,
      shippingTiers: request.rates.shippingTiers,
      quotedShipping: request.quotedShipping,
      taxRate: request.rates.taxRate,
      coupon: couponCode
        ? {
            code: couponCode,
            ...found,
            freeLine: freeFacts?.available ? lineFacts(freeFacts, { quantity: 1, cartIndex: 0 }) : null,
          }
        : null,
      now: request.now,
    });
  };
}

/**
 * Throws `invalid` for lines that are worth more than the largest amount, each at the highest of its prices: that is far
 * below what sums in cents can hold exactly.
 */
export function refuseExcessiveTotal(
  lines: readonly Pick<CartLineFacts, 'price' | 'overridePrice' | 'quotedPrice' | 'sold' | 'quantity'>[],
  path: FieldIssue['path'] = ['cart'],
): void {
  const highest = ({ price, overridePrice, quotedPrice, sold }: (typeof lines)[number]) =>
    Math.max(price, overridePrice ?? 0, quotedPrice ?? 0, sold?.price ?? 0);
  const cents = lines.reduce((sum, line) => sum + highest(line) * 100 * line.quantity, 0);
  if (cents > MAX_MONEY_CENTS) throw fieldError(path, 'is worth more than can be sold at once');
}

function customerFacts(request: PricingRequest, terms: CustomerPrices) {
  return {
    ...terms,
    taxExempt: request.customer?.taxExempt ?? false,
    storeCreditBalance: request.storeCreditBalance,
    useStoreCredit: request.useStoreCredit,
  };
}

/** A variant as a line of a cart to price. */
export function lineFacts(
  known: PriceFacts,
  line: Pick<AskedLine, 'quantity' | 'cartIndex'> & Partial<AskedLine>,
): OrderLineFacts {
  return {
    ...known,
    variantGroup: line.variantGroup || known.variantGroup,
    quantity: line.quantity,
    room: line.room ?? '',
    cartIndex: line.cartIndex,
    quotedPrice: line.quotedPrice ?? null,
    overridePrice: line.overridePrice ?? null,
    priceReason: line.priceReason ?? '',
  };
}

/** Split lines of one variant and group count together, within each saved cart. */
function mergeCarts(lines: readonly AskedLine[]): AskedLine[] {
  const indexes = [...new Set(lines.map(line => line.cartIndex))];
  return indexes.flatMap(index => mergeLines(lines.filter(line => line.cartIndex === index)));
}

/**
 * Throws `line_gone`, naming each line that can't be sold, or not as this product or group; `field` holds them.
 * `details` has what can still be had of them, by saved cart where they stand in such.
 */
export function refuseGoneLines(
  lines: readonly (LineInput & { cartIndex?: number })[],
  facts: ReadonlyMap<string, PriceFacts>,
  {
    field = 'cart',
    savedCarts,
  }: { field?: 'cart' | 'lines'; savedCarts?: readonly CartRow[] | undefined } = {},
): void {
  const issues: FieldIssue[] = [];
  lines.forEach((line, index) => {
    const known = facts.get(line.variantId);
    const refuse = (name: keyof LineInput, message: string) =>
      issues.push({ path: [field, index, name], message });
    if (!known?.available) refuse('variantId', 'is no longer available');
    else if (known.productId !== line.productId) refuse('variantId', 'is not a variant of this product');
    else if (line.variantGroup && line.variantGroup !== known.variantGroup) {
      refuse('variantGroup', 'is not a group of this variant');
    }
  });
  if (issues.length === 0) return;
  const rest = lines.flatMap(line => {
    const known = facts.get(line.variantId);
    if (!known?.available || known.productId !== line.productId) return [];
    // Staff may have put it into another group since.
    return [{ ...line, variantGroup: known.variantGroup }];
  });
  throw new AppError('line_gone', { issues, about: { rest: restOf(rest, { field, savedCarts }) } });
}

/** Lines that the stock does not cover, as issues that name the line and what is left of it. */
export function shortLines(
  lines: readonly OrderLineFacts[],
  short: ReadonlyMap<string, number>,
): FieldIssue[] {
  return lines.flatMap((line, index) => {
    const remaining = stockDemand(line).flatMap(({ variant, pieces }) => {
      const left = short.get(variant);
      return left === undefined ? [] : [Math.floor((Math.max(0, left) * line.quantity) / pieces)];
    });
    if (remaining.length === 0) return [];
    const left = Math.min(...remaining);
    return [{ path: ['cart', index, 'quantity'], message: left > 0 ? `only ${left} left` : 'is sold out' }];
  });
}

/** The answer of getCost: the priced cart, of which what the schema names crosses the wire. */
export function figuresOf(priced: PricedOrder, savedCarts: readonly CartRow[]): Figures {
  const remaining = shortages(priced.cart);
  const cart = priced.cart.map((line, index) => {
    const { dropShip, backOrder, cartIndex } = line;
    const cartId = savedCarts[cartIndex]?._id;
    return {
      ...wireLine(line),
      dropShip,
      backOrder,
      short: remaining[index] ?? null,
      ...(cartId && { cartId }),
    };
  });
  return { ...priced, cart, ...(savedCarts.length > 0 && { carts: [...savedCarts] }) };
}

export function wireLine(line: PricedLine<OrderLineFacts>): WorkedLine {
  return {
    ...line,
    fulfilled: 0,
    stock: sellableStock(line) ?? line.stock,
    vendor: line.vendor ?? '',
    bundleDiscount: line.bundleDiscountPer,
    ...toldTiers(line.quantityPrices),
  };
}

/** The quote that the carts of a request stand for: one quoted cart whose time is not over. */
export function quoteOf(savedCarts: readonly CartRow[], now: Date): CartRow | null {
  const [cart] = savedCarts;
  const holds = savedCarts.length === 1 && cart?.state === 'quoted' && isQuoted(cart, now);
  return holds ? cart : null;
}

/** Whether a quote's time is not over. */
export const isQuoted = (cart: Pick<CartRow, 'quotedUntil'>, now: Date) =>
  Date.parse(cart.quotedUntil ?? '') > now.getTime();

/** Freight only for a cart that staff have quoted, while the quote holds; any other can be sent to them as a bid. */
export function refuseFreight(
  input: { shippingMethod: ShippingMethod },
  quote: CartRow | null,
  bids: () => Facts['bids'],
): void {
  const quoted = quote !== null && quote.quotedShipping !== null;
  const issue = shippingMethodIssue(input.shippingMethod, { quoted });
  if (issue) throw new AppError('invalid', { issues: [issue], about: { bids: bids() } });
}

/**
 * The lines of a request: its own, or those of the user's saved carts in the given order, together no more than one
 * cart may have (`cart_full`).
 */
export async function askedLines(
  db: Db,
  input: { cart?: LineInput[]; cartIds?: string[] },
  user: { _id: string } | null,
  now: Date,
): Promise<{ lines: AskedLine[]; savedCarts: CartRow[] }> {
  if (!input.cartIds) {
    const lines = (input.cart ?? []).map(line => ({ ...line, cartIndex: 0 }));
    const issues = mergedQuantityIssues(lines);
    if (issues.length > 0) throw new AppError('invalid', { issues });
    return { lines, savedCarts: [] };
  }
  if (!user) throw new AppError('signed_out');
  const ids = [...new Set(input.cartIds)];
  const found = await db.select().from(carts).where(inArray(carts._id, ids));
  const savedCarts = ids.map((id, index) => {
    const cart = found.find(one => one._id === id);
    if (cart?.user !== user._id || cart.state === 'ordered') {
      throw fieldError(['cartIds', index], 'is not one of your saved carts');
    }
    return cart;
  });
  const rows = await db
    .select()
    .from(cartLines)
    .where(inArray(cartLines.cart, ids))
    .orderBy(cartLines.position, cartLines._id)
    .limit(MAX_LINES + 1);
  if (rows.length > MAX_LINES) throw new AppError('cart_full', { about: { cartIds: ids } });
  // Cart by cart, as they were asked for; the sort leaves each in its own order.
  rows.sort((a, b) => ids.indexOf(a.cart) - ids.indexOf(b.cart));
  const lines = rows.map(row => {
    const cartIndex = ids.indexOf(row.cart);
    const cart = savedCarts[cartIndex];
    const quoted = cart?.state === 'quoted' && isQuoted(cart, now);
    // The variant's own group, which staff may have changed since.
    return { ...row, variantGroup: '', cartIndex, quotedPrice: quoted ? row.quotedPrice : null };
  });
  if (lines.length === 0) throw fieldError(['cartIds'], 'The cart is empty.');
  return { lines, savedCarts };
}

/** Looks up what getCost needs besides the lines, then prices them. */
export async function costOf(
  db: Db,
  { couponOf, ...asked }: Omit<PricingRequest, 'found' | 'now'> & { couponOf: CouponCustomer },
  now: Date,
): Promise<PricedOrder> {
  const found = await findCoupon(db, asked.couponCode, couponOf, now);
  return priceLines(db, { ...asked, found, now });
}
