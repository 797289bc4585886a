import { and, eq } from 'drizzle-orm';
import { mailAccount } from '#server/auth/account-mail.ts';
import { refuseWeakPassword } from '#server/auth/auth.ts';
import { withdrawTokens } from '#server/auth/one-time-tokens.ts';
import { checkPassword, hashPassword } from '#server/auth/passwords.ts';
import { forgive, LIMITS, limit } from '#server/auth/rate-limits.ts';
import { endSessionsOf } from '#server/auth/sessions.ts';
import type { Context, SessionUser } from '#server/context.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { passwordChanged } from '#server/mail/templates/account-mails.ts';
import { users } from '#server/users/tables.ts';
import { findUserById } from '#server/users/users.ts';

/**
 * A new password for who knows the one so far; all other sessions of the account end. The wrong one is an error of
 * its field, and slowed like guesses at signing in: somebody may sit at a machine that was left unlocked.
 */
export async function updatePassword(
  ctx: Context & { user: SessionUser },
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<void> {
  const { _id } = ctx.user;
  const guesses = `password-check:${_id}`;
  await limit(ctx.db, guesses, LIMITS.passwordCheck);
  const user = await findUserById(ctx.db, _id);
  const matches = await checkPassword(user?.passwordHash ?? null, currentPassword);
  if (!user?.passwordHash || !matches) throw fieldError('currentPassword', 'is not right');
  await forgive(ctx.db, guesses);
  refuseWeakPassword(password, { email: user.email, name: user.name });
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async tx => {
    const changed = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users._id, _id), eq(users.passwordHash, user.passwordHash ?? '')))
      .returning({ _id: users._id });
    // Somebody else set another one meanwhile, by a link or in another window.
    if (changed.length === 0) throw new AppError('stale');
    await withdrawTokens(tx, _id, 'reset-password');
    await endSessionsOf(tx, _id, ctx.session?.hash);
    await recordLog(tx, user, {
      type: 'security',
      category: 'password',
      name: 'Password changed',
      subject: _id,
    });
    await mailAccount(tx, ctx.app, user, { template: 'password-changed' }, site =>
      passwordChanged(site, user),
    );
  });
}
