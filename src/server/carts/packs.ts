import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import {
  type CustomerPrices,
  type PricedCustomer,
  type PriceFacts,
  priceFacts,
} from '#server/variants/price-facts.ts';
import { variants } from '#server/variants/tables.ts';
import { mergeLines } from '#shared/rules/cart.ts';
import { addMoney, multiplyMoney, subtractMoney, ZERO } from '#shared/rules/money.ts';
import { cheapestPacks, packName, thingOf } from '#shared/rules/packs.ts';
import { priceAtStep, priceSteps } from '#shared/rules/pricing.ts';
import { sellableStock } from '#shared/rules/stock.ts';
import type { PackHint } from '#shared/schemas/carts.ts';
import type { LineInput } from '#shared/schemas/line-input.ts';
import { fieldsOfTiers } from '#shared/schemas/quantity-prices.ts';

// Working out a mix takes time with the pieces and the packs; nobody who asks for more waits for it.
const MAX_PIECES_ASKED = 2_000;
const MAX_PACKS = 12;
const MAX_THINGS = 40;

interface Pack {
  _id: string;
  pieceSize: number;
}

/**
 * Lists what of a cart can be had for less in other packs of the same thing, at least as many pieces, at this
 * customer's prices and from what is in stock. Two statements.
 */
export async function cheaperPacks(
  db: Db,
  lines: readonly LineInput[],
  customer: PricedCustomer | null,
): Promise<PackHint[]> {
  const asked = mergeLines(lines);
  const things = await packedThings(
    db,
    asked.map(line => line.variantId),
  );
  const ids = things.flatMap(packs => packs.map(({ _id }) => _id));
  const { facts, terms } = await priceFacts(db, ids, customer);
  return things.flatMap(packs => {
    const sold = packs.flatMap(({ _id }) => facts.get(_id) ?? []).filter(({ available }) => available);
    return cheaper(asked, sold, terms) ?? [];
  });
}

/** The things of these variants that are sold in several packs, each pack of another size. */
async function packedThings(db: Db, ids: readonly string[]): Promise<Pack[][]> {
  const own = db
    .select({ product: variants.product_id })
    .from(variants)
    .where(inArray(variants._id, [...ids]));
  const found = await db
    .select({
      _id: variants._id,
      productId: sql<string>`${variants.product_id}`,
      variantGroup: variants.variantGroup,
      options: variants.options,
      pieceSize: variants.pieceSize,
    })
    .from(variants)
    .where(and(inArray(variants.product_id, own), isNull(variants.deletedAt), eq(variants.isBundle, false)));
  const things = new Map<string, Pack[]>();
  for (const { _id, pieceSize, ...of } of found) {
    const thing = thingOf(of);
    things.set(thing, [...(things.get(thing) ?? []), { _id, pieceSize }]);
  }
  const wanted = new Set(ids);
  return [...things.values()].filter(packs => isMixed(packs, wanted)).slice(0, MAX_THINGS);
}

/** Two of one size would differ in something that their options don't say. */
function isMixed(packs: readonly Pack[], wanted: ReadonlySet<string>): boolean {
  const sizes = new Set(packs.map(({ pieceSize }) => pieceSize)).size;
  return (
    sizes > 1 && sizes === packs.length && sizes <= MAX_PACKS && packs.some(({ _id }) => wanted.has(_id))
  );
}

function cheaper(
  asked: readonly LineInput[],
  sold: readonly PriceFacts[],
  terms: CustomerPrices,
): PackHint | null {
  const offers = sold.map(known => {
    const { variantId, pieceSize } = known;
    const steps = priceSteps({ ...known, ...terms });
    return { known, variantId, pieceSize, steps, stock: sellableStock(known) };
  });
  const inCart = asked.flatMap(({ variantId, quantity }) => {
    const offer = offers.find(one => one.variantId === variantId);
    return offer ? [{ offer, quantity }] : [];
  });
  const pieces = inCart.reduce((sum, { offer, quantity }) => sum + offer.pieceSize * quantity, 0);
  if (pieces === 0 || pieces > MAX_PIECES_ASKED) return null;
  const now = addMoney(
    ...inCart.map(({ offer, quantity }) =>
      multiplyMoney(priceAtStep(offer.steps, quantity) ?? ZERO, quantity),
    ),
  );
  const mix = cheapestPacks(pieces, offers);
  if (!mix || mix.total >= now) return null;
  return {
    instead: inCart.map(({ offer: { known }, quantity }) => ({
      variantId: known.variantId,
      variantGroup: known.variantGroup,
      quantity,
    })),
    packs: mix.packs.flatMap(({ variantId, quantity }) => {
      const offer = offers.find(one => one.variantId === variantId);
      if (!offer) return [];
      const { known, steps } = offer;
      const price = steps[0]?.price ?? known.price;
      const tiers = fieldsOfTiers(known.quantityPrices);
      return [{ ...known, ...tiers, quantity, packName: packName(known), price }];
    }),
    pieces: mix.pieces,
    total: mix.total,
    saves: subtractMoney(now, mix.total),
  };
}
