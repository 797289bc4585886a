import { type Html, html } from '#server/mail/templates/html.ts';

/** What a mail says of the shop. */
export interface MailSite {
  name: string;
  /** Without a slash at the end. */
  publicUrl: string;
  phone: string;
  email: string;
  address: string;
}

export interface MailContent {
  subject: string;
  html: string;
  text: string;
}

export interface MailParts {
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
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The one frame of all mails: a single table that also fits a screen of 320 pixels, no picture, no script. */
export function layOut(site: MailSite, { subject, heading, sections, test = false }: MailParts): MailContent {
  const all = test ? [TEST_NOTICE, ...sections] : sections;
  const contact = [site.address, site.phone, site.email].filter(Boolean).join(' · ');
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${subject}</title>
</head>
<body style="margin:0;padding:0;background:#f4f4f2">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f4f2"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border-radius:8px"><tr><td style="padding:20px 16px;${FONT};font-size:16px;line-height:1.5;color:#1f2328;text-align:left;word-break:break-word">
<p style="margin:0 0 16px"><a href="${site.publicUrl}" style="color:#1f2328;font-weight:700;text-decoration:none">${site.name}</a></p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${heading}</h1>
${all.map(section => section.html)}
<p style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #d9d9d4;font-size:14px;color:#57606a">${site.name}<br>${contact}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
  const text = [
    heading,
    ...all.map(section => section.text),
    `-- \n${site.name}\n${contact}\n${site.publicUrl}`,
  ];
  return { subject: oneLine(subject), html: document.markup, text: `${text.join('\n\n')}\n` };
}

const TEST_NOTICE: Section = {
  html: html`<p style="margin:0 0 16px;padding:8px 12px;background:#fff4ce;border-radius:4px"><strong>TEST</strong>: no money moves.</p>`,
  text: 'TEST: no money moves.',
};

/** Line ends are kept. */
export function paragraph(text: string): Section {
  const lines = text.split(/\r?\n/).map((line, index) => html`${index > 0 && html`<br>`}${line}`);
  return { html: html`<p style="margin:0 0 16px">${lines}</p>`, text };
}

/** A link that stands out; the text gives its address. */
export function button(label: string, url: string): Section {
  return {
    html: html`<p style="margin:0 0 16px"><a href="${url}" style="display:inline-block;padding:12px 20px;background:#1f4e46;color:#ffffff;border-radius:6px;font-weight:600;text-decoration:none">${label}</a></p>`,
    text: `${label}: ${url}`,
  };
}

/** What a heading or subject may hold: one line, of a length that mail programs show. */
function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 150 ? `${line.slice(0, 149)}…` : line;
}
