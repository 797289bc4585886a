import { isMoney, MAX_MONEY_CENTS, type Money } from '#shared/rules/money.ts';

/** Reads an amount as somebody types it: "12.5", "$1,234.50"; null where that is none, or has more than two decimals. */
export function readMoney(text: string): Money | null {
  const plain = text.replace(/[$\s]/g, '');
  // A comma elsewhere may be meant as a point: "2,50" is no 250.
  if (!/^(\d+|\d{1,3}(,\d{3})+)(\.\d{0,2})?$|^\.\d{1,2}$/.test(plain)) return null;
  const amount = Number(plain.replaceAll(',', ''));
  return isMoney(amount) && amount * 100 <= MAX_MONEY_CENTS ? (amount as Money) : null;
}
