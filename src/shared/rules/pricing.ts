import type { PriceSource, TierScope } from '#shared/enumerations.ts';
import type { FieldIssue } from '#shared/errors.ts';
import {
  formatMoney,
  lessPercent,
  lowestMoney,
  type Money,
  mulDiv,
  multiplyMoney,
  sumMoney,
  toCents,
  toMoney,
} from '#shared/rules/money.ts';

/** Holds a base price, and what a unit costs from which quantity on; quantities rise. */
interface RowPrices {
  price: Money;
  quantityPrices: readonly PriceStep[];
}

export interface VariantPrices extends RowPrices {
  isBundle?: boolean;
  bundleItems?: readonly BundleItemPrice[];
  bundleDiscountPer?: number;
}

/** One item of a bundle: the prices of its variant, what they depend on, and how many of it one bundle holds. */
export interface BundleItemPrice extends RowPrices {
  quantity: number;
  variant?: string;
  vendor?: string | null;
  categories?: readonly string[];
}

/** Percent off the base price for everything, a vendor (`ref` is its name) or a category (its `_id`). */
export interface PriceTier {
  scope: TierScope;
  ref: string;
  percent: number;
}

/** A customer's own terms; special prices by variant `_id`. */
export interface PriceTerms {
  specialPrices?: ReadonlyMap<string, Money> | undefined;
  tiers?: readonly PriceTier[] | undefined;
}

export interface WholesaleOffer {
  quantity: number;
  price: Money;
  /** Off what its customer pays for a single unit, a whole percent. */
  savePercent: number;
}

export interface UnitPrice {
  price: Money;
  /** Base price, before anything that the customer or the quantity brings. */
  originalPrice: Money;
  priceSource: PriceSource;
  /** For a wholesale price: from how many units on it holds. */
  priceQuantity?: number;
}

/** Tells the price of one unit that everyone sees: a bundle's comes from its items (rule P4). */
export function basePrice(variant: VariantPrices): Money {
  const items = itemsOf(variant);
  return items.length > 0 ? bundlePrice(items, variant.bundleDiscountPer ?? 0) : variant.price;
}

/**
 * One of so many bundles: what its items cost one by one at the quantity that all the bundles hold, less so many percent,
 * rounded once. So a bundle is never dearer than its parts in the same number.
 */
export function bundlePrice(
  items: readonly BundleItemPrice[],
  discountPercent: number,
  bundles: number = 1,
): Money {
  return lessPercent(apartPrice(items, bundles), discountPercent);
}

/** The cost of the items of one of so many bundles, one by one. */
export function apartPrice(items: readonly BundleItemPrice[], bundles: number = 1): Money {
  return sumMoney(items.map(item => multiplyMoney(itemPrice(item, bundles), item.quantity)));
}

/** The cost of one piece of an item where so many bundles are bought. */
export function itemPrice(item: BundleItemPrice, bundles: number = 1): Money {
  return lowestMoney(item.price, reachedTier(item, item.quantity * bundles)?.price ?? item.price);
}

/** The items of a bundle with the price that a customer pays for one piece of each instead of everyone's. */
export function ownItems<Item extends BundleItemPrice>(
  items: readonly Item[],
  { specialPrices, tiers = [] }: PriceTerms,
): Item[] {
  return items.map(item => {
    const byTier = tierPrice(item.price, tiers, item) ?? item.price;
    const special = specialOf(item.variant, specialPrices) ?? item.price;
    return { ...item, price: lowestMoney(item.price, byTier, special) };
  });
}

/** Takes tier three if the quantity reaches it, else two, else one, else the base price (rule P2). */
export function wholesalePrice(variant: VariantPrices, quantity: number): Money {
  return reachedTier(variant, quantity)?.price ?? basePrice(variant);
}

/** The wholesale price that a quantity reaches, and from which quantity on it holds. */
function reachedTier(variant: VariantPrices, quantity: number): PriceStep | undefined {
  const own = variant.quantityPrices.findLast(tier => quantity >= tier.quantity);
  const items = itemsOf(variant);
  if (items.length === 0) return own;
  const price = bundlePrice(items, variant.bundleDiscountPer ?? 0, quantity);
  if (own && own.price <= price) return own;
  const thresholds = itemThresholds(items).filter(threshold => threshold <= quantity);
  return price < basePrice(variant) ? { quantity: Math.max(...thresholds), price } : undefined;
}

