import { facts, layOut, type MailContent, type MailSite, paragraph } from '#server/mail/templates/layout.ts';
import { saidName } from '#server/mail/templates/typed-names.ts';

export interface ContactMessage {
  name: string;
  email: string;
  phone?: string;
  subject?: string;
  message: string;
}

/** Tells the shop what a visitor wrote. Their words are only text, and their address stands in them alone. */
export function contactMessage(message: ContactMessage, site: MailSite): MailContent {
  const from = [message.name, message.email, message.phone].filter(Boolean).join(', ');
  const name = saidName(message.name, 'the contact page');
  const subject = saidName(message.subject ?? '');
  return layOut(site, {
    subject: `Message from ${name}${subject && `: ${subject}`}`,
    heading: subject || 'A message from the contact page',
    sections: [
      paragraph(`From ${from}`),
      ...(message.subject && subject === '' ? [facts([['Subject', message.subject]])] : []),
      paragraph(message.message),
    ],
  });
}
