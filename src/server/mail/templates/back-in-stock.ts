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
        `${greeting(name)}\nYou asked us to tell you when ${productNum} is back in stock. It is, while supplies last. We won't write about it again unless you ask.`,
      ),
      links({ label: 'See it in the shop', url: `${site.publicUrl}${link}` }),
    ],
  });
}
