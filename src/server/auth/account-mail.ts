import type { App } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { queueMail } from '#server/mail/mail.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import type { MailContent, MailSite } from '#server/mail/templates/layout.ts';
import type { MailTemplate } from '#shared/office-lists.ts';

/** Queues a mail about an account; `to` is said where it is not to reach the account's own address. */
export async function mailAccount(
  tx: Db,
  app: Pick<App, 'jobs' | 'env'>,
  user: { _id: string; email: string },
  { template, to = user.email }: { template: MailTemplate; to?: string },
  write: (site: MailSite) => MailContent,
): Promise<void> {
  const content = write(await mailSite(app, tx));
  await queueMail(tx, app, { ...content, template, to, user: user._id });
}
