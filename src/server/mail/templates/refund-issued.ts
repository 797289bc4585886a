import {
  layOut,
  links,
  type MailContent,
  type MailSite,
  paragraph,
  type Section,
} from '#server/mail/templates/layout.ts';
import { type MailOrder, orderLinks } from '#server/mail/templates/order-parts.ts';
import { greeting } from '#server/mail/templates/typed-names.ts';
import type { Remedy } from '#shared/errors.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';

/** `remedies`: what can be done where the payment came too late for its order. */
export function refundIssued(
  order: MailOrder,
  amount: Money,
  site: MailSite,
  remedies: readonly Remedy[] = [],
): MailContent {
  const words =
    `${greeting(order.name)}\nWe have refunded ${formatMoney(amount)} of your order ${order.orderNumber}.` +
    ' It can take your bank a few days to show it.';
  return layOut(site, {
    subject: `Refund for your order ${order.orderNumber} at ${site.name}`,
    heading: `We have refunded ${formatMoney(amount)}`,
    test: order.test,
    sections: [paragraph(words), ...waysOn(remedies, site), ...orderLinks(order, site)],
  });
}

function waysOn(remedies: readonly Remedy[], site: MailSite): Section[] {
  const [first, ...more] = remedies.flatMap(({ text, href }) =>
    href ? [{ label: text, url: `${site.publicUrl}${href}` }] : [],
  );
  if (!first) return [];
  return [
    paragraph('The time to pay for this order had run out before the payment arrived.'),
    links(first, ...more),
  ];
}
