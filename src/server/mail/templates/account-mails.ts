import { layOut, links, type MailContent, type MailSite, paragraph } from '#server/mail/templates/layout.ts';
import { greeting } from '#server/mail/templates/typed-names.ts';

interface Link {
  name: string;
  url: string;
}

const NOT_YOU = 'If you did not ask for it, you need not do anything.';

export function resetPassword(site: MailSite, { name, url }: Link): MailContent {
  return layOut(site, {
    subject: `Set a new password for ${site.name}`,
    heading: 'Set a new password',
    sections: [
      paragraph(
        `${greeting(name)} with this link you can set a new password for your account at ${site.name}:`,
      ),
      links({ label: 'Set a new password', url }),
      paragraph(`It is valid for 24 hours and works once. ${NOT_YOU} Your password stays as it is.`),
    ],
  });
}

export function passwordChanged(site: MailSite, { name }: { name: string }): MailContent {
  return layOut(site, {
    subject: `Your password for ${site.name} was changed`,
    heading: 'Your password was changed',
    sections: [
      paragraph(
        `${greeting(name)} the password of your account was just changed, and everybody else was signed out of it.`,
      ),
      paragraph('If that was not you, set a new one at once and write to us:'),
      links({ label: 'Set a new password', url: `${site.publicUrl}/user?forgotten` }),
    ],
  });
}

/** Of the address of a new account, or of the one that an account is to have from now on. */
export function confirmEmail(site: MailSite, { name, url, isNew }: Link & { isNew: boolean }): MailContent {
  return layOut(site, {
    subject: isNew ? `Confirm your new e-mail address for ${site.name}` : `Welcome to ${site.name}`,
    heading: 'Please confirm your e-mail address',
    sections: [
      paragraph(
        isNew
          ? `${greeting(name)} you asked to use this address for your account. Until you confirm it, your old one stays.`
          : `${greeting(name)} your account is ready. Confirm that this address is yours, so that it can help you back in and your orders find you:`,
      ),
      links({ label: 'Confirm this address', url }),
      paragraph(`The link is valid for three days and works once. ${NOT_YOU}`),
    ],
  });
}

/** To the address that an account has until now: `done` when it is not its address any longer. */
export function emailChange(
  site: MailSite,
  { name, email, done }: { name: string; email: string; done: boolean },
): MailContent {
  return layOut(site, {
    subject: `${done ? 'New' : 'A new'} e-mail address for your account at ${site.name}`,
    heading: done ? 'Your e-mail address was changed' : 'Your e-mail address is about to change',
    sections: [
      paragraph(
        done
          ? `${greeting(name)} your account now has the address ${email}. This one is not used for it any more.`
          : `${greeting(name)} somebody who is signed in to your account asked to use the address ${email} for it. Once that is confirmed there, this one is not used any more.`,
      ),
      paragraph('If that was not you, please write to us at once, and set a new password:'),
      links({ label: 'Set a new password', url: `${site.publicUrl}/user?forgotten` }),
    ],
  });
}
