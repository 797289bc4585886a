/** Says how much of a variant there is; drop-shipped ones and those with back-orders have no limit (rule O15). */
export interface StockFacts {
  stock: number;
  dropShip?: boolean;
  backOrder?: boolean;
  isBundle?: boolean;
  bundleItems?: readonly BundleItemStock[];
}

export interface BundleItemStock {
  variant: string;
  /** In one bundle. */
  quantity: number;
  stock: number;
  dropShip?: boolean;
  backOrder?: boolean;
}

/** The pieces that a line takes of one variant, and what limits them; null where nothing does. */
export interface Draw {
  variant: string;
  pieces: number;
  limit: number | null;
}

/**
 * The most units that can be sold now; null where nothing limits them. A bundle is as available as its items,
 * whatever is said of itself; one without items is a variant like any other.
 */
export function sellableStock(facts: StockFacts): number | null {
  const items = itemsOf(facts);
  return items.length > 0 ? bundleStock(items) : limitOf(facts);
}

/** The fewest whole bundles that the items' stock allows; null where no item limits them. */
export function bundleStock(items: readonly BundleItemStock[]): number | null {
  const limits = items.flatMap(item => {
    const limit = limitOf(item);
    return limit === null ? [] : [Math.floor(limit / item.quantity)];
  });
  return limits.length === 0 ? null : Math.min(...limits);
}

export function canSupply(facts: StockFacts, quantity: number): boolean {
  const limit = sellableStock(facts);
  return limit === null || quantity <= limit;
}

/** Lists what a line takes off the shelf: a bundle its items, whatever is drop-shipped nothing. */
export function stockDemand(line: StockFacts & { variantId: string; quantity: number }): Draw[] {
  const items = itemsOf(line);
  const asked = items.length > 0 ? items : [{ ...line, variant: line.variantId, quantity: 1 }];
  return asked
    .filter(item => !item.dropShip)
    .map(item => ({
      variant: item.variant,
      pieces: item.quantity * line.quantity,
      limit: limitOf(item),
    }));
}

/** Tells whether there is enough for a line besides the pieces that others take, or give back (below 0). */
export function canSupplyBesides(
  line: Parameters<typeof stockDemand>[0],
  others: readonly Pick<Draw, 'variant' | 'pieces'>[],
): boolean {
  const taken = new Map<string, number>();
  for (const { variant, pieces } of [...stockDemand(line), ...others]) {
    taken.set(variant, (taken.get(variant) ?? 0) + pieces);
  }
  return stockDemand(line).every(
    ({ variant, limit }) => limit === null || (taken.get(variant) ?? 0) <= limit,
  );
}

/**
 * Line by line, how many there are for a cart when that is less than the line asks for; null when there is enough.
 * Earlier lines get theirs first, also as items of bundles.
 */
export function shortages(cart: readonly (StockFacts & { variantId: string; quantity: number })[]) {
  const taken = new Map<string, number>();
  return cart.map(line => {
    const draws = stockDemand({ ...line, quantity: 1 });
    const supplied = Math.min(
      line.quantity,
      ...draws.flatMap(({ variant, pieces, limit }) =>
        limit === null ? [] : [Math.floor(Math.max(0, limit - (taken.get(variant) ?? 0)) / pieces)],
      ),
    );
    for (const { variant, pieces } of draws) {
      taken.set(variant, (taken.get(variant) ?? 0) + pieces * supplied);
    }
    return supplied < line.quantity ? supplied : null;
  });
}

/**
 * The quantities that lines come to when of each variant in `left` no more pieces may be taken, also as items of
 * bundles; earlier lines get theirs first.
 */
export function lowerTo(
  lines: readonly Parameters<typeof stockDemand>[0][],
  left: ReadonlyMap<string, number>,
): number[] {
  const remaining = new Map(left);
  return lines.map(line => {
    const draws = stockDemand({ ...line, quantity: 1 });
    const most = draws.map(({ variant, pieces }) =>
      Math.floor(Math.max(0, remaining.get(variant) ?? Number.POSITIVE_INFINITY) / pieces),
    );
    const quantity = Math.min(line.quantity, ...most);
    for (const { variant, pieces } of draws) {
      const before = remaining.get(variant);
      if (before !== undefined) remaining.set(variant, before - pieces * quantity);
    }
    return quantity;
  });
}

/** How a line's stock is told in words; with a quantity that is more than there is, how many are left. */
export function stockWords(facts: StockFacts, quantity = 1): string {
  const stock = sellableStock(facts);
  if (stock === null) return facts.dropShip ? 'Ships from the maker' : 'Available to order';
  if (stock === 0) return 'Out of stock';
  const pieces = stock.toLocaleString('en-US');
  return stock < quantity ? `Only ${pieces} in stock` : `${pieces} in stock`;
}

function itemsOf({ isBundle, bundleItems = [] }: StockFacts): readonly BundleItemStock[] {
  return isBundle ? bundleItems : [];
}

function limitOf({ stock, dropShip, backOrder }: StockFacts): number | null {
  return dropShip || backOrder ? null : Math.max(0, stock);
}
