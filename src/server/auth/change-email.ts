import { and, eq, isNull } from 'drizzle-orm';
import { mailAccount } from '#server/auth/account-mail.ts';
import {
  type Asker,
  type EmailChange,
  endLinksOf,
  isOfAdmins,
  updateChange,
  withdrawChanges,
} from '#server/auth/email-changes.ts';
import { issueToken } from '#server/auth/one-time-tokens.ts';
import { apiKeys, emailChanges } from '#server/auth/tables.ts';
import { endWaysIn } from '#server/auth/ways-in.ts';
import type { App, SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import {
  confirmNewEmail,
  emailChangeAsked,
  emailChanged,
  emailChangeToDecide,
} from '#server/mail/templates/email-change-mails.ts';
import { orders } from '#server/orders/tables.ts';
import { savedCards } from '#server/payments/tables.ts';
import { users } from '#server/users/tables.ts';
import { findUserByEmail, nameOf, setEmail, type UserRow } from '#server/users/users.ts';
import { CONFIRM_LINK_MS, UNDO_LINK_MS } from '#shared/constants.ts';
import { endedWords } from '#shared/messages.ts';

type Parts = Pick<App, 'jobs' | 'env'>;

/** The asker for another address of an account: its owner, or staff for a reason. */
interface Asked {
  by: SessionUser | 'owner';
  reason?: string;
}

/**
 * Begins the change of a locked user's address: it stays as it is until the new one is confirmed there and, where an
 * Employee asks for an account that somebody uses, the old one agrees or an Admin does. A change that waited
 * before is withdrawn. Both addresses hear of it. `email_taken`; the field `reason` where an Admin is to read one.
 */
export async function beginEmailChange(
  tx: Db,
  app: Parts,
  user: UserRow,
  newEmail: string,
  { by, reason = '' }: Asked,
): Promise<void> {
  if (await findUserByEmail(tx, newEmail)) throw new AppError('email_taken');
  const askedAs: Asker = by === 'owner' ? 'owner' : by.permissionLevel === 'Admin' ? 'Admin' : 'Employee';
  const needsConsent = askedAs === 'Employee' && (await isInUse(tx, user));
  if (needsConsent && reason === '')
    throw fieldError('reason', 'is required: an Admin may have to approve it');
  await withdrawChanges(tx, user._id, ['owner', 'Employee', 'Admin']);
  const [change] = await tx
    .insert(emailChanges)
    .values({
      ...{ user: user._id, oldEmail: user.email, newEmail, askedAs, reason, needsConsent },
      askedBy: by === 'owner' ? user._id : by._id,
    })
    .returning();
  if (!change) throw new Error('the change was not stored');
  await mailNew(tx, app, user, change);
  await mailOld(tx, app, user, change);
  if (needsConsent) await mailAdmins(tx, app, user, change, false);
  await recordLog(tx, by === 'owner' ? user : by, {
    type: 'security',
    category: 'email',
    name: `Asked for the e-mail address ${newEmail} instead of ${user.email}`,
    description: reason,
    subject: user._id,
  });
}

/**
 * Whether an account is, or was, somebody's by more than its address: then an Employee alone can't move it. An address
 * that is confirmed no more, and a company that an Employee took them out of, still count.
 */
async function isInUse(tx: Db, { _id, wasUsed, emailConfirmedAt, company }: UserRow): Promise<boolean> {
  if (wasUsed || emailConfirmedAt !== null || company !== null) return true;
  const counts = [
    await tx.$count(orders, eq(orders.user, _id)),
    await tx.$count(savedCards, eq(savedCards.user, _id)),
    await tx.$count(apiKeys, and(eq(apiKeys.user, _id), isNull(apiKeys.revokedAt))),
  ];
  return counts.some(count => count > 0);
}

/** The account may have come into use since an Employee asked: then the old address or an Admin has to agree after all. */
async function askConsent(tx: Db, app: Parts, user: UserRow, asked: EmailChange): Promise<EmailChange> {
  if (asked.askedAs !== 'Employee' || asked.needsConsent || !(await isInUse(tx, user))) return asked;
  const change = { ...asked, needsConsent: true };
  await updateChange(tx, change._id, { needsConsent: true });
  await mailOld(tx, app, user, change);
  await mailAdmins(tx, app, user, change, false);
  return change;
}

/** Asks the new address to confirm itself. */
async function mailNew(tx: Db, app: Parts, user: UserRow, change: EmailChange): Promise<void> {
  const confirm = await linkOf(tx, app, change, 'confirm-email');
  await mailAccount(tx, app, user, { template: 'confirm-email', to: change.newEmail }, site =>
    confirmNewEmail(site, { ...change, name: user.name }, confirm),
  );
}

/** Tells the old address what waits, and asks it to agree where it has to. */
async function mailOld(tx: Db, app: Parts, user: UserRow, change: EmailChange): Promise<void> {
  const agree = change.needsConsent ? await linkOf(tx, app, change, 'agree-email') : undefined;
  const undo = await linkOf(tx, app, change, 'undo-email');
  await mailAccount(tx, app, user, { template: 'email-change' }, site =>
    emailChangeAsked(site, { ...change, name: user.name }, { undo, agree }),
  );
}

async function linkOf(
  tx: Db,
  app: Parts,
  { _id, user, oldEmail, newEmail }: EmailChange,
  purpose: 'confirm-email' | 'agree-email' | 'undo-email',
): Promise<string> {
  const email = purpose === 'confirm-email' ? newEmail : oldEmail;
  const page = purpose === 'undo-email' ? 'undo-email' : 'confirm-email';
  const validMs = purpose === 'undo-email' ? UNDO_LINK_MS : CONFIRM_LINK_MS;
  // In the fragment: it reaches no server's log and no Referer.
  return `${app.env.publicUrl}/${page}#token=${await issueToken(tx, { purpose, user, email, change: _id, validMs })}`;
}

/** Asks every Admin to decide about a change, or to look at it again. */
export async function mailAdmins(
  tx: Db,
  app: Parts,
  user: Pick<UserRow, 'name'>,
  change: EmailChange,
  isObjection: boolean,
): Promise<void> {
  const admins = await tx
    .select({ _id: users._id, email: users.email })
    .from(users)
    .where(and(eq(users.permissionLevel, 'Admin'), isNull(users.deletedAt)))
    .orderBy(users._id);
  const askedBy = change.askedBy ? await nameOf(tx, change.askedBy) : '';
  const decidedBy = change.decidedBy ? await nameOf(tx, change.decidedBy) : undefined;
  const asked = { ...change, name: user.name, askedBy, decidedBy };
  for (const admin of admins) {
    await mailAccount(tx, app, admin, { template: 'email-change-to-decide' }, site =>
      emailChangeToDecide(site, asked, isObjection),
    );
  }
}

/**
 * Gives a locked user the new address of a locked change once everybody agreed who has to; false while somebody has not.
 * The old address hears of it, with a link that undoes it. `email_taken` if another account has it by now.
 */
export async function settleChange(
  tx: Db,
  app: Parts,
  user: UserRow,
  asked: EmailChange,
  now: Date,
): Promise<boolean> {
  if (asked.newConfirmedAt === null) return false;
  const change = await askConsent(tx, app, user, asked);
  if (change.needsConsent && change.oldConfirmedAt === null && change.decidedAt === null) return false;
  const { _id, oldEmail, newEmail } = change;
  await setEmail(tx, user._id, newEmail, now.toISOString());
  await updateChange(tx, _id, { state: 'done', doneAt: now.toISOString() });
  await endLinksOf(tx, [_id]);
  const cause = change.askedAs === 'owner' ? 'email-change' : 'staff-change';
  const ended = await endWaysIn(tx, user._id, cause);
  const about = { purpose: 'undo-email', user: user._id, email: oldEmail, change: _id } as const;
  const token = await issueToken(tx, { ...about, validMs: UNDO_LINK_MS }, now);
  const undo = `${app.env.publicUrl}/undo-email#token=${token}`;
  const byAdmins = isOfAdmins(change);
  await mailAccount(tx, app, user, { template: 'email-change', to: oldEmail }, site =>
    emailChanged(site, { ...change, name: user.name, byAdmins }, { undo, ended }),
  );
  await recordLog(tx, user, {
    type: 'security',
    category: 'email',
    name: `E-mail address changed to ${newEmail}`,
    description: endedWords(ended),
    subject: user._id,
    before: { email: oldEmail },
    after: { email: newEmail },
  });
  return true;
}
