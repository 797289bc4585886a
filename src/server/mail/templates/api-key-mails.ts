import {
  facts,
  layOut,
  links,
  type MailContent,
  type MailSite,
  paragraph,
} from '#server/mail/templates/layout.ts';
import { greeting } from '#server/mail/templates/typed-names.ts';
import { DEFAULT_TIME_ZONE } from '#shared/constants.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import { longDate } from '#shared/rules/order-facts.ts';

export interface EndingKey {
  name: string;
  /** The key's first characters. */
  prefix: string;
  expiresAt: string;
}

interface About {
  name: string;
  keys: readonly EndingKey[];
}

/** After the upgrade that brought scopes: what becomes of the keys from before. */
export function keysFromBefore(site: MailSite, { name, keys }: About): MailContent {
  return layOut(site, {
    subject: `Your API keys for ${site.name} will expire`,
    heading: 'API keys now have scopes and expire',
    sections: [
      paragraph(
        `${greeting(name)} API keys now have scopes, which say what a key may do, and they expire. Yours were made before that. They keep all rights of your account until they expire:`,
      ),
      facts(keys.map(rowOf)),
      paragraph('Please make new keys with the scopes your scripts need, and replace these with them:'),
      links({ label: 'Your API keys', url: `${site.publicUrl}/user/settings` }),
    ],
  });
}

/** Two weeks before keys end. */
export function keysEnd(site: MailSite, { name, keys }: About): MailContent {
  const isOne = keys.length === 1;
  const words = isOne ? 'One of your API keys expires' : 'Some of your API keys expire';
  return layOut(site, {
    subject: `${words} soon at ${site.name}`,
    heading: `${words} soon`,
    sections: [
      paragraph(`${greeting(name)} scripts that use ${isOne ? 'it' : 'them'} will be refused from then on:`),
      facts(keys.map(rowOf)),
      paragraph('Please make a new key in time, and replace the old one with it.'),
      links({ label: 'Your API keys', url: `${site.publicUrl}/user/settings` }),
    ],
  });
}

const rowOf = ({ name, prefix, expiresAt }: EndingKey) =>
  [
    `${name} (${prefix}…)`,
    `expires on ${longDate(shopDate(new Date(expiresAt), DEFAULT_TIME_ZONE))}`,
  ] as const;
