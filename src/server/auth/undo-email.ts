import { mailAccount } from '#server/auth/account-mail.ts';
import { mailAdmins } from '#server/auth/change-email.ts';
import {
  addressBefore,
  changeByAdminsSince,
  type EmailChange,
  endLinksOf,
  isOfAdmins,
  lockChange,
  markUndone,
  updateChange,
} from '#server/auth/email-changes.ts';
import { holderOf, issueToken, redeemToken } from '#server/auth/one-time-tokens.ts';
import { endWaysIn } from '#server/auth/ways-in.ts';
import type { App, Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { addressKey, LIMITS, limitFailures } from '#server/http/rate-limits.ts';
import { recordLog } from '#server/logs/logs.ts';
import { emailGivenBack } from '#server/mail/templates/email-change-mails.ts';
import { clock } from '#server/time-and-chance.ts';
import { lockUser, setEmail, type UserRow } from '#server/users/users.ts';
import { RESET_LINK_MS } from '#shared/constants.ts';
import { endedWords } from '#shared/messages.ts';
import type { Ended, Undone } from '#shared/schemas/auth.ts';

const NOTHING: Ended = {
  ...{ password: false, google: false, sessions: 0, links: 0, approvals: 0, sharedCarts: 0 },
  ...{ apiKeys: [], addresses: [], invitations: [] },
};

/**
 * Undoes a change by the link that the address before was sent: gives it back and ends every way into the
 * account (decisions/066). A change that an Admin stands for is laid before the Admins; one of an Employee that still
 * waits is refused, and nothing else ends. `link_invalid`.
 */
export async function undoEmail(ctx: Context, token: string, now = clock.now()): Promise<Undone> {
  return limitFailures(ctx.db, `token-address:${addressKey(ctx.ip)}`, LIMITS.tokenAddress, () =>
    ctx.db.transaction(tx => undo(tx, ctx, token, now)),
  );
}

async function undo(tx: Db, ctx: Context, token: string, now: Date): Promise<Undone> {
  const holder = await holderOf(tx, 'undo-email', token, now);
  const user = holder && (await lockUser(tx, holder.user));
  const change = holder?.change ? await lockChange(tx, holder.change) : null;
  if (!holder || !user || !change || !(await redeemToken(tx, 'undo-email', token, now))) {
    throw new AppError('link_invalid');
  }
  const { email } = user;
  // One that never took effect has nothing to give back: an Admin's change after it is not undone in its name.
  const later = change.state === 'done' ? null : await changeByAdminsSince(tx, user._id, change.createdAt);
  const ofAdmins = isOfAdmins(change) ? change : later;
  if (ofAdmins) {
    await objectTo(tx, ctx.app, user, ofAdmins, now);
    return { outcome: 'asked', email, token: null, ended: NOTHING };
  }
  if (change.askedAs === 'Employee' && change.state !== 'done' && change.state !== 'undone') {
    if (change.state === 'waiting') await refuseChange(tx, user, change, user);
    return { outcome: 'refused', email, token: null, ended: NOTHING };
  }
  return { outcome: 'undone', ...(await giveBack(tx, ctx.app, user, { change, by: holder.email, now })) };
}

async function objectTo(tx: Db, app: App, user: UserRow, change: EmailChange, now: Date): Promise<void> {
  if (change.state !== 'waiting' && change.state !== 'done') throw new AppError('link_invalid');
  await updateChange(tx, change._id, { objectedAt: now.toISOString() });
  await mailAdmins(tx, app, user, change, true);
  await recordLog(tx, user, {
    type: 'security',
    category: 'email',
    name: `${change.oldEmail} objected to the e-mail address ${change.newEmail}`,
    subject: user._id,
  });
}

/** A change that waits takes effect no more. */
export async function refuseChange(
  tx: Db,
  user: UserRow,
  change: EmailChange,
  by: { _id: string; email: string },
): Promise<void> {
  await updateChange(tx, change._id, { state: 'refused' });
  await endLinksOf(tx, [change._id]);
  await recordLog(tx, by, {
    type: 'security',
    category: 'email',
    name: `Refused the e-mail address ${change.newEmail} for ${user.email}`,
    subject: user._id,
  });
}

/**
 * Gives a locked user the address from before the change, and ends every way into the account, the password too. The
 * holder of that address gets to a new password: `by` at once if it is theirs (answered as `token`), else by mail.
 */
export async function giveBack(
  tx: Db,
  app: Pick<App, 'jobs' | 'env'>,
  user: UserRow,
  { change, by, now }: { change: EmailChange; by: string | { _id: string; email: string }; now: Date },
): Promise<{ email: string; token: string | null; ended: Ended }> {
  const { address, since, first } = await addressBefore(tx, change, now);
  const isHolder = typeof by === 'string' && by.toLowerCase() === address.toLowerCase();
  const confirmedAt = isHolder ? now.toISOString() : null;
  const isMoved = user.email.toLowerCase() !== address.toLowerCase();
  await markUndone(tx, user._id, since);
  if (isMoved || isHolder) await setEmail(tx, user._id, address, confirmedAt);
  const ended = await endWaysIn(tx, user._id, 'undo', { undone: { first, address } });
  const token = await issueToken(
    tx,
    { purpose: 'reset-password', user: user._id, email: address, validMs: RESET_LINK_MS },
    now,
  );
  const url = isHolder ? null : `${app.env.publicUrl}/set-password#token=${token}`;
  await mailAccount(tx, app, { ...user, email: address }, { template: 'email-undone' }, site =>
    emailGivenBack(site, { name: user.name, email: address, url, ended }),
  );
  await recordLog(tx, typeof by === 'string' ? { _id: user._id, email: by } : by, {
    type: 'security',
    category: 'email',
    name: isMoved ? `E-mail address given back to ${address}` : `Stopped the change of ${address}`,
    description: endedWords(ended),
    subject: user._id,
    before: { email: user.email },
    after: { email: address },
  });
  return { email: address, token: isHolder ? token : null, ended };
}
