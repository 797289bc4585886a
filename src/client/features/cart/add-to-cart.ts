import { useState } from 'react';
import { added } from '#client/features/cart/added.ts';
import { WORKING_CART_NAME, workingCart } from '#client/features/cart/cart.ts';
import type { WorkingLine } from '#shared/rules/cart.ts';

// Long enough to be read, short enough not to be waited for.
const SAID_MS = 350;

/** Adds a line to the working cart and tells of it in the popup; `isAdding` while the button says so. */
export function useAddToCart() {
  const [isAdding, setAdding] = useState(false);
  const add = (line: WorkingLine) => {
    workingCart.add(line);
    const { name, productNum, quantity, image } = line;
    added.tell({ name, productNum, quantity, image, cartName: WORKING_CART_NAME });
    setAdding(true);
    setTimeout(setAdding, SAID_MS, false);
  };
  return { add, isAdding };
}
