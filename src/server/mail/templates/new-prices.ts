import {
  facts,
  layOut,
  links,
  type MailContent,
  type MailSite,
  paragraph,
} from '#server/mail/templates/layout.ts';
import { greeting } from '#server/mail/templates/typed-names.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';

/** Tells a customer of prices that staff set for them or their company. */
export function newPrices(
  { name, prices }: { name: string; prices: readonly { productNum: string; price: Money }[] },
  site: MailSite,
): MailContent {
  return layOut(site, {
    subject: `New prices for you at ${site.name}`,
    heading: 'New prices for you',
    sections: [
      paragraph(`${greeting(name)}\nFrom now on, these are your prices:`),
      facts(prices.map(({ productNum, price }) => [productNum, formatMoney(price)] as const)),
      links({ label: 'See all your prices', url: `${site.publicUrl}/user/special-pricing` }),
    ],
  });
}
