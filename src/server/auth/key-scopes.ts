import { AppError } from '#server/errors.ts';
import type { CallScope } from '#server/grants.ts';
import type { PaymentType } from '#shared/enumerations.ts';
import { isAboveKey, type KeyGrant, missingScope } from '#shared/rules/key-scopes.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';

/** Refuses an API key what it was not made for: `key_scope`, which names the scope, or `key_refused`. */
export function refuseOutsideKey(key: KeyGrant | null, scope: CallScope): void {
  if (!key || scope === 'any key') return;
  if (scope === 'no key') throw new AppError('key_refused');
  const missing = missingScope(key, typeof scope === 'string' ? [scope] : scope);
  if (missing === null) return;
  throw new AppError('key_scope', {
    message: `This API key lacks the scope ${missing}. Please make a key that has it.`,
    details: { scope: missing },
  });
}

/** Refuses an order on account that is above what the API key may place: `key_amount`, with both figures. */
export function refuseAboveKey(
  key: KeyGrant | null,
  order: { paymentType: PaymentType; total: Money },
): void {
  if (!key || !isAboveKey(key, order)) return;
  const { onAccountUpTo: upTo } = key;
  const { total } = order;
  const message =
    upTo === null
      ? `This API key may not place orders on account, and this order comes to ${formatMoney(total)}.`
      : `This API key may place orders on account of up to ${formatMoney(upTo)}, and this order comes to ${formatMoney(total)}.`;
  throw new AppError('key_amount', { message, details: { total, upTo } });
}
