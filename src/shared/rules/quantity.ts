import { MAX_QUANTITY } from '#shared/constants.ts';

const THOUSANDS = /^\+?\d{1,3}(,\d{3})+(\.\d*)?$/;

/**
 * A whole number from 1 on, as somebody wrote it: '12', '12.0', '1,200'. Null for everything else: leaving out what is
 * no digit would make 25 of '2.5' and 3 of '-3'.
 */
export function readQuantity(text: string): number | null {
  const plain = text.trim();
  if (plain.includes(',') && !THOUSANDS.test(plain)) return null;
  const digits = plain.replaceAll(',', '');
  // '1e3' is a thousand to a computer alone.
  if (!/^\+?\d+(\.\d*)?$/.test(digits)) return null;
  const value = Number(digits);
  return Number.isSafeInteger(value) && value >= 1 ? value : null;
}

/** Says what is wrong with a quantity as somebody wrote it, to be read on from its field's name; null: nothing. */
export function quantityIssue(text: string): string | null {
  const quantity = readQuantity(text);
  if (quantity === null) return 'must be a whole number, 1 or more';
  return quantity > MAX_QUANTITY ? `can be ${MAX_QUANTITY.toLocaleString('en-US')} at most` : null;
}
