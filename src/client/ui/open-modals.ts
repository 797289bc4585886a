import { useSyncExternalStore } from 'react';

/** The dialogs that stand open, the topmost last: only what is inside of it can be seen whole, pressed and read out. */
let open: readonly HTMLDialogElement[] = [];
const watchers = new Set<() => void>();

function set(next: readonly HTMLDialogElement[]): void {
  open = next;
  for (const watcher of watchers) watcher();
}

export const openModals = {
  add: (dialog: HTMLDialogElement) => set([...open, dialog]),
  remove: (dialog: HTMLDialogElement) => set(open.filter(one => one !== dialog)),
};

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

const NONE: readonly HTMLDialogElement[] = [];
const none = () => NONE;

export function useOpenModals(): readonly HTMLDialogElement[] {
  return useSyncExternalStore(subscribe, () => open, none);
}
