import { layOut, type MailContent, type MailSite, paragraph } from '#server/mail/templates/layout.ts';
import { type MailOrder, orderLinks, orderTable, orderTerms } from '#server/mail/templates/order-parts.ts';
import { greeting } from '#server/mail/templates/typed-names.ts';

export function orderConfirmation(order: MailOrder, site: MailSite): MailContent {
  return layOut(site, {
    subject: `Your order ${order.orderNumber} at ${site.name}`,
    heading: `Thank you for order ${order.orderNumber}`,
    test: order.test,
    sections: [
      paragraph(`${greeting(order.name)}\nWe have received your order and are getting it ready.`),
      ...orderLinks(order, site),
      orderTable(order),
      orderTerms(order, site),
    ],
  });
}
