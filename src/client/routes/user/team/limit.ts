import type { Money } from '#shared/rules/money.ts';
import { readMoney } from '#shared/rules/money-text.ts';

export const LIMIT_HINT = 'A Primary has to approve orders above it. Leave empty for no limit.';

/** Reads what was typed as a limit: null where there is to be none, undefined where it is no amount. */
export function amountOf(typed: string): Money | null | undefined {
  return typed.trim() === '' ? null : (readMoney(typed) ?? undefined);
}
