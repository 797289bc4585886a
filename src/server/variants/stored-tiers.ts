import { type SQL, sql } from 'drizzle-orm';
import { integer } from 'drizzle-orm/pg-core';
import { money } from '#server/database/columns.ts';
import { toMoney } from '#shared/rules/money.ts';
import type { PriceStep } from '#shared/rules/pricing.ts';

/** Makes the columns of the tiers, for a table of what is sold or was. */
export const tierColumns = () => ({
  wholeSaleQtyOne: integer(),
  wholeSalePriceOne: money(),
  wholeSaleQtyTwo: integer(),
  wholeSalePriceTwo: money(),
  wholeSaleQtyThree: integer(),
  wholeSalePriceThree: money(),
});

/** Holds quantity and cents of each tier; null where it is not set. */
export type StoredTiers = [quantity: number | null, cents: number | null][];

/** Reads `StoredTiers` from a row of variants. */
export const storedTiers = (variant: 'v' | 'c'): SQL =>
  sql.raw(
    `json_build_array(${['one', 'two', 'three'].map(
      tier => `json_build_array(${variant}.whole_sale_qty_${tier}, ${variant}.whole_sale_price_${tier})`,
    )})`,
  );

export const readTiers = (stored: StoredTiers): PriceStep[] =>
  stored.flatMap(([quantity, cents]) =>
    quantity !== null && cents !== null ? [{ quantity, price: toMoney(cents) }] : [],
  );
