import { isMoney, MAX_MONEY_CENTS, type Money } from '#shared/rules/money.ts';

/** Reads an amount as somebody types it: "12.5", "$1,234.50"; null where that is none, or has more than two decimals. */
export function readMoney(text: string): Money | null {
  const plain = text.replace(/[$,\s]/g, '');
  if (!/^\d+(\.\d{0,2})?$|^\.\d{1,2}$/.test(plain)) return null;
  const amount = Number(plain);
  return isMoney(amount) && amount * 100 <= MAX_MONEY_CENTS ? (amount as Money) : null;
}
