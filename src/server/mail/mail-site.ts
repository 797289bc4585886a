import type { App } from '#server/context.ts';
import type { Db } from '#server/db.ts';
import type { MailSite } from '#server/mail/templates/layout.ts';
import { SITE, siteSettings } from '#server/site/tables.ts';

/** What mails say of the shop, as it is kept; else asked for in the transaction that the mail belongs to. */
export async function mailSite(
  { env, db, cache }: Pick<App, 'env' | 'db' | 'cache'>,
  tx: Db,
): Promise<MailSite> {
  const contact = cache.peek(SITE, 'contact', () => readContact(db)) ?? (await readContact(tx));
  return { name: 'Knurl', publicUrl: env.publicUrl, ...contact };
}

async function readContact(db: Db): Promise<Pick<MailSite, 'phone' | 'email' | 'address'>> {
  const [site] = await db
    .select({ phone: siteSettings.phone, email: siteSettings.email, address: siteSettings.address })
    .from(siteSettings);
  return site ?? { phone: '', email: '', address: '' };
}
