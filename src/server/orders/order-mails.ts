import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { type Invoice, invoiceOf } from '#server/documents/invoice.ts';
import { shopLogo } from '#server/documents/shop-logo.ts';
import { AppError } from '#server/errors.ts';
import { onceKey } from '#server/http/once-key.ts';
import { limitStaffMails } from '#server/http/rate-limits.ts';
import { recordLog } from '#server/logs/logs.ts';
import { queueMail, wasQueued } from '#server/mail/mail.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import type { MailContent, MailSite } from '#server/mail/templates/layout.ts';
import { confirmationSent, invoiceSent } from '#server/mail/templates/order-papers.ts';
import { staffMessage } from '#server/mail/templates/staff-message.ts';
import { withBillTo } from '#server/orders/bill-to.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { lockOrder, orderOf } from '#server/orders/read-order.ts';
import type { OrderStatus } from '#shared/enumerations.ts';
import { MAILS_MADE_ANEW, type MailTemplate } from '#shared/office-lists.ts';
import type { EmailOrder, SendEmail } from '#shared/schemas/mail.ts';
import type { Order } from '#shared/schemas/orders.ts';

type Actor = Pick<SessionUser, '_id' | 'email'>;

/** One of the mails of an order that staff send to whom they like. */
interface Kind {
  template: MailTemplate;
  /** Names it in the order's history. */
  name: string;
  /** Statuses of orders that have none. */
  without: readonly OrderStatus[];
  mail: (order: Order, site: MailSite, facts: { isOwn: boolean; invoice: Invoice }) => MailContent;
}

const CONFIRMATION: Kind = {
  template: 'order-confirmation',
  name: 'Confirmation',
  without: ['Held', 'Canceled'],
  mail: confirmationSent,
};

const INVOICE: Kind = {
  template: 'invoice',
  name: 'Invoice',
  without: ['Held'],
  mail: (order, site, { isOwn, invoice }) => invoiceSent(order, site, { isOwn, said: saidOf(invoice) }),
};

const KINDS: Record<(typeof MAILS_MADE_ANEW)[number], Kind> = {
  'order-confirmation': CONFIRMATION,
  invoice: INVOICE,
};

/** Says of an invoice, beside the file, how it is paid and what of it is open. */
function saidOf({ facts, figures }: Invoice) {
  const sums = figures.filter(({ isSum }) => isSum).map(({ label, amount }) => ({ label, value: amount }));
  return [...facts.filter(({ label }) => label !== 'Order'), ...sums];
}

/**
 * Mails an order's confirmation, with its invoice, to whom staff like (rule N9). `not_found`; `order_state`: it waits for
 * its payment or was canceled; `too_many`.
 */
export const emailConfirmation = (app: App, by: SessionUser, asked: EmailOrder): Promise<void> =>
  sendOnce(app, by, keyOf(by, CONFIRMATION, asked), tx => mailOrder(app, tx, by, CONFIRMATION, asked));

/** Does the same with the invoice, which a canceled order has as well. */
export const emailInvoice = (app: App, by: SessionUser, asked: EmailOrder): Promise<void> =>
  sendOnce(app, by, keyOf(by, INVOICE, asked), tx => mailOrder(app, tx, by, INVOICE, asked));

const keyOf = (by: Actor, { template }: Kind, { _id, email, idempotencyKey }: EmailOrder) =>
  onceKey(by, idempotencyKey, [template, _id, email]);

/** Tells whether it was sent before under its key: it is neither sent nor counted again. */
async function sendOnce(
  app: App,
  by: SessionUser,
  key: string | undefined,
  send: (tx: Db) => Promise<unknown>,
): Promise<void> {
  if (await wasQueued(app.db, key)) return;
  await limitStaffMails(app.db, by);
  await retrying(app.db, send);
}

/** Makes a mail of this template anew for an address; null: it is none that can be. */
export function orderMailAnew(template: string) {
  const known = MAILS_MADE_ANEW.find(one => one === template);
  const kind = known && KINDS[known];
  return kind
    ? (app: App, tx: Db, by: Actor, asked: EmailOrder) => mailOrder(app, tx, by, kind, asked)
    : null;
}

/**
 * Queues one, from the order under its lock, so that mail and paper tell of one moment. Answers the mail's `_id`, null
 * where it was queued before under its key.
 */
async function mailOrder(app: App, tx: Db, by: Actor, kind: Kind, asked: EmailOrder): Promise<string | null> {
  const { _id, email } = asked;
  const row = await lockOrder(tx, _id);
  if (kind.without.includes(row.status)) {
    throw new AppError('order_state', { details: { order: { _id, status: row.status } } });
  }
  const isOwn = email.toLowerCase() === row.email.toLowerCase();
  const order = await orderOf(tx, row, { withKey: isOwn });
  const site = await mailSite(app, tx);
  const invoice = invoiceOf(await withBillTo(tx, order), site, shopLogo());
  const dedupeKey = keyOf(by, kind, asked);
  const mail = await queueMail(tx, app, {
    ...kind.mail(order, site, { isOwn, invoice }),
    template: kind.template,
    to: email,
    order: _id,
    ...(dedupeKey && { dedupeKey }),
    attachments: [
      { name: `invoice-${row.orderNumber}.pdf`, contentType: 'application/pdf', document: invoice },
    ],
  });
  if (mail) await recordOrderEvent(tx, _id, by, 'mailed', `${kind.name} to ${email}`, { mail });
  return mail;
}

/**
 * Mails what somebody of the staff wrote; with `orderId` it belongs to that order and stands in its history. `not_found`,
 * `too_many`.
 */
export async function sendStaffMessage(
  app: App,
  by: SessionUser,
  { to, subject, content, orderId, idempotencyKey }: SendEmail,
): Promise<void> {
  const dedupeKey = onceKey(by, idempotencyKey, ['staff-message', to, subject, content, orderId]);
  await sendOnce(app, by, dedupeKey, async tx => {
    if (orderId) await lockOrder(tx, orderId);
    const mail = await queueMail(tx, app, {
      ...staffMessage({ subject, content }, await mailSite(app, tx)),
      template: 'staff-message',
      to,
      ...(orderId && { order: orderId }),
      ...(dedupeKey && { dedupeKey }),
    });
    if (!mail) return;
    if (orderId) await recordOrderEvent(tx, orderId, by, 'mailed', `“${subject}” to ${to}`, { mail });
    await recordLog(tx, by, {
      type: 'user',
      category: 'mail',
      name: `Sent the mail “${subject}” to ${to}`,
      subject: mail,
    });
  });
}
