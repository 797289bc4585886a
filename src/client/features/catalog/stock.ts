import { canSupply, type StockFacts, sellableStock } from '#shared/rules/stock.ts';
import type { Variant } from '#shared/schemas/products.ts';

type Stocked = Pick<Variant, 'stock' | 'dropShip' | 'backOrder'>;

// The server has already worked out how many whole bundles there are.
const factsOf = ({ stock, dropShip, backOrder }: Stocked): StockFacts => ({ stock, dropShip, backOrder });

export function canBuy(variant: Stocked, quantity: number): boolean {
  return canSupply(factsOf(variant), quantity);
}

export function stockText(variant: Stocked): string {
  const stock = sellableStock(factsOf(variant));
  if (stock === null) return variant.dropShip ? 'Ships from the maker' : 'Available to order';
  return stock > 0 ? `${stock.toLocaleString('en-US')} in stock` : 'Out of stock';
}
