import { canSupply, type StockFacts, sellableStock, stockWords } from '#shared/rules/stock.ts';
import type { Variant } from '#shared/schemas/products.ts';

type Stocked = Pick<Variant, 'stock' | 'dropShip' | 'backOrder'>;

// The server has already worked out how many whole bundles there are.
const factsOf = ({ stock, dropShip, backOrder }: Stocked): StockFacts => ({ stock, dropShip, backOrder });

export function canBuy(variant: Stocked, quantity: number): boolean {
  return canSupply(factsOf(variant), quantity);
}

export function stockText(variant: Stocked): string {
  return stockWords(factsOf(variant));
}

/** How many can be ordered now; null: as many as anybody likes. */
export function mostOf(variant: Stocked): number | null {
  return sellableStock(factsOf(variant));
}
