import { NOTICE_MS } from '#shared/constants.ts';

/** Holds what the added-product popup tells (rule N6). */
export interface Added {
  name: string;
  productNum: string;
  quantity: number;
  cartName: string;
  /** Only for a saved cart. */
  cartId?: string | undefined;
  image: string | null;
  /** How many other lines were added with it. */
  others?: number;
}

/** The offer of the related-product popup, which shows once the other popup has gone. */
export interface Related {
  text: string;
  ids: string[];
}

interface Shown {
  added: Added | null;
  related: Related | null;
}

const NOTHING: Shown = { added: null, related: null };

let shown = NOTHING;
let next: Related | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Products that were offered with another one already: nobody wants to be asked twice. */
const offered = new Set<string>();
const watchers = new Set<() => void>();

function show(what: Shown): void {
  shown = what;
  clearTimeout(timer);
  if (what.added) timer = setTimeout(leave, NOTICE_MS.addedProduct);
  for (const watcher of watchers) watcher();
}

function leave(): void {
  const related = next;
  next = null;
  show({ added: null, related });
}

export const added = {
  tell: (product: Added, related?: Related) => {
    const ids = related?.ids.filter(id => !offered.has(id)) ?? [];
    for (const id of ids) offered.add(id);
    if (related && ids.length > 0) next = { ...related, ids };
    show({ added: { ...product }, related: null });
  },
  /** Whichever is shown goes; what waits behind it comes. */
  dismiss: leave,
  /** Neither is wanted any more: the shopper went to the cart. */
  forget: () => {
    next = null;
    show(NOTHING);
  },
  /** Offers again, later, what goes with it: it could not be shown. */
  offerLater: () => {
    for (const id of shown.related?.ids ?? []) offered.delete(id);
    added.forget();
  },
  /** While it is being looked at it stays; afterwards its time starts anew. */
  hold: () => clearTimeout(timer),
  release: () => show(shown),
  shown: () => shown,
  subscribe: (watcher: () => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};
