import { useSyncExternalStore } from 'react';

/** The dialogs that stand open, the topmost last: only what is inside of it can be seen whole, pressed and read out. */
let open: readonly HTMLDialogElement[] = [];
const watchers = new Set<() => void>();

function set(next: readonly HTMLDialogElement[]): void {
  open = next;
  for (const watcher of watchers) watcher();
}

export const openModals = {
  /** Called before it opens: then the page still has its scroll bar. */
  add: (dialog: HTMLDialogElement) => {
    if (open.length === 0) keepRoomOfBar(window.innerWidth > document.documentElement.clientWidth);
    set([...open, dialog]);
  },
  remove: (dialog: HTMLDialogElement) => {
    set(open.filter(one => one !== dialog));
    if (open.length === 0) keepRoomOfBar(false);
  },
};

/** Keeps it only where there is a bar, which a dialog takes away: a short page has none, and would become narrower. */
function keepRoomOfBar(hasBar: boolean): void {
  document.documentElement.style.scrollbarGutter = hasBar ? 'stable' : '';
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

const NONE: readonly HTMLDialogElement[] = [];
const none = () => NONE;

export function useOpenModals(): readonly HTMLDialogElement[] {
  return useSyncExternalStore(subscribe, () => open, none);
}
