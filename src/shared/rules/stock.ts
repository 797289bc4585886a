/** How much of a variant there is; drop-shipped ones and those with back-orders have no limit (decisions: Carts). */
export interface StockFacts {
  stock: number;
  dropShip?: boolean;
  backOrder?: boolean;
  isBundle?: boolean;
  bundleItems?: readonly BundleItemStock[];
}

export interface BundleItemStock {
  /** In one bundle. */
  quantity: number;
  stock: number;
  dropShip?: boolean;
  backOrder?: boolean;
}

/** The most units that can be sold now; null where nothing limits them. */
export function sellableStock(facts: StockFacts): number | null {
  if (facts.dropShip || facts.backOrder) return null;
  const items = facts.bundleItems ?? [];
  return facts.isBundle && items.length > 0 ? bundleStock(items) : Math.max(0, facts.stock);
}

/** The fewest whole bundles that the items' stock allows; null where no item limits them. */
export function bundleStock(items: readonly BundleItemStock[]): number | null {
  const limits = items
    .filter(item => !item.dropShip && !item.backOrder)
    .map(item => Math.floor(Math.max(0, item.stock) / item.quantity));
  return limits.length === 0 ? null : Math.min(...limits);
}

export function canSupply(facts: StockFacts, quantity: number): boolean {
  const limit = sellableStock(facts);
  return limit === null || quantity <= limit;
}
