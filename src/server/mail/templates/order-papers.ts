import { facts, layOut, type MailContent, type MailSite, paragraph } from '#server/mail/templates/layout.ts';
import { type MailOrder, orderLinks, orderTable, orderTerms } from '#server/mail/templates/order-parts.ts';
import { greeting } from '#server/mail/templates/typed-names.ts';

/** `isOwn`: it goes to the order's own address; any other gets no link to the order, and no thanks for it. */
interface To {
  isOwn: boolean;
}

/** The confirmation that staff send, with the invoice beside it. */
export function confirmationSent(order: MailOrder, site: MailSite, { isOwn }: To): MailContent {
  const { orderNumber } = order;
  return layOut(site, {
    subject: `${isOwn ? 'Your order' : 'Order'} ${orderNumber} at ${site.name}`,
    heading: isOwn ? `Thank you for order ${orderNumber}` : `Order ${orderNumber}`,
    test: order.test,
    sections: [
      paragraph(
        isOwn
          ? `${greeting(order.name)}\nHere is the confirmation of your order. Its invoice is attached.`
          : 'Hello,\nWe were asked to send you the confirmation of this order. Its invoice is attached.',
      ),
      ...(isOwn ? orderLinks(order, site) : []),
      orderTable(order),
      orderTerms(order, site),
    ],
  });
}

/** The mail that brings an invoice; `said`: what of the invoice stands in the mail as well. */
export function invoiceSent(
  order: MailOrder,
  site: MailSite,
  { isOwn, said }: To & { said: readonly { label: string; value: string }[] },
): MailContent {
  const { orderNumber } = order;
  return layOut(site, {
    subject: `Invoice ${orderNumber} from ${site.name}`,
    heading: `Invoice ${orderNumber}`,
    test: order.test,
    sections: [
      paragraph(
        isOwn
          ? `${greeting(order.name)}\nThe invoice of your order is attached.`
          : 'Hello,\nWe were asked to send you this invoice. It is attached.',
      ),
      facts(said.map(({ label, value }) => [label, value] as const)),
      ...(isOwn ? orderLinks(order, site) : []),
    ],
  });
}
