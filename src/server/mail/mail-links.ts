import { escapeHtml } from '#server/mail/templates/html.ts';

interface Parts {
  html: string;
  text: string;
}

/** With the mail's own id, so that nothing that somebody wrote into a mail is taken for a mark. */
const mark = (mail: string, index: number) => `[link ${index} of ${mail}]`;

/** A mail's parts with a mark in the place of each of these addresses. Throws where one does not stand in both parts. */
export function hideLinks(mail: string, { html, text }: Parts, urls: readonly string[]): Parts {
  const hidden = { html, text };
  // The longest first: one address may begin like another.
  const longestFirst = [...urls.entries()].sort(([, one], [, other]) => other.length - one.length);
  for (const [index, url] of longestFirst) {
    if (!hidden.html.includes(escapeHtml(url)) || !hidden.text.includes(url)) {
      throw new Error('a link that is to be kept apart does not stand in the mail');
    }
    hidden.html = hidden.html.replaceAll(escapeHtml(url), mark(mail, index));
    hidden.text = hidden.text.replaceAll(url, mark(mail, index));
  }
  return hidden;
}

/** The mail as it is sent to its own address, and to nobody else. */
export function showLinks(mail: Parts & { _id: string }, urls: readonly string[]): Parts {
  const { _id, html, text } = mail;
  return urls.reduce<Parts>(
    (shown, url, index) => ({
      html: shown.html.replaceAll(mark(_id, index), () => escapeHtml(url)),
      text: shown.text.replaceAll(mark(_id, index), () => url),
    }),
    { html, text },
  );
}

const MARKS = /\[link \d+ of [\da-f-]{36}\]/g;
/** Links of mails that were stored before marks were. */
const OLD_LINKS = /https?:\/\/[^\s"'<>]*(?:#token=|orderKey=)[^\s"'<>]*/g;

/** Whether a mail holds, or held, a link that lets somebody in. */
export const holdsLinks = (mail: Parts): boolean => maskLinks(mail).text !== mail.text;

/** The mail as whoever reads the mailbox sees it. */
export function maskLinks({ html, text }: Parts): Parts {
  const masked = (content: string) => content.replaceAll(MARKS, '[link]').replaceAll(OLD_LINKS, '[link]');
  return { html: masked(html), text: masked(text) };
}
