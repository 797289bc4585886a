import { factsOf } from '#client/features/catalog/stock.ts';
import type { PriceSource } from '#shared/enumerations.ts';
import type { WorkingLine } from '#shared/rules/cart.ts';
import { lowestMoney, type Money, multiplyMoney } from '#shared/rules/money.ts';
import { nextTierHint, type VariantPrices, wholesalePrice } from '#shared/rules/pricing.ts';
import { sellableStock, stockWords } from '#shared/rules/stock.ts';
import type { CostLine } from '#shared/schemas/cart-lines.ts';
import type { SavedLine, SharedCart } from '#shared/schemas/carts.ts';
import { tiersTold } from '#shared/schemas/quantity-prices.ts';

/** A line as the cart page shows it, of whichever cart. */
export interface ShownLine {
  productId: string;
  variantId: string;
  name: string;
  productNum: string;
  image: string | null;
  room: string;
  quantity: number;
  pieceSize: number;
  price: Money;
  /** The source of the price, once the server has said. */
  priceSource?: PriceSource | undefined;
  priceQuantity?: number | undefined;
  lineTotal: Money;
  nextTier: { more: number; price: Money } | null;
  /** In words; null while it is not known. */
  stock: string | null;
  /** Why it can't be bought any more. */
  gone: string | null;
  /** How many there are when that is less than the quantity; 0: sold out. */
  short: number | null;
  /** The price of a unit when it was put in, if that was different. */
  priceWas: Money | null;
}

/** A line of the working cart, as far as the server has priced it; till then as the browser remembers it. */
export function shownWorkingLine(line: WorkingLine, priced?: CostLine, gone?: string): ShownLine {
  const { productId, variantId, productNum, room, quantity, pieceSize } = line;
  const current = priced?.quantity === quantity ? priced : undefined;
  const price = current?.price ?? rememberedPrice(line);
  const most = priced ? sellableStock(factsOf(priced)) : null;
  return {
    productId,
    variantId,
    productNum,
    room,
    quantity,
    pieceSize,
    name: priced?.name ?? line.name,
    image: priced?.image ?? line.image,
    price,
    priceSource: current?.priceSource,
    priceQuantity: current?.priceQuantity,
    lineTotal: multiplyMoney(price, quantity),
    nextTier: gone ? null : nextTierHint(priced ? pricesOf(priced) : line, quantity, most, price),
    stock: priced && !gone ? stockWords(factsOf(priced), quantity) : null,
    gone: gone ?? null,
    short: current?.short ?? null,
    priceWas: current ? priceWas(line, current) : null,
  };
}

/** A line of a saved cart, or of a shared one, which has neither room nor an earlier price. */
export function shownSavedLine(line: SharedCart['cart'][number] & Partial<SavedLine>): ShownLine {
  const { gone, price, quantity, room = '', priceWas = null, ...facts } = line;
  return {
    ...facts,
    room,
    priceWas,
    price,
    quantity,
    stock: gone ? null : stockWords(factsOf(line), quantity),
    gone: gone ? 'is no longer available' : null,
  };
}

/** Returns what the working cart remembers of a line's prices once its owner has seen them. */
export function pricesOf(priced: CostLine): VariantPrices {
  const { priceSource, price, originalPrice } = priced;
  return {
    // Own terms hold from the first unit on.
    price: priceSource === 'tier' || priceSource === 'special' ? price : originalPrice,
    quantityPrices: tiersTold(priced),
  };
}

const rememberedPrice = (line: WorkingLine) => lowestMoney(line.price, wholesalePrice(line, line.quantity));

function priceWas(line: WorkingLine, now: CostLine): Money | null {
  const was = rememberedPrice(line);
  if (was === now.price) return null;
  // A listing's tile tells the browser of one tier alone: what it did not know of is no change.
  const isFoundOut = now.price < was && now.originalPrice >= line.price;
  return isFoundOut ? null : was;
}
