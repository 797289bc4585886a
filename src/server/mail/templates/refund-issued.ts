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
import type { RefundWay } from '#shared/enumerations.ts';
import type { Remedy } from '#shared/errors.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import { REFUND_WAY_WORDS } from '#shared/rules/refund-ways.ts';

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

/** The same of money that staff give by hand, or as store credit; in none of their words. */
export function givenBackMail(
  order: MailOrder,
  { amount, way }: { amount: Money; way: Exclude<RefundWay, 'card'> },
  site: MailSite,
): MailContent {
  const words = `${greeting(order.name)}\nWe give you ${formatMoney(amount)} of your order ${order.orderNumber} back ${REFUND_WAY_WORDS[way]}.`;
  return layOut(site, {
    subject: `Refund for your order ${order.orderNumber} at ${site.name}`,
    heading: `${formatMoney(amount)} back`,
    test: order.test,
    sections: [paragraph(`${words} ${HOW[way]}`), ...orderLinks(order, site)],
  });
}

const HOW: Record<Exclude<RefundWay, 'card'>, string> = {
  credit: 'Your next order can use it.',
  cash: 'It is handed out at the store.',
  check: 'It is on its way, or waits for you at the store.',
  transfer: 'It can take your bank a few days to show it.',
};

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
