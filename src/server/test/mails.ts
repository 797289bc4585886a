import { asc, eq } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { showLinks } from '#server/mail/mail-links.ts';
import { emails, mailLinks } from '#server/mail/tables.ts';

/** The mails to an address as they arrive there, the latest last. */
export async function mailsTo(db: Db, email: string) {
  const sent = await db
    .select({ mail: emails, urls: mailLinks.urls })
    .from(emails)
    .leftJoin(mailLinks, eq(mailLinks.email, emails._id))
    .where(eq(emails.to, email))
    .orderBy(asc(emails._id));
  return sent.map(({ mail, urls }) => ({ ...mail, ...showLinks(mail, urls ?? []) }));
}

/** The token of the link to this page in each of these mails that has one. */
export function tokensIn(mails: readonly { text: string }[], page: string): string[] {
  return mails.flatMap(({ text }) => new RegExp(`/${page}#token=([\\w-]{43})\\b`).exec(text)?.[1] ?? []);
}
