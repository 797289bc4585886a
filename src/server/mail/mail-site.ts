import type { App } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import type { MailSite } from '#server/mail/templates/layout.ts';
import { SITE, siteSettings } from '#server/site/tables.ts';
import { DEFAULT_SHOP_NAME } from '#shared/constants.ts';

/** Reads what mails say about the shop. Takes the transaction, so that it can be called inside one. */
export async function mailSite({ env }: Pick<App, 'env'>, tx: Db): Promise<MailSite> {
  return { publicUrl: env.publicUrl, ...(await readContact(tx)) };
}

/** The same as it is kept, which spares a sale a statement; read in the transaction while nothing is kept. */
export async function keptMailSite(app: Pick<App, 'env' | 'db' | 'cache'>, tx: Db): Promise<MailSite> {
  const contact = app.cache.peek(SITE, 'contact', () => readContact(app.db));
  return contact ? { publicUrl: app.env.publicUrl, ...contact } : mailSite(app, tx);
}

async function readContact(db: Db): Promise<Omit<MailSite, 'publicUrl'>> {
  const [site] = await db
    .select({
      name: siteSettings.name,
      phone: siteSettings.phone,
      email: siteSettings.email,
      address: siteSettings.address,
    })
    .from(siteSettings);
  return site ?? { name: DEFAULT_SHOP_NAME, phone: '', email: '', address: '' };
}
