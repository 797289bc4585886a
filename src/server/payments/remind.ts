import { and, eq, isNull } from 'drizzle-orm';
import { companies } from '#server/companies/tables.ts';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { queueMail } from '#server/mail/mail.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import { accountReminder } from '#server/mail/templates/account-reminder.ts';
import { orders } from '#server/orders/tables.ts';
import { openOrdersWhere } from '#server/payments/open-orders.ts';
import { shopRates } from '#server/site/rates.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import { formatMoney, sumMoney } from '#shared/rules/money.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import type { Remind, Reminded } from '#shared/schemas/payments.ts';

/**
 * Mails a company what of its account is due, in the words of staff where they add some: to its own address, else to its
 * Primaries. Once a day. Throws `invalid` where nothing is due, nobody can be written to, or it was sent today.
 */
export const remindCompany = (
  app: App,
  staff: SessionUser,
  { company: _id, words }: Remind,
): Promise<Reminded> =>
  retrying(app.db, async tx => {
    const [company] = await tx.select().from(companies).where(eq(companies._id, _id));
    if (!company) throw new AppError('not_found');
    const { timeZone } = await shopRates(tx);
    const today = shopDate(clock.now(), timeZone);
    const due = (await openOrdersWhere(tx, eq(orders.company, _id))).filter(
      ({ dueDate }) => dueDate === null || dueDate <= today,
    );
    if (due.length === 0) throw fieldError('company', 'has nothing that is due');
    const sum = sumMoney(due.map(({ open }) => open));
    const to = company.email ? [company.email] : await primariesOf(tx, _id);
    if (to.length === 0) throw fieldError('company', 'has no address, and no Primary to write to');
    const mail = accountReminder({ name: company.name, due, sum, words }, await mailSite(app, tx));
    const sent: string[] = [];
    for (const email of to) {
      const dedupeKey = `account-reminder:${_id}:${today}:${email}`;
      if (await queueMail(tx, app, { ...mail, template: 'account-reminder', to: email, dedupeKey }))
        sent.push(email);
    }
    if (sent.length === 0) throw fieldError('company', 'had a reminder today already');
    await recordLog(tx, staff, {
      ...{ type: 'payment', category: 'reminder', name: company.name, subject: _id },
      description: `Reminded of ${formatMoney(sum)} by a mail to ${sent.join(', ')}.`,
    });
    return { sent, sum };
  });

async function primariesOf(tx: Db, company: string): Promise<string[]> {
  const found = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.company, company), eq(users.role, 'Primary'), isNull(users.deletedAt)));
  return found.map(({ email }) => email);
}
