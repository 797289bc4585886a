import { eq, sql } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/db.ts';
import { AppError } from '#server/errors.ts';
import { orderReady } from '#server/mail/templates/order-ready.ts';
import { orderShipped } from '#server/mail/templates/order-shipped.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { lockOrder, type OrderRow, orderById } from '#server/orders/read-order.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { type Tidings, tellCustomer } from '#server/orders/tell-customer.ts';
import { canMove } from '#shared/rules/order-status.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import type { Order } from '#shared/schemas/orders.ts';

/** Where staff take an order on its way. It becomes Submitted by its payment alone, Canceled by `cancelOrder`. */
export type NextStatus = 'Processing' | 'Ready' | 'Shipped' | 'Completed';

export interface Move {
  _id: string;
  to: NextStatus;
  /** Parcels, besides those that are known. */
  tracking?: readonly { carrier: string; number: string }[];
}

/** What a customer is told: that he can come for it, or that it comes. The rest is the shop's own business. */
const TIDINGS: Partial<Record<NextStatus, Tidings>> = {
  Ready: {
    template: 'order-ready',
    mail: orderReady,
    note: { type: 3, title: order => `Order ${order.orderNumber} is ready for pick-up`, details: '' },
  },
  Shipped: {
    template: 'order-shipped',
    mail: orderShipped,
    note: { type: 3, title: order => `Order ${order.orderNumber} is on its way`, details: '' },
  },
};

/**
 * Moves an order on, with its history and what its customer is told, in one transaction. From Ready on everything
 * in it counts as fulfilled. Throws `order_state`, with the status that it has, for a move that the asker may not
 * make from there.
 */
export async function moveOrder(
  app: App,
  user: SessionUser,
  { _id, to, tracking = [] }: Move,
  now = new Date(),
): Promise<Order> {
  return retrying(app.db, async tx => {
    const order = await lockOrder(tx, _id);
    const { status } = order;
    if (!canMove(status, to, isStaff(user) ? 'staff' : 'customer')) {
      throw new AppError('order_state', { details: { order: { _id, status } } });
    }
    const parcels = tracking.map(parcel => ({ ...parcel, at: now.toISOString() }));
    await writeMove(tx, order, to, parcels);
    await recordOrderEvent(tx, _id, user, 'status', `${status} → ${to}`, {
      from: status,
      ...(parcels.length > 0 && { tracking: parcels }),
    });
    const tidings = TIDINGS[to];
    if (tidings) await tellCustomer(app, tx, _id, tidings);
    return orderById(tx, _id);
  });
}

async function writeMove(
  tx: Db,
  order: OrderRow,
  to: NextStatus,
  parcels: OrderRow['tracking'],
): Promise<void> {
  await tx
    .update(orders)
    .set({ status: to, tracking: [...order.tracking, ...parcels], version: order.version + 1 })
    .where(eq(orders._id, order._id));
  if (to === 'Processing') return;
  await tx
    .update(orderLines)
    .set({ fulfilled: sql`${orderLines.quantity}` })
    .where(eq(orderLines.order, order._id));
}
