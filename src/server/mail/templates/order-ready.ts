import { facts, layOut, type MailContent, type MailSite, paragraph } from '#server/mail/templates/layout.ts';
import { type MailOrder, orderLinks, orderTable, stillToCome } from '#server/mail/templates/order-parts.ts';
import { greeting } from '#server/mail/templates/typed-names.ts';

export function orderReady(order: MailOrder, site: MailSite): MailContent {
  const rest = stillToCome(order);
  const packed = `${rest ? 'Part of your' : 'Your'} order ${order.orderNumber}`;
  const words = `${greeting(order.name)}\n${packed} is packed and waiting for you at our counter.`;
  return layOut(site, {
    subject: `Your order ${order.orderNumber} is ready for pick-up at ${site.name}`,
    heading: `Order ${order.orderNumber} is ready for pick-up`,
    test: order.test,
    sections: [
      paragraph(words),
      facts([
        ['Pick up at', site.address],
        ['Bring', `Your order number, ${order.orderNumber}`],
        ['Still to come', rest],
        ['PO number', order.poNumber],
        ['Questions', site.phone],
      ]),
      ...orderLinks(order, site),
      orderTable(order),
    ],
  });
}
