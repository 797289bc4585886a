import { AppError } from '#server/errors.ts';
import type { RefusalDetails } from '#server/refusal-details.ts';
import type { CouponStatus } from '#shared/enumerations.ts';
import { COUPON_STATUS_TEXTS } from '#shared/messages.ts';

/** Says that it is the coupon that fell: then neither prices nor stock are to blame. Null: it did not. */
export function couponWords(code: string, { couponStatus }: { couponStatus: CouponStatus | null }) {
  if (code === '' || couponStatus === null || couponStatus === 'success') return null;
  const why = COUPON_STATUS_TEXTS[couponStatus];
  return `The coupon ${code} was not applied. ${why} Please check the new total.`;
}

/**
 * Throws `figures_changed` for a coupon that staff named and that does not hold, at the same total too: their customer would
 * go without it, and nobody would be told (rules T3 and T8).
 */
export function refuseFallenCoupon(
  code: string,
  priced: { couponStatus: CouponStatus | null },
  details: () => RefusalDetails,
): void {
  const message = couponWords(code, priced);
  if (message) throw new AppError('figures_changed', { message, details: details() });
}
