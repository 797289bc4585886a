import type { App } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { queueMail } from '#server/mail/mail.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import type { MailContent, MailSite } from '#server/mail/templates/layout.ts';
import type { Came } from '#server/mail/templates/order-parts.ts';
import { paymentReceived } from '#server/mail/templates/payment-received.ts';
import { givenBackMail, refundIssued } from '#server/mail/templates/refund-issued.ts';
import { notifyCustomer, wantsMailOf } from '#server/notifications/notifications.ts';
import { hasRunOut } from '#server/orders/order-events.ts';
import { orderById } from '#server/orders/read-order.ts';
import { remediesOf } from '#server/remedies.ts';
import type { RefundWay } from '#shared/enumerations.ts';
import type { MailTemplate } from '#shared/office-lists.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import { REFUND_WAY_WORDS } from '#shared/rules/refund-ways.ts';
import type { Order } from '#shared/schemas/orders.ts';

/** One thing that happened to an order, as its customer is told of it. */
export interface Tidings {
  /** The mail's template; with `event` it makes the key under which the mail is queued once. */
  template: MailTemplate;
  /** Tells this event from others of its kind for the same order. */
  event?: string;
  mail: (order: Order, site: MailSite, came?: readonly Came[]) => MailContent;
  /** Goes to the account, where the order has one; its type is one of rule N5. */
  note: {
    type: number;
    title: (order: Order) => string;
    details: string | ((site: MailSite) => string);
  };
}

/**
 * Queues the customer's mail, unless they want none of this type, and notification in the transaction of what both
 * tell of. Answers the order as it stands.
 */
export async function tellCustomer(
  app: App,
  tx: Db,
  _id: string,
  { template, event, mail, note }: Tidings,
): Promise<Order> {
  const order = await orderById(tx, _id, { withKey: true });
  const site = await mailSite(app, tx);
  // A walk-in has none.
  const hasAddress = order.email !== '';
  const wantsMail = hasAddress && (order.user === null || (await wantsMailOf(tx, order.user, note.type)));
  if (wantsMail) {
    await queueMail(tx, app, {
      ...mail(order, site),
      template,
      to: order.email,
      dedupeKey: [template, _id, event].filter(Boolean).join(':'),
      order: _id,
    });
  }
  if (order.user) {
    const { type, title, details } = note;
    await notifyCustomer(tx, order.user, {
      type,
      title: title(order),
      details: typeof details === 'string' ? details : details(site),
      link: `/user/orders/${_id}`,
    });
  }
  return order;
}

/** Money of this order is with the customer again; `refund` is its row, told of once. */
export async function tellOfRefund(
  app: App,
  tx: Db,
  order: string,
  refund: { _id: string; amount: Money },
): Promise<void> {
  // Nobody is at the page any more that the refusal was shown on.
  const remedies = (await hasRunOut(tx, order)) ? remediesOf('hold_expired') : [];
  await tellCustomer(app, tx, order, {
    template: 'refund-issued',
    event: refund._id,
    mail: (told, site) => refundIssued(told, refund.amount, site, remedies),
    note: { type: 2, title: told => `Order ${told.orderNumber} was refunded`, details: '' },
  });
}

/**
 * Staff give money of this order back by hand or as store credit; `given`: the act, told of once. A card's refund is told of
 * once it is made.
 */
export async function tellOfGivenBack(
  app: App,
  tx: Db,
  order: string,
  { given, amount, way }: { given: string; amount: Money; way: RefundWay },
): Promise<void> {
  if (way === 'card') return;
  await tellCustomer(app, tx, order, {
    template: 'refund-issued',
    event: given,
    mail: (told, site) => givenBackMail(told, { amount, way }, site),
    note: {
      type: 2,
      title: told => `Order ${told.orderNumber} was refunded`,
      details: `${formatMoney(amount)} ${REFUND_WAY_WORDS[way]}`,
    },
  });
}

/** A delayed payment came in; `by`: what brought it, of which its customer is told once. */
export async function tellOfPayment(
  app: App,
  tx: Db,
  order: string,
  { amount, by }: { amount: Money; by: string },
): Promise<void> {
  await tellCustomer(app, tx, order, {
    template: 'payment-received',
    event: by,
    mail: (told, site) => paymentReceived(told, amount, site),
    note: { type: 5, title: told => `Payment for order ${told.orderNumber}`, details: 'Thank you.' },
  });
}
