import { type Html, html } from '#server/mail/templates/html.ts';
import { unlinked, unlinkedText } from '#server/mail/templates/typed-names.ts';

/** The facts that a mail states about the shop. */
export interface MailSite {
  name: string;
  /** Without a slash at the end. */
  publicUrl: string;
  phone: string;
  email: string;
  address: string;
  /** By which its days begin. */
  timeZone: string;
  /** When somebody is at its counter, as of now (`counterHours`); null: nobody has said. */
  counter: { isOpen: boolean; words: string } | null;
}

export interface MailContent {
  subject: string;
  html: string;
  text: string;
  /** Addresses in it that let somebody in. */
  secrets: string[];
}

interface MailParts {
  subject: string;
  heading: string;
  /** In order, each as markup and as plain text. */
  sections: Section[];
  /** A mail about a payment or order by which no money moved. */
  test?: boolean;
}

export interface Section {
  html: Html;
  text: string;
  secrets?: string[];
}

export const MUTED = 'color:#57606a';
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The one frame of all mails: a single column that also fits a screen of 320 pixels, no picture, no script. */
export function layOut(site: MailSite, { subject, heading, sections, test = false }: MailParts): MailContent {
  const all = test ? [TEST_NOTICE, ...sections] : sections;
  const contact = [site.address, site.phone, site.email].filter(Boolean);
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${subject}</title>
</head>
<body style="margin:0;padding:0;background:#eef0ef">
<table ${TABLE_ATTRIBUTES} style="background:#eef0ef"><tr><td align="center" style="padding:16px 8px 32px">
<table ${TABLE_ATTRIBUTES} style="max-width:600px;border-collapse:separate;background:#ffffff;border:1px solid #dfe3e1;border-radius:8px;overflow:hidden;${FONT};font-size:16px;line-height:1.5;color:#1b211f;text-align:left;word-break:break-word">
<tr><td style="padding:16px 24px;background:#1d4b45"><a href="${site.publicUrl}" style="color:#ffffff;font-size:20px;font-weight:700;letter-spacing:0.5px;text-decoration:none">${site.name}</a></td></tr>
<tr><td style="padding:28px 24px 12px">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:700">${heading}</h1>
${all.map(section => section.html)}
</td></tr>
<tr><td style="padding:16px 24px 20px;background:#f6f7f6;border-top:1px solid #dfe3e1;font-size:14px;${MUTED}"><strong>${site.name}</strong>${contact.map(line => html`<br>${line}`)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
  const text = [
    heading,
    ...all.map(section => section.text),
    `-- \n${site.name}\n${contact.join(' · ')}\n${site.publicUrl}`,
  ];
  return {
    subject: oneLine(subject),
    html: document.markup,
    text: `${text.join('\n\n')}\n`,
    secrets: [...new Set(all.flatMap(section => section.secrets ?? []))],
  };
}

export const TABLE_ATTRIBUTES = html`role="presentation" width="100%" cellpadding="0" cellspacing="0"`;

const TEST_NOTICE: Section = {
  html: html`<p style="margin:0 0 16px;padding:8px 12px;background:#fdf0df;border-radius:4px"><strong>TEST</strong>: no money moves.</p>`,
  text: 'TEST: no money moves.',
};

/** Line ends are kept. */
export function paragraph(text: string): Section {
  const lines = text.split(/\r?\n/).map((line, index) => html`${index > 0 && html`<br>`}${line}`);
  return { html: html`<p style="margin:0 0 16px">${lines}</p>`, text };
}

/** `address`: an e-mail address that was checked as one, and is no name that somebody typed. */
export type Fact = readonly [label: string, value: string, kind?: 'address'];

/** Lists the facts that are to be known, each under its name; leaves out those that are empty. */
export function facts(given: readonly Fact[]): Section {
  const known = given.filter(([, value]) => value !== '');
  return {
    html: html`<table ${TABLE_ATTRIBUTES} style="margin:0 0 24px;border-collapse:collapse">
${known.map(
  ([label, value, kind]) =>
    html`<tr><td style="padding:2px 16px 2px 0;width:1%;white-space:nowrap;vertical-align:top;${MUTED}">${unlinked(label)}</td><td style="padding:2px 0;vertical-align:top">${kind ? value : unlinked(value)}</td></tr>
`,
)}</table>`,
    text: known
      .map(([label, value, kind]) => `${unlinkedText(label)}: ${kind ? value : unlinkedText(value)}`)
      .join('\n'),
  };
}

/** A link that stands out, and others beside it; the text gives their addresses. */
export function links(first: MailLink, ...others: readonly MailLink[]): Section {
  return {
    html: html`<p style="margin:0 0 20px"><a href="${first.url}" style="display:inline-block;margin:0 20px 8px 0;padding:12px 22px;background:#1d4b45;color:#ffffff;border-radius:6px;font-weight:600;text-decoration:none">${first.label}</a>${others.map(
      ({ label, url }) =>
        html`<a href="${url}" style="display:inline-block;padding:12px 0;color:#1d4b45;font-weight:600">${label}</a>`,
    )}</p>`,
    text: [first, ...others].map(({ label, url }) => `${label}: ${url}`).join('\n'),
    secrets: [first, ...others].filter(({ letsIn }) => letsIn).map(({ url }) => url),
  };
}

export interface MailLink {
  label: string;
  url: string;
  /** True where following it needs no sign-in: it is kept apart from the mail's text. */
  letsIn?: boolean;
}

/** Cuts a heading or subject to what it may hold: one line, of a length that mail programs show. */
function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 150 ? `${line.slice(0, 149)}…` : line;
}
