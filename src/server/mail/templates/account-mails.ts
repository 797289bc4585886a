import { layOut, links, type MailContent, type MailSite, paragraph } from '#server/mail/templates/layout.ts';
import { greeting, unlinkedText } from '#server/mail/templates/typed-names.ts';
import { endedWords } from '#shared/messages.ts';
import type { Ended } from '#shared/schemas/auth.ts';

interface Link {
  name: string;
  url: string;
}

const NOT_YOU = 'If you did not ask for this, you don’t need to do anything.';

export function resetPassword(site: MailSite, { name, url }: Link): MailContent {
  return layOut(site, {
    subject: `Set a new password for ${site.name}`,
    heading: 'Set a new password',
    sections: [
      paragraph(`${greeting(name)} use this link to set a new password for your account at ${site.name}:`),
      links({ label: 'Set a new password', url, letsIn: true }),
      paragraph(`It is valid for 24 hours and works once. ${NOT_YOU} Your password will stay the same.`),
    ],
  });
}

export function passwordChanged(
  site: MailSite,
  { name, ended }: { name: string; ended: Ended },
): MailContent {
  return layOut(site, {
    subject: `Your password for ${site.name} was changed`,
    heading: 'Your password was changed',
    sections: [
      paragraph(
        `${greeting(name)} the password of your account was just changed, and everyone else was signed out of it.`,
      ),
      ...told(ended),
      paragraph('If that was not you, set a new one at once and write to us:'),
      links({ label: 'Set a new password', url: `${site.publicUrl}/user?forgotten` }),
    ],
  });
}

/** Confirms the address of a new account. */
export function confirmEmail(site: MailSite, { name, url }: Link): MailContent {
  return layOut(site, {
    subject: `Welcome to ${site.name}`,
    heading: 'Please confirm your e-mail address',
    sections: [
      paragraph(
        `${greeting(name)} your account is ready. Please confirm that this address is yours, so that it can get you back in and find the orders you placed with it:`,
      ),
      links({ label: 'Confirm this address', url, letsIn: true }),
      paragraph(`The link is valid for three days and works once. ${NOT_YOU}`),
    ],
  });
}

/** Says what ended, as far as anything did. Somebody else than who reads it may have named the API keys. */
export const told = (ended: Ended) =>
  [endedWords({ ...ended, apiKeys: ended.apiKeys.map(unlinkedText) })].filter(Boolean).map(paragraph);
