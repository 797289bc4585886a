import { creditAfter, creditCheck, releaseOf } from '#shared/rules/credit.ts';
import { formatMoney, ZERO } from '#shared/rules/money.ts';
import type { Applied } from '#shared/rules/receipts.ts';
import type { Debts } from '#shared/schemas/receipts.ts';

/** Says how a company over its limit stands to it after a payment; '' of whoever is within theirs. */
export function limitWords(debts: Debts, applied: readonly Applied[], rest: Applied['amount']): string {
  const after = creditAfter(debts, { applied, rest });
  if (!after || releaseOf(debts) === null) return '';
  const { missing } = creditCheck({ ...after, total: ZERO });
  return missing > 0
    ? ` Still ${formatMoney(missing)} over the limit.`
    : ' Within the limit then: orders that wait for it are released.';
}
