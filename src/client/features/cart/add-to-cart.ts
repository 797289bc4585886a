import { useState } from 'react';
import { added } from '#client/features/cart/added.ts';
import { WORKING_CART_NAME, workingCart } from '#client/features/cart/cart.ts';
import type { WorkingLine } from '#shared/rules/cart.ts';
import type { Product } from '#shared/schemas/products.ts';

// Long enough to be read, short enough not to be waited for.
const SAID_MS = 350;

type WithRelated = Pick<Product, 'relatedProduct' | 'relatedProductText'>;

/**
 * Adds lines to the working cart and tells of them in the popup, which the product's related ones follow;
 * `isAdding` while the button says so.
 */
export function useAddToCart() {
  const [isAdding, setAdding] = useState(false);
  const addAll = (lines: readonly WorkingLine[], product?: WithRelated) => {
    const [first] = lines;
    if (!first) return;
    for (const line of lines) workingCart.add(line);
    const { name, productNum, image } = first;
    const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
    added.tell(
      { name, productNum, quantity, image, cartName: WORKING_CART_NAME, others: lines.length - 1 },
      product && { text: product.relatedProductText, ids: product.relatedProduct },
    );
    setAdding(true);
    setTimeout(setAdding, SAID_MS, false);
  };
  return { add: (line: WorkingLine, product?: WithRelated) => addAll([line], product), addAll, isAdding };
}
