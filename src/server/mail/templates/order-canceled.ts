import { layOut, type MailContent, type MailSite, paragraph } from '#server/mail/templates/layout.ts';
import { type MailOrder, orderLinks, orderTable } from '#server/mail/templates/order-parts.ts';
import { greeting } from '#server/mail/templates/typed-names.ts';
import { formatMoney } from '#shared/rules/money.ts';

export function orderCanceled(order: MailOrder, site: MailSite): MailContent {
  const refund =
    order.amountPaid > 0
      ? `\nWhat you paid, ${formatMoney(order.amountPaid)}, is being refunded the way you paid it.`
      : '\nYou have not been charged.';
  return layOut(site, {
    subject: `Your order ${order.orderNumber} at ${site.name} was canceled`,
    heading: `Order ${order.orderNumber} was canceled`,
    test: order.test,
    sections: [
      paragraph(`${greeting(order.name)}\nYour order ${order.orderNumber} was canceled.${refund}`),
      orderTable(order),
      ...orderLinks(order, site),
    ],
  });
}
