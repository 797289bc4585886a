import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { signIn } from '#server/auth/sign-in.ts';
import { endWaysIn } from '#server/auth/ways-in.ts';
import type { Context } from '#server/context.ts';
import { type Db, pgError } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { addressKey, LIMITS, limit, takeBack } from '#server/http/rate-limits.ts';
import { GoogleError, type GoogleIdentity } from '#server/integrations/google-identity.ts';
import { recordLog } from '#server/logs/logs.ts';
import { clock } from '#server/time-and-chance.ts';
import { announceAccount } from '#server/users/announce-account.ts';
import { users } from '#server/users/tables.ts';
import {
  createUser,
  findUserByEmail,
  findUserByGoogle,
  lockUser,
  type UserRow,
} from '#server/users/users.ts';
import { endedWords } from '#shared/messages.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import type { SignIn } from '#shared/schemas/auth.ts';

/** A credential is good for an hour at Google; here it works once. */
const ONCE = { most: 1, perSeconds: 2 * 3600 };

/**
 * Signs in the person whom Google vouches for: to the account that they came with before, the one with their address,
 * or a new one, which is not fully registered. `google_failed` for every credential that will not do and for staff;
 * `google_unavailable` while Google's keys can't be had; `not_found` where the shop has no sign-in by Google.
 */
export async function signInWithGoogle(ctx: Context, credential: string, now = clock.now()): Promise<SignIn> {
  const { google } = ctx.app;
  if (!google) throw new AppError('not_found');
  const guesses = `google-address:${addressKey(ctx.ip)}`;
  await limit(ctx.db, guesses, LIMITS.google);
  const identity = await google.verify(credential, now).catch(error => {
    if (!(error instanceof GoogleError)) throw error;
    ctx.log.info({ event: 'google-refused', why: error.message, ip: ctx.ip }, 'sign-in by Google refused');
    throw new AppError(error.reason === 'refused' ? 'google_failed' : 'google_unavailable', { cause: error });
  });
  await spend(ctx, credential);
  const enter = async (tx: Db) => signIn(ctx, (await accountOf(tx, identity, now))._id, tx);
  const answer = await ctx.db.transaction(enter).catch(error => {
    // Two windows that come first at the same moment: the other one made the account.
    if (pgError(error)?.code !== '23505' && !(error instanceof AppError && error.reason === 'email_taken')) {
      throw error;
    }
    return ctx.db.transaction(enter);
  });
  await takeBack(ctx.db, guesses);
  return answer;
}

async function spend(ctx: Context, credential: string): Promise<void> {
  const key = createHash('sha256').update(credential).digest('base64url');
  await limit(ctx.db, `google-token:${key}`, ONCE).catch(error => {
    throw error instanceof AppError ? new AppError('google_failed', { cause: error }) : error;
  });
}

async function accountOf(tx: Db, identity: GoogleIdentity, now: Date): Promise<UserRow> {
  const { sub, email, name } = identity;
  const known = await findUserByGoogle(tx, sub);
  if (known) {
    const user = await lockUser(tx, known._id);
    // A link that was taken away meanwhile lets nobody in any more.
    if (user?.googleSub !== sub) throw new AppError('google_failed');
    return refuseStaff(user);
  }
  const found = await findUserByEmail(tx, email);
  if (found) return link(tx, refuseStaff(found), sub, now);
  const made = await createUser(tx, {
    ...{ email, name, googleSub: sub },
    emailConfirmedAt: now.toISOString(),
    permissionLevel: 'Retail',
    registeredFully: false,
  });
  await recordLog(tx, made, {
    type: 'user',
    category: 'registration',
    name: 'New account, through Google',
    subject: made._id,
  });
  await announceAccount(tx, made);
  return made;
}

/**
 * Links the account of the address that Google vouches for. While that was never confirmed here, anybody may have made
 * the account with it: what they could still enter it with ends.
 */
async function link(tx: Db, { _id }: UserRow, sub: string, now: Date): Promise<UserRow> {
  const user = await lockUser(tx, _id);
  // Another window made or linked it since it was looked for by what Google calls it.
  if (user?.googleSub === sub) return user;
  // Somebody else's Google account was linked already.
  if (!user || user.googleSub !== null) throw new AppError('google_failed');
  const isProven = user.emailConfirmedAt !== null;
  const ended = isProven ? null : await endWaysIn(tx, _id, 'google');
  await tx
    .update(users)
    .set({ googleSub: sub, emailConfirmedAt: user.emailConfirmedAt ?? now.toISOString() })
    .where(eq(users._id, _id));
  await recordLog(tx, user, {
    type: 'security',
    category: 'google',
    name: isProven ? 'Linked with Google' : 'Linked with Google; the unverified password was removed',
    description: ended ? endedWords(ended) : '',
    subject: _id,
  });
  return { ...user, passwordHash: isProven ? user.passwordHash : null };
}

function refuseStaff(user: UserRow): UserRow {
  if (isStaff(user)) throw new AppError('google_failed');
  return user;
}
