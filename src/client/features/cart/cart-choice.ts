import { useSyncExternalStore } from 'react';
import { useUser } from '#client/features/session/session.ts';
import { trpc } from '#client/trpc.ts';
import { STORAGE_KEYS } from '#shared/constants.ts';
import type { CartName } from '#shared/schemas/carts.ts';

const watchers = new Set<() => void>();
/** The choice if the storage refuses it; it then lives as long as the page. */
let onlyHere: string | null = null;

function lastCart(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEYS.lastCart);
  } catch {
    return onlyHere;
  }
}

function keepLastCart(_id: string): void {
  onlyHere = _id;
  try {
    localStorage.setItem(STORAGE_KEYS.lastCart, _id);
  } catch {
    // Kept by the page alone.
  }
  for (const watcher of watchers) watcher();
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** The carts that something can be added to, and the one that was used last; null stands for the working cart. */
export function useCartChoice(): {
  carts: readonly CartName[];
  chosen: CartName | null;
  choose: (_id: string) => void;
} {
  const isSignedIn = useUser() !== null;
  const { data } = trpc.carts.names.useQuery({}, { enabled: isSignedIn });
  const last = useSyncExternalStore(subscribe, lastCart, () => null);
  const carts = isSignedIn && data ? data.filter(({ state }) => state === 'saved') : [];
  return { carts, chosen: carts.find(({ _id }) => _id === last) ?? null, choose: keepLastCart };
}
