import { isMoney, type Money } from '#shared/rules/money.ts';

export const LIMIT_HINT = 'A Primary has to approve orders above it. Leave empty for no limit.';

/** Reads what was typed as a limit: null where there is to be none, undefined where it is no amount. */
export function amountOf(typed: string): Money | null | undefined {
  const plain = typed.replace(/[$,\s]/g, '');
  if (plain === '') return null;
  const amount = /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN;
  return isMoney(amount) ? amount : undefined;
}
