import { hash, parseOptions, verify } from '@node-rs/argon2';
import { AppError } from '#server/errors.ts';
import { chance } from '#server/time-and-chance.ts';
import { normalizePassword } from '#shared/rules/passwords.ts';

/** argon2id (the library's default) at OWASP's floor: about 50 ms and 19 MiB each. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Hashing shares the thread pool with file access: at most so many at once, so many waiting, then `busy`.
const AT_ONCE = 4;
const WAITING = 50;

let running = 0;
const queue: (() => void)[] = [];

/** Hash of a new password. `busy` when too many are being hashed already. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalizePassword(password), COST));
}

/**
 * Whether it is the account's password. Without a hash (no such account, or one without a password) it takes as
 * long and answers false, so that the time doesn't tell who has an account. `busy` as above.
 */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await nobodysHash());
  const matches = await inTurn(() => verify(against, normalizePassword(password)));
  return matches && stored !== null;
}

/** Whether a hash was made at another cost than today's. */
export function isOutdated(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(stored);
  return memoryCost !== COST.memoryCost || timeCost !== COST.timeCost || parallelism !== COST.parallelism;
}

let nobodys: Promise<string> | null = null;

function nobodysHash(): Promise<string> {
  nobodys ??= hash(chance.uuid(), COST);
  return nobodys;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING) throw new AppError('busy', { details: { retryAfter: 2 } });
    // Work that ends hands its place on, so the count stays as it is.
    await new Promise<void>(resolve => queue.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}
