import type { Money } from '#shared/rules/money.ts';
import type { GivenTier, PriceStep } from '#shared/rules/pricing.ts';

// Without zod: pages read answers by this, and must not load a library for it.

/** Names the fields of each tier, as inputs and tables have them and answers besides (rule C1). */
export const TIER_FIELDS = [
  ['wholeSaleQtyOne', 'wholeSalePriceOne'],
  ['wholeSaleQtyTwo', 'wholeSalePriceTwo'],
  ['wholeSaleQtyThree', 'wholeSalePriceThree'],
] as const;

type TierNames = (typeof TIER_FIELDS)[number];
export type TierFields = Record<TierNames[0], number | null> & Record<TierNames[1], Money | null>;

/** Holds the tiers as answers tell them; null where one is not set. */
export interface ToldTiers {
  wholeSaleOne: PriceStep | null;
  wholeSaleTwo: PriceStep | null;
  wholeSaleThree: PriceStep | null;
}

/** Reads each tier as it stands or was given, be it whole or not. */
export const givenTiers = (fields: Partial<TierFields>): GivenTier[] =>
  TIER_FIELDS.map(([quantity, price]) => ({
    names: { quantity, price },
    quantity: fields[quantity],
    price: fields[price],
  }));

/** Reads the tiers that are set, first to third. */
export const tiersOfFields = (fields: Partial<TierFields>): PriceStep[] =>
  givenTiers(fields).flatMap(({ quantity, price }) =>
    quantity && price != null ? [{ quantity, price }] : [],
  );

/** Adds them as the rules take them. */
export const withQuantityPrices = <Told extends TierFields>(told: Told) => ({
  ...told,
  quantityPrices: tiersOfFields(told),
});

export function fieldsOfTiers([one, two, three]: readonly PriceStep[]): TierFields {
  return {
    wholeSaleQtyOne: one?.quantity ?? null,
    wholeSalePriceOne: one?.price ?? null,
    wholeSaleQtyTwo: two?.quantity ?? null,
    wholeSalePriceTwo: two?.price ?? null,
    wholeSaleQtyThree: three?.quantity ?? null,
    wholeSalePriceThree: three?.price ?? null,
  };
}

export const toldTiers = ([one, two, three]: readonly PriceStep[]): ToldTiers => ({
  wholeSaleOne: one ?? null,
  wholeSaleTwo: two ?? null,
  wholeSaleThree: three ?? null,
});

/** Reads what `toldTiers` told. */
export const tiersTold = ({ wholeSaleOne, wholeSaleTwo, wholeSaleThree }: ToldTiers): PriceStep[] =>
  [wholeSaleOne, wholeSaleTwo, wholeSaleThree].filter(tier => tier !== null);
