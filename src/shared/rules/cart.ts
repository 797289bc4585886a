import {
  DEFAULT_SHIPPING_METHOD,
  MAX_CART_LINES,
  MAX_QUANTITY,
  MIN_QUANTITY,
  NAME_OPTION_COUNT,
} from '#shared/constants.ts';
import {
  COUPON_STATUSES,
  type CouponStatus,
  SHIPPING_METHODS,
  type ShippingMethod,
} from '#shared/enumerations.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { isMoney, type Money } from '#shared/rules/money.ts';
import type { PriceStep } from '#shared/rules/pricing.ts';
import { TIER_FIELDS } from '#shared/schemas/quantity-prices.ts';

/** Tells one cart line from another: a line is one variant and group (rule O2). */
export interface CartKey {
  variantId: string;
  variantGroup?: string;
}

export type QuantifiedLine = CartKey & { quantity: number };

const keyOf = ({ variantId, variantGroup = '' }: CartKey) => JSON.stringify([variantId, variantGroup]);

export function isSameLine(a: CartKey, b: CartKey): boolean {
  return keyOf(a) === keyOf(b);
}

/** A whole quantity from 1 to the most that a line may hold; what is no number becomes 1. */
export function clampQuantity(quantity: number): number {
  if (Number.isNaN(quantity)) return MIN_QUANTITY;
  return Math.min(MAX_QUANTITY, Math.max(MIN_QUANTITY, Math.floor(quantity)));
}

/** Adds a line; one of the same variant and group has its quantity raised and takes the newer facts (rule O2). */
export function addLine<Line extends QuantifiedLine>(lines: readonly Line[], added: Line): Line[] {
  const quantity = clampQuantity(added.quantity);
  const at = lines.findIndex(line => isSameLine(line, added));
  if (at === -1) return [...lines, { ...added, quantity }];
  return lines.map((line, index) =>
    index === at ? { ...line, ...added, quantity: clampQuantity(line.quantity + quantity) } : line,
  );
}

/** Sets a line's quantity, never below 1 (rule O2); a line that is not there changes nothing. */
export function setQuantity<Line extends QuantifiedLine>(
  lines: readonly Line[],
  key: CartKey,
  quantity: number,
): Line[] {
  return lines.map(line => (isSameLine(line, key) ? { ...line, quantity: clampQuantity(quantity) } : line));
}

export function removeLine<Line extends QuantifiedLine>(lines: readonly Line[], key: CartKey): Line[] {
  return lines.filter(line => !isSameLine(line, key));
}

/** Puts a removed line back at its place; if it was added anew meanwhile, that line's quantity is raised. */
export function restoreLine<Line extends QuantifiedLine>(
  lines: readonly Line[],
  line: Line,
  at: number,
): Line[] {
  return lines.some(other => isSameLine(other, line)) ? addLine(lines, line) : lines.toSpliced(at, 0, line);
}

/**
 * Makes split lines of one variant and group one line, so that wholesale thresholds see their whole quantity. That
 * may be more than a line may hold: see `mergedQuantityIssues`.
 */
export function mergeLines<Line extends QuantifiedLine>(lines: readonly Line[]): Line[] {
  const merged = new Map<string, Line>();
  for (const line of lines) {
    const key = keyOf(line);
    const first = merged.get(key);
    merged.set(key, { ...(first ?? line), quantity: (first?.quantity ?? 0) + clampQuantity(line.quantity) });
  }
  return [...merged.values()];
}

/** The lines with which a variant and group come to more than one line may hold. */
export function mergedQuantityIssues(lines: readonly QuantifiedLine[]): FieldIssue[] {
  const message = `makes more than ${MAX_QUANTITY.toLocaleString('en-US')} of this item`;
  const sums = new Map<string, number>();
  return lines.flatMap((line, index) => {
    const sum = (sums.get(keyOf(line)) ?? 0) + line.quantity;
    sums.set(keyOf(line), sum);
    return sum > MAX_QUANTITY ? [{ path: ['cart', index, 'quantity'], message }] : [];
  });
}

/** The number on the cart icon: units, not lines. */
export function countItems(lines: readonly { quantity: number }[]): number {
  return lines.reduce((count, line) => count + line.quantity, 0);
}

/** Names a cart item: the product's title and up to three option values (rule C2) that it does not say itself. */
export function lineName(title: string, optionValues: readonly string[]): string {
  const said = title.split(', ').map(part => part.toLowerCase());
  const values = optionValues
    .filter(value => value !== '' && !said.includes(value.toLowerCase()))
    .slice(0, NAME_OPTION_COUNT);
  return [title, ...values].join(', ');
}

/**
 * A line of the working cart as the browser keeps it. Ids and quantity are what counts; the rest is for showing the
 * cart at once, until the server has priced it.
 */
export interface WorkingLine {
  productId: string;
  variantId: string;
  variantGroup: string;
  quantity: number;
  room: string;
  name: string;
  image: string | null;
  productNum: string;
  vendor: string | null;
  price: Money;
  pieceSize: number;
  quantityPrices: readonly PriceStep[];
}

export interface WorkingCart {
  cart: WorkingLine[];
  orderName: string;
  shippingMethod: ShippingMethod;
  /** Somebody chose it; else a customer's preferred one takes its place. */
  shippingChosen: boolean;
  couponCode: string;
  couponStatus: CouponStatus | null;
  couponType: number | null;
}

export function emptyCart(): WorkingCart {
  return {
    cart: [],
    orderName: '',
    shippingMethod: DEFAULT_SHIPPING_METHOD,
    shippingChosen: false,
    couponCode: '',
    couponStatus: null,
    couponType: null,
  };
}

