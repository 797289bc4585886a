import { eq, type SQLWrapper } from 'drizzle-orm';
import { spendApproval } from '#server/approvals/granted.ts';
import { closeOrderedCarts } from '#server/carts/carts.ts';
import type { App } from '#server/context.ts';
import { alongside, type Db } from '#server/database/db.ts';
import { queueMail } from '#server/mail/mail.ts';
import { keptMailSite } from '#server/mail/mail-site.ts';
import { orderConfirmation } from '#server/mail/templates/order-confirmation.ts';
import { notifyCustomer, staffNotes } from '#server/notifications/notifications.ts';
import { recordOrderEvents } from '#server/orders/order-events.ts';
import { type OrderRow, orderOf } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { tellOfPayment } from '#server/orders/tell-customer.ts';
import { formatMoney, type Money, subtractMoney } from '#shared/rules/money.ts';
import type { Order } from '#shared/schemas/orders.ts';

/**
 * Money came in for a locked order. A Held one becomes Submitted, everybody is told, and it is answered as it stands
 * now, with its key; null for any other. `writes` go along in the statement that changes the order.
 */
export async function recordPaid(
  app: App,
  tx: Db,
  order: OrderRow,
  paid: { amountPaid: Money; test: boolean; how: string },
  writes: readonly SQLWrapper[],
): Promise<Order | null> {
  const { how, ...values } = paid;
  const isHeld = order.status === 'Held';
  const changes = {
    ...values,
    ...(isHeld && ({ status: 'Submitted', heldUntil: null, placedBy: null } as const)),
  };
  const events = recordOrderEvents(tx, order._id, 'system', [
    { name: 'paid', description: how },
    ...(isHeld ? [{ name: 'status' as const, description: 'Held → Submitted' }] : []),
  ]);
  const notes = isHeld ? notesOf(tx, order) : [];
  const [computed] = await tx
    .with(...alongside(tx, [...writes, events, ...notes]))
    .update(orders)
    .set(changes)
    .where(eq(orders._id, order._id))
    .returning({ paid: orders.paid, finished: orders.finished, updatedAt: orders.updatedAt });
  if (!isHeld) {
    const amount = subtractMoney(paid.amountPaid, order.amountPaid);
    await tellOfPayment(app, tx, order._id, { amount, amountPaid: paid.amountPaid });
  }
  if (!isHeld || !computed) return null;
  const submitted = await orderOf(tx, { ...order, ...changes, ...computed }, { withKey: true });
  await confirmOrder(app, tx, submitted);
  return submitted;
}

/**
 * Does what follows a submitted order, given with its key, in its own transaction: its saved carts go, the confirmation
 * mail and the notifications of customer and staff are queued.
 */
export async function announceOrder(app: App, tx: Db, order: Order): Promise<void> {
  for (const note of notesOf(tx, order)) await tx.execute(note);
  await confirmOrder(app, tx, order);
}

async function confirmOrder(app: App, tx: Db, order: Order): Promise<void> {
  const { _id } = order;
  if (order.carts.length > 0) {
    await closeOrderedCarts(tx, _id);
    await spendApproval(tx, order);
  }
  const site = await keptMailSite(app, tx);
  await queueMail(tx, app, {
    ...orderConfirmation(order, site),
    template: 'order-confirmation',
    to: order.email,
    dedupeKey: `order-confirmation:${_id}`,
    order: _id,
  });
}

/** Makes the notifications of a submitted order, for staff and customer. */
function notesOf(tx: Db, order: Pick<OrderRow, '_id' | 'orderNumber' | 'name' | 'total' | 'user'>) {
  const title = `Order ${order.orderNumber}`;
  const forStaff = staffNotes({
    type: 1,
    title,
    details: `${order.name}, ${formatMoney(order.total)}`,
    link: `/admin/orders/${order._id}`,
  });
  if (!order.user) return [forStaff];
  const forCustomer = notifyCustomer(tx, order.user, {
    type: 1,
    title,
    details: 'Thank you. We have received your order.',
    link: `/user/orders/${order._id}`,
  });
  return [forStaff, forCustomer.getSQL()];
}