/** The price after the best matching tier; null when none matches. */
export function tierPrice(
  base: Money,
  tiers: readonly PriceTier[],
  of: { vendor?: string | null; categories?: readonly string[] },
): Money | null {
  const percents = tiers.filter(tier => matches(tier, of)).map(tier => tier.percent);
  return percents.length === 0 ? null : lessPercent(base, Math.max(...percents));
}

/**
 * Tells what a customer pays for one unit at a quantity: the lowest of base, wholesale, tier and special price
 * (rule P1). Between equal ones the plainest, in that order, is named. Their own terms for the items of a bundle hold
 * in the bundle, too.
 */
export function unitPrice(
  asked: VariantPrices &
    PriceTerms & {
      quantity: number;
      variantId?: string;
      vendor?: string | null;
      categories?: readonly string[];
    },
): UnitPrice {
  const { quantity, variantId, specialPrices, tiers = [] } = asked;
  const originalPrice = basePrice(asked);
  let lowest: UnitPrice = { price: originalPrice, originalPrice, priceSource: 'base' };
  const offer = (priceSource: PriceSource, price: Money | null | undefined) => {
    if (price != null && price < lowest.price) lowest = { price, originalPrice, priceSource };
  };
  const wholesale = reachedTier(asked, quantity);
  offer('wholesale', wholesale?.price);
  if (wholesale && lowest.priceSource === 'wholesale') lowest.priceQuantity = wholesale.quantity;
  const ofItems = (terms: PriceTerms) =>
    bundlePrice(ownItems(itemsOf(asked), terms), asked.bundleDiscountPer ?? 0, quantity);
  const isOwn = itemsOf(asked).length > 0 && (tiers.length > 0 || (specialPrices?.size ?? 0) > 0);
  offer('tier', tierPrice(originalPrice, tiers, asked));
  if (isOwn) offer('tier', ofItems({ tiers }));
  offer('special', specialOf(variantId, specialPrices));
  if (isOwn) offer('special', ofItems({ specialPrices, tiers }));
  return lowest;
}

/** From this quantity on a unit costs this. */
export interface PriceStep {
  quantity: number;
  price: Money;
}

/** Lists what a customer pays for a unit, quantity by quantity: the first step is 1, each further one costs less. */
export function priceSteps(variant: Omit<Parameters<typeof unitPrice>[0], 'quantity'>): PriceStep[] {
  const steps: PriceStep[] = [];
  for (const quantity of [1, ...thresholdsOf(variant)]) {
    const { price } = unitPrice({ ...variant, quantity });
    const last = steps.at(-1);
    if (!last || (price !== last.price && quantity > last.quantity)) steps.push({ quantity, price });
  }
  return steps;
}

/** The step that a quantity reaches; null where there are none. */
export function priceAtStep(steps: readonly PriceStep[], quantity: number): Money | null {
  return steps.findLast(step => quantity >= step.quantity)?.price ?? null;
}

/** Tells whether a wholesale tier is cheaper for somebody who pays `own` for a single unit; the same price is not. */
export function isCheaper(tier: PriceStep | null, own: Money): tier is PriceStep {
  return tier !== null && tier.price < own;
}

/**
 * The rows 'buy {qty} for ${price}, save {pct}%' for somebody who pays `own` for a single unit: off that is what they save,
 * as no other price stands beside the rows.
 */
export function wholesaleOffers(variant: VariantPrices, own: Money = basePrice(variant)): WholesaleOffer[] {
  const whole = toCents(own);
  return tiersOf(variant)
    .filter(tier => isCheaper(tier, own))
    .map(({ quantity, price }) => ({
      quantity,
      price,
      savePercent: whole === 0 ? 0 : mulDiv(whole - toCents(price), 100, whole),
    }));
}

