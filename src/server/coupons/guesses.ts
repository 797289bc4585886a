import { addressKey, forgive, LIMITS, limit } from '#server/auth/rate-limits.ts';
import type { Context } from '#server/context.ts';
import type { CouponStatus } from '#shared/enumerations.ts';

/** Limits how often one visitor may ask for codes that don't exist, wherever he asks. Throws `too_many`. */
export async function limitGuesses<T extends { couponStatus: CouponStatus | null }>(
  ctx: Pick<Context, 'db' | 'ip'>,
  ask: () => Promise<T>,
): Promise<T> {
  const key = `coupon:${addressKey(ctx.ip)}`;
  await limit(ctx.db, key, LIMITS.coupon);
  const answer = await ask();
  if (answer.couponStatus !== 'unknown') await forgive(ctx.db, key);
  return answer;
}
