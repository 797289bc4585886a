import { useRef, useState } from 'react';
import { withAnswer } from '#client/features/cart/saved-cart.ts';
import { useFailureNotice } from '#client/features/notices/notices.ts';
import { trpc } from '#client/trpc.ts';
import { ORDER_NOTICES } from '#shared/messages.ts';
import type { ChangedCart, SavedCart } from '#shared/schemas/carts.ts';

/** The saved carts as this page holds them. Other devices may have changed them while it was out of sight. */
export function useSavedCarts() {
  return trpc.carts.list.useQuery({}, { refetchOnWindowFocus: 'always', staleTime: 0 });
}

/** Brings what the server answers into the carts that this page holds. */
export function useKeptCarts() {
  const queries = trpc.useUtils();
  const change = (update: (carts: SavedCart[]) => SavedCart[]) => {
    queries.carts.list.setData({}, carts => carts && update(carts));
    queries.carts.names.invalidate();
  };
  const put = (cart: SavedCart) =>
    change(carts =>
      carts.some(({ _id }) => _id === cart._id)
        ? carts.map(one => (one._id === cart._id ? cart : one))
        : [...carts, cart],
    );
  return {
    put,
    drop: (_id: string) => change(carts => carts.filter(cart => cart._id !== _id)),
    /** An answer counts on the version before it; after another's change in between the cart is read anew. */
    take: async (answer: ChangedCart) => {
      const held = queries.carts.list.getData({})?.find(({ _id }) => _id === answer._id);
      put((held && withAnswer(held, answer)) ?? (await queries.client.carts.byId.query({ _id: answer._id })));
    },
    reread: () => Promise.all([queries.carts.list.invalidate(), queries.carts.names.invalidate()]),
  };
}

export interface CartChange {
  /** Said of it when it could not be saved. */
  text: string;
  /** How the cart looks until the server has answered. */
  shown: (cart: SavedCart) => SavedCart;
  send: () => Promise<ChangedCart | SavedCart>;
  /** Among waiting changes of the same name only the last is sent: what is typed is one number. */
  name?: string;
}

/**
 * Changes of one saved cart: each shows at once and is sent in turn. One that fails no longer shows, and is kept to be
 * tried again (rule O1).
 */
export function useCartChanges(cart: SavedCart) {
  const kept = useKeptCarts();
  const [pending, setPending] = useState<readonly CartChange[]>([]);
  const [failed, setFailed] = useState<CartChange | null>(null);
  const failure = useFailureNotice();
  const queue = useRef<Promise<void>>(Promise.resolve());
  const latest = useRef(new Map<string, CartChange>());

  const sendNow = async (change: CartChange) => {
    const isOvertaken = change.name !== undefined && latest.current.get(change.name) !== change;
    try {
      if (isOvertaken) return;
      const answer = await change.send();
      failure.end();
      if ('cart' in answer) kept.put(answer);
      else await kept.take(answer);
    } catch (error) {
      failure.tell(error, ORDER_NOTICES.saveCartFailed);
      setFailed(change);
      kept.reread();
    } finally {
      setPending(before => before.filter(one => one !== change));
    }
  };
  const send = (change: CartChange) => {
    setFailed(null);
    setPending(before => [...before, change]);
    if (change.name !== undefined) latest.current.set(change.name, change);
    queue.current = queue.current.then(() => sendNow(change));
  };
  return {
    shown: pending.reduce((before, change) => change.shown(before), cart),
    isSaving: pending.length > 0,
    send,
    failed,
    retry: () => failed && send(failed),
    forget: () => setFailed(null),
  };
}
