import { eq } from 'drizzle-orm';
import { mailAccount } from '#server/auth/account-mail.ts';
import { refuseWeakPassword } from '#server/auth/auth.ts';
import { forgiveGuesses } from '#server/auth/guesses.ts';
import { holderOf, issueToken, redeemToken } from '#server/auth/one-time-tokens.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { signIn } from '#server/auth/sign-in.ts';
import { endWaysIn } from '#server/auth/ways-in.ts';
import type { App, Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { addressKey, LIMITS, limit, takeBack } from '#server/http/rate-limits.ts';
import { recordLog } from '#server/logs/logs.ts';
import { passwordChanged, resetPassword } from '#server/mail/templates/account-mails.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import { findUserByEmail, findUserById, lockUser } from '#server/users/users.ts';
import { RESET_LINK_MS } from '#shared/constants.ts';
import { endedWords } from '#shared/messages.ts';
import type { Ended, SignIn } from '#shared/schemas/auth.ts';

const PURPOSE = 'reset-password';

/**
 * Asks for a link by which a password is set. Answer and work are the same whether the address has an account or
 * not: only the job looks. `too_many`.
 */
export async function askForReset(ctx: Context, address: string): Promise<void> {
  const email = address.toLowerCase();
  await limit(ctx.db, `reset-address:${addressKey(ctx.ip)}`, LIMITS.resetAddress);
  await limit(ctx.db, `reset-account:${email}`, LIMITS.resetAccount);
  await ctx.db.transaction(tx => ctx.app.jobs.send(tx, 'send-reset-link', { email }));
}

/** The job: mails the link to whom the address belongs. An account that has no password yet gets its first this way. */
export async function sendResetLink(app: App, email: string, now = clock.now()): Promise<void> {
  await app.db.transaction(async tx => {
    const user = await findUserByEmail(tx, email);
    if (!user) return;
    const token = await issueToken(
      tx,
      { purpose: PURPOSE, user: user._id, email: user.email, validMs: RESET_LINK_MS },
      now,
    );
    // In the fragment: it reaches no server's log and no Referer.
    const url = `${app.env.publicUrl}/set-password#token=${token}`;
    await mailAccount(tx, app, user, { template: 'reset-password' }, site =>
      resetPassword(site, { name: user.name, url }),
    );
  });
}

/** Whether a link would set a password now. */
export async function isResetTokenValid(ctx: Context, token: string, now = clock.now()): Promise<boolean> {
  const guesses = `token-address:${addressKey(ctx.ip)}`;
  await limit(ctx.db, guesses, LIMITS.tokenAddress);
  const holder = await holderOf(ctx.db, PURPOSE, token, now);
  if (holder !== null) await takeBack(ctx.db, guesses);
  return holder !== null;
}

/**
 * Sets the password of whom the link was sent to, ends every other way into the account, which is answered, and signs
 * them in; a second factor is asked for as ever. The link proves their address and forgives the guesses of others: it is
 * the way back in. `reset_link_invalid`, also for a link that went to an address that the account had before; a password
 * that won't do leaves the link good.
 */
export async function setPassword(
  ctx: Context,
  { token, password }: { token: string; password: string },
  now = clock.now(),
): Promise<SignIn & { ended: Ended }> {
  const guesses = `token-address:${addressKey(ctx.ip)}`;
  await limit(ctx.db, guesses, LIMITS.tokenAddress);
  const holder = await holderOf(ctx.db, PURPOSE, token, now);
  const known = holder && (await findUserById(ctx.db, holder.user));
  if (!holder || !known) throw new AppError('reset_link_invalid');
  refuseWeakPassword(password, { email: known.email, name: known.name });
  const passwordHash = await hashPassword(password);
  const answer = await ctx.db.transaction(async tx => {
    const user = await lockUser(tx, known._id);
    const isTheirs = user?.email.toLowerCase() === holder.email.toLowerCase();
    if (!user || !isTheirs || !(await redeemToken(tx, PURPOSE, token, now))) {
      throw new AppError('reset_link_invalid');
    }
    const gone = { ...(await endWaysIn(tx, user._id, 'reset')), password: false };
    await tx
      .update(users)
      .set({ passwordHash, emailConfirmedAt: user.emailConfirmedAt ?? now.toISOString() })
      .where(eq(users._id, user._id));
    await recordLog(tx, user, {
      type: 'security',
      category: 'password',
      name: 'Password set by a link',
      description: endedWords(gone),
      subject: user._id,
    });
    await mailAccount(tx, ctx.app, user, { template: 'password-changed' }, site =>
      passwordChanged(site, { name: user.name, ended: gone }),
    );
    return { ...(await signIn(ctx, user._id, tx)), ended: gone };
  });
  await takeBack(ctx.db, guesses);
  await forgiveGuesses(ctx, { email: holder.email, passwordHash });
  return answer;
}
