import { asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { returnableLines } from '#server/orders/returnable-lines.ts';
import { orderBundleItems, orderCarts, type orderLines } from '#server/orders/tables.ts';
import { keepShares } from '#server/returns/paid-back.ts';
import { type CustomerPrices, type PriceFacts, priceFacts } from '#server/variants/price-facts.ts';
import type { Pieces } from '#server/variants/stock.ts';
import type { FieldIssue } from '#shared/errors.ts';
import {
  type EditedLine,
  editedFacts,
  editIssues,
  type HeldLine,
  holdsOthers,
  quantityInAll,
  type SoldLine,
} from '#shared/rules/order-edit.ts';
import { goodsDiscount, NO_UNITS } from '#shared/rules/returns.ts';
import { stockDemand } from '#shared/rules/stock.ts';
import type { CartLineFacts } from '#shared/rules/totals.ts';
import type { EditOrder } from '#shared/schemas/edit-order.ts';

type LineRow = typeof orderLines.$inferSelect;
type BundleRow = typeof orderBundleItems.$inferSelect;
type CartRow = typeof orderCarts.$inferSelect;

/** A line of an order as it stands, with what became of it. */
interface Stored {
  row: LineRow;
  sold: Omit<SoldLine, 'hasOtherParts' | 'isGone'>;
  items: BundleRow[];
}

/** Everything of an order that an edit may change. */
export interface Before {
  lines: Stored[];
  /** The product that its coupon gave: it comes and goes with the coupon alone. */
  gift: Stored | null;
  carts: CartRow[];
}

/** A line to price: one that the order has, or one that is added. */
export interface EditLine extends CartLineFacts {
  /** Null: it is added. */
  stored: Stored | null;
  /** Its place in what was asked for; null: a coupon gives it. */
  at: number | null;
  /** The variant as it is today; null: it is gone without a trace. */
  known: PriceFacts | null;
  cart: string | null;
  room: string;
  priceReason: string;
}

/**
 * Reads the lines of a locked order with what was fulfilled, asked back and paid back of them. `freeShipping`: its coupon took
 * that off; `isOtherCoupon`: it is to bear another one.
 */
export async function readBefore(
  tx: Db,
  order: OrderRow,
  { freeShipping, isOtherCoupon }: { freeShipping: boolean; isOtherCoupon: boolean },
): Promise<Before> {
  const carts = await tx
    .select()
    .from(orderCarts)
    .where(eq(orderCarts.order, order._id))
    .orderBy(asc(orderCarts.position));
  const lines = await returnableLines(tx, order);
  const ids = lines.map(({ line }) => line._id);
  const items = await tx.select().from(orderBundleItems).where(inArray(orderBundleItems.line, ids));
  const back = await keepShares(tx, order._id);
  const isPartlyPaid = carts.some(({ paid }) => paid) && carts.some(({ paid }) => !paid);
  const stored = lines.map(({ line, asked, isInReturn }) => {
    const paidBack = back.get(line._id) ?? NO_UNITS;
    return {
      row: line,
      items: items.filter(item => item.line === line._id),
      sold: {
        ...line,
        isInReturn,
        isSet: items.some(item => item.line === line._id),
        discount: goodsDiscount(line, freeShipping),
        askedBack: asked,
        back: paidBack,
        unitsBeforeCoupon: isOtherCoupon ? paidBack.units : line.unitsBeforeCoupon,
        isCartPaid: isPartlyPaid && carts.some(({ _id, paid }) => paid && _id === line.orderCart),
      },
    };
  });
  return {
    carts,
    lines: stored.filter(({ row }) => row.priceSource !== 'free'),
    gift: stored.find(({ row }) => row.priceSource === 'free') ?? null,
  };
}

/**
 * The lines as they are to be priced, and the one that a coupon gives (`given`: its variant). Throws `invalid`, which names
 * each that can't be so.
 */
export async function linesToPrice(
  tx: Db,
  order: Pick<OrderRow, 'user' | 'company'>,
  { lines, gift, carts }: Before,
  asked: EditOrder['cart'],
  given: string | null,
): Promise<{ lines: EditLine[]; gift: EditLine | null; terms: CustomerPrices }> {
  // The gift may be in the list, as the order has it, but is not theirs to change.
  const isGift = (one: EditOrder['cart'][number]) => '_id' in one && one._id === gift?.row._id;
  const edited = lines.map((line): EditedLine => wanted(line.sold, asked));
  const strangers = asked.flatMap((one, index) =>
    '_id' in one && !isGift(one) ? unknownLine(lines, asked, one._id, index) : [],
  );
  const added = asked.filter(one => !('_id' in one)).length;
  const ids = [...lines.map(({ row }) => row.variantId), ...addedVariants(asked), ...(given ? [given] : [])];
  const { facts, terms } = await priceFacts(tx, [...new Set(ids)], {
    user: order.user,
    company: order.company,
  });
  const sold = lines.map(stored => soldBeside(stored, facts));
  const issues = [...strangers, ...editIssues(sold, edited, { added }).map(placed(asked, edited))];
  if (issues.length > 0) throw new AppError('invalid', { issues });
  const fresh = asked.flatMap((one, index) => ('_id' in one ? [] : addedLine(one, index, { facts, carts })));
  const held = lines.map(({ row, sold: { back } }) => heldLine(row, row.orderCart, back.units));
  const left = [
    ...held.map((line, nth) => ({ ...line, quantity: edited[nth]?.quantity ?? line.quantity })),
    ...fresh.map(line => heldLine(line, line.cart, 0)),
  ];
  const kept = lines.flatMap((stored, nth): EditLine[] => {
    const [change, was, own] = [edited[nth], sold[nth], held[nth]];
    if (!change || !was || !own || change.quantity === 0) return [];
    const known = facts.get(stored.row.variantId) ?? null;
    const inFewer = quantityInAll(own, left) < quantityInAll(own, held);
    const priced = editedFacts(was, change, { inFewer });
    return [{ ...factsOf(stored, known), ...priced, ...marksOf(stored, known, asked) }];
  });
  return { lines: togetherPriced([...kept, ...fresh]), gift: giftLine({ gift, carts }, given, facts), terms };
}

const heldLine = (
  { variantId, quantity }: Pick<HeldLine, 'variantId' | 'quantity'>,
  cart: string | null,
  back: number,
): HeldLine => ({ variantId, cart, quantity, back });

/** A line that an edit adds. Throws `invalid` where it can't be sold, or where its cart is not one of the order's. */
function addedLine(
  one: Exclude<EditOrder['cart'][number], { _id: string }>,
  index: number,
  { facts, carts }: { facts: ReadonlyMap<string, PriceFacts>; carts: readonly CartRow[] },
): EditLine {
  const known = facts.get(one.variantId);
  if (!known?.available || known.productId !== one.productId)
    throw fieldError(['cart', index, 'variantId'], 'is no longer available');
  const { quantity, room = '', price, priceReason = '' } = one;
  const named = price != null && { overridePrice: price };
  return {
    ...{ ...known, ...named, quantity, known, room },
    ...{ stored: null, at: index, cart: cartOf(carts, one.cart, index) },
    priceReason: named ? priceReason : '',
  };
}

/** A sold line, and whether it is another set in the catalogue by now, or nothing any more. */
const soldBeside = ({ sold, row, items }: Stored, facts: ReadonlyMap<string, PriceFacts>): SoldLine => {
  const today = facts.get(row.variantId);
  const hasOtherParts = today !== undefined && holdsOthers(items, today.bundleItems);
  return { ...sold, hasOtherParts, isGone: today === undefined };
};

/** A variant that stands in several lines of a cart is priced as if it stood in one. */
function togetherPriced(lines: readonly EditLine[]): EditLine[] {
  const held = lines.map(line => heldLine(line, line.cart, line.stored?.sold.back.units ?? 0));
  return lines.map((line, nth) => {
    const own = held[nth];
    return own ? { ...line, quantityInAll: quantityInAll(own, held) } : line;
  });
}

/** The variants that are added to an order. */
export const addedVariants = (asked: EditOrder['cart']) =>
  asked.flatMap(one => ('_id' in one ? [] : one.variantId));

/** The product that a coupon gives: it stands in the first saved cart, as at submit. */
function giftLine(
  { gift, carts }: Pick<Before, 'gift' | 'carts'>,
  given: string | null,
  facts: Map<string, PriceFacts>,
): EditLine | null {
  if (given === null) return null;
  const known = facts.get(given) ?? null;
  const marks = {
    at: null,
    known,
    cart: gift?.row.orderCart ?? carts[0]?._id ?? null,
    room: '',
    priceReason: '',
  };
  if (gift?.row.variantId === given) return { ...factsOf(gift, known), ...marks, quantity: 1, stored: gift };
  return known?.available ? { ...known, ...marks, quantity: 1, stored: null } : null;
}

/** The change of a line that the asked list means for it: one that is not in the list goes. */
function wanted({ _id }: Stored['sold'], asked: EditOrder['cart']): EditedLine {
  const one = asked.find(line => '_id' in line && line._id === _id);
  return one ? { _id, quantity: one.quantity, price: one.price } : { _id, quantity: 0 };
}

function unknownLine(
  lines: readonly Stored[],
  asked: EditOrder['cart'],
  _id: string,
  index: number,
): FieldIssue[] {
  const path = ['cart', index, '_id'];
  if (!lines.some(({ row }) => row._id === _id)) return [{ path, message: 'is not in this order' }];
  const isSecond = asked.findIndex(one => '_id' in one && one._id === _id) < index;
  return isSecond ? [{ path, message: 'is named twice' }] : [];
}

/** Puts an issue where its line stands in what was asked. */
const placed =
  (asked: EditOrder['cart'], edited: readonly EditedLine[]) =>
  ({ path: [field, nth, ...rest], message }: FieldIssue): FieldIssue => {
    const _id = typeof nth === 'number' ? edited[nth]?._id : undefined;
    const index = asked.findIndex(one => '_id' in one && one._id === _id);
    return { path: index < 0 ? ['cart'] : [field ?? 'cart', index, ...rest], message };
  };

/** The facts of a line that the order has; of a variant that left no trace, those that it was sold by. */
function factsOf({ row }: Stored, known: PriceFacts | null): CartLineFacts {
  if (known) return { ...known, quantity: row.quantity };
  const { productId, variantId, quantity, price, vendor, stock } = row;
  return { productId, variantId, quantity, price, quantityPrices: [], vendor, categories: [], stock };
}

function marksOf(stored: Stored, known: PriceFacts | null, asked: EditOrder['cart']) {
  const at = asked.findIndex(line => '_id' in line && line._id === stored.row._id);
  const one = asked[at];
  return {
    stored,
    at,
    known,
    cart: stored.row.orderCart,
    room: stored.row.room,
    priceReason: one?.price === null ? '' : (one?.priceReason ?? stored.row.priceReason),
  };
}

function cartOf(carts: readonly CartRow[], asked: string | undefined, index: number): string | null {
  if (carts.length === 0 && asked === undefined) return null;
  const found = asked === undefined && carts.length === 1 ? carts[0] : carts.find(({ _id }) => _id === asked);
  if (!found) throw fieldError(['cart', index, 'cart'], 'is not one of the carts of this order');
  return found._id;
}

/** All lines of an order, also the one that its coupon gave. */
export const storedOf = ({ lines, gift }: Before) => [...lines, ...(gift ? [gift] : [])];

type Taking = Pick<EditLine, 'stored'> & Parameters<typeof stockDemand>[0];

/** The pieces of each variant that so changed lines take off the shelf besides what their order took before. */
export function piecesOfEdit(before: readonly Before['lines'][number][], cart: readonly Taking[]): Pieces[] {
  const change = new Map<string, number>();
  const add = (sign: number) => (pieces: readonly Pieces[]) => {
    for (const { variant, pieces: n } of pieces) change.set(variant, (change.get(variant) ?? 0) + sign * n);
  };
  for (const stored of before) add(-1)(takenBy(stored, stored.row.quantity));
  for (const line of cart) add(1)(line.stored ? takenBy(line.stored, line.quantity) : stockDemand(line));
  return [...change].map(([variant, n]) => ({ variant, pieces: n }));
}

/** The pieces that so many units of a sold line take, as it was sold. */
export function takenBy({ row, items }: Before['lines'][number], quantity: number): Pieces[] {
  const per = (taken: number) => (taken / row.quantity) * quantity;
  return [
    { variant: row.variantId, pieces: per(row.stockTaken) },
    ...items.map(item => ({ variant: item.variant, pieces: per(item.stockTaken) })),
  ].filter(({ pieces }) => pieces > 0);
}
