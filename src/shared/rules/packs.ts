import { type Money, toCents, toMoney } from '#shared/rules/money.ts';
import type { PriceStep } from '#shared/rules/pricing.ts';

/** Options that say nothing but how many there are in one. */
const PACK_OPTION = /^(pack|pack size|package|count|quantity|qty|pieces)$/i;

interface Packed {
  productId: string;
  variantGroup: string;
  options: readonly { name: string; value: string }[];
}

const packOption = ({ options }: Pick<Packed, 'options'>) =>
  options.find(({ name }) => PACK_OPTION.test(name.trim()));

/** The same for two variants that differ in nothing but their pack: product, group and all other options. */
export function thingOf({ productId, variantGroup, options }: Packed): string {
  const others = options.filter(option => !PACK_OPTION.test(option.name.trim()));
  return JSON.stringify([
    productId,
    variantGroup,
    others.map(({ name, value }) => `${name}: ${value}`).sort(),
  ]);
}

/** How a pack is called: 'Box of 25', else by what is in it. */
export function packName(variant: Pick<Packed, 'options'> & { pieceSize: number }): string {
  const { pieceSize } = variant;
  return packOption(variant)?.value || (pieceSize === 1 ? 'single' : `pack of ${pieceSize}`);
}

/** One way in which a thing is sold: singly, in bags of 10, in boxes of 25. */
export interface PackOffer {
  variantId: string;
  /** Pieces in one. */
  pieceSize: number;
  /** Prices of one, and from which quantity on (`priceSteps`). */
  steps: readonly PriceStep[];
  /** The most that can be sold; null: no limit. */
  stock: number | null;
}

export interface PackMix {
  packs: { variantId: string; quantity: number }[];
  /** At least as many as were asked for. */
  pieces: number;
  total: Money;
}

/** Beyond this many pieces nobody asks for a mix. */
export const MAX_PIECES = 100_000;

/** The least that so many pieces cost, in cents, and in how few packs. */
interface Best {
  cents: Float64Array;
  packs: Float64Array;
}

/**
 * The cheapest mix of packs that gives at least so many pieces, to the cent, each pack at the price of its own
 * quantity; of equally cheap ones the one of fewest packs. Null where there is not enough, or nothing is asked for.
 */
export function cheapestPacks(pieces: number, offers: readonly PackOffer[]): PackMix | null {
  if (!Number.isSafeInteger(pieces) || pieces < 1 || pieces > MAX_PIECES) return null;
  let best: Best = {
    cents: new Float64Array(pieces + 1).fill(Number.POSITIVE_INFINITY).fill(0, 0, 1),
    packs: new Float64Array(pieces + 1),
  };
  const taken = offers.map(offer => {
    const { best: next, quantities } = withOffer(best, offer);
    best = next;
    return quantities;
  });
  const cents = best.cents[pieces] ?? Number.POSITIVE_INFINITY;
  if (!Number.isFinite(cents)) return null;
  let needed = pieces;
  const packs: PackMix['packs'] = [];
  for (const [index, offer] of [...offers.entries()].reverse()) {
    const quantity = taken[index]?.[needed] ?? 0;
    if (quantity > 0) packs.unshift({ variantId: offer.variantId, quantity });
    needed = Math.max(0, needed - quantity * offer.pieceSize);
  }
  const sizes = new Map(offers.map(offer => [offer.variantId, offer.pieceSize]));
  const given = packs.reduce((sum, pack) => sum + pack.quantity * (sizes.get(pack.variantId) ?? 0), 0);
  return { packs, pieces: given, total: toMoney(cents) };
}

/** The best once an offer may be used too, and how many of it that takes for each number of pieces. */
function withOffer(before: Best, offer: PackOffer): { best: Best; quantities: Int32Array } {
  const best = { cents: before.cents.slice(), packs: before.packs.slice() };
  const quantities = new Int32Array(best.cents.length);
  for (const [index, { quantity, price }] of offer.steps.entries()) {
    const most = Math.min(
      offer.stock ?? MAX_PIECES,
      (offer.steps[index + 1]?.quantity ?? Number.POSITIVE_INFINITY) - 1,
    );
    if (most < quantity) continue;
    for (let rest = 0; rest < Math.min(offer.pieceSize, best.cents.length); rest++) {
      tryStep(before, { best, quantities }, { size: offer.pieceSize, rest, least: quantity, most, price });
    }
  }
  return { best, quantities };
}

/**
 * Tries `least` to `most` packs at one price, for every number of pieces with this rest. The number covered before the
 * packs moves up pack by pack, so the cheapest of a sliding window is kept in a queue whose head is the best.
 */
function tryStep(
  before: Best,
  { best, quantities }: { best: Best; quantities: Int32Array },
  {
    size,
    rest,
    least,
    most,
    price,
  }: { size: number; rest: number; least: number; most: number; price: Money },
): void {
  const unit = toCents(price);
  const queue: number[] = [];
  let head = 0;
  // Among the ways to cover nothing by other offers only the one that leaves least over is worth looking at.
  const lowest = rest > 0 ? -1 : 0;
  const at = (whole: number) => Math.max(0, whole * size + rest);
  const cost = (whole: number) => (before.cents[at(whole)] ?? 0) - whole * unit;
  const count = (whole: number) => (before.packs[at(whole)] ?? 0) - whole;
  const beats = (a: number, b: number) => cost(a) < cost(b) || (cost(a) === cost(b) && count(a) <= count(b));
  for (let whole = 0; at(whole) < best.cents.length; whole++) {
    const entering = whole - least;
    if (entering === 0 && lowest === -1) push(-1);
    if (entering >= lowest) push(entering);
    while (head < queue.length && (queue[head] ?? 0) < whole - most) head++;
    const from = entering < lowest ? entering : queue[head];
    if (from !== undefined) settle(whole, from);
  }

  function push(entering: number): void {
    while (queue.length > head && beats(entering, queue[queue.length - 1] ?? 0)) queue.pop();
    queue.push(entering);
  }

  function settle(whole: number, from: number): void {
    const index = at(whole);
    const quantity = whole - from;
    const cents = (before.cents[at(from)] ?? 0) + quantity * unit;
    const packs = (before.packs[at(from)] ?? 0) + quantity;
    const [oldCents = 0, oldPacks = 0] = [best.cents[index], best.packs[index]];
    if (index > 0 && (cents < oldCents || (cents === oldCents && packs < oldPacks))) {
      best.cents[index] = cents;
      best.packs[index] = packs;
      quantities[index] = quantity;
    }
  }
}
