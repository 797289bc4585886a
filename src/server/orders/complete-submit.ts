import { eq } from 'drizzle-orm';
import { removeOrderedCarts } from '#server/carts/carts.ts';
import type { App } from '#server/context.ts';
import type { Db } from '#server/db.ts';
import { queueMail } from '#server/mail/mail.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import { orderConfirmation } from '#server/mail/templates/order-confirmation.ts';
import { notifyCustomer, notifyStaff } from '#server/notifications/notifications.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { orderById } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';

/** A Held order was paid: it becomes Submitted, and everybody is told. */
export async function completeSubmit(app: App, tx: Db, order: string): Promise<void> {
  await tx.update(orders).set({ status: 'Submitted', heldUntil: null }).where(eq(orders._id, order));
  await recordOrderEvent(tx, order, 'system', 'status', 'Held → Submitted');
  await announceOrder(app, tx, order);
}

/**
 * What follows a submitted order, in its own transaction: its saved carts go, the confirmation mail and the
 * notifications of customer and staff are queued.
 */
export async function announceOrder(app: App, tx: Db, _id: string): Promise<void> {
  await removeOrderedCarts(tx, _id);
  const order = await orderById(tx, _id, true);
  const site = await mailSite(app, tx);
  await queueMail(tx, app, {
    ...orderConfirmation(order, site),
    template: 'order-confirmation',
    to: order.email,
    dedupeKey: `order-confirmation:${_id}`,
    order: _id,
  });
  const title = `Order ${order.orderNumber}`;
  await notifyStaff(tx, {
    type: 1,
    title,
    details: `${order.name}, ${order.total} USD`,
    link: `/admin/orders/${_id}`,
  });
  if (order.user) {
    await notifyCustomer(tx, order.user, {
      type: 1,
      title,
      details: 'Thank you. We have received your order.',
      link: `/user/orders/${_id}`,
    });
  }
}
