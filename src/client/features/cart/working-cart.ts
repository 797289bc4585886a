import { STORAGE_KEYS } from '#shared/constants.ts';
import { emptyCart, parseWorkingCart, type WorkingCart } from '#shared/rules/cart.ts';

type Keep = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Keeps the working cart in the browser's storage (rule O1), which has the only copy: every change starts from what
 * is there now, so that several tabs add to one cart and none loses a line.
 */
export class WorkingCartStore {
  readonly #storage: Keep;
  #text: string | null = null;
  #cart: WorkingCart = emptyCart();
  #onlyHere: string | undefined;
  readonly #watchers = new Set<() => void>();

  constructor(storage: Keep) {
    this.#storage = storage;
    const found = this.#read();
    const cart = this.current();
    // A cart that could not be read in full is replaced by the part that could.
    if (found !== null && found !== JSON.stringify(cart)) this.#write(cart);
  }

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /** The same object until something changes. */
  readonly current = (): WorkingCart => {
    const text = this.#read();
    if (text !== this.#text) {
      this.#text = text;
      this.#cart = parseWorkingCart(text);
    }
    return this.#cart;
  };

  change(update: (cart: WorkingCart) => WorkingCart): void {
    this.#write(update(this.current()));
    this.changedElsewhere();
  }

  readonly changedElsewhere = (): void => {
    for (const watcher of this.#watchers) watcher();
  };

  #read(): string | null {
    if (this.#onlyHere !== undefined) return this.#onlyHere;
    try {
      return this.#storage.getItem(STORAGE_KEYS.workingCart);
    } catch {
      return null;
    }
  }

  #write(cart: WorkingCart): void {
    const text = JSON.stringify(cart);
    try {
      this.#storage.setItem(STORAGE_KEYS.workingCart, text);
    } catch {
      // Storage that is full or forbidden: the cart lives as long as the page.
      this.#onlyHere = text;
    }
  }
}
