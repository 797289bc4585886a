import { eq } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { limitStaffMails } from '#server/http/rate-limits.ts';
import { recordLog } from '#server/logs/logs.ts';
import { copyMail, requeueMail } from '#server/mail/mail.ts';
import { holdsLinks } from '#server/mail/mail-links.ts';
import { reachMail } from '#server/mail/mailbox.ts';
import { type emails, mailLinks } from '#server/mail/tables.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { orderMailAnew } from '#server/orders/order-mails.ts';
import { orders } from '#server/orders/tables.ts';
import type { Resent } from '#shared/schemas/mail.ts';

type MailRow = typeof emails.$inferSelect;
/** The order that a mail is about, as far as there still is one. */
type OrderOfMail = Pick<typeof orders.$inferSelect, '_id' | 'email'> | undefined;

/**
 * Sends a mail once more, to its own address: one that failed as it is, one that was sent as a mail of its own. Links that
 * let somebody in went with what was sent: a confirmation or an invoice is then made anew, with those that this address
 * may have today; any other is refused, `mail_links` (rule N10). So it is with one whose text is no longer kept,
 * `mail_cleared` (rule B6). `not_found`, `too_many`.
 */
export async function resendMail(app: App, by: SessionUser, _id: string): Promise<Resent> {
  const mail = await reachMail(app.db, by, _id);
  if (mail.status === 'queued') return { _id, queued: false };
  await limitStaffMails(app.db, by);
  return retrying(app.db, async tx => {
    const going = await sendAgain(app, tx, by, mail);
    if (going === null) return { _id, queued: false };
    const name = `Sent the mail “${mail.subject}” to ${mail.to} again`;
    await recordLog(tx, by, { type: 'user', category: 'mail', name, subject: going });
    return { _id: going, queued: true };
  });
}

/** Answers the mail that goes, null where this one is on its way by now. */
async function sendAgain(app: App, tx: Db, by: SessionUser, mail: MailRow): Promise<string | null> {
  const order = await orderOfMail(tx, mail);
  const isCleared = mail.clearedAt !== null;
  if (!isCleared && mail.status === 'failed' && (await isWhole(tx, mail, order))) {
    if (!(await requeueMail(tx, app, mail._id))) return null;
    await recordAgain(tx, by, mail, order, mail._id);
    return mail._id;
  }
  if (!isCleared && !holdsLinks(mail)) {
    const copy = await copyMail(tx, app, mail);
    await recordAgain(tx, by, mail, order, copy);
    return copy;
  }
  const makeAnew = orderMailAnew(mail.template);
  if (!makeAnew || !order) throw new AppError(isCleared ? 'mail_cleared' : 'mail_links');
  return makeAnew(app, tx, by, { _id: order._id, email: mail.to });
}

async function orderOfMail(tx: Db, { order }: MailRow): Promise<OrderOfMail> {
  if (order === null) return undefined;
  const [found] = await tx
    .select({ _id: orders._id, email: orders.email })
    .from(orders)
    .where(eq(orders._id, order))
    .for('key share');
  return found;
}

/** Whether a mail that failed still has its links, and its address may have them: an order may have got another since. */
async function isWhole(tx: Db, mail: MailRow, order: OrderOfMail): Promise<boolean> {
  if (!holdsLinks(mail)) return true;
  if (mail.order !== null && order?.email.toLowerCase() !== mail.to.toLowerCase()) return false;
  return (await tx.$count(mailLinks, eq(mailLinks.email, mail._id))) > 0;
}

async function recordAgain(
  tx: Db,
  by: SessionUser,
  { subject, to }: MailRow,
  order: OrderOfMail,
  mail: string | null,
): Promise<void> {
  if (order) await recordOrderEvent(tx, order._id, by, 'mailed', `“${subject}” to ${to} again`, { mail });
}
