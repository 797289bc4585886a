import { and, desc, eq, getTableColumns, ilike, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { contains } from '#server/database/like.ts';
import { AppError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { holdsLinks, maskLinks, showLinks } from '#server/mail/mail-links.ts';
import { emails, mailLinks } from '#server/mail/tables.ts';
import { toNobodyOfStaff } from '#server/mail/to-staff.ts';
import { orders } from '#server/orders/tables.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import type { MailList, ShownMail } from '#shared/schemas/mail.ts';

/** Mails that somebody of the staff may read: those to accounts that are or were of the staff are the Admins'. */
export function mailsReadableBy(db: Db, by: SessionUser): SQL | undefined {
  return isAdmin(by) ? undefined : and(eq(emails.toStaff, false), toNobodyOfStaff(db));
}

/** Finds by a part of the address or the subject, or by the number of the mail's order, with or without a #. */
function matching(db: Db, search: string): SQL | undefined {
  const [, number] = /^#?(\d{1,9})$/.exec(search) ?? [];
  const own = db
    .select({ _id: orders._id })
    .from(orders)
    .where(eq(orders.orderNumber, Number(number)));
  return or(
    ilike(emails.to, contains(search)),
    ilike(emails.subject, contains(search)),
    number === undefined ? undefined : inArray(emails.order, own),
  );
}

const FAILED = sql`${emails.status} = 'failed'`;

/** The mails of the shop without their texts, the latest first; unless one status is asked for, those that failed before. */
export async function listMails(db: Db, by: SessionUser, { search, status, page, limit }: MailList) {
  const which = and(mailsReadableBy(db, by), search ? matching(db, search) : undefined);
  const offset = (page - 1) * limit;
  if (status) {
    const where = and(which, eq(emails.status, status));
    return { mails: await mailsWhere(db, where, offset, limit), total: await db.$count(emails, where) };
  }
  // One after the other: sorted together, all the mails that there ever were would be read for a page of them.
  const [failed, others] = [and(which, FAILED), and(which, not(FAILED))];
  const failures = await db.$count(emails, failed);
  const first = offset < failures ? await mailsWhere(db, failed, offset, limit) : [];
  const open = limit - first.length;
  const rest = open > 0 ? await mailsWhere(db, others, Math.max(0, offset - failures), open) : [];
  return { mails: [...first, ...rest], total: failures + (await db.$count(emails, others)) };
}

function mailsWhere(db: Db, where: SQL | undefined, offset: number, limit: number) {
  const { _id, template, to, subject, status, order, createdAt, sentAt } = emails;
  return db
    .select({ _id, template, to, subject, status, order, createdAt, sentAt, orderNumber: orders.orderNumber })
    .from(emails)
    .leftJoin(orders, eq(orders._id, emails.order))
    .where(where)
    .orderBy(desc(emails.createdAt), desc(emails._id))
    .limit(limit)
    .offset(offset);
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
  const attachments = mail.attachments.map(({ name }) => name);
  return { ...mail, ...shown, attachments, holdsLinks: holdsLinks(mail) };
}

/** A mail that the asker may read. `not_found`. */
export async function reachMail(db: Db, by: SessionUser, _id: string) {
  const [mail] = await db
    .select({ ...getTableColumns(emails), orderNumber: orders.orderNumber })
    .from(emails)
    .leftJoin(orders, eq(orders._id, emails.order))
    .where(and(eq(emails._id, _id), mailsReadableBy(db, by)));
  if (!mail) throw new AppError('not_found');
  return mail;
}
