import {
  facts,
  layOut,
  links,
  type MailContent,
  type MailSite,
  paragraph,
} from '#server/mail/templates/layout.ts';
import { greeting, saidName } from '#server/mail/templates/typed-names.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import { longDate } from '#shared/rules/order-facts.ts';

/** Tells a customer that staff have priced the cart that the customer sent; `until` is the shop's day. */
export function quoteAnswered(
  quote: {
    _id: string;
    orderName: string;
    name: string;
    until: string;
    quotedShipping?: Money | null | undefined;
    quoteNotes?: string | undefined;
  },
  site: MailSite,
): MailContent {
  const { orderName, quotedShipping, quoteNotes = '' } = quote;
  const said = saidName(orderName);
  return layOut(site, {
    subject: said === '' ? `Your quote from ${site.name}` : `Your quote for ${said} from ${site.name}`,
    heading: 'Your quote is ready',
    sections: [
      paragraph(
        `${greeting(quote.name)}\nWe have reviewed your cart${said === '' ? '' : ` “${said}”`} and added our prices.`,
      ),
      facts([
        ['Cart', orderName],
        ['Valid until', longDate(quote.until)],
        ['Freight', quotedShipping == null ? '' : formatMoney(quotedShipping)],
      ]),
      ...(quoteNotes === '' ? [] : [paragraph(quoteNotes)]),
      links({ label: 'See the quote and order it', url: `${site.publicUrl}/checkout?cart=${quote._id}` }),
    ],
  });
}
