import type { App } from '#server/context.ts';
import type { Db } from '#server/db.ts';
import type { MailSite } from '#server/mail/templates/layout.ts';
import { siteSettings } from '#server/site/tables.ts';

/** What mails say of the shop. Takes the transaction, so that it can be called inside one. */
export async function mailSite(app: Pick<App, 'env'>, tx: Db): Promise<MailSite> {
  const [site] = await tx
    .select({ phone: siteSettings.phone, email: siteSettings.email, address: siteSettings.address })
    .from(siteSettings);
  return { name: 'Knurl', publicUrl: app.env.publicUrl, phone: '', email: '', address: '', ...site };
}
