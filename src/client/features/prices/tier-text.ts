import { formatMoney, type Money } from '#shared/rules/money.ts';
import { isCheaper, type PriceStep } from '#shared/rules/pricing.ts';

/** A wholesale tier where there is little room: '10+ $8.32'; empty for who pays no more than that for a single unit. */
export function tierText(tier: PriceStep | null, own: Money): string {
  return isCheaper(tier, own) ? `${tier.quantity}+ ${formatMoney(tier.price)}` : '';
}
