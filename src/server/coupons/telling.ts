import type { Context } from '#server/context.ts';
import { couponCustomer, findCoupon } from '#server/coupons/coupons.ts';
import { limitGuesses } from '#server/coupons/guesses.ts';
import { AppError } from '#server/errors.ts';
import { limitTellingOf } from '#server/http/rate-limits.ts';
import { clock } from '#server/time-and-chance.ts';
import { couponStanding } from '#shared/rules/coupons.ts';

type Asker = Pick<Context, 'db' | 'ip' | 'user'>;
interface Asked {
  couponCode?: string | undefined;
  email?: string | undefined;
}

/**
 * Limits how many e-mail addresses one visitor may give to be told whether a coupon was used with them, which tells
 * whether they are a customer's: used or not, and wherever the visitor asks, before anything is answered. `too_many`.
 */
async function limitTellingByCoupon(ctx: Asker, { couponCode = '', email = '' }: Asked): Promise<void> {
  const { db, user } = ctx;
  if (couponCode === '' || email === '' || email.toLowerCase() === user?.email.toLowerCase()) return;
  const now = clock.now();
  const { coupon, ...uses } = await findCoupon(db, couponCode, couponCustomer(user), now);
  const isAboutAddress =
    coupon?.maxUsesPerCustomer != null && couponStanding(coupon, { now, ...uses }) === 'success';
  if (isAboutAddress) await limitTellingOf(ctx, email);
}

/** Drops the address from what is asked once too many were given: the order then says what becomes of its coupon. */
export async function withoutTelling<T extends Asked>(ctx: Asker, asked: T): Promise<T> {
  try {
    await limitTellingByCoupon(ctx, asked);
    return asked;
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== 'too_many') throw error;
    return { ...asked, email: undefined };
  }
}

/** Does the work of an order, whose coupon is neither to be guessed nor to tell whose an address is. `too_many`. */
export async function limitCoupon<T extends object>(
  ctx: Asker,
  asked: Asked,
  work: () => Promise<T>,
): Promise<T> {
  if (!asked.couponCode) return work();
  return limitGuesses(ctx, async () => {
    await limitTellingByCoupon(ctx, asked);
    return work();
  });
}
