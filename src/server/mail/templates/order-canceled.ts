import { layOut, type MailContent, type MailSite, paragraph } from '#server/mail/templates/layout.ts';
import { type MailOrder, orderLinks, orderTable } from '#server/mail/templates/order-parts.ts';
import { greeting } from '#server/mail/templates/typed-names.ts';
import type { GiveBackWay } from '#shared/enumerations.ts';
import { paidSoFar } from '#shared/rules/figure-rows.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';

/** Money that goes back as an order is canceled, and which way. */
export interface CanceledBack {
  way: GiveBackWay;
  amount: Money;
}

/** `back`: what of the payments goes back, by its way. */
export function orderCanceled(
  order: MailOrder,
  site: MailSite,
  back: readonly CanceledBack[] = [],
): MailContent {
  const credit =
    order.storeCredit > 0
      ? [`The store credit that it used, ${formatMoney(order.storeCredit)}, is yours again.`]
      : [];
  const words = [
    greeting(order.name),
    `Your order ${order.orderNumber} was canceled.`,
    ...paidWords(order, back),
    ...credit,
  ];
  return layOut(site, {
    subject: `Your order ${order.orderNumber} at ${site.name} was canceled`,
    heading: `Order ${order.orderNumber} was canceled`,
    test: order.test,
    sections: [paragraph(words.join('\n')), orderTable(order), ...orderLinks(order, site)],
  });
}

function paidWords(order: MailOrder, back: readonly CanceledBack[]): string[] {
  if (back.length > 0) return back.map(({ way, amount }) => BACK_WORDS[way](formatMoney(amount)));
  return [
    paidSoFar(order).paid > 0 ? 'What you paid has gone back to you before.' : 'You have not been charged.',
  ];
}

const BACK_WORDS: Record<GiveBackWay, (amount: string) => string> = {
  card: amount => `${amount} is being refunded to the card that paid.`,
  account: amount => `${amount} stays on your account with us, and can pay other orders.`,
  cash: amount => `${amount} is handed out to you in cash at the store.`,
  check: amount => `${amount} is sent to you by check.`,
  transfer: amount => `${amount} is sent to you by transfer.`,
  credit: amount => `${amount} is yours as store credit.`,
};
