import { useSyncExternalStore } from 'react';

function watchHash(watcher: () => void): () => void {
  window.addEventListener('hashchange', watcher);
  return () => window.removeEventListener('hashchange', watcher);
}

const unknown = () => null;

/**
 * A secret that a link carries in its hash, which no server gets to see; empty where it has none. Null while a page is
 * rendered on the server and taken over: only the browser knows.
 */
export function useHashToken(name: string): string | null {
  const read = () => new URLSearchParams(window.location.hash.slice(1)).get(name) ?? '';
  return useSyncExternalStore(watchHash, read, unknown);
}
