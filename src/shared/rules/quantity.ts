const THOUSANDS = /^\+?\d{1,3}(,\d{3})+(\.\d*)?$/;

/**
 * A whole number from 1 on, as somebody wrote it: '12', '12.0', '1,200'. Null for everything else: leaving out what is
 * no digit would make 25 of '2.5' and 3 of '-3'.
 */
export function readQuantity(text: string): number | null {
  const plain = text.trim();
  if (plain.includes(',') && !THOUSANDS.test(plain)) return null;
  const value = Number(plain.replaceAll(',', ''));
  return Number.isSafeInteger(value) && value >= 1 ? value : null;
}
