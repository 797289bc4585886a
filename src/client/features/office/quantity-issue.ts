import { MAX_QUANTITY } from '#shared/constants.ts';
import { readQuantity } from '#shared/rules/quantity.ts';

/** Says what is wrong with a quantity as somebody wrote it, to be read on from its field's name; null: nothing. */
export function quantityIssue(text: string): string | null {
  // '1e3' is a thousand to a computer alone.
  const quantity = /[a-z]/i.test(text) ? null : readQuantity(text);
  if (quantity === null) return 'must be a whole number, 1 or more';
  return quantity > MAX_QUANTITY ? `can be ${MAX_QUANTITY.toLocaleString('en-US')} at most` : null;
}
