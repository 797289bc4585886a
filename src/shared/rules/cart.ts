import { z } from 'zod';
import { DEFAULT_SHIPPING_METHOD, MAX_QUANTITY, MIN_QUANTITY, NAME_OPTION_COUNT } from '#shared/constants.ts';
import { COUPON_STATUSES, SHIPPING_METHODS } from '#shared/enumerations.ts';
import { isMoney, type Money } from '#shared/rules/money.ts';

/** A cart line is one variant and group (decisions: Enumerations). */
export interface CartKey {
  variantId: string;
  variantGroup?: string;
}

export type QuantifiedLine = CartKey & { quantity: number };

export function isSameLine(a: CartKey, b: CartKey): boolean {
  return a.variantId === b.variantId && (a.variantGroup ?? '') === (b.variantGroup ?? '');
}

/** A whole quantity from 1 to the most that a line may hold; what is no number becomes 1. */
export function clampQuantity(quantity: number): number {
  if (Number.isNaN(quantity)) return MIN_QUANTITY;
  return Math.min(MAX_QUANTITY, Math.max(MIN_QUANTITY, Math.floor(quantity)));
}

/** Adds a line; one of the same variant and group has its quantity raised and takes the newer facts (spec §4). */
export function addLine<Line extends QuantifiedLine>(lines: readonly Line[], added: Line): Line[] {
  const quantity = clampQuantity(added.quantity);
  const at = lines.findIndex(line => isSameLine(line, added));
  if (at === -1) return [...lines, { ...added, quantity }];
  return lines.map((line, index) =>
    index === at ? { ...line, ...added, quantity: clampQuantity(line.quantity + quantity) } : line,
  );
}

/** Sets a line's quantity, never below 1 (spec §4); a line that is not there changes nothing. */
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

/** Makes split lines of one variant and group one line, so that wholesale thresholds see their whole quantity. */
export function mergeLines<Line extends QuantifiedLine>(lines: readonly Line[]): Line[] {
  const merged = new Map<string, Line>();
  for (const line of lines) {
    const key = JSON.stringify([line.variantId, line.variantGroup ?? '']);
    const first = merged.get(key);
    const quantity = clampQuantity(clampQuantity(line.quantity) + (first?.quantity ?? 0));
    merged.set(key, { ...(first ?? line), quantity: first ? quantity : clampQuantity(line.quantity) });
  }
  return [...merged.values()];
}

/** The number on the cart icon: units, not lines. */
export function countItems(lines: readonly { quantity: number }[]): number {
  return lines.reduce((count, line) => count + line.quantity, 0);
}

/** A cart item's name: the product's title and up to three option values (spec §9). */
export function lineName(title: string, optionValues: readonly string[]): string {
  const values = optionValues.filter(value => value !== '').slice(0, NAME_OPTION_COUNT);
  return [title, ...values].join(', ');
}

const amount = z.custom<Money>(value => typeof value === 'number' && value >= 0 && isMoney(value));
const shownText = z.string().catch('');
const tierQuantity = z.int().positive().nullable().catch(null);
const tierAmount = amount.nullable().catch(null);

/**
 * A line of the working cart as the browser keeps it. Ids and quantity are what counts; the rest is for showing the
 * cart at once, until the server has priced it.
 */
const workingLineSchema = z.object({
  productId: z.string().min(1),
  variantId: z.string().min(1),
  variantGroup: shownText,
  quantity: z.int().min(MIN_QUANTITY).max(MAX_QUANTITY),
  room: shownText,
  name: shownText,
  image: z.string().nullable().catch(null),
  productNum: shownText,
  vendor: z.string().nullable().catch(null),
  price: amount,
  pieceSize: z.int().positive().catch(1),
  wholeSaleQtyOne: tierQuantity,
  wholeSalePriceOne: tierAmount,
  wholeSaleQtyTwo: tierQuantity,
  wholeSalePriceTwo: tierAmount,
  wholeSaleQtyThree: tierQuantity,
  wholeSalePriceThree: tierAmount,
});
export type WorkingLine = z.infer<typeof workingLineSchema>;

const workingCartSchema = z.object({
  cart: z.array(z.unknown()),
  orderName: shownText,
  shippingMethod: z.enum(SHIPPING_METHODS).catch(DEFAULT_SHIPPING_METHOD),
  couponCode: shownText,
  couponStatus: z.enum(COUPON_STATUSES).nullable().catch(null),
  couponType: z.int().min(0).max(8).nullable().catch(null),
});
export type WorkingCart = Omit<z.infer<typeof workingCartSchema>, 'cart'> & { cart: WorkingLine[] };

export function emptyCart(): WorkingCart {
  return {
    cart: [],
    orderName: '',
    shippingMethod: DEFAULT_SHIPPING_METHOD,
    couponCode: '',
    couponStatus: null,
    couponType: null,
  };
}

/** Reads what the browser's storage holds under 'order'. What can't be read is an empty cart, a bad line is left out. */
export function parseWorkingCart(stored: string | null): WorkingCart {
  const parsed = workingCartSchema.safeParse(readJson(stored));
  if (!parsed.success) return emptyCart();
  const lines = parsed.data.cart.flatMap(line => {
    const read = workingLineSchema.safeParse(line);
    return read.success ? [read.data] : [];
  });
  return { ...parsed.data, cart: mergeLines(lines) };
}

function readJson(stored: string | null): unknown {
  try {
    return stored === null ? null : JSON.parse(stored);
  } catch {
    return null;
  }
}
