import { eq, or } from 'drizzle-orm';
import { priceTiers, specialPrices } from '#server/companies/tables.ts';
import type { Db } from '#server/database/db.ts';
import { clock } from '#server/time-and-chance.ts';
import { bundleItems, variants } from '#server/variants/tables.ts';
import { type Money, toCents } from '#shared/rules/money.ts';
import type { TierFields } from '#shared/schemas/quantity-prices.ts';

/** The price of a variant for everyone, between two instants (milliseconds since 1970). */
export interface PriceTag {
  variantId: string;
  cents: number;
  /** From so many units on each costs less; quantities rise. */
  steps: readonly { quantity: number; cents: number }[];
  from: number;
  until: number;
}

/** The prices that a customer (a company, or one person) has of their own, between two instants. */
export interface OwnPrices {
  /** Cents by variant. */
  special: ReadonlyMap<string, number>;
  /** Whole per cents off by vendor; '': off everything. */
  percents: ReadonlyMap<string, number>;
  from: number;
  until: number;
}

/** A price that holds between two instants; before the first one it may hold. */
export interface Quoted {
  cents: number;
  from: number;
  until: number;
  /** When they looked who named no price: it holds as the customer would have paid when it was sent, no sooner. */
  blankSince?: number;
}

/** Everything that goods have cost, for the judge to work out what may have been asked for them. */
export interface PriceBook {
  /** Oldest first. */
  tags: PriceTag[];
  /** By the `_id` of the company or the person. */
  own: Map<string, OwnPrices[]>;
  /** Prices that staff told of a variant in a cart that was sent to them: by both `_id`s, with a blank between. */
  quotes: Map<string, Quoted[]>;
  vendors: ReadonlyMap<string, string>;
  sets: ReadonlyMap<string, { parts: readonly { variantId: string; quantity: number }[]; percent: number }>;
}

/** A line of an order; its customer looked first, and was told of it, at these instants. */
export interface Bought {
  variantId: string;
  quantity: number;
  /** Their company, else they themselves; null: a guest. */
  owner: string | null;
  since: number;
  at: number;
}

const NONE = { special: new Map<string, number>(), percents: new Map<string, number>() };
type Own = Pick<OwnPrices, 'special' | 'percents'>;

/** Lists what a unit may have cost, in cents: several where a price changed while somebody was buying. */
export function possiblePrices(book: PriceBook, bought: Bought): Set<number> {
  const set = book.sets.get(bought.variantId);
  const parts = set?.parts ?? [{ variantId: bought.variantId, quantity: 1 }];
  const found = new Set<number>();
  for (const own of ownAt(book, bought))
    for (const tags of everyChoice(parts.map(({ variantId }) => tagsAt(book, variantId, bought)))) {
      const chosen = parts.map((part, nth) => ({ ...part, tag: tags[nth] as PriceTag }));
      found.add(
        set ? setPrice(book, chosen, set.percent, own, bought) : piecePrice(book, chosen[0], own, bought),
      );
    }
  return found;
}

interface Part {
  variantId: string;
  quantity: number;
  tag: PriceTag;
}

const less = (cents: number, percent: number) => Math.floor((cents * (100 - percent) + 50) / 100);

/** The lowest of what everyone pays, at this quantity, and of the customer's own price. */
function piecePrice(book: PriceBook, part: Part | undefined, own: Own, { quantity }: Bought): number {
  if (!part) throw new Error('nothing was bought');
  const { cents, steps } = part.tag;
  const reached = steps.filter(step => step.quantity <= quantity * part.quantity).map(step => step.cents);
  const offered = [
    ...reached,
    ...(own.special.has(part.variantId) ? [own.special.get(part.variantId) ?? 0] : []),
  ];
  return Math.min(cents, ...offered, less(cents, percentOf(book, part.variantId, own)));
}

