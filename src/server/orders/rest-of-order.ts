import type { CartRow } from '#server/carts/carts.ts';
import type { AskedLine, PricedOrder, Pricer } from '#server/orders/figures.ts';
import { DEFAULT_TIME_ZONE } from '#shared/constants.ts';
import type { Money } from '#shared/rules/money.ts';
import { lowerTo, stockDemand } from '#shared/rules/stock.ts';
import type { SaveAsBid } from '#shared/schemas/carts.ts';
import type { LineInput } from '#shared/schemas/line-input.ts';

/** The rest of an order that can't be had as a whole, as its call or its saved carts are to be changed. */
export interface RestOfOrder {
  /** Nothing is left. */
  isEmpty: boolean;
  /** A cart that was sent for a quote stays as it is. */
  isFixed: boolean;
  /** Fields of the refused call. */
  change: Record<string, unknown>;
  /** Saved carts whose lines become others. */
  carts: { _id: string; version: number; cart: LineInput[] }[];
  /** The cost of the rest, where that is known. */
  total?: Money;
  /** Lines that become fewer, or none. */
  fewer?: { name: string; asked: number; left: number }[];
}

/** A priced order with what it takes to price parts of it. */
export interface Divisible {
  lines: readonly AskedLine[];
  priced: PricedOrder;
  price: Pricer;
  savedCarts: readonly CartRow[];
  couponCode: string;
}

type PlacedLine = LineInput & { cartIndex?: number };

/** `field`: the call's name of its own lines. */
export function restOf(
  lines: readonly PlacedLine[],
  {
    field = 'cart',
    savedCarts = [],
  }: { field?: 'cart' | 'lines'; savedCarts?: readonly CartRow[] | undefined },
): RestOfOrder {
  const isEmpty = lines.length === 0;
  const isFixed = savedCarts.some(({ state }) => state !== 'saved');
  if (savedCarts.length === 0) {
    return { isEmpty, isFixed, change: { [field]: lines.map(inputOf) }, carts: [] };
  }
  const carts = savedCarts.map(({ _id, version }, index) => ({
    ...{ _id, version },
    cart: lines.filter(({ cartIndex }) => cartIndex === index).map(inputOf),
  }));
  return { isEmpty, isFixed, change: { cartVersions: null }, carts };
}

/**
 * Returns what sends the goods of an order to staff for their prices, as `carts.saveAsBid` takes it: its saved carts,
 * or a new one. Null: its buyer has to sign in first. None where a cart was sent already.
 */
export function bidsOf(
  { lines, savedCarts }: Pick<Divisible, 'lines' | 'savedCarts'>,
  { user, orderName, now }: { user: { _id: string } | null; orderName: string; now: Date },
): SaveAsBid[] | null {
  if (!user) return null;
  if (savedCarts.length > 0) {
    return savedCarts.every(({ state }) => state === 'saved') ? savedCarts.map(({ _id }) => ({ _id })) : [];
  }
  // Names a cart: the customer's own clock is not known here.
  const day = now.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: DEFAULT_TIME_ZONE });
  return [{ orderName: orderName || `Bid of ${day}`, cart: lines.map(inputOf) }];
}

function inputOf({ productId, variantId, variantGroup, quantity, room }: PlacedLine): LineInput {
  return { productId, variantId, quantity, ...(variantGroup && { variantGroup }), ...(room && { room }) };
}

/** Takes as much of an order as `left` allows of each variant, in the order of its lines, with what that costs. */
export function restWithin(order: Divisible, left: ReadonlyMap<string, number>): RestOfOrder {
  const lines = lowered(order, left);
  return pricedRest(order, lines, priceRest(order, lines, left));
}

/** The largest part of an order within `left` that `fits` says yes to, all its lines lowered alike; null: not one. */
export function largestRest(
  order: Divisible,
  left: ReadonlyMap<string, number>,
  fits: (priced: PricedOrder) => boolean,
): RestOfOrder | null {
  const within = lowered(order, left);
  const part = (share: number) => {
    const lines = within
      .map(line => ({ ...line, quantity: Math.floor(line.quantity * share) }))
      .filter(({ quantity }) => quantity > 0);
    if (lines.length === 0) return null;
    const priced = priceRest(order, lines, left);
    return fits(priced) ? pricedRest(order, lines, priced) : null;
  };
  let best = part(1);
  if (best) return best;
  const mostTries = Math.min(MAX_TRIES, Math.floor(MAX_PRICED_LINES / order.lines.length));
  for (let [low, high, tries] = [0, 1, 0]; tries < mostTries; tries++) {
    const share = (low + high) / 2;
    const found = part(share);
    if (found) best = found;
    if (found) low = share;
    else high = share;
  }
  return best;
}

/** Halvings of what is too much; fewer for long carts, whose pricing takes a while. */
const MAX_TRIES = 7;
const MAX_PRICED_LINES = 500;

function lowered({ lines, priced }: Divisible, left: ReadonlyMap<string, number>): AskedLine[] {
  const facts = new Map(priced.cart.map(line => [line.variantId, line]));
  const known = lines.flatMap(line => {
    const of = facts.get(line.variantId);
    return of ? [{ ...of, quantity: line.quantity }] : [];
  });
  const quantities = lowerTo(known, left);
  return lines
    .map((line, index) => ({ ...line, quantity: quantities[index] ?? line.quantity }))
    .filter(({ quantity }) => quantity > 0);
}

/** Without its coupon where what that gives can't be had, or where the rest is too little for it. */
function priceRest(
  { price, couponCode }: Divisible,
  lines: readonly AskedLine[],
  left: ReadonlyMap<string, number>,
): PricedOrder {
  const priced = price(lines, couponCode);
  if (couponCode === '' || (priced.couponStatus === 'success' && isWithin(priced, left))) return priced;
  return price(lines, '');
}

function isWithin(priced: PricedOrder, left: ReadonlyMap<string, number>): boolean {
  const taken = new Map<string, number>();
  for (const { variant, pieces } of priced.cart.flatMap(stockDemand)) {
    taken.set(variant, (taken.get(variant) ?? 0) + pieces);
  }
  return [...left].every(([variant, most]) => (taken.get(variant) ?? 0) <= most);
}

function pricedRest(order: Divisible, lines: readonly AskedLine[], priced: PricedOrder): RestOfOrder {
  const rest = restOf(lines, order);
  const { total } = priced;
  const couponFell = order.couponCode !== '' && priced.couponCode === '';
  return {
    ...rest,
    total,
    change: { ...rest.change, total, ...(couponFell && { couponCode: '' }) },
    fewer: fewerOf(order, lines),
  };
}

function fewerOf({ lines, priced }: Divisible, rest: readonly AskedLine[]): RestOfOrder['fewer'] {
  const names = new Map(priced.cart.map(({ variantId, name }) => [variantId, name]));
  const count = (of: readonly AskedLine[], variant: string) =>
    of.reduce((sum, line) => sum + (line.variantId === variant ? line.quantity : 0), 0);
  return [...new Set(lines.map(({ variantId }) => variantId))].flatMap(variant => {
    const [asked, left] = [count(lines, variant), count(rest, variant)];
    return left < asked ? [{ name: names.get(variant) ?? '', asked, left }] : [];
  });
}
