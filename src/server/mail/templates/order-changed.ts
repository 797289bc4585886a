import { facts, layOut, type MailContent, type MailSite, paragraph } from '#server/mail/templates/layout.ts';
import { type MailOrder, orderLinks, orderTable } from '#server/mail/templates/order-parts.ts';
import { greeting } from '#server/mail/templates/typed-names.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { EditAnswer } from '#shared/schemas/edit-order.ts';

const BACK_WORDS: Record<EditAnswer['back'][number]['way'], string> = {
  card: 'goes back to your card',
  account: 'stays on your account',
  cash: 'is given back in cash',
  check: 'is sent back by check',
  transfer: 'is sent back by transfer',
};

/** Tells a customer that staff changed their order: what it comes to now, what goes back or is to be paid. */
export function orderChanged(order: MailOrder, edit: EditAnswer, site: MailSite): MailContent {
  const { before, after, owed, back } = edit;
  const money = [
    ...back.map(({ way, amount }) => `${formatMoney(amount)} ${BACK_WORDS[way]}.`),
    ...(edit.storeCreditBack > 0
      ? [`${formatMoney(edit.storeCreditBack)} of store credit is yours again.`]
      : []),
    ...(owed > 0 ? [`${formatMoney(owed)} is still to be paid.`] : []),
  ].join(' ');
  return layOut(site, {
    subject: `Your order ${order.orderNumber} at ${site.name} was changed`,
    heading: `Order ${order.orderNumber} was changed`,
    test: order.test,
    sections: [
      paragraph(`${greeting(order.name)}\nYour order ${order.orderNumber} was changed. ${money}`.trim()),
      facts([
        ['Total before', formatMoney(before.total)],
        ['Total now', formatMoney(after.total)],
      ]),
      orderTable(order),
      ...orderLinks(order, site),
    ],
  });
}
