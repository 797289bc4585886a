import { inArray } from 'drizzle-orm';
import type { cartLines } from '#server/carts/tables.ts';
import type { Db } from '#server/database/db.ts';
import { lineFacts, type OrderLineFacts } from '#server/orders/figures.ts';
import {
  type CustomerPrices,
  type PricedCustomer,
  type PriceFacts,
  priceFacts,
} from '#server/variants/price-facts.ts';
import { variants } from '#server/variants/tables.ts';
import { countItems, lineName, mergeLines } from '#shared/rules/cart.ts';
import { multiplyMoney, ZERO } from '#shared/rules/money.ts';
import { basePrice, nextTierHint, ownItems, priceAtStep } from '#shared/rules/pricing.ts';
import { sellableStock, shortages } from '#shared/rules/stock.ts';
import { type PricedLine, priceCart } from '#shared/rules/totals.ts';
import type { SavedCart, SavedLine } from '#shared/schemas/carts.ts';
import { tiersOfFields, toldTiers } from '#shared/schemas/quantity-prices.ts';

export type LineRow = typeof cartLines.$inferSelect;

/** The facts that showing lines needs to know of their variants, for one customer. */
export interface Known {
  facts: ReadonlyMap<string, PriceFacts>;
  terms: CustomerPrices;
  /** Variants that have no product any more. */
  lost: ReadonlyMap<string, LostFacts>;
}

/** A variant as a line that can't be sold tells of it. */
type LostFacts = Pick<
  PriceFacts,
  | 'variantId'
  | 'variantGroup'
  | 'name'
  | 'productNum'
  | 'image'
  | 'vendor'
  | 'label'
  | 'pieceSize'
  | 'lb'
  | 'oz'
  | 'binLocation'
  | 'variantRef'
  | 'isBundle'
  | 'bundleItems'
  | 'bundleDiscountPer'
  | 'stock'
  | 'dropShip'
  | 'backOrder'
  | 'price'
  | 'quantityPrices'
>;

/** Two statements for a signed-in customer, and one more where a variant has lost its product. */
export async function knownOf(
  db: Db,
  lines: readonly Pick<LineRow, 'variantId'>[],
  customer: PricedCustomer | null,
): Promise<Known> {
  const ids = [...new Set(lines.map(line => line.variantId))];
  const { facts, terms } = await priceFacts(db, ids, customer);
  const lost = ids.filter(id => !facts.has(id));
  return { facts, terms, lost: lost.length > 0 ? await lostFacts(db, lost) : new Map() };
}

async function lostFacts(db: Db, ids: readonly string[]): Promise<Map<string, LostFacts>> {
  const found = await db
    .select()
    .from(variants)
    .where(inArray(variants._id, [...ids]));
  return new Map(
    found.map(({ _id, title, options, ...row }) => [
      _id,
      {
        ...row,
        variantId: _id,
        variantRef: row.quickbooksId,
        quantityPrices: tiersOfFields(row),
        bundleItems: [],
        name: lineName(
          title || row.productNum,
          options.map(option => option.value),
        ),
      },
    ]),
  );
}

/**
 * Lines of one cart as it shows them, priced together by the one rule (`priceCart`): what stands in several rooms
 * counts as one quantity. A line that can't be sold keeps its place and says so.
 */
export function showLines(
  lines: readonly LineRow[],
  { facts, terms, lost }: Known,
  now: Date,
): Pick<SavedCart, 'cart' | 'itemCount' | 'subTotal'> {
  const asked = new Map(lines.flatMap(line => askedOf(line, facts.get(line.variantId))));
  const { cart, subTotal } = priceCart<OrderLineFacts>({
    lines: mergeLines([...asked.values()]),
    customer: terms,
    shippingMethod: 'local',
    shippingTiers: [],
    taxRate: 0,
    now,
  });
  const priced = new Map(cart.map(line => [line.variantId, line]));
  const remaining = shortages([...asked.values()]);
  const short = new Map([...asked.keys()].map((id, index) => [id, remaining[index] ?? null]));
  const shown = lines.flatMap(line => {
    const sold = asked.has(line._id) && priced.get(line.variantId);
    if (sold) return [soldLine(line, sold, short.get(line._id) ?? null, terms)];
    const known = facts.get(line.variantId) ?? lost.get(line.variantId);
    return known ? [goneLine(line, known)] : [];
  });
  return { cart: shown, itemCount: countItems(shown), subTotal };
}

function askedOf(line: LineRow, known: PriceFacts | undefined): [string, OrderLineFacts][] {
  if (!known?.available || known.productId !== line.productId) return [];
  // The variant's own group, which staff may have changed since.
  return [[line._id, lineFacts(known, { ...line, variantGroup: known.variantGroup, cartIndex: 0 })]];
}

function soldLine(
  line: LineRow,
  priced: PricedLine<OrderLineFacts>,
  short: number | null,
  terms: CustomerPrices,
): SavedLine {
  const { price, originalPrice, priceSource, priceQuantity } = priced;
  const isQuote = priceSource === 'quoted';
  const most = sellableStock(priced);
  const bundleItems = ownItems(priced.bundleItems, terms);
  const was = line.priceSteps && priceAtStep(line.priceSteps, priced.quantity);
  return {
    ...goneLine(line, priced),
    bundleItems,
    price,
    originalPrice,
    priceSource,
    priceQuantity,
    lineTotal: multiplyMoney(price, line.quantity),
    stock: most ?? priced.stock,
    nextTier: isQuote ? null : nextTierHint({ ...priced, bundleItems }, priced.quantity, most, price),
    gone: false,
    short,
    priceWas: isQuote || was === null || was === price ? null : was,
  };
}

function goneLine(line: LineRow, known: LostFacts): SavedLine {
  const { _id, productId, quantity, room, position } = line;
  const price = basePrice(known);
  return {
    ...known,
    ...toldTiers(known.quantityPrices),
    _id,
    productId,
    fulfilled: 0,
    bundleDiscount: known.bundleDiscountPer,
    itemShipping: ZERO,
    quantity,
    room,
    position,
    vendor: known.vendor ?? '',
    price,
    originalPrice: price,
    priceSource: 'base',
    lineTotal: ZERO,
    nextTier: null,
    gone: true,
    short: null,
    priceWas: null,
  };
}
