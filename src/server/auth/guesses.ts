import { createHmac, timingSafeEqual } from 'node:crypto';
import { makeToken } from '#server/auth/tokens.ts';
import type { Context } from '#server/context.ts';
import { addressKey, forgive, LIMITS, limit, takeBack } from '#server/http/rate-limits.ts';

const DEVICE_COOKIE = 'device';
const DEVICE_SECONDS = 180 * 24 * 3600;

/** The account that somebody signs in to; the hash is null where there is no such account, or no password. */
interface Account {
  email: string;
  passwordHash: string | null;
}

/**
 * Counts one attempt to sign in to an account. A device that its owner signed in with before, and since the password is
 * what it is, is counted by itself: strangers' guesses don't lock them out. `too_many`.
 */
export async function countGuess(ctx: Context, of: Account): Promise<void> {
  const account = of.email.toLowerCase();
  const device = knownDevice(ctx, of);
  if (device !== null) {
    await limit(ctx.db, `login-device:${device}`, LIMITS.loginAccountAddress);
    return;
  }
  await limit(ctx.db, addressGuesses(ctx), LIMITS.loginAddress);
  await limit(ctx.db, hereKey(ctx, account), LIMITS.loginAccountAddress);
  await limit(ctx.db, accountKey(account), LIMITS.loginAccount);
}

/** Takes back the one that `countGuess` counted by address, and leaves others' there counted. */
export async function takeBackGuess(ctx: Context, of: Account): Promise<void> {
  if (knownDevice(ctx, of) === null) await takeBack(ctx.db, addressGuesses(ctx));
}

/** Forgives what was counted: whoever got in was not guessing. */
export async function forgiveGuesses(ctx: Context, of: Account): Promise<void> {
  const account = of.email.toLowerCase();
  const device = knownDevice(ctx, of);
  const keys = [hereKey(ctx, account), accountKey(account)];
  await forgive(ctx.db, ...keys, ...(device === null ? [] : [`login-device:${device}`]));
}

/** Marks the browser as one that the owner of the account signed in with. It opens nothing by itself. */
export function rememberDevice(ctx: Context, of: Account): void {
  const device = knownDevice(ctx, of) ?? makeToken();
  ctx.setCookie(DEVICE_COOKIE, `${device}.${proof(ctx, of, device)}`, {
    httpOnly: true,
    secure: ctx.app.env.mode === 'live',
    maxAge: DEVICE_SECONDS,
  });
}

function knownDevice(ctx: Context, of: Account): string | null {
  const [device = '', given = ''] = ctx.readCookie(DEVICE_COOKIE)?.split('.') ?? [];
  const expected = Buffer.from(proof(ctx, of, device));
  const shown = Buffer.from(given);
  return expected.length === shown.length && timingSafeEqual(expected, shown) ? device : null;
}

/** With the password's hash: a mark is worth nothing once there is another password. */
const proof = (ctx: Context, { email, passwordHash }: Account, device: string) =>
  createHmac('sha256', ctx.app.env.secretKey)
    .update(`device ${device} ${email.toLowerCase()} ${passwordHash ?? ''}`)
    .digest('base64url');

const addressGuesses = (ctx: Context) => `login-address:${addressKey(ctx.ip)}`;
const hereKey = (ctx: Context, account: string) => `login-here:${account} ${addressKey(ctx.ip)}`;
const accountKey = (account: string) => `login-account:${account}`;
