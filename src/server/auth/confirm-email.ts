import { mailAccount } from '#server/auth/account-mail.ts';
import { settleChange } from '#server/auth/change-email.ts';
import { findChange, isOfAdmins, lockChange, updateChange } from '#server/auth/email-changes.ts';
import { type Asker, holdAsker } from '#server/auth/hold-asker.ts';
import {
  holderOf,
  issueToken,
  redeemToken,
  type TokenHolder,
  withdrawTokens,
} from '#server/auth/one-time-tokens.ts';
import type { App, Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { addressKey, LIMITS, limit, limitFailures } from '#server/http/rate-limits.ts';
import { recordLog } from '#server/logs/logs.ts';
import { confirmEmail } from '#server/mail/templates/account-mails.ts';
import { clock } from '#server/time-and-chance.ts';
import { findUserById, lockUser, setEmail, type UserRow } from '#server/users/users.ts';
import { CONFIRM_LINK_MS } from '#shared/constants.ts';
import type { EmailLink } from '#shared/schemas/auth.ts';

/** Purposes of links that confirm or agree; a change of address and the account's own address both have them. */
const PURPOSES = ['confirm-email', 'agree-email'] as const;

/** Mails a link that confirms an account's own address. An earlier one ends. */
export async function sendConfirmation(
  tx: Db,
  app: Pick<App, 'jobs' | 'env'>,
  user: Pick<UserRow, '_id' | 'name' | 'email'>,
): Promise<void> {
  const { _id, email, name } = user;
  await withdrawTokens(tx, _id, 'confirm-email', { ownAddress: true });
  const token = await issueToken(tx, {
    purpose: 'confirm-email',
    user: _id,
    email,
    validMs: CONFIRM_LINK_MS,
  });
  const url = `${app.env.publicUrl}/confirm-email#token=${token}`;
  await mailAccount(tx, app, user, { template: 'confirm-email' }, site => confirmEmail(site, { name, url }));
}

/** The link once more, for who did not get it. Nothing where the address is confirmed already. */
export async function sendConfirmationAgain(ctx: Context & Asker): Promise<void> {
  await limit(ctx.db, `confirm-account:${ctx.user._id}`, LIMITS.resetAccount);
  await ctx.db.transaction(async tx => {
    const user = await holdAsker(tx, ctx);
    if (user.emailConfirmedAt === null) await sendConfirmation(tx, ctx.app, user);
  });
}

/** Tells what the link of a mail about an address is for. `link_invalid`. */
export async function readEmailLink(ctx: Context, token: string, now = clock.now()): Promise<EmailLink> {
  return limitFailures(ctx.db, guessesOf(ctx), LIMITS.tokenAddress, () => emailLink(ctx, token, now));
}

/** The key of guesses: whoever follows a link that they were sent makes none. */
const guessesOf = (ctx: Context) => `token-address:${addressKey(ctx.ip)}`;

async function emailLink(ctx: Context, token: string, now: Date): Promise<EmailLink> {
  for (const purpose of [...PURPOSES, 'undo-email'] as const) {
    const holder = await holderOf(ctx.db, purpose, token, now);
    const user = holder && (await findUserById(ctx.db, holder.user));
    if (!holder || !user) continue;
    const { email } = user;
    const change = holder.change ? await findChange(ctx.db, holder.change) : null;
    if (!change) return { kind: 'own', email, newEmail: email };
    const { newEmail } = change;
    if (purpose !== 'undo-email') {
      return { kind: purpose === 'agree-email' ? 'agree' : 'change', email, newEmail };
    }
    if (isOfAdmins(change)) return { kind: 'object', email, newEmail };
    const isOpen = change.state === 'waiting' && change.askedAs === 'Employee';
    return { kind: isOpen ? 'refuse' : 'undo', email, newEmail };
  }
  throw new AppError('link_invalid');
}

/**
 * Confirms the address that a link was sent to, once; for a change of address that is the new one's confirmation or the
 * old one's consent. `link_invalid`; `email_taken` if another has the address by now.
 */
export async function confirmAddress(
  ctx: Context,
  token: string,
  now = clock.now(),
): Promise<{ email: string; waiting: boolean }> {
  return limitFailures(ctx.db, guessesOf(ctx), LIMITS.tokenAddress, () =>
    ctx.db.transaction(tx => redeemConfirmation(tx, ctx.app, token, now)),
  );
}

async function redeemConfirmation(
  tx: Db,
  app: App,
  token: string,
  now: Date,
): Promise<{ email: string; waiting: boolean }> {
  for (const purpose of PURPOSES) {
    const holder = await holderOf(tx, purpose, token, now);
    const user = holder && (await lockUser(tx, holder.user));
    if (!holder || !user || !(await redeemToken(tx, purpose, token, now))) continue;
    if (holder.change) return agree(tx, app, user, { ...holder, purpose }, now);
    if (user.email.toLowerCase() !== holder.email.toLowerCase()) break;
    await setEmail(tx, user._id, user.email, now.toISOString());
    return { email: user.email, waiting: false };
  }
  throw new AppError('link_invalid');
}

async function agree(
  tx: Db,
  app: App,
  user: UserRow,
  { change: _id, purpose, email }: TokenHolder & { purpose: (typeof PURPOSES)[number] },
  now: Date,
): Promise<{ email: string; waiting: boolean }> {
  const change = _id ? await lockChange(tx, _id) : null;
  if (change?.state !== 'waiting' || change.oldEmail.toLowerCase() !== user.email.toLowerCase()) {
    throw new AppError('link_invalid');
  }
  const moment = now.toISOString();
  const said = purpose === 'confirm-email' ? { newConfirmedAt: moment } : { oldConfirmedAt: moment };
  await updateChange(tx, change._id, said);
  await recordLog(tx, user, {
    type: 'security',
    category: 'email',
    name: `${email} agreed to the e-mail address ${change.newEmail}`,
    subject: user._id,
  });
  const isDone = await settleChange(tx, app, user, { ...change, ...said }, now);
  return { email: change.newEmail, waiting: !isDone };
}