/**
 * How many more units reach the next lower wholesale price, and that price; null when none is lower, or more would be
 * needed than the `most` that can be had (null: any number). `current` is what the customer pays now, if that is not
 * the wholesale price.
 */
export function nextTierHint(
  variant: VariantPrices,
  quantity: number,
  most: number | null,
  current: Money = wholesalePrice(variant, quantity),
): { more: number; price: Money } | null {
  const next = tiersOf(variant).find(tier => tier.quantity > quantity && isCheaper(tier, current));
  if (next && most !== null && next.quantity > most) return null;
  return next ? { more: next.quantity - quantity, price: next.price } : null;
}

/** Works out the price of one piece where a sold unit holds several (rule P5), rounded to the cent. */
export function pricePerPiece(price: Money, pieceSize: number): Money {
  return toMoney(mulDiv(toCents(price), 1, pieceSize));
}

/** Holds a tier as somebody gave it, be it whole or not, with the names of its fields. */
export interface GivenTier {
  names: { quantity: string; price: string };
  quantity: number | null | undefined;
  price: Money | null | undefined;
}

/** Wholesale tiers need rising quantities from 2 and falling prices below the base price, without a gap. */
export function validateWholesale(base: Money, tiers: readonly GivenTier[]): FieldIssue[] {
  const issues: FieldIssue[] = [];
  let before: PriceStep | null = { quantity: 1, price: base };
  for (const { names, quantity, price } of tiers) {
    const at = (field: 'quantity' | 'price', message: string) =>
      issues.push({ path: [names[field]], message });
    if (quantity == null && price == null) {
      before = null;
      continue;
    }
    if (quantity == null) at('quantity', 'is required with a wholesale price');
    if (price == null) at('price', 'is required with a wholesale quantity');
    if (!before) at(quantity == null ? 'price' : 'quantity', 'needs the wholesale tier before it');
    if (quantity != null && !Number.isInteger(quantity)) at('quantity', 'must be a whole number');
    if (before && quantity != null && quantity <= before.quantity) {
      at('quantity', `must be above ${before.quantity}`);
    }
    if (before && price != null && price >= before.price) {
      at('price', `must be below ${formatMoney(before.price)}`);
    }
    if (price != null && price < 0) at('price', 'must not be negative');
    before = quantity != null && price != null ? { quantity, price } : before;
  }
  return issues;
}

function matches(tier: PriceTier, of: { vendor?: string | null; categories?: readonly string[] }): boolean {
  if (tier.scope === 'all') return true;
  if (tier.scope === 'vendor') return of.vendor != null && of.vendor === tier.ref;
  return of.categories?.includes(tier.ref) ?? false;
}

const specialOf = (variant: string | undefined, specialPrices: PriceTerms['specialPrices']) =>
  variant === undefined ? null : specialPrices?.get(variant);

function itemsOf({ isBundle, bundleItems = [] }: VariantPrices): readonly BundleItemPrice[] {
  return isBundle ? bundleItems : [];
}

/** The quantities from which on something may cost less, rising. */
function thresholdsOf(variant: VariantPrices): number[] {
  const own = variant.quantityPrices.map(({ quantity }) => quantity);
  return [...new Set([...own, ...itemThresholds(itemsOf(variant))])].sort((a, b) => a - b);
}

/** From how many bundles on one of their items costs less. */
const itemThresholds = (items: readonly BundleItemPrice[]): number[] =>
  items.flatMap(item => item.quantityPrices.map(tier => Math.ceil(tier.quantity / item.quantity)));

/** The wholesale tiers of a variant; a bundle has its own and those of its items, where they make it cheaper. */
function tiersOf(variant: VariantPrices): readonly PriceStep[] {
  const own = variant.quantityPrices;
  const items = itemsOf(variant);
  if (items.length === 0) return own;
  const tiers: PriceStep[] = [];
  let last = basePrice(variant);
  for (const quantity of thresholdsOf(variant)) {
    const price = reachedTier(variant, quantity)?.price ?? last;
    if (quantity > 1 && price < last) tiers.push({ quantity, price });
    last = lowestMoney(last, price);
  }
  return tiers;
}
