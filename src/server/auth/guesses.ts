import { createHmac, timingSafeEqual } from 'node:crypto';
import { addressKey, forgive, LIMITS, limit, takeBack } from '#server/auth/rate-limits.ts';
import { makeToken } from '#server/auth/tokens.ts';
import type { Context } from '#server/context.ts';

const DEVICE_COOKIE = 'device';
const DEVICE_SECONDS = 180 * 24 * 3600;

/**
 * Counts one attempt to sign in to an account; `account` is its address in lower case. A device that its owner
 * signed in with before is counted by itself: strangers' guesses don't lock him out. `too_many`.
 */
export async function countGuess(ctx: Context, account: string): Promise<void> {
  const device = knownDevice(ctx, account);
  if (device !== null) {
    await limit(ctx.db, `login-device:${device}`, LIMITS.loginAccountAddress);
    return;
  }
  await limit(ctx.db, addressGuesses(ctx), LIMITS.loginAddress);
  await limit(ctx.db, hereKey(ctx, account), LIMITS.loginAccountAddress);
  await limit(ctx.db, accountKey(account), LIMITS.loginAccount);
}

/** Takes back the one that `countGuess` counted by address, and leaves others' there counted. */
export async function takeBackGuess(ctx: Context, account: string): Promise<void> {
  if (knownDevice(ctx, account) === null) await takeBack(ctx.db, addressGuesses(ctx));
}

/** Who got in was not guessing. */
export async function forgiveGuesses(ctx: Context, email: string): Promise<void> {
  const account = email.toLowerCase();
  const device = knownDevice(ctx, account);
  const keys = [hereKey(ctx, account), accountKey(account)];
  await forgive(ctx.db, ...keys, ...(device === null ? [] : [`login-device:${device}`]));
}

/** Marks the browser as one that the owner of the account signed in with. It opens nothing by itself. */
export function rememberDevice(ctx: Context, email: string): void {
  const account = email.toLowerCase();
  const device = knownDevice(ctx, account) ?? makeToken();
  ctx.setCookie(DEVICE_COOKIE, `${device}.${proof(ctx, account, device)}`, {
    httpOnly: true,
    secure: ctx.app.env.mode === 'live',
    maxAge: DEVICE_SECONDS,
  });
}

function knownDevice(ctx: Context, account: string): string | null {
  const [device = '', given = ''] = ctx.readCookie(DEVICE_COOKIE)?.split('.') ?? [];
  const expected = Buffer.from(proof(ctx, account, device));
  const shown = Buffer.from(given);
  return expected.length === shown.length && timingSafeEqual(expected, shown) ? device : null;
}

const proof = (ctx: Context, account: string, device: string) =>
  createHmac('sha256', ctx.app.env.secretKey).update(`device ${device} ${account}`).digest('base64url');

const addressGuesses = (ctx: Context) => `login-address:${addressKey(ctx.ip)}`;
const hereKey = (ctx: Context, account: string) => `login-here:${account} ${addressKey(ctx.ip)}`;
const accountKey = (account: string) => `login-account:${account}`;
