import { layOut, type MailContent, type MailSite, paragraph } from '#server/mail/templates/layout.ts';
import { type MailOrder, orderLinks } from '#server/mail/templates/order-parts.ts';
import { greeting } from '#server/mail/templates/typed-names.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';

export function refundIssued(order: MailOrder, amount: Money, site: MailSite): MailContent {
  const words =
    `${greeting(order.name)}\nwe have refunded ${formatMoney(amount)} of your order ${order.orderNumber}.` +
    ' It can take your bank a few days to show it.';
  return layOut(site, {
    subject: `Refund for your order ${order.orderNumber} at ${site.name}`,
    heading: `We have refunded ${formatMoney(amount)}`,
    test: order.test,
    sections: [paragraph(words), ...orderLinks(order, site)],
  });
}
