import { randomBytes, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { v7 } from 'uuid';

/**
 * The time, and waiting for it. The server reads no clock and sets no timer but here, so that one hand can drive them
 * all. SQL's `now()` is the database's own: the beginning of its transaction (decision 086).
 */
export const clock = {
  now: () => new Date(),
  /** The present as milliseconds since 1970. */
  ms: () => Date.now(),
  /** Milliseconds since the process began: for spans, as nobody can set it. */
  elapsed: () => performance.now(),
  sleep: ((...wanted: Parameters<typeof sleep>) => sleep(...wanted)) as typeof sleep,
  setTimeout: ((...wanted: Parameters<typeof setTimeout>) => setTimeout(...wanted)) as typeof setTimeout,
  clearTimeout: (timer: NodeJS.Timeout | undefined) => clearTimeout(timer),
  setInterval: ((...wanted: Parameters<typeof setInterval>) => setInterval(...wanted)) as typeof setInterval,
  clearInterval: (timer: NodeJS.Timeout | undefined) => clearInterval(timer),
  setImmediate: ((...wanted: Parameters<typeof setImmediate>) =>
    setImmediate(...wanted)) as typeof setImmediate,
  /** Lets what waits have its turn. */
  nextTurn: (): Promise<void> => nextTurn(),
  /** Aborts after so many milliseconds. */
  timeoutSignal: (ms: number): AbortSignal => AbortSignal.timeout(ms),
};

/** Draws what nobody can guess. The server takes no chances but here. */
export const chance = {
  bytes: (size: number): Buffer => randomBytes(size),
  uuid: (): string => randomUUID(),
  /** A UUID of version 7: later ones sort behind earlier ones, so that new rows lie together. */
  uuidInOrder: (): string => v7(),
};
