import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { addressKey, LIMITS, limit, takeBack } from '#server/http/rate-limits.ts';
import type { CouponStatus } from '#shared/enumerations.ts';

type Told = { couponStatus?: CouponStatus | null };

/**
 * Limits how often one visitor may ask for codes that don't exist, wherever they ask: what tells them so, an answer or
 * a refusal with figures, counts. Throws `too_many`.
 */
export async function limitGuesses<T extends object>(
  ctx: Pick<Context, 'db' | 'ip'>,
  ask: () => Promise<T>,
): Promise<T> {
  const key = `coupon:${addressKey(ctx.ip)}`;
  await limit(ctx.db, key, LIMITS.coupon);
  try {
    const answer = await ask();
    if ((answer as Told).couponStatus !== 'unknown') await takeBack(ctx.db, key);
    return answer;
  } catch (error) {
    const details = error instanceof AppError ? (error.details as { figures?: Told } | undefined) : undefined;
    if (details?.figures?.couponStatus !== 'unknown') await takeBack(ctx.db, key);
    throw error;
  }
}
