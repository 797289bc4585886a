import { layOut, type MailContent, type MailSite, paragraph } from '#server/mail/templates/layout.ts';

export interface ContactMessage {
  name: string;
  email: string;
  phone?: string;
  subject?: string;
  message: string;
}

/** To the shop: what a visitor wrote. His words are only text, and his address stands in them alone. */
export function contactMessage(message: ContactMessage, site: MailSite): MailContent {
  const from = [message.name, message.email, message.phone].filter(Boolean).join(', ');
  return layOut(site, {
    subject: `Message from ${message.name}${message.subject ? `: ${message.subject}` : ''}`,
    heading: message.subject || 'A message from the contact page',
    sections: [paragraph(`From ${from}`), paragraph(message.message)],
  });
}
