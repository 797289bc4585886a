import { useSyncExternalStore } from 'react';
import { WorkingCartStore } from '#client/features/cart/working-cart.ts';
import { notify } from '#client/features/notices/notices.ts';
import { MAX_CART_LINES, STORAGE_KEYS } from '#shared/constants.ts';
import { errorNotice } from '#shared/messages.ts';
import {
  addLine,
  afterOrder,
  type CartKey,
  isSameLine,
  lineName,
  linesBeyond,
  removeLine,
  restoreLine,
  setQuantity,
  swapLines,
  takeOut,
  type WorkingCart,
  type WorkingLine,
} from '#shared/rules/cart.ts';
import type { LineInput } from '#shared/schemas/line-input.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';
import { tiersOfFields } from '#shared/schemas/quantity-prices.ts';

/** The working cart's name in the add button and the popup. */
export const WORKING_CART_NAME = 'cart';

let opened: WorkingCartStore | undefined;

function store(): WorkingCartStore {
  opened ??= new WorkingCartStore(window.localStorage);
  return opened;
}

function subscribe(watcher: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEYS.workingCart || key === null) watcher();
  };
  window.addEventListener('storage', onStorage);
  const leave = store().subscribe(watcher);
  return () => {
    window.removeEventListener('storage', onStorage);
    leave();
  };
}

const unknown = () => null;

/** The working cart; null while the page does not know it yet, which the server never does. */
export function useWorkingCart(): WorkingCart | null {
  return useSyncExternalStore<WorkingCart | null>(subscribe, () => store().current(), unknown);
}

const changeLines = (update: (lines: WorkingLine[]) => WorkingLine[]) =>
  store().change(cart => ({ ...cart, cart: update(cart.cart) }));

export const workingCart = {
  /** Puts lines in, all or none; false where the cart would hold more than one can. */
  add: (...added: readonly WorkingLine[]): boolean => {
    const put = (lines: readonly WorkingLine[]) => added.reduce<WorkingLine[]>(addLine, [...lines]);
    if (put(store().current().cart).length > MAX_CART_LINES) {
      notify(errorNotice('cart_full'));
      return false;
    }
    changeLines(put);
    return true;
  },
  setQuantity: (key: CartKey, quantity: number) => changeLines(lines => setQuantity(lines, key, quantity)),
  remove: (key: CartKey) => changeLines(lines => removeLine(lines, key)),
  /** Puts a removed line back where it was; what was added of it meanwhile counts on top. */
  restore: (line: WorkingLine, at: number) => changeLines(lines => restoreLine(lines, line, at)),
  /** Puts lines in the place of others. */
  swap: (out: readonly WorkingLine[], put: readonly WorkingLine[]) =>
    changeLines(lines => swapLines(lines, out, put)),
  /** Takes a line's new facts, such as the price that its owner has seen. */
  refresh: (key: CartKey, facts: Partial<WorkingLine>) =>
    changeLines(lines => lines.map(line => (isSameLine(line, key) ? { ...line, ...facts } : line))),
  update: (facts: Partial<Omit<WorkingCart, 'cart'>>) => store().change(cart => ({ ...cart, ...facts })),
  /** Takes out what went into another cart; what other tabs added of it meanwhile stays. */
  takeOut: (moved: readonly WorkingLine[]) => changeLines(lines => takeOut(lines, moved)),
  /** Leaves of lines that were asked for what is left of them; what other tabs added meanwhile stays. */
  lower: (asked: readonly LineInput[], rest: readonly LineInput[]) =>
    changeLines(lines => takeOut(lines, linesBeyond(asked, rest))),
  /** Takes out what was ordered, and its coupon; what other tabs added meanwhile stays. */
  removeOrdered: (ordered: readonly LineInput[]) => store().change(cart => afterOrder(cart, ordered)),
};

/** Makes the line of a variant as the cart shows it until the server has priced it (rule C2). */
export function lineOf(
  product: Pick<Product, '_id' | 'title'>,
  variant: Variant,
  quantity: number,
): WorkingLine {
  const { vendor, price, pieceSize, productNum, variantGroup } = variant;
  return {
    productId: product._id,
    variantId: variant._id,
    variantGroup,
    quantity,
    room: '',
    name: lineName(
      product.title,
      variant.options.map(option => option.value),
    ),
    image: variant.image,
    productNum,
    vendor,
    price,
    pieceSize,
    quantityPrices: tiersOfFields(variant),
  };
}

/** Returns what the server is told of the lines: it prices them itself. */
export function linesForServer(
  lines: readonly Pick<WorkingLine, 'productId' | 'variantId' | 'variantGroup' | 'quantity' | 'room'>[],
): LineInput[] {
  return lines.map(({ productId, variantId, variantGroup, quantity, room }) => ({
    productId,
    variantId,
    quantity,
    ...(variantGroup && { variantGroup }),
    ...(room && { room }),
  }));
}
