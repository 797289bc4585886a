import { canSupply, type StockFacts, stockWords } from '#shared/rules/stock.ts';
import type { Variant } from '#shared/schemas/products.ts';

type Stocked = Pick<Variant, 'stock' | 'dropShip' | 'backOrder'>;

/** The server has already worked out how many whole bundles there are. */
export const factsOf = ({ stock, dropShip, backOrder }: Stocked): StockFacts => ({
  stock,
  dropShip,
  backOrder,
});

export function canBuy(variant: Stocked, quantity: number): boolean {
  return canSupply(factsOf(variant), quantity);
}

export function stockText(variant: Stocked): string {
  return stockWords(factsOf(variant));
}
