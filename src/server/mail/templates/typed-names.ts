import { type Html, html } from '#server/mail/templates/html.ts';
import { looksLikeAddress } from '#shared/rules/web-address.ts';

/**
 * A name that a stranger may have typed, where a mail's subject or first line would bear it to somebody else:
 * `otherwise` in its place where it reads like a web address.
 */
export const saidName = (name: string, otherwise = ''): string => (looksLikeAddress(name) ? otherwise : name);

/** The first words of a mail to a person. */
export function greeting(name: string): string {
  const said = saidName(name);
  return said === '' ? 'Hello,' : `Hello ${said},`;
}

// Joints at which mail programs see an address that nobody made a link.
const JOINTS = /(:\/\/|(?<=[\p{L}\p{N}])[.．。@](?=[\p{L}\p{N}]))/u;

/** Keeps mail programs from making a link of what was typed: a joint of an address is followed by nothing visible. */
export function unlinked(typed: string): Html | string {
  if (!looksLikeAddress(typed)) return typed;
  const parts = typed.split(JOINTS);
  return html`${parts.map((part, index) => (index % 2 ? html`${part}&zwnj;` : part))}`;
}

/** The same in plain text. */
export const unlinkedText = (typed: string): string =>
  looksLikeAddress(typed)
    ? typed
        .split(JOINTS)
        .map((part, index) => (index % 2 ? `[${part}]` : part))
        .join('')
    : typed;
