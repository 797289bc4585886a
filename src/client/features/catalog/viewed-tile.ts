import { useSyncExternalStore } from 'react';
import type { Tile } from '#shared/schemas/products.ts';

const watchers = new Set<() => void>();
let viewed: Tile | null = null;

function show(tile: Tile | null): void {
  viewed = tile;
  for (const watcher of watchers) watcher();
}

export const openQuickView = (tile: Tile): void => show(tile);
export const closeQuickView = (): void => show(null);

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** The tile that somebody looks at more closely. */
export function useViewedTile(): Tile | null {
  return useSyncExternalStore(
    subscribe,
    () => viewed,
    () => null,
  );
}
