import { v4, v5 } from 'uuid';

/**
 * Keeps the order that this browser is placing: what makes a repeated submit the same order (rule O5). All its tabs
 * share it, as they share the cart: two that submit the same one make one order.
 */
export interface Attempt {
  /**
   * Chosen before anything is submitted, and part of the key: tabs learn of each other's writes too late to agree on
   * anything at the moment of a click.
   */
  seed: string;
  /** Identifies what is being ordered; another one is another order. Empty: nothing was submitted yet. */
  fingerprint: string;
  /** The Held order of an earlier attempt, which this one replaces. */
  replaces?: { _id: string; orderKey?: string };
  /** The server's answer. */
  order?: { _id: string; orderKey?: string };
}

type Keep = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'orderAttempt';

export function readAttempt(storage: Keep): Attempt | null {
  try {
    const { seed, fingerprint, replaces, order }: Attempt = JSON.parse(storage.getItem(KEY) ?? '');
    return typeof seed === 'string' && typeof fingerprint === 'string'
      ? { seed, fingerprint, replaces, order }
      : null;
  } catch {
    return null;
  }
}

/** Called when the page opens, so that all tabs know the seed long before one of them submits. */
export function prepareAttempt(storage: Keep): void {
  if (!readAttempt(storage)) begin(storage, '');
}

/** The order that the next attempt gives up, for whoever asks what that one costs; empty on the server. */
export function givenUp(): Pick<Attempt, 'replaces'> {
  const replaces = typeof localStorage === 'undefined' ? undefined : heldBy(readAttempt(localStorage));
  return replaces ? { replaces } : {};
}

/**
 * The attempt for these contents: the one under way when they are the same, so that double clicks, reloads and other
 * tabs make nothing new; else a new one, which gives up what the one before still holds.
 */
export function attemptFor(storage: Keep, fingerprint: string): Attempt {
  const before = readAttempt(storage);
  if (before?.fingerprint === fingerprint) return before;
  if (before?.fingerprint === '') return keep(storage, { ...before, fingerprint });
  return begin(storage, fingerprint, heldBy(before));
}

/** The order that an attempt may have left Held. */
const heldBy = (attempt: Attempt | null) => attempt?.order ?? attempt?.replaces;

const begin = (storage: Keep, fingerprint: string, replaces?: Attempt['replaces']): Attempt =>
  keep(storage, { seed: v4(), fingerprint, replaces });

/** The namespace of names that are digested to keys here. */
const PLACING = '5f0c5a8e-7d1b-4c0e-9a53-0f6b7c1d2e94';

/** The idempotency key of an attempt, the same in every tab. */
export const keyOf = ({ seed, fingerprint }: Attempt): string => v5(`${seed} ${fingerprint}`, PLACING);

/** Returns a digest, the same for the same text, that does not tell the text. */
export const digestOf = (text: string): string => v5(text, PLACING);

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
  if (before) begin(storage, '', heldBy(before));
}

/** The next attempt gives up this order; null: none. */
export function replaceNext(storage: Keep, replaces: { _id: string } | null): void {
  begin(storage, '', replaces ?? undefined);
}

/** Begins anew with nothing to replace; `seed` where every tab that does so must come to the same key. */
export function restartAttempt(storage: Keep, fingerprint: string, seed: string = v4()): Attempt {
  return keep(storage, { seed, fingerprint });
}

/** Done: the next one starts afresh. */
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
