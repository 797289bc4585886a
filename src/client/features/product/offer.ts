import { factsOf } from '#client/features/catalog/stock.ts';
import type { PriceSource } from '#shared/enumerations.ts';
import { lowestMoney, type Money, multiplyMoney, toCents } from '#shared/rules/money.ts';
import {
  nextTierHint,
  type VariantPrices,
  type WholesaleOffer,
  wholesaleOffers,
  wholesalePrice,
} from '#shared/rules/pricing.ts';
import { sellableStock } from '#shared/rules/stock.ts';
import type { Variant } from '#shared/schemas/products.ts';
import { withQuantityPrices } from '#shared/schemas/quantity-prices.ts';

export interface Offer {
  /** For one unit at this quantity. */
  price: Money;
  total: Money;
  offers: WholesaleOffer[];
  /** The tier that the quantity has reached. */
  reached: WholesaleOffer | undefined;
  hint: { more: number; price: Money } | null;
  /** The source of the price. */
  why: { priceSource?: PriceSource; priceQuantity?: number };
}

/** Prices a quantity as far as the page knows: tiers start from everyone's price, the customer's may lie below them. */
export function offerOf(variant: Variant, quantity: number): Offer {
  const listed = listedPrices(variant);
  const price = lowestMoney(variant.price, wholesalePrice(listed, quantity));
  const offers = wholesaleOffers(listed, variant.price);
  const reached = offers.findLast(offer => quantity >= offer.quantity);
  const { priceSource = 'base' } = variant;
  return {
    price,
    total: multiplyMoney(price, quantity),
    offers,
    reached,
    hint: nextTierHint(listed, quantity, sellableStock(factsOf(variant)), price),
    why:
      reached && reached.price === price && price < variant.originalPrice
        ? { priceSource: 'wholesale', priceQuantity: reached.quantity }
        : { priceSource },
  };
}

/** The prices that everyone pays, as the rules take them. */
const listedPrices = (variant: Variant): VariantPrices => ({
  ...withQuantityPrices(variant),
  price: variant.originalPrice,
  bundleItems: variant.bundleItems.map(withQuantityPrices),
});

/** Tells the list price where it says something: one that is the same says nothing. */
export function listPrice(price: Money, msrp: Money | null): Money | null {
  return msrp !== null && toCents(msrp) !== toCents(price) ? msrp : null;
}