/** How a cart is sent: what nobody has chosen is what its customer prefers, where that is known. */
export function shippingOf(
  { shippingMethod, shippingChosen }: Pick<WorkingCart, 'shippingMethod' | 'shippingChosen'>,
  preferred: ShippingMethod | undefined,
): ShippingMethod {
  return shippingChosen ? shippingMethod : (preferred ?? shippingMethod);
}

/** Leaves in a cart what was not ordered: what was added to it meanwhile, and nothing of the order. */
export function afterOrder(cart: WorkingCart, ordered: readonly QuantifiedLine[]): WorkingCart {
  return { ...emptyCart(), cart: takeOut(cart.cart, ordered) };
}

/** Lines without what was taken of them; what was added of one meanwhile stays. */
export function takeOut<Line extends QuantifiedLine>(
  lines: readonly Line[],
  taken: readonly QuantifiedLine[],
): Line[] {
  return lines.flatMap(line => {
    const quantity = line.quantity - countItems(taken.filter(other => isSameLine(other, line)));
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/** How much of lines the rest has not; of a variant that stands in both, whatever group the rest says. */
export function linesBeyond(
  asked: readonly QuantifiedLine[],
  rest: readonly QuantifiedLine[],
): QuantifiedLine[] {
  return mergeLines(asked).flatMap(line => {
    const left = countItems(rest.filter(({ variantId }) => variantId === line.variantId));
    return left < line.quantity ? [{ ...line, quantity: line.quantity - left }] : [];
  });
}

/**
 * Puts lines in the place of others, at the first one's. Anything added to the others meanwhile stays; a new line that
 * is there already is raised.
 */
export function swapLines<Line extends QuantifiedLine>(
  lines: readonly Line[],
  out: readonly QuantifiedLine[],
  put: readonly Line[],
): Line[] {
  const first = lines.findIndex(line => out.some(other => isSameLine(other, line)));
  const before = takeOut(lines.slice(0, Math.max(0, first)), out).length;
  const left = takeOut(lines, out);
  const isThere = (line: Line) => left.some(other => isSameLine(other, line));
  const placed = left.toSpliced(
    first === -1 ? left.length : before,
    0,
    ...put.filter(line => !isThere(line)),
  );
  return put.filter(isThere).reduce<Line[]>(addLine, placed);
}

/**
 * Reads what the browser's storage holds under 'order'. Anything unreadable is an empty cart, a bad line is left out.
 * Every page of the shop reads it, so it is checked by hand: a schema would bring its library into each of them.
 */
export function parseWorkingCart(stored: string | null): WorkingCart {
  const found = readJson(stored);
  if (!isRecord(found) || !Array.isArray(found.cart)) return emptyCart();
  const { shippingMethod, couponStatus, couponType } = found;
  const lines = found.cart.flatMap(line => readLine(line) ?? []).slice(0, MAX_CART_LINES);
  const method = SHIPPING_METHODS.find(one => one === shippingMethod) ?? DEFAULT_SHIPPING_METHOD;
  return {
    cart: mergeLines(lines).map(line => ({
      ...line,
      quantity: clampQuantity(line.quantity),
    })),
    orderName: textOf(found.orderName),
    shippingMethod: method,
    shippingChosen: found.shippingChosen === true || method !== DEFAULT_SHIPPING_METHOD,
    couponCode: textOf(found.couponCode),
    couponStatus: COUPON_STATUSES.find(status => status === couponStatus) ?? null,
    couponType: isWhole(couponType, 0) && couponType <= MAX_COUPON_TYPE ? couponType : null,
  };
}

function readLine(line: unknown): WorkingLine | null {
  if (!isRecord(line)) return null;
  const { productId, variantId, quantity, price } = line;
  if (!isId(productId) || !isId(variantId) || !isAmount(price)) return null;
  if (!isWhole(quantity, MIN_QUANTITY) || quantity > MAX_QUANTITY) return null;
  return {
    productId,
    variantId,
    variantGroup: textOf(line.variantGroup),
    quantity,
    room: textOf(line.room),
    name: textOf(line.name),
    image: textOrNull(line.image),
    productNum: textOf(line.productNum),
    vendor: textOrNull(line.vendor),
    price,
    pieceSize: isWhole(line.pieceSize, 1) ? line.pieceSize : 1,
    quantityPrices: readSteps(line),
  };
}

/** Carts that were stored before their lines kept a list have each tier in two fields. */
function readSteps(line: Record<string, unknown>): PriceStep[] {
  const steps: unknown[] = Array.isArray(line.quantityPrices)
    ? line.quantityPrices
    : TIER_FIELDS.map(([quantity, price]) => ({ quantity: line[quantity], price: line[price] }));
  return steps.slice(0, TIER_FIELDS.length).flatMap(step => {
    if (!isRecord(step) || !isWhole(step.quantity, 1) || !isAmount(step.price)) return [];
    return [{ quantity: step.quantity, price: step.price }];
  });
}

const MAX_COUPON_TYPE = 8;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isWhole = (value: unknown, least: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= least;
const isAmount = (value: unknown): value is Money =>
  typeof value === 'number' && value >= 0 && isMoney(value);
// No text of the shop's own is that long.
const MAX_TEXT = 1000;
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? textOf(value) : null);

function readJson(stored: string | null): unknown {
  try {
    return stored === null ? null : JSON.parse(stored);
  } catch {
    return null;
  }
}
