import { eq } from 'drizzle-orm';
import { mailAccount } from '#server/auth/account-mail.ts';
import { refuseWeakPassword } from '#server/auth/auth.ts';
import { rememberDevice } from '#server/auth/guesses.ts';
import { checkPassword, hashPassword } from '#server/auth/passwords.ts';
import { holdSession } from '#server/auth/sessions.ts';
import { endWaysIn } from '#server/auth/ways-in.ts';
import type { Context, SessionUser } from '#server/context.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { forgive, LIMITS, limit } from '#server/http/rate-limits.ts';
import { recordLog } from '#server/logs/logs.ts';
import { passwordChanged } from '#server/mail/templates/account-mails.ts';
import { users } from '#server/users/tables.ts';
import { findUserById, lockUser, type UserRow } from '#server/users/users.ts';
import { endedWords } from '#shared/messages.ts';
import type { Ended, UpdatePassword } from '#shared/schemas/auth.ts';

/** The context of a user who asks from a session of their own. */
export type OwnSession = Context & { user: SessionUser; session: NonNullable<Context['session']> };

/**
 * The account, if this is its password. The wrong one is an error of the field `currentPassword`, and slowed like guesses
 * at signing in: somebody may sit at a machine that was left unlocked.
 */
export async function provePassword(ctx: Context, _id: string, currentPassword: string): Promise<UserRow> {
  const guesses = `password-check:${_id}`;
  await limit(ctx.db, guesses, LIMITS.passwordCheck);
  const user = await findUserById(ctx.db, _id);
  const matches = await checkPassword(user?.passwordHash ?? null, currentPassword);
  if (!user || !matches) throw fieldError('currentPassword', 'is incorrect');
  await forgive(ctx.db, guesses);
  return user;
}

/**
 * A new password for whoever knows the one so far. All other sessions, pending links and the keys that are not kept end,
 * which is answered. `stale` where somebody else set another one meanwhile, by a link or in another window.
 */
export async function updatePassword(
  ctx: OwnSession,
  { currentPassword, password, keptApiKeys }: UpdatePassword,
): Promise<Ended> {
  const known = await provePassword(ctx, ctx.user._id, currentPassword);
  refuseWeakPassword(password, { email: known.email, name: known.name });
  const passwordHash = await hashPassword(password);
  const ended = await ctx.db.transaction(async tx => {
    const user = await lockUser(tx, known._id);
    if (!user || user.passwordHash !== known.passwordHash) throw new AppError('stale');
    await holdSession(tx, ctx.session.hash);
    const kept = { session: ctx.session.hash, apiKeys: keptApiKeys };
    const gone = { ...(await endWaysIn(tx, user._id, 'password-change', kept)), password: false };
    await tx.update(users).set({ passwordHash }).where(eq(users._id, user._id));
    await recordLog(tx, user, {
      type: 'security',
      category: 'password',
      name: 'Password changed',
      description: endedWords(gone),
      subject: user._id,
    });
    await mailAccount(tx, ctx.app, user, { template: 'password-changed' }, site =>
      passwordChanged(site, { name: user.name, ended: gone }),
    );
    return gone;
  });
  rememberDevice(ctx, { email: known.email, passwordHash });
  return ended;
}
