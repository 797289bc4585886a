import {
  facts,
  layOut,
  links,
  type MailContent,
  type MailSite,
  paragraph,
} from '#server/mail/templates/layout.ts';
import type { MailOrder } from '#server/mail/templates/order-parts.ts';
import { greeting } from '#server/mail/templates/typed-names.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import { longDate } from '#shared/rules/order-facts.ts';

/** Asks a customer to pay an order by card; `until` is the last day of the shop on which the link holds. */
export function paymentLink(
  order: MailOrder,
  { url, amount, until }: { url: string; amount: Money; until: string },
  site: MailSite,
): MailContent {
  return layOut(site, {
    subject: `Pay for your order ${order.orderNumber} at ${site.name}`,
    heading: `${formatMoney(amount)} to pay`,
    test: order.test,
    sections: [
      paragraph(
        `${greeting(order.name)}\nYou can pay for your order ${order.orderNumber} by card. Whoever has this link can pay; it shows nothing but the amount.`,
      ),
      facts([
        ['PO number', order.poNumber],
        ['The link holds until', longDate(until)],
      ]),
      links({ label: `Pay ${formatMoney(amount)}`, url, letsIn: true }),
    ],
  });
}
