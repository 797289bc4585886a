import { layOut, links, type MailContent, type MailSite, paragraph } from '#server/mail/templates/layout.ts';
import { greeting } from '#server/mail/templates/typed-names.ts';

/** To who asked to be told; `link` begins at the shop's root. */
export function backInStock(
  { name, title, productNum, link }: { name: string; title: string; productNum: string; link: string },
  site: MailSite,
): MailContent {
  return layOut(site, {
    subject: `${title} is back in stock at ${site.name}`,
    heading: `${title} is back in stock`,
    sections: [
      paragraph(
        `${greeting(name)}\nyou asked us to tell you when ${productNum} is there again. It is, for as long as it lasts. We won't write of it again unless you ask.`,
      ),
      links({ label: 'See it in the shop', url: `${site.publicUrl}${link}` }),
    ],
  });
}
