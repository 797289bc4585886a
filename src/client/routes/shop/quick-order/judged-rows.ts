import { canBuy } from '#client/features/catalog/stock.ts';
import { offerOf } from '#client/features/product/offer.ts';
import type { OrderRow } from '#client/routes/shop/quick-order/order-rows.ts';
import type { Money } from '#shared/rules/money.ts';
import { multiplyMoney } from '#shared/rules/money.ts';
import { type ListRow, listQuantity } from '#shared/rules/order-list.ts';
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
  /** What is given is no quantity. */
  | 'quantity'
  /** There are not that many. */
  | 'short';

export interface JudgedRow {
  row: OrderRow;
  standing: Standing;
  variant: FoundVariant | null;
  similar: readonly FoundVariant[];
  quantity: number | null;
  /** Of one, at the quantity that all rows have of it together. */
  price: Money | null;
  total: Money | null;
  /** As many as this row can have; 0: sold out. Null where nothing limits it. */
  most: number | null;
}

/** The row's number as it is asked for: how it is capitalised makes no difference. */
export const askedNumber = ({ number }: ListRow): string => number.trim().toLowerCase();

/** What becomes of each row, told by what is known of the numbers so far. */
export function judgeRows(rows: readonly OrderRow[], matches: ReadonlyMap<string, NumberMatch>): JudgedRow[] {
  const matched = rows.map(row => ({
    row,
    match: matches.get(askedNumber(row)),
    quantity: listQuantity(row.quantity),
  }));
  const wanted = new Map<string, number>();
  for (const { match, quantity } of matched) {
    const id = match?.variant?._id;
    if (id) wanted.set(id, (wanted.get(id) ?? 0) + (quantity ?? 0));
  }
  return matched.map(({ row, match, quantity }) => {
    const variant = match?.variant ?? null;
    const all = variant ? (wanted.get(variant._id) ?? 0) : 0;
    const price = variant && quantity ? offerOf(variant, all).price : null;
    const isShort = variant !== null && all > 0 && !canBuy(variant, all);
    return {
      row,
      standing: standingOf(row, match, quantity, isShort),
      variant,
      similar: match?.similar ?? [],
      quantity,
      price,
      total: price !== null && quantity ? multiplyMoney(price, quantity) : null,
      most: isShort ? Math.max(0, variant.stock - (all - (quantity ?? 0))) : null,
    };
  });
}

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
