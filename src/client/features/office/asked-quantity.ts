import { MAX_QUANTITY } from '#shared/constants.ts';
import { readQuantity } from '#shared/rules/quantity.ts';

type AskedQuantity = { quantity: number; wrong: null } | { quantity: null; wrong: string };

/** Reads a quantity as somebody wrote it. `wrong`: says why it is none, to be read on from its field's name. */
export function askedQuantity(text: string): AskedQuantity {
  // '1e3' is a thousand to a computer alone.
  const quantity = /[a-z]/i.test(text) ? null : readQuantity(text);
  if (quantity === null) return { quantity, wrong: 'must be a whole number, 1 or more' };
  if (quantity > MAX_QUANTITY)
    return { quantity: null, wrong: `must be at most ${MAX_QUANTITY.toLocaleString('en-US')}` };
  return { quantity, wrong: null };
}
