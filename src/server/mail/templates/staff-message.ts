import { layOut, type MailContent, type MailSite, paragraph } from '#server/mail/templates/layout.ts';

/** A mail in the words of somebody of the staff: plain text, each paragraph by itself. */
export function staffMessage(
  { subject, content }: { subject: string; content: string },
  site: MailSite,
): MailContent {
  const sections = content.split(/(?:\r?\n){2,}/).map(paragraph);
  return layOut(site, { subject, heading: subject, sections });
}
