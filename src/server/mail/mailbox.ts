import { and, desc, eq, ilike, not, or, type SQL } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { contains } from '#server/database/like.ts';
import { AppError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { maskLinks, showLinks } from '#server/mail/mail-links.ts';
import { emails, mailLinks } from '#server/mail/tables.ts';
import { isToStaff } from '#server/mail/to-staff.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import type { MailList, ShownMail } from '#shared/schemas/mail.ts';

/** Mails that somebody of the staff may read: those to accounts that are or were of the staff are the Admins'. */
export function mailsReadableBy(db: Db, by: SessionUser): SQL | undefined {
  return isAdmin(by)
    ? undefined
    : and(eq(emails.toStaff, false), not(isToStaff(db, { user: emails.user, to: emails.to })));
}

/** The mails of the shop without their texts, the latest first. */
export async function listMails(db: Db, by: SessionUser, { search, status, page, limit }: MailList) {
  const where = and(
    mailsReadableBy(db, by),
    status && eq(emails.status, status),
    search ? or(ilike(emails.to, contains(search)), ilike(emails.subject, contains(search))) : undefined,
  );
  const mails = await db
    .select()
    .from(emails)
    .where(where)
    .orderBy(desc(emails.createdAt), desc(emails._id))
    .limit(limit)
    .offset((page - 1) * limit);
  return { mails, total: await db.$count(emails, where) };
}

/**
 * One mail, and a row in the log of who read it. What lets somebody in is hidden in live mode; in demo mode it is shown
 * as far as it is kept, as nobody could follow it otherwise. `not_found`.
 */
export async function readMail(app: App, by: SessionUser, _id: string): Promise<ShownMail> {
  const mail = await reachMail(app.db, by, _id);
  const [links] = await app.db.select().from(mailLinks).where(eq(mailLinks.email, _id));
  const shown = app.env.mode === 'demo' && links ? showLinks(mail, links.urls) : maskLinks(mail);
  await recordLog(app.db, by, {
    type: 'security',
    category: 'mail',
    name: `Read the mail “${mail.subject}” to ${mail.to}`,
    subject: _id,
  });
  return { ...mail, ...shown, attachments: mail.attachments.map(({ name }) => name) };
}

/** A mail that the asker may read. `not_found`. */
export async function reachMail(db: Db, by: SessionUser, _id: string) {
  const [mail] = await db
    .select()
    .from(emails)
    .where(and(eq(emails._id, _id), mailsReadableBy(db, by)));
  if (!mail) throw new AppError('not_found');
  return mail;
}
