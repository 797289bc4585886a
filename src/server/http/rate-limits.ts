import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { rateLimits } from '#server/http/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { CARD_HOLD_MS } from '#shared/constants.ts';
import { isStaff } from '#shared/rules/permissions.ts';

export interface Limit {
  most: number;
  perSeconds: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How often something that can be guessed, flooded or made expensive may be tried. The account's own limit holds
 * whatever the address, so that a password is never guessed at more than a hundred times a day.
 */
export const LIMITS = {
  loginAccountAddress: { most: 10, perSeconds: 15 * MINUTE },
  loginAccount: { most: 100, perSeconds: DAY },
  loginAddress: { most: 60, perSeconds: 15 * MINUTE },
  /** Anything that tells a stranger whether an address has an account counts as one. */
  register: { most: 20, perSeconds: HOUR },
  firstAdmin: { most: 20, perSeconds: HOUR },
  resetAccount: { most: 5, perSeconds: HOUR },
  resetAddress: { most: 20, perSeconds: HOUR },
  tokenAddress: { most: 60, perSeconds: 15 * MINUTE },
  passwordCheck: { most: 10, perSeconds: 15 * MINUTE },
  secondStep: { most: 10, perSeconds: 15 * MINUTE },
  secondStepDay: { most: 100, perSeconds: DAY },
  secondFactor: { most: 20, perSeconds: HOUR },
  contact: { most: 10, perSeconds: HOUR },
  log: { most: 120, perSeconds: HOUR },
  coupon: { most: 30, perSeconds: 10 * MINUTE },
  returnEmail: { most: 20, perSeconds: HOUR },
  orderHistory: { most: 20, perSeconds: HOUR },
  orderLookup: { most: 20, perSeconds: 10 * MINUTE },
  /** By a link that needs no sign-in: cards that are tried out, or made up. */
  payLink: { most: 10, perSeconds: HOUR },
  /** From one address, whatever they were to pay: many who shop behind one share it. */
  declinedCards: { most: 30, perSeconds: HOUR },
  invoice: { most: 60, perSeconds: 10 * MINUTE },
  /** At once, of an address or an account: counted by the orders themselves (`unpaid-orders.ts`). */
  unpaidOrders: { most: 15, perSeconds: CARD_HOLD_MS / 1000 },
  invite: { most: 10, perSeconds: HOUR },
  /** By one Member: each is mailed to all Primaries of their company. */
  approval: { most: 20, perSeconds: HOUR },
  invitation: { most: 60, perSeconds: 10 * MINUTE },
  /** Given by one of the staff to accounts and orders of others: the shop mails to each. */
  addressOfOther: { most: 20, perSeconds: HOUR },
  /** Sent by one of the staff to addresses that they name: a script that runs away is one too. */
  staffMail: { most: 60, perSeconds: HOUR },
  review: { most: 30, perSeconds: HOUR },
  google: { most: 30, perSeconds: 15 * MINUTE },
  certificate: { most: 20, perSeconds: HOUR },
  avatar: { most: 30, perSeconds: HOUR },
  apiKey: { most: 20, perSeconds: HOUR },
} as const satisfies Record<string, Limit>;

/**
 * Counts one attempt in one statement, and throws `too_many` with `details: { retryAfter }` (seconds) once there
 * were more than `most` within the window. Hand it `ctx.db`, before a transaction: a count that is rolled back
 * with the attempt would not limit anything (and on the embedded database would wait for ever).
 *
 * A key reads `kind:whom`; only its kind is kept in the clear. See `addressKey` for a visitor's address.
 */
export async function limit(
  db: Db,
  key: string,
  { most, perSeconds }: Limit,
  now = clock.now(),
): Promise<void> {
  const moment = now.toISOString();
  const resetsAt = new Date(now.getTime() + perSeconds * 1000).toISOString();
  const isOver = sql`${rateLimits.resetsAt} <= ${moment}::timestamptz`;
  const [window] = await db
    .insert(rateLimits)
    .values({ key: storedKey(key), count: 1, resetsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then 1 else least(${rateLimits.count}, 1000000) + 1 end`,
        resetsAt: sql`case when ${isOver} then excluded.resets_at else ${rateLimits.resetsAt} end`,
      },
    })
    .returning({ count: rateLimits.count, resetsAt: rateLimits.resetsAt });
  if (!window || window.count <= most) return;
  const retryAfter = Math.max(1, Math.ceil((Date.parse(window.resetsAt) - now.getTime()) / 1000));
  throw new AppError('too_many', { details: { retryAfter } });
}

/**
 * Does as `limit`, for what can be guessed: only what fails stays counted, so that many who share an address and know
 * what they ask for are not taken for one who guesses.
 */
export async function limitFailures<T>(db: Db, key: string, rule: Limit, work: () => Promise<T>): Promise<T> {
  await limit(db, key, rule);
  const answer = await work();
  await takeBack(db, key);
  return answer;
}

/**
 * Counts one answer that tells whether an e-mail address has an account, whichever call gives it: by the visitor's
 * address, and by their account if they are signed in. Staff know that anyway. `too_many`.
 */
export async function limitTelling({ db, ip, user }: Pick<Context, 'db' | 'ip' | 'user'>): Promise<void> {
  if (isStaff(user)) return;
  await limit(db, `register:${addressKey(ip)}`, LIMITS.register);
  if (user) await limit(db, `register:${user._id}`, LIMITS.register);
}

/**
 * Does as `limitTelling` for what a visitor asks again and again of one e-mail address, as with each change of a cart:
 * one that was counted within the window is not counted anew. `too_many`.
 */
export async function limitTellingOf(
  ctx: Pick<Context, 'db' | 'ip' | 'user'>,
  email: string,
  now = clock.now(),
): Promise<void> {
  if (isStaff(ctx.user)) return;
  const key = storedKey(`told:${addressKey(ctx.ip)} ${email.trim().toLowerCase()}`);
  const isOpen = gt(rateLimits.resetsAt, now.toISOString());
  if ((await ctx.db.$count(rateLimits, and(eq(rateLimits.key, key), isOpen))) > 0) return;
  await limitTelling(ctx);
  // Only once it may be told: what was refused is no more known than before.
  const resetsAt = new Date(now.getTime() + LIMITS.register.perSeconds * 1000).toISOString();
  await ctx.db
    .insert(rateLimits)
    .values({ key, count: 1, resetsAt })
    .onConflictDoUpdate({ target: rateLimits.key, set: { count: 1, resetsAt } });
}

/** Counts one e-mail address that somebody of the staff gives to an account or order of another. `too_many`. */
export async function limitAddresses(db: Db, by: { _id: string }): Promise<void> {
  await limit(db, `address-of-other:${by._id}`, LIMITS.addressOfOther);
}

/** Counts one mail that somebody of the staff has sent. `too_many`. */
export async function limitStaffMails(db: Db, by: { _id: string }): Promise<void> {
  await limit(db, `staffMail:${by._id}`, LIMITS.staffMail);
}

/** Counts one for `work` that sends it: what fails has sent none. `too_many`. */
export async function countingStaffMail<T>(db: Db, by: { _id: string }, work: () => Promise<T>): Promise<T> {
  await limitStaffMails(db, by);
  try {
    return await work();
  } catch (error) {
    await takeBack(db, `staffMail:${by._id}`);
    throw error;
  }
}

/** Forgets the attempts of these keys: what succeeded was no guess. */
export async function forgive(db: Db, ...keys: string[]): Promise<void> {
  await db.delete(rateLimits).where(inArray(rateLimits.key, keys.map(storedKey)));
}

/** Takes one attempt back that was none after all, and leaves the others counted. */
export async function takeBack(db: Db, key: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
    .where(eq(rateLimits.key, storedKey(key)));
}

/** Removes the counters whose window is over. */
export async function removeOldLimits(db: Db, now = clock.now()): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.resetsAt, now.toISOString()));
}

/** Returns what counts as one visitor: an IPv4 address, or the /64 network that one household gets in IPv6. */
export function addressKey(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last];
  return groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Hashes whom a key is about: e-mail addresses don't belong in a counter, and a key can't grow. */
export function storedKey(key: string): string {
  const colon = key.indexOf(':');
  const kind = colon < 0 ? key : key.slice(0, colon);
  return `${kind}:${createHash('sha256')
    .update(key.slice(colon + 1))
    .digest('base64url')}`;
}
