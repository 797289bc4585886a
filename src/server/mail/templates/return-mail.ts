import { layOut, type MailContent, type MailSite, paragraph } from '#server/mail/templates/layout.ts';
import { type MailOrder, orderLinks } from '#server/mail/templates/order-parts.ts';
import { greeting } from '#server/mail/templates/typed-names.ts';
import type { ReturnStatus } from '#shared/enumerations.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { Return } from '#shared/schemas/returns.ts';

const HEADINGS: Record<ReturnStatus, string> = {
  Requested: 'We have received your return request',
  Approved: 'Your return was approved',
  Received: 'Your return has arrived',
  Refunded: 'Your return is settled',
  Rejected: 'Your return was not accepted',
};

const NEXT: Record<ReturnStatus, string> = {
  Requested: 'We will review it and write to you. Please don’t send anything before then.',
  Approved: 'Please send it back to us, or bring it to our counter, with the number of your order.',
  Received: 'We will check what came back and settle it in the next few days.',
  Refunded: '',
  Rejected: 'Please write to us if you want to know more.',
};

/** How it stands with a return, as its customer is told. */
export function returnMail(made: Return, order: MailOrder, site: MailSite): MailContent {
  const heading = HEADINGS[made.status];
  const what = made.lines.map(
    ({ quantity, received, name, productNum }) =>
      `${made.status === 'Refunded' ? received : quantity} × ${name} (${productNum})`,
  );
  const settled =
    made.status === 'Refunded'
      ? `${formatMoney(made.refund)} is refunded${made.storeCredit > 0 ? `, and ${formatMoney(made.storeCredit)} of store credit` : ''}.`
      : '';
  const words = [
    greeting(order.name),
    `From your order ${order.orderNumber}:`,
    ...what,
    settled,
    NEXT[made.status],
  ];
  return layOut(site, {
    subject: `${heading}: order ${order.orderNumber} at ${site.name}`,
    heading,
    test: order.test,
    sections: [paragraph(words.filter(Boolean).join('\n')), ...orderLinks(order, site)],
  });
}
