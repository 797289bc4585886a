import { layOut, type MailContent, type MailSite, paragraph } from '#server/mail/templates/layout.ts';
import { type MailOrder, orderLinks } from '#server/mail/templates/order-parts.ts';
import { greeting } from '#server/mail/templates/typed-names.ts';
import { openBalance } from '#shared/rules/figure-rows.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';

/** A delayed payment of an order or of one of its carts; the order's `amountPaid` already holds it. */
export function paymentReceived(order: MailOrder, amount: Money, site: MailSite): MailContent {
  const open = openBalance(order);
  const rest = open > 0 ? `${formatMoney(open)} of it is still due.` : 'It is now paid in full.';
  const words = `${greeting(order.name)}\nThank you. We have received ${formatMoney(amount)} for your order ${order.orderNumber}. ${rest}`;
  return layOut(site, {
    subject: `Payment for your order ${order.orderNumber} at ${site.name}`,
    heading: `We have received ${formatMoney(amount)}`,
    test: order.test,
    sections: [paragraph(words), ...orderLinks(order, site)],
  });
}
