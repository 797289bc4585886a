import { facts, layOut, type MailContent, type MailSite, paragraph } from '#server/mail/templates/layout.ts';
import {
  type Came,
  type MailOrder,
  orderLinks,
  orderTable,
  parts,
  wordsOf,
} from '#server/mail/templates/order-parts.ts';
import { greeting } from '#server/mail/templates/typed-names.ts';

/** Tells a customer that they can come, and when somebody is there: the mail may go out while the shop is closed. */
export function orderReady(order: MailOrder, site: MailSite, came?: readonly Came[]): MailContent {
  const packed = `${wordsOf(order, came)} order ${order.orderNumber}`;
  const { counter } = site;
  const where =
    counter?.isOpen === false
      ? `is packed. Our counter is closed right now; you can pick it up ${counter.words}.`
      : 'is packed and waiting for you at our counter.';
  const words = `${greeting(order.name)}\n${packed} ${where}`;
  return layOut(site, {
    subject: `Your order ${order.orderNumber} is ready for pick-up at ${site.name}`,
    heading: `Order ${order.orderNumber} is ready for pick-up`,
    test: order.test,
    sections: [
      paragraph(words),
      facts([
        ['Pick up at', site.address],
        ['Counter open', counter?.words ?? ''],
        ['Bring', `Your order number, ${order.orderNumber}`],
        ...parts(order, came),
        ['PO number', order.poNumber],
        ['Questions', site.phone],
      ]),
      ...orderLinks(order, site),
      orderTable(order),
    ],
  });
}
