import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import { waitingSignIns } from '#server/auth/tables.ts';
import { makeToken, tokenHash } from '#server/auth/tokens.ts';
import type { App, Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';

/** To find the phone, or to set an authenticator up on it. */
const VALID_MS = 15 * 60 * 1000;

const cookieName = ({ env }: Pick<App, 'env'>) => (env.mode === 'live' ? '__Host-sign-in' : 'sign-in');

const optionsOf = ({ env }: Pick<App, 'env'>) => ({ httpOnly: true, secure: env.mode === 'live' });

/** Keeps a sign-in until its second step. Its cookie opens nothing but that step. */
export async function beginWaiting(
  ctx: Context,
  user: string,
  { now = clock.now(), db = ctx.db }: { now?: Date; db?: Db } = {},
): Promise<void> {
  const token = makeToken();
  const expiresAt = new Date(now.getTime() + VALID_MS).toISOString();
  await db.insert(waitingSignIns).values({ hash: tokenHash(token), user, expiresAt });
  ctx.setCookie(cookieName(ctx.app), token, { ...optionsOf(ctx.app), maxAge: VALID_MS / 1000 });
}

/** Returns the user whose second step the browser waits for. `sign_in_over`: there is none, or it took too long. */
export async function waitingUser(
  ctx: Context,
  now = clock.now(),
): Promise<{ _id: string; email: string; name: string }> {
  const token = ctx.readCookie(cookieName(ctx.app));
  const [found] = await ctx.db
    .select({ _id: users._id, email: users.email, name: users.name })
    .from(waitingSignIns)
    .innerJoin(users, and(eq(users._id, waitingSignIns.user), isNull(users.deletedAt)))
    .where(
      and(eq(waitingSignIns.hash, tokenHash(token ?? '')), gt(waitingSignIns.expiresAt, now.toISOString())),
    );
  if (!found) throw new AppError('sign_in_over');
  return found;
}

/**
 * The wait of a locked user is over: its cookie is worth nothing, nor are those of other browsers. `sign_in_over` where
 * it was ended meanwhile, as sessions are.
 */
export async function endWaiting(ctx: Context, tx: Db, user: string): Promise<void> {
  const hash = tokenHash(ctx.readCookie(cookieName(ctx.app)) ?? '');
  const mine = and(eq(waitingSignIns.hash, hash), eq(waitingSignIns.user, user));
  if ((await tx.$count(waitingSignIns, mine)) === 0) throw new AppError('sign_in_over');
  await endWaitingOf(tx, user);
  ctx.setCookie(cookieName(ctx.app), '', { ...optionsOf(ctx.app), maxAge: 0 });
}

export async function endWaitingOf(db: Db, user: string): Promise<void> {
  await db.delete(waitingSignIns).where(eq(waitingSignIns.user, user));
}

/** Removes those that nobody ended. */
export async function removeOldWaiting(db: Db, now = clock.now()): Promise<void> {
  await db.delete(waitingSignIns).where(lte(waitingSignIns.expiresAt, now.toISOString()));
}
