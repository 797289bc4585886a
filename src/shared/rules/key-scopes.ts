import type { KeyScope, PaymentType } from '#shared/enumerations.ts';
import { type Money, toCents } from '#shared/rules/money.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a key holds, in days: unless said otherwise, at most, and one from before keys had an end. */
export const KEY_DAYS = { default: 90, most: 365, fromBefore: 90 } as const;
/** So long before the end of a key its owner is written to. */
export const KEY_WARNING_DAYS = 14;

/** The uses that an API key was made for; one from before scopes came has its user's rights until it ends. */
export interface KeyGrant {
  fromBefore: boolean;
  scopes: readonly KeyScope[];
  /** The most that one order on account may come to; null: none may be placed. */
  onAccountUpTo: Money | null;
}

/** The first that the key lacks of the scopes that a call needs; null: it has them all. Writing includes reading. */
export function missingScope(key: KeyGrant, needed: readonly KeyScope[]): KeyScope | null {
  if (key.fromBefore) return null;
  const writes = (scope: KeyScope) => key.scopes.some(one => one === scope.replace(/:read$/, ':write'));
  return needed.find(scope => !key.scopes.includes(scope) && !writes(scope)) ?? null;
}

/** Anything that is not paid by card is owed once it is ordered. */
export function isOnAccount(paymentType: PaymentType): boolean {
  return paymentType !== 'credit-card';
}

/** Whether an order that is owed is more than the key may place; without an amount every one is. */
export function isAboveKey(key: KeyGrant, order: { paymentType: PaymentType; total: Money }): boolean {
  if (key.fromBefore || !isOnAccount(order.paymentType)) return false;
  return key.onAccountUpTo === null || toCents(order.total) > toCents(key.onAccountUpTo);
}

/** Tells what is wrong with the end of a new key; null: nothing. */
export function keyEndProblem(expiresAt: string, now: Date): string | null {
  const left = Date.parse(expiresAt) - now.getTime();
  if (left <= 0) return 'is in the past';
  return left > KEY_DAYS.most * DAY_MS ? 'is more than a year away' : null;
}

/** The end of a key that holds for so many days. */
export function keyEnd(days: number, now: Date): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString();
}
