import { NOTICE_MS } from '#shared/constants.ts';

/** What the added-product popup tells of (spec §2). */
export interface Added {
  name: string;
  productNum: string;
  quantity: number;
  cartName: string;
  image: string | null;
}

let shown: Added | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

function show(next: Added | null): void {
  shown = next;
  clearTimeout(timer);
  if (next) timer = setTimeout(show, NOTICE_MS.addedProduct, null);
  for (const watcher of watchers) watcher();
}

export const added = {
  tell: (product: Added) => show({ ...product }),
  dismiss: () => show(null),
  /** While it is being looked at it stays; afterwards its time starts anew. */
  hold: () => clearTimeout(timer),
  release: () => show(shown),
  shown: () => shown,
  subscribe: (watcher: () => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};
