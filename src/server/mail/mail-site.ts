import type { App } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import type { MailSite } from '#server/mail/templates/layout.ts';
import { SITE, siteSettings } from '#server/site/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { DEFAULT_HOURS, DEFAULT_SHOP_NAME, DEFAULT_TIME_ZONE } from '#shared/constants.ts';
import { counterHours } from '#shared/rules/open-hours.ts';

/** Reads what mails say about the shop. Takes the transaction, so that it can be called inside one. */
export async function mailSite({ env }: Pick<App, 'env'>, tx: Db): Promise<MailSite> {
  return siteOf(env, await readContact(tx));
}

/** The same as it is kept, which spares a sale a statement; read in the transaction while nothing is kept. */
export async function keptMailSite(app: Pick<App, 'env' | 'db' | 'cache'>, tx: Db): Promise<MailSite> {
  const contact = app.cache.peek(SITE, 'contact', () => readContact(app.db));
  return contact ? siteOf(app.env, contact) : mailSite(app, tx);
}

type Contact = Awaited<ReturnType<typeof readContact>>;

const siteOf = (
  { publicUrl }: App['env'],
  { hoursOfOperation, timeZone, closedDays, ...contact }: Contact,
): MailSite => ({
  ...{ publicUrl, timeZone, ...contact },
  counter: counterHours(hoursOfOperation, timeZone, clock.now(), closedDays),
});

async function readContact(db: Db) {
  const { name, phone, email, address, hoursOfOperation, timeZone, closedDays } = siteSettings;
  const read = { name, phone, email, address, hoursOfOperation, timeZone, closedDays };
  const [site] = await db.select(read).from(siteSettings);
  return (
    site ?? {
      ...{ name: DEFAULT_SHOP_NAME, phone: '', email: '', address: '' },
      ...{ hoursOfOperation: DEFAULT_HOURS, timeZone: DEFAULT_TIME_ZONE, closedDays: [] },
    }
  );
}
