import { beforeEach, describe, expect, it } from 'vitest';
import { linesForServer } from '#client/features/cart/cart.ts';
import { WorkingCartStore } from '#client/features/cart/working-cart.ts';
import { workingLine } from '#client/features/cart/working-line.test-support.ts';
import { addLine, afterOrder, emptyCart, type WorkingLine } from '#shared/rules/cart.ts';

class Shelf {
  readonly kept = new Map<string, string>();
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, value: string) => {
    this.kept.set(key, value);
  };
}

const line = (variantId: string, quantity = 1) => workingLine({ variantId, quantity });

const add = (store: WorkingCartStore, added: WorkingLine) =>
  store.change(cart => ({ ...cart, cart: addLine(cart.cart, added) }));
const lines = (store: WorkingCartStore) =>
  store.current().cart.map(({ variantId, quantity }) => [variantId, quantity]);

describe('the working cart', () => {
  let shelf: Shelf;
  beforeEach(() => {
    shelf = new Shelf();
  });

  it('is kept in local storage under the key order', () => {
    add(new WorkingCartStore(shelf), line('v1', 2));
    expect([...shelf.kept.keys()]).toEqual(['order']);
    expect(lines(new WorkingCartStore(shelf))).toEqual([['v1', 2]]);
  });

  it('replaces a corrupt value and leaves everything else in the storage alone [CART-01]', () => {
    shelf.kept.set('order', '{"cart":[{');
    shelf.kept.set('acceptedDisclaimer', 'true');
    const store = new WorkingCartStore(shelf);
    expect(store.current().cart).toEqual([]);
    expect(JSON.parse(shelf.kept.get('order') ?? '')).toMatchObject({ cart: [] });
    expect(shelf.kept.get('acceptedDisclaimer')).toBe('true');
    add(store, line('v1'));
    expect(lines(new WorkingCartStore(shelf))).toEqual([['v1', 1]]);
  });

  it('keeps the good lines of a value in which one is damaged', () => {
    shelf.kept.set('order', JSON.stringify({ cart: [line('v1'), { ...line('v2'), quantity: 'many' }] }));
    expect(lines(new WorkingCartStore(shelf))).toEqual([['v1', 1]]);
  });

  it('takes what other tabs added before it adds its own', () => {
    const [here, there] = [new WorkingCartStore(shelf), new WorkingCartStore(shelf)];
    add(here, line('v1'));
    add(there, line('v2'));
    add(here, line('v1', 3));
    expect(lines(there)).toEqual([
      ['v1', 4],
      ['v2', 1],
    ]);
  });

  it('loses to an order what was ordered, and not what another tab added meanwhile', () => {
    const [here, there] = [new WorkingCartStore(shelf), new WorkingCartStore(shelf)];
    add(here, line('v1', 2));
    add(here, line('v2', 1));
    here.change(cart => ({ ...cart, couponCode: 'SAVE', couponStatus: 'success' }));
    const ordered = linesForServer(here.current().cart);
    add(there, line('v2', 4));
    add(there, line('v3', 1));
    here.change(cart => afterOrder(cart, ordered));
    expect(lines(there)).toEqual([
      ['v2', 4],
      ['v3', 1],
    ]);
    expect(there.current()).toMatchObject({ couponCode: '', couponStatus: null });
    here.change(cart => afterOrder(cart, linesForServer(cart.cart)));
    expect(there.current()).toEqual(emptyCart());
  });

  it('hands out the same object until something changes', () => {
    const store = new WorkingCartStore(shelf);
    add(store, line('v1'));
    const before = store.current();
    expect(store.current()).toBe(before);
    add(store, line('v1'));
    expect(store.current()).not.toBe(before);
  });

  it('holds the cart for the page where the storage refuses', () => {
    shelf.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const store = new WorkingCartStore(shelf);
    add(store, line('v1'));
    add(store, line('v2'));
    expect(lines(store)).toEqual([
      ['v1', 1],
      ['v2', 1],
    ]);
  });
});
