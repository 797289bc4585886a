import { SHIPPING_TIER_COUNT } from '#shared/constants.ts';
import type { ShippingMethod } from '#shared/enumerations.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { type Money, multiplyMoney, spreadMoney, subtractMoney, ZERO } from '#shared/rules/money.ts';

/** A subtotal below `price` costs `cost` to ship; the last tier's threshold is not used (rule T4). */
export interface ShippingTier {
  price: Money;
  cost: Money;
}

interface ShippingAsked {
  subTotal: Money;
  method: ShippingMethod;
  tiers: readonly ShippingTier[];
}

/** Tells how many times the tier's cost a method costs; methods that are not here cost nothing (rule T4). */
const TIER_COSTS: Partial<Record<ShippingMethod, number>> = { standard: 1, ground: 1, fedex: 1, air: 2 };

/** Works out shipping by the five tiers of the site settings; 0 for other methods and a zero subtotal (rule T4). */
export function shippingCost({ subTotal, method, tiers }: ShippingAsked): Money {
  const times = TIER_COSTS[method];
  if (!times || subTotal === 0) return ZERO;
  return multiplyMoney(tierAt(subTotal, tiers).cost, times);
}

/** How much more must be bought for the next cheaper shipping, and what it costs then; null when none is cheaper. */
export function toNextShippingTier({
  subTotal,
  method,
  tiers,
}: ShippingAsked): { missing: Money; cost: Money } | null {
  const times = TIER_COSTS[method];
  if (!times || subTotal === 0) return null;
  const current = tierAt(subTotal, tiers);
  const from = tiers.indexOf(current);
  const next = tiers.findIndex((tier, index) => index > from && tier.cost < current.cost);
  const [tier, threshold] = [tiers[next], tiers[next - 1]?.price];
  if (!tier || threshold === undefined) return null;
  return { missing: subtractMoney(threshold, subTotal), cost: multiplyMoney(tier.cost, times) };
}

/** Spreads shipping over lines by their quantities; the shares add up exactly (rule T7). */
export function spreadShipping(shipping: Money, quantities: readonly number[]): Money[] {
  return spreadMoney(shipping, quantities);
}

/** Five tiers, amounts not negative, the first four thresholds rising. */
export function validateShippingTiers(tiers: readonly ShippingTier[]): FieldIssue[] {
  if (tiers.length !== SHIPPING_TIER_COUNT) {
    return [{ path: ['tiers'], message: `must be ${SHIPPING_TIER_COUNT} tiers` }];
  }
  return tiers.flatMap((tier, index) => {
    const issues: FieldIssue[] = [];
    const before = tiers[index - 1];
    const used = index < SHIPPING_TIER_COUNT - 1;
    if (tier.price < 0) issues.push({ path: ['tiers', index, 'price'], message: 'must not be negative' });
    if (tier.cost < 0) issues.push({ path: ['tiers', index, 'cost'], message: 'must not be negative' });
    if (used && before && tier.price <= before.price) {
      issues.push({ path: ['tiers', index, 'price'], message: 'must be above the threshold before it' });
    }
    return issues;
  });
}

function tierAt(subTotal: Money, tiers: readonly ShippingTier[]): ShippingTier {
  const last = tiers[SHIPPING_TIER_COUNT - 1];
  if (!last || tiers.length !== SHIPPING_TIER_COUNT) {
    throw new RangeError(`shipping has ${SHIPPING_TIER_COUNT} tiers, not ${tiers.length}`);
  }
  return tiers.find(tier => subTotal < tier.price) ?? last;
}