/** All parts, less what the set says; or per cents off what everyone pays for one, or a price of the customer's own. */
function setPrice(
  book: PriceBook,
  parts: readonly Part[],
  percent: number,
  own: Own,
  bought: Bought,
): number {
  const sum = (cents: (part: Part) => number) =>
    parts.reduce((all, part) => all + cents(part) * part.quantity, 0);
  const everyone = less(
    sum(part => piecePrice(book, part, NONE, { ...bought, quantity: 1 })),
    percent,
  );
  return Math.min(
    less(
      sum(part => piecePrice(book, part, own, bought)),
      percent,
    ),
    less(everyone, percentOf(book, bought.variantId, own)),
    own.special.get(bought.variantId) ?? everyone,
  );
}

const percentOf = ({ vendors }: PriceBook, variantId: string, { percents }: Own) =>
  Math.max(percents.get('') ?? 0, percents.get(vendors.get(variantId) ?? '') ?? 0);

const stood = ({ from, until }: { from: number; until: number }, { since, at }: Bought) =>
  from <= at && until >= since;

const tagsAt = ({ tags }: PriceBook, variantId: string, bought: Bought): PriceTag[] =>
  tags.filter(tag => tag.variantId === variantId && stood(tag, bought));

function ownAt({ own }: PriceBook, bought: Bought): readonly Own[] {
  const known = bought.owner === null ? undefined : own.get(bought.owner);
  return known?.filter(one => stood(one, bought)) ?? [NONE];
}

/** Each way to take one of each. */
const everyChoice = <T>(from: readonly T[][]): T[][] =>
  from.reduce<T[][]>((so, ones) => so.flatMap(chosen => ones.map(one => [...chosen, one])), [[]]);

/** Begins a book of prices: those of now, for everyone and for these companies or people. */
export async function openPriceBook(db: Db, owners: readonly string[]): Promise<PriceBook> {
  const found = await db.select().from(variants);
  const items = await db.select().from(bundleItems);
  const own = new Map<string, OwnPrices[]>();
  for (const owner of owners) own.set(owner, [await ownPrices(db, owner)]);
  const partsOf = (set: string) =>
    items
      .filter(({ bundle }) => bundle === set)
      .map(({ variant, quantity }) => ({ variantId: variant, quantity }));
  return {
    own,
    quotes: new Map(),
    tags: found.map(one => ({ variantId: one._id, ...tagOf(one) })),
    vendors: new Map(found.map(({ _id, vendor }) => [_id, vendor ?? ''])),
    sets: new Map(
      found
        .filter(({ isBundle }) => isBundle)
        .map(one => [one._id, { parts: partsOf(one._id), percent: one.bundleDiscountPer ?? 0 }]),
    ),
  };
}

/** Reads a price tag off a row of variants, or off what is about to be written there; not as the shop does. */
export function tagOf(row: TierFields & { price: Money }) {
  const steps = [
    [row.wholeSaleQtyOne, row.wholeSalePriceOne],
    [row.wholeSaleQtyTwo, row.wholeSalePriceTwo],
    [row.wholeSaleQtyThree, row.wholeSalePriceThree],
  ] as const;
  return {
    cents: toCents(row.price),
    steps: steps.flatMap(([quantity, price]) =>
      quantity !== null && price !== null ? [{ quantity, cents: toCents(price) }] : [],
    ),
    from: clock.ms(),
    until: Number.POSITIVE_INFINITY,
  };
}

/** Reads a customer's own prices, which hold from now on. */
export async function ownPrices(db: Db, owner: string): Promise<OwnPrices> {
  const special = await db
    .select()
    .from(specialPrices)
    .where(or(eq(specialPrices.company, owner), eq(specialPrices.user, owner)));
  const tiers = await db
    .select()
    .from(priceTiers)
    .where(or(eq(priceTiers.company, owner), eq(priceTiers.user, owner)));
  return {
    special: new Map(special.map(({ variant, price }) => [variant, toCents(price)])),
    percents: new Map(tiers.map(({ ref, percent }) => [ref, percent])),
    from: clock.ms(),
    until: Number.POSITIVE_INFINITY,
  };
}
