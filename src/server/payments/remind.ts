import { and, desc, eq, inArray, isNull, like } from 'drizzle-orm';
import { companies } from '#server/companies/tables.ts';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { queueMail } from '#server/mail/mail.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import { mailsReadableBy } from '#server/mail/mailbox.ts';
import { emails } from '#server/mail/tables.ts';
import { accountReminder } from '#server/mail/templates/account-reminder.ts';
import { orders } from '#server/orders/tables.ts';
import { openOnAccount } from '#server/payments/open-orders.ts';
import { accountOf } from '#server/payments/statement.ts';
import { shopRates } from '#server/site/rates.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import { dueOf } from '#shared/rules/ageing.ts';
import { formatMoney, type Money, sumMoney } from '#shared/rules/money.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import type { Remind, Reminded, Reminders } from '#shared/schemas/payments.ts';

/** Older ones stand in the mailbox. */
const MAX_REMINDERS = 10;

/**
 * Mails a company what of its account is due, in the words of staff where they add some: to its own address, else to its
 * Primaries. Once a day. Throws `invalid` where nothing is due, money of theirs on account would pay it, nobody can be
 * written to, or it was sent today.
 */
export const remindCompany = (
  app: App,
  staff: SessionUser,
  { company: _id, words }: Remind,
): Promise<Reminded> =>
  retrying(app.db, async tx => {
    const { name, today, due, sum, onAccount, to, refused } = await reminderOf(tx, _id);
    if (refused !== null) throw fieldError('company', refused);
    const mail = accountReminder({ name, due, sum, onAccount, words }, await mailSite(app, tx));
    const sent: string[] = [];
    for (const email of to) {
      const dedupeKey = keyOf(_id, today, email);
      if (await queueMail(tx, app, { ...mail, template: 'account-reminder', to: email, dedupeKey }))
        sent.push(email);
    }
    if (sent.length === 0) throw fieldError('company', SENT_TODAY);
    await recordLog(tx, staff, {
      ...{ type: 'payment', category: 'reminder', name, subject: _id },
      description: `Reminded of ${formatMoney(sum)} by a mail to ${sent.join(', ')}.`,
    });
    return { sent, sum };
  });

/** Tells staff what a reminder would say now, and which were sent: of those, the ones that they may read. */
export async function remindersOf(db: Db, staff: SessionUser, company: string): Promise<Reminders> {
  const { today, due, sum, onAccount, to, refused } = await reminderOf(db, company);
  const { _id, subject, status, createdAt, sentAt, dedupeKey } = emails;
  const ofCompany = and(eq(emails.template, 'account-reminder'), like(dedupeKey, keyOf(company, '%')));
  const sent = await db
    .select({ _id, to: emails.to, subject, status, createdAt, sentAt })
    .from(emails)
    .where(and(ofCompany, mailsReadableBy(db, staff)))
    .orderBy(desc(createdAt), desc(_id))
    .limit(MAX_REMINDERS);
  const keys = to.map(email => keyOf(company, today, email));
  const wasSent = (await db.$count(emails, inArray(dedupeKey, keys))) === to.length;
  return {
    ...{ orders: due.length, sum, onAccount, to, sent },
    refused: refused ?? (wasSent ? SENT_TODAY : null),
  };
}

/** One a company, day of the shop, and address. */
const keyOf = (company: string, ...rest: string[]) => ['account-reminder', company, ...rest].join(':');

const SENT_TODAY = 'already got a reminder today';

/** Reads what a reminder says of a company today. `refused`: why there is none to be sent. Throws `not_found`. */
async function reminderOf(db: Db, _id: string) {
  const [company] = await db.select().from(companies).where(eq(companies._id, _id));
  if (!company) throw new AppError('not_found');
  const { timeZone } = await shopRates(db);
  const today = shopDate(clock.now(), timeZone);
  const due = dueOf(await openOnAccount(db, eq(orders.company, _id)), today);
  const sum = sumMoney(due.map(({ open }) => open));
  const { onAccount } = await accountOf(db, _id);
  const to = company.email ? [company.email] : await primariesOf(db, _id);
  return {
    ...{ name: company.name, today, due, sum, onAccount, to },
    refused: refusalOf({ sum, onAccount, to }),
  };
}

function refusalOf({ sum, onAccount, to }: { sum: Money; onAccount: Money; to: string[] }): string | null {
  if (sum === 0) return 'has nothing due';
  if (onAccount >= sum) return 'has enough on account to pay what is due';
  return to.length === 0 ? 'has no address, and no Primary to write to' : null;
}

async function primariesOf(tx: Db, company: string): Promise<string[]> {
  const found = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.company, company), eq(users.role, 'Primary'), isNull(users.deletedAt)));
  return found.map(({ email }) => email);
}
