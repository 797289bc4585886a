import { factsOf } from '#client/features/catalog/stock.ts';
import { offerOf } from '#client/features/product/offer.ts';
import type { OrderRow } from '#client/features/quick-order/order-rows.ts';
import type { Money } from '#shared/rules/money.ts';
import { multiplyMoney } from '#shared/rules/money.ts';
import { type ListRow, listQuantity } from '#shared/rules/order-list.ts';
import { shortages } from '#shared/rules/stock.ts';
import type { FoundVariant, NumberMatch } from '#shared/schemas/products.ts';

export type Standing =
  /** Can go into a cart as it is. */
  | 'ready'
  | 'asking'
  /** Nothing has the number; something like it may be meant. */
  | 'similar'
  | 'unknown'
  /** No number was given. */
  | 'empty'
  /** The text that was given is no quantity. */
  | 'quantity'
  /** There are not that many. */
  | 'short';

export interface JudgedRow {
  row: OrderRow;
  standing: Standing;
  variant: FoundVariant | null;
  similar: readonly FoundVariant[];
  quantity: number | null;
  /** For one, at the quantity that the cart and all rows that are ready have of it together. */
  price: Money | null;
  total: Money | null;
  /** How many the cart has of it already. */
  held: number;
  /** The number that this row can have after the rows before it; null where that is enough. */
  most: number | null;
}

/** The row's number as it is asked for: how it is capitalised makes no difference. */
export const askedNumber = ({ number }: ListRow): string => number.trim().toLowerCase();

/** How many of each variant, by its `_id`, the cart has already that the rows are for. */
export type Held = ReadonlyMap<string, number>;

/**
 * Tells what becomes of each row, by what is known of the numbers so far. If there is too little of something, its
 * rows are served in their order, as the lines of a cart are: after what is in it already.
 */
export function judgeRows(
  rows: readonly OrderRow[],
  matches: ReadonlyMap<string, NumberMatch>,
  held: Held = new Map(),
): JudgedRow[] {
  const matched = rows.map(row => {
    const match = matches.get(askedNumber(row));
    return { row, match, variant: match?.variant ?? null, quantity: listQuantity(row.quantity) };
  });
  const mosts = mostOfEach(matched, held);
  const together = new Map(held);
  matched.forEach(({ variant, quantity }, index) => {
    if (!variant || mosts[index] !== null) return;
    together.set(variant._id, (together.get(variant._id) ?? 0) + (quantity ?? 0));
  });
  return matched.map(({ row, match, variant, quantity }, index) => {
    const most = mosts[index] ?? null;
    // Rows that are too much are not ordered yet: no other row gets the price of their quantity.
    const all = variant ? (together.get(variant._id) ?? 0) + (most === null ? 0 : (quantity ?? 0)) : 0;
    const price = variant && quantity ? offerOf(variant, all).price : null;
    return {
      row,
      standing: standingOf(row, match, quantity, most !== null),
      variant,
      similar: match?.similar ?? [],
      quantity,
      price,
      total: price !== null && quantity ? multiplyMoney(price, quantity) : null,
      most,
      held: variant ? (held.get(variant._id) ?? 0) : 0,
    };
  });
}

/**
 * How many each row can have where that is less than it asks for. The number a row may be lowered to is kept for it: if
 * later rows had it meanwhile, they would be ready only until its "Lower to" is pressed.
 */
function mostOfEach(matched: readonly Pick<JudgedRow, 'variant' | 'quantity'>[], held: Held) {
  const lines = matched.map(({ variant, quantity }) => lineOf(variant, quantity ?? 0));
  const variants = new Map(matched.flatMap(({ variant }) => (variant ? [[variant._id, variant]] : [])));
  const inCart = [...variants.values()].map(variant => lineOf(variant, held.get(variant._id) ?? 0));
  return shortages([...inCart, ...lines]).slice(inCart.length);
}

const lineOf = (variant: FoundVariant | null, quantity: number) => ({
  ...(variant ? factsOf(variant) : UNKNOWN),
  variantId: variant?._id ?? '',
  quantity,
});

/** The stock of a number that means nothing yet: it limits no row. */
const UNKNOWN = { stock: 0, backOrder: true };

function standingOf(
  row: ListRow,
  match: NumberMatch | undefined,
  quantity: number | null,
  isShort: boolean,
): Standing {
  if (askedNumber(row) === '') return 'empty';
  if (!match) return 'asking';
  if (!match.variant) return match.similar.length > 0 ? 'similar' : 'unknown';
  if (quantity === null) return 'quantity';
  return isShort ? 'short' : 'ready';
}
