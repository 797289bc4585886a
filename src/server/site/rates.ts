import { asc, eq } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import type { Db } from '#server/database/db.ts';
import { SITE, shippingTiers, siteSettings } from '#server/site/tables.ts';
import {
  DEFAULT_HELD_LIMIT,
  DEFAULT_TAX_RATE,
  DEFAULT_TERMS_DAYS,
  DEFAULT_TIME_ZONE,
} from '#shared/constants.ts';
import { type Money, toCents, toMoney } from '#shared/rules/money.ts';
import type { ShippingTier } from '#shared/rules/shipping.ts';

export interface ShopRates {
  taxRate: number;
  shippingTiers: ShippingTier[];
  timeZone: string;
  termsDays: number;
  /** The most that one visitor may hold in all without a payment for longer than two minutes. */
  heldLimit: Money;
}

/** Tax, shipping tiers and clock as they stand in the database; one statement. */
export async function shopRates(db: Db): Promise<ShopRates> {
  const found = await db
    .select({
      tax: siteSettings.tax,
      timeZone: siteSettings.timeZone,
      termsDays: siteSettings.termsDays,
      heldLimit: siteSettings.heldLimit,
      price: shippingTiers.price,
      cost: shippingTiers.cost,
    })
    .from(siteSettings)
    .leftJoin(shippingTiers, eq(siteSettings.only, true))
    .orderBy(asc(shippingTiers.position));
  const [first] = found;
  return {
    taxRate: first ? Number(first.tax) : DEFAULT_TAX_RATE,
    timeZone: first?.timeZone ?? DEFAULT_TIME_ZONE,
    termsDays: first?.termsDays ?? DEFAULT_TERMS_DAYS,
    heldLimit: first?.heldLimit ?? toMoney(toCents(DEFAULT_HELD_LIMIT)),
    shippingTiers: found.flatMap(({ price, cost }) =>
      price === null || cost === null ? [] : [{ price, cost }],
    ),
  };
}

/** The same for what binds nobody yet; an order reads them anew. */
export function keptRates(db: Db, cache: Cache): Promise<ShopRates> {
  return cache.get(SITE, 'rates', () => shopRates(db));
}
