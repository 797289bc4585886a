/**
 * The order that this browser is placing: what makes a repeated submit the same order (decisions: Carts, orders). All
 * its tabs share it, as they share the cart: two that submit the same one make one order.
 */
export interface Attempt {
  /** Of what is being ordered; another one is another order. */
  fingerprint: string;
  idempotencyKey: string;
  /** The Held order of an earlier attempt, which this one replaces. */
  replaces?: { _id: string; orderKey?: string };
  /** What was answered. */
  order?: { _id: string; orderKey?: string };
}

type Keep = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'orderAttempt';

export function readAttempt(storage: Keep): Attempt | null {
  try {
    const { fingerprint, idempotencyKey, replaces, order }: Attempt = JSON.parse(storage.getItem(KEY) ?? '');
    return typeof fingerprint === 'string' && typeof idempotencyKey === 'string'
      ? { fingerprint, idempotencyKey, replaces, order }
      : null;
  } catch {
    return null;
  }
}

/**
 * The attempt for these contents: the one under way when they are the same, so that double clicks and reloads make
 * nothing new; else a new one, which gives up what the one before still holds.
 */
export function attemptFor(storage: Keep, fingerprint: string): Attempt {
  const before = readAttempt(storage);
  if (before?.fingerprint === fingerprint) return before;
  const replaces = before?.order ?? before?.replaces;
  return keep(storage, { fingerprint, idempotencyKey: crypto.randomUUID(), ...(replaces && { replaces }) });
}

export function answered(storage: Keep, attempt: Attempt, order: { _id: string; orderKey?: string }): void {
  keep(storage, {
    ...attempt,
    order: { _id: order._id, ...(order.orderKey && { orderKey: order.orderKey }) },
  });
}

/** The same attempt, which gives up an order that holds what it is made of. */
export function replacing(storage: Keep, attempt: Attempt, replaces: { _id: string }): Attempt {
  return keep(storage, { ...attempt, replaces });
}

/** Its key is of no more use: the next attempt takes a new one, and gives up what this one may still hold. */
export function endAttempt(storage: Keep): void {
  const before = readAttempt(storage);
  if (before) keep(storage, { ...before, fingerprint: '' });
}

/** Done, or nothing of this browser's any more: the next one starts afresh. */
export function forgetAttempt(storage: Keep): void {
  storage.removeItem(KEY);
}

function keep(storage: Keep, attempt: Attempt): Attempt {
  try {
    storage.setItem(KEY, JSON.stringify(attempt));
  } catch {
    // Without storage a reload starts anew; a double click still meets the disabled button.
  }
  return attempt;
}
