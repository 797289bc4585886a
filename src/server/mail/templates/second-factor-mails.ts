import { layOut, links, type MailContent, type MailSite, paragraph } from '#server/mail/templates/layout.ts';
import { greeting } from '#server/mail/templates/typed-names.ts';

export type FactorNews = 'set-up' | 'recovery-code-used' | 'codes-renewed' | 'removed' | 'removed-by-admin';

const WORDS: Record<FactorNews, { heading: string; text: string }> = {
  'set-up': {
    heading: 'Your second factor is set up',
    text: 'from now on you will be asked for a code from your authenticator app whenever you sign in.',
  },
  'recovery-code-used': {
    heading: 'A recovery code was used',
    text: 'someone signed in to your account with its password and a recovery code. That code can’t be used again.',
  },
  'codes-renewed': {
    heading: 'You have new recovery codes',
    text: 'new recovery codes were made for your account. The old ones no longer work.',
  },
  removed: {
    heading: 'Your second factor was removed',
    text: 'the second factor of your account was removed with a recovery code.',
  },
  'removed-by-admin': {
    heading: 'Your second factor was removed',
    text: 'an Admin removed the second factor of your account.',
  },
};

/** Tells the owner of an account what happened to its second factor. */
export function secondFactorNews(
  site: MailSite,
  { name, news }: { name: string; news: FactorNews },
): MailContent {
  const { heading, text } = WORDS[news];
  return layOut(site, {
    subject: `${heading} at ${site.name}`,
    heading,
    sections: [
      paragraph(`${greeting(name)} ${text}`),
      paragraph('If that was not you, set a new password at once and tell an Admin:'),
      links({ label: 'Set a new password', url: `${site.publicUrl}/user?forgotten` }),
    ],
  });
}
