import { mailAccount } from '#server/auth/account-mail.ts';
import { holderOf, issueToken, redeemToken, withdrawTokens } from '#server/auth/one-time-tokens.ts';
import { addressKey, LIMITS, limit, limitFailures } from '#server/auth/rate-limits.ts';
import type { App, Context } from '#server/context.ts';
import type { Db } from '#server/db.ts';
import { AppError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { confirmEmail, emailChange } from '#server/mail/templates/account-mails.ts';
import { findUserByEmail, findUserById, lockUser, setEmail, type UserRow } from '#server/users/users.ts';
import { CONFIRM_LINK_MS } from '#shared/constants.ts';

const PURPOSE = 'confirm-email';

/** Mails a link that confirms an address: the account's own, or the one that it is to have. An earlier link ends. */
export async function sendConfirmation(
  tx: Db,
  app: Pick<App, 'jobs' | 'env'>,
  user: Pick<UserRow, '_id' | 'name' | 'email'>,
  address = user.email,
): Promise<void> {
  await withdrawTokens(tx, user._id, PURPOSE);
  const token = await issueToken(tx, {
    purpose: PURPOSE,
    user: user._id,
    email: address,
    validMs: CONFIRM_LINK_MS,
  });
  const url = `${app.env.publicUrl}/confirm-email#token=${token}`;
  await mailAccount(tx, app, user, { template: 'confirm-email', to: address }, site =>
    confirmEmail(site, { name: user.name, url, isNew: address.toLowerCase() !== user.email.toLowerCase() }),
  );
}

/** The link once more, for who did not get it. Nothing where the address is confirmed already. */
export async function sendConfirmationAgain(ctx: Context, _id: string): Promise<void> {
  await limit(ctx.db, `confirm-account:${_id}`, LIMITS.resetAccount);
  await ctx.db.transaction(async tx => {
    const user = await findUserById(tx, _id);
    if (user && user.emailConfirmedAt === null) await sendConfirmation(tx, ctx.app, user);
  });
}

/**
 * Begins the change of an account's address: it stays as it is until the new one is confirmed there, and hears of it.
 * `email_taken`.
 */
export async function askForEmail(
  tx: Db,
  app: Pick<App, 'jobs' | 'env'>,
  user: Pick<UserRow, '_id' | 'name' | 'email'>,
  address: string,
): Promise<void> {
  if (await findUserByEmail(tx, address)) throw new AppError('email_taken');
  await sendConfirmation(tx, app, user, address);
  await mailAccount(tx, app, user, { template: 'email-change' }, site =>
    emailChange(site, { name: user.name, email: address, done: false }),
  );
  await recordLog(tx, user, {
    type: 'security',
    category: 'email',
    name: `Asked for the e-mail address ${address}`,
    subject: user._id,
  });
}

/** Gives an account another address at once, which is to be confirmed there; the one before hears of it. */
export async function changeEmail(
  tx: Db,
  app: Pick<App, 'jobs' | 'env'>,
  user: Pick<UserRow, '_id' | 'name' | 'email'>,
  email: string,
): Promise<void> {
  await setEmail(tx, user._id, email, null);
  await withdrawTokens(tx, user._id, 'reset-password');
  await sendConfirmation(tx, app, { ...user, email });
  await mailAccount(tx, app, user, { template: 'email-change' }, site =>
    emailChange(site, { name: user.name, email, done: true }),
  );
}

/** Confirms the address that a link was sent to, once. `link_invalid`; `email_taken` if another has it by now. */
export async function confirmAddress(ctx: Context, token: string, now = new Date()): Promise<string> {
  const guesses = `token-address:${addressKey(ctx.ip)}`;
  return limitFailures(ctx.db, guesses, LIMITS.tokenAddress, () =>
    ctx.db.transaction(tx => redeemConfirmation(tx, ctx.app, token, now)),
  );
}

async function redeemConfirmation(
  tx: Db,
  app: Pick<App, 'jobs' | 'env'>,
  token: string,
  now: Date,
): Promise<string> {
  const holder = await holderOf(tx, PURPOSE, token, now);
  const user = holder && (await lockUser(tx, holder.user));
  if (!holder || !user || !(await redeemToken(tx, PURPOSE, token, now))) {
    throw new AppError('link_invalid');
  }
  const changes = user.email.toLowerCase() !== holder.email.toLowerCase();
  await setEmail(tx, user._id, holder.email, now.toISOString());
  if (!changes) return holder.email;
  await withdrawTokens(tx, user._id, 'reset-password', { butTo: holder.email });
  await mailAccount(tx, app, user, { template: 'email-change' }, site =>
    emailChange(site, { name: user.name, email: holder.email, done: true }),
  );
  await recordLog(tx, user, {
    type: 'security',
    category: 'email',
    name: `E-mail address changed to ${holder.email}`,
    subject: user._id,
    before: { email: user.email },
    after: { email: holder.email },
  });
  return holder.email;
}
