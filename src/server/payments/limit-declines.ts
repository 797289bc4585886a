import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { addressKey, LIMITS, limit, takeBack } from '#server/http/rate-limits.ts';
import { isStaff } from '#shared/rules/permissions.ts';

/**
 * Pays by card, and counts what is declined by the visitor's address, whatever it was to pay: whoever tries out stolen
 * cards begins a new order for the next ten. Throws `too_many` above it, before a card is asked.
 */
export async function limitDeclines<T>(
  { db, ip, user }: Pick<Context, 'db' | 'ip' | 'user'>,
  pay: () => Promise<T>,
): Promise<T> {
  if (isStaff(user)) return pay();
  const key = `declined:${addressKey(ip)}`;
  await limit(db, key, LIMITS.declinedCards);
  let isDeclined = false;
  try {
    return await pay();
  } catch (error) {
    isDeclined = error instanceof AppError && DECLINES.includes(error.reason);
    throw error;
  } finally {
    if (!isDeclined) await takeBack(db, key);
  }
}

const DECLINES: readonly string[] = ['card_declined', 'insufficient_funds'];
