import { told } from '#server/mail/templates/account-mails.ts';
import {
  facts,
  layOut,
  links,
  type MailContent,
  type MailSite,
  paragraph,
} from '#server/mail/templates/layout.ts';
import { greeting } from '#server/mail/templates/typed-names.ts';
import type { Ended } from '#shared/schemas/auth.ts';

interface Change {
  name: string;
  oldEmail: string;
  newEmail: string;
  askedAs: 'owner' | 'Employee' | 'Admin';
}

const ONCE = 'The link is valid for three days and works once.';

/** To the address that an account is to have. */
export function confirmNewEmail(site: MailSite, { name, askedAs }: Change, url: string): MailContent {
  const who = askedAs === 'owner' ? 'you asked' : 'our staff were asked';
  return layOut(site, {
    subject: `Confirm your new e-mail address for ${site.name}`,
    heading: 'Please confirm your e-mail address',
    sections: [
      paragraph(
        `${greeting(name)} ${who} to use this address for your account. Until you confirm it, your old one stays in use.`,
      ),
      links({ label: 'Confirm this address', url, letsIn: true }),
      paragraph(`${ONCE} If you did not ask for this, you don’t need to do anything.`),
    ],
  });
}

/** Tells the address so far that a change waits: `agree` where it is asked as well. */
export function emailChangeAsked(
  site: MailSite,
  { name, newEmail, askedAs }: Change,
  { undo, agree }: { undo: string; agree?: string | undefined },
): MailContent {
  const who = askedAs === 'owner' ? 'someone who is signed in to your account' : 'our staff';
  const asked = `${greeting(name)} ${who} asked to use the address ${newEmail} for your account.`;
  const stop = { label: STOP[askedAs], url: undo, letsIn: true };
  return layOut(site, {
    subject: `A new e-mail address for your account at ${site.name}`,
    heading: 'Your e-mail address is about to change',
    sections: agree
      ? [
          paragraph(`${asked} It will be used once it is confirmed, and you or one of our Admins agrees.`),
          links({ label: 'I agree', url: agree, letsIn: true }, stop),
          paragraph('The links are valid for three days and work once.'),
        ]
      : [
          paragraph(`${asked} Once that address is confirmed, this one will no longer be used.`),
          paragraph('If you did not want that:'),
          links(stop),
          paragraph(`${ONCE}${WHAT_UNDO_DOES[askedAs]}`),
        ],
  });
}

const STOP = {
  owner: 'That was not me',
  Employee: 'I don’t want that',
  Admin: 'That is wrong',
} as const;

const WHAT_UNDO_DOES = {
  owner: ' It signs everyone out, ends API keys and other links, and lets you set a new password.',
  Employee: '',
  Admin: ' It asks our Admins to review it again.',
} as const;

/** To the address that an account had until now. `byAdmins`: one of them made or approved the change. */
export function emailChanged(
  site: MailSite,
  { name, newEmail, byAdmins }: Change & { byAdmins: boolean },
  { undo, ended }: { undo: string; ended: Ended },
): MailContent {
  return layOut(site, {
    subject: `New e-mail address for your account at ${site.name}`,
    heading: 'Your e-mail address was changed',
    sections: [
      paragraph(
        `${greeting(name)} your account now has the address ${newEmail}. This one is no longer used for it.`,
      ),
      ...told(ended),
      paragraph('If that was not you:'),
      links({ label: byAdmins ? 'That is wrong' : 'Take the address back', url: undo, letsIn: true }),
      paragraph(`${ONCE}${WHAT_UNDO_DOES[byAdmins ? 'Admin' : 'owner']}`),
    ],
  });
}

/** To the address that was given back. `url`: to a new password, unless whoever undid it is led there already. */
export function emailGivenBack(
  site: MailSite,
  { name, email, url, ended }: { name: string; email: string; url: string | null; ended: Ended },
): MailContent {
  return layOut(site, {
    subject: `Your account at ${site.name} has its old e-mail address again`,
    heading: 'Your e-mail address is yours again',
    sections: [
      paragraph(
        `${greeting(name)} your account has the address ${email} again, and no one is signed in to it.`,
      ),
      ...told(ended),
      ...(url === null
        ? [
            paragraph('If you have not set a new password yet, ask for a link:'),
            links({ label: 'Set a new password', url: `${site.publicUrl}/user?forgotten` }),
          ]
        : [
            paragraph('Please set a new password. The link is valid for 24 hours and works once:'),
            links({ label: 'Set a new password', url, letsIn: true }),
          ]),
    ],
  });
}

/** Asks the Admins: whether a change may take effect, or after an objection whether it stands. They sign in for it. */
export function emailChangeToDecide(
  site: MailSite,
  change: Change & { _id: string; askedBy: string; reason: string; decidedBy?: string | undefined },
  isObjection: boolean,
): MailContent {
  const { name, oldEmail, newEmail, askedBy, reason } = change;
  const heading = isObjection
    ? 'A customer objects to a new e-mail address'
    : 'A new e-mail address is waiting for an Admin';
  return layOut(site, {
    subject: `${heading}: ${oldEmail}`,
    heading,
    sections: [
      paragraph(
        isObjection
          ? 'The owner of the old address says that the change is wrong. Nothing has been undone yet.'
          : 'It will be used once it is confirmed, and the old address agrees or an Admin approves.',
      ),
      facts([
        ['Account', name],
        ['Current address', oldEmail, 'address'],
        ['New address', newEmail, 'address'],
        ['Requested by', askedBy],
        ['Why', reason],
        ['Approved by', change.decidedBy ?? ''],
      ]),
      links({ label: 'Review and decide', url: `${site.publicUrl}/email-change/${change._id}` }),
    ],
  });
}
