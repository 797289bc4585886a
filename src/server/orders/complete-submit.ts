import { eq } from 'drizzle-orm';
import { closeOrderedCarts } from '#server/carts/carts.ts';
import type { App } from '#server/context.ts';
import type { Db } from '#server/db.ts';
import { queueMail } from '#server/mail/mail.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import { orderConfirmation } from '#server/mail/templates/order-confirmation.ts';
import { notifyCustomer, notifyStaff } from '#server/notifications/notifications.ts';
import { recordOrderEvents } from '#server/orders/order-events.ts';
import { type OrderRow, orderOf } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import type { Money } from '#shared/rules/money.ts';
import type { Order } from '#shared/schemas/orders.ts';

/**
 * Money came in for a locked order. A Held one becomes Submitted, everybody is told, and it is answered as it stands
 * now, with its key; null for any other.
 */
export async function recordPaid(
  app: App,
  tx: Db,
  order: OrderRow,
  paid: { amountPaid: Money; test: boolean; how: string },
): Promise<Order | null> {
  const { how, ...values } = paid;
  const isHeld = order.status === 'Held';
  const [row] = await tx
    .update(orders)
    .set({ ...values, ...(isHeld && { status: 'Submitted', heldUntil: null, placedBy: null }) })
    .where(eq(orders._id, order._id))
    .returning();
  await recordOrderEvents(tx, order._id, 'system', [
    { name: 'paid', description: how },
    ...(isHeld ? [{ name: 'status', description: 'Held → Submitted' }] : []),
  ]);
  if (!isHeld || !row) return null;
  const submitted = await orderOf(tx, row, true);
  await announceOrder(app, tx, submitted);
  return submitted;
}

/**
 * What follows a submitted order, given with its key, in its own transaction: its saved carts go, the confirmation
 * mail and the notifications of customer and staff are queued.
 */
export async function announceOrder(app: App, tx: Db, order: Order): Promise<void> {
  const { _id } = order;
  if (order.carts.length > 0) await closeOrderedCarts(tx, _id);
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
