import { useRef, useState } from 'react';
import { v4 as newKey } from 'uuid';
import { added } from '#client/features/cart/added.ts';
import { linesForServer, WORKING_CART_NAME, workingCart } from '#client/features/cart/cart.ts';
import { useFailureNotice } from '#client/features/notices/notices.ts';
import { trpc } from '#client/trpc.ts';
import { ORDER_NOTICES } from '#shared/messages.ts';
import type { WorkingLine } from '#shared/rules/cart.ts';
import type { CartName } from '#shared/schemas/carts.ts';
import type { Product } from '#shared/schemas/products.ts';

// Long enough to be read, short enough not to be waited for.
const SAID_MS = 350;

type WithRelated = Pick<Product, 'relatedProduct' | 'relatedProductText'>;
/** A saved cart; null: the working one. */
type Into = Pick<CartName, '_id' | 'orderName'> | null;

/**
 * Adds lines to the working cart or a saved one and tells of them in the popup, which the product's related ones
 * follow; `isAdding` while the button says so. Answers whether they are in it.
 */
export function useAddToCart() {
  const [isAdding, setAdding] = useState(false);
  const saveLines = useSaveLines();
  const addAll = async (
    lines: readonly WorkingLine[],
    product?: WithRelated,
    into: Into = null,
  ): Promise<boolean> => {
    const [first] = lines;
    if (!first) return false;
    if (!into && !workingCart.add(...lines)) return false;
    setAdding(true);
    if (into && !(await saveLines(into._id, lines))) {
      setAdding(false);
      return false;
    }
    const { name, productNum, image } = first;
    const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
    const cartName = into?.orderName ?? WORKING_CART_NAME;
    added.tell(
      { name, productNum, quantity, image, cartName, cartId: into?._id, others: lines.length - 1 },
      product && { text: product.relatedProductText, ids: product.relatedProduct },
    );
    setTimeout(setAdding, SAID_MS, false);
    return true;
  };
  const add = (line: WorkingLine, product?: WithRelated, into?: Into) => addAll([line], product, into);
  return { add, addAll, isAdding };
}

/** Answers whether the lines are in the saved cart now. Sent again after a lost answer, they are not added twice. */
function useSaveLines() {
  const queries = trpc.useUtils();
  const lastTry = useRef({ what: '', key: '' });
  const failure = useFailureNotice();
  return async (_id: string, added: readonly WorkingLine[]): Promise<boolean> => {
    const lines = linesForServer(added);
    const what = JSON.stringify([_id, lines]);
    if (lastTry.current.what !== what) lastTry.current = { what, key: newKey() };
    try {
      await queries.client.carts.add.mutate({ _id, lines, key: lastTry.current.key });
      lastTry.current = { what: '', key: '' };
      failure.end();
      return true;
    } catch (error) {
      failure.tell(error, ORDER_NOTICES.saveCartFailed);
      return false;
    } finally {
      queries.carts.invalidate();
    }
  };
}
