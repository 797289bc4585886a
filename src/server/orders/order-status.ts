import { and, asc, eq, lt } from 'drizzle-orm';
import { companies } from '#server/companies/tables.ts';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { orderReady } from '#server/mail/templates/order-ready.ts';
import { orderShipped } from '#server/mail/templates/order-shipped.ts';
import { endPick } from '#server/orders/end-pick.ts';
import { unitsReady } from '#server/orders/goods-gone.ts';
import { OVER_LIMIT } from '#server/orders/order-desk.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { lockOrder, type OrderRow, orderById } from '#server/orders/read-order.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { type Tidings, tellCustomer } from '#server/orders/tell-customer.ts';
import type { OrderStatus } from '#shared/enumerations.ts';
import type { NextStatus } from '#shared/office-lists.ts';
import { canMove } from '#shared/rules/order-status.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import type { Order } from '#shared/schemas/orders.ts';

interface Move {
  _id: string;
  to: NextStatus;
  /** Counts every line as fulfilled. */
  allPicked?: true | undefined;
  /** Takes it on although its company owes more than its limit. */
  evenOverLimit?: true | undefined;
}

/** The news for a customer: that they can come for it, or that it comes. The rest is the shop's own business. */
export const STATUS_UPDATES: Partial<Record<OrderStatus, Tidings>> = {
  Ready: {
    template: 'order-ready',
    mail: orderReady,
    note: {
      type: 3,
      title: order => `Order ${order.orderNumber} is ready for pick-up`,
      details: ({ counter }) => (counter ? `The counter is open ${counter.words}.` : ''),
    },
  },
  Shipped: {
    template: 'order-shipped',
    mail: orderShipped,
    note: { type: 3, title: order => `Order ${order.orderNumber} is on its way`, details: '' },
  },
};

/**
 * Moves an order on, with its history and what its customer is told, in one transaction. Throws `order_state`, with the
 * status that it has, for a move that the asker may not make from there; `not_counted` where nothing is counted of what
 * would become Ready or Shipped; `invalid` for completing what is not all fulfilled; `over_limit` for taking on what a
 * company ordered that owes more than its limit, unless that is said.
 */
export async function moveOrder(
  app: App,
  user: SessionUser,
  { _id, to, allPicked, evenOverLimit }: Move,
): Promise<Order> {
  return retrying(app.db, async tx => {
    const order = await lockOrder(tx, _id);
    refuseMove(order, to, user);
    if (allPicked) await storeCounts(tx, user, order, await allOpen(tx, order));
    await moveLocked(app, tx, user, order, { to, evenOverLimit });
    return orderById(tx, _id);
  });
}

/** Throws `over_limit` for an order of a company over its limit; taken on all the same, its history says so. */
async function askOverLimit(
  tx: Db,
  user: SessionUser,
  _id: string,
  evenOverLimit: true | undefined,
): Promise<void> {
  const [over] = await tx
    .select({ name: companies.name })
    .from(orders)
    .innerJoin(companies, eq(companies._id, orders.company))
    .where(and(eq(orders._id, _id), OVER_LIMIT));
  if (!over) return;
  const said = `${over.name} owes more than its limit`;
  if (!evenOverLimit) throw new AppError('over_limit', { message: `${said}.` });
  await recordOrderEvent(tx, _id, user, 'taken on over limit', said);
}

/** Throws `order_state` for a move that this user may not make from where the order is. */
export function refuseMove({ _id, status }: OrderRow, to: NextStatus, user: SessionUser): void {
  if (canMove(status, to, isStaff(user) ? 'staff' : 'customer')) return;
  throw new AppError('order_state', { details: { order: { _id, status } } });
}

/** The same for an order that is locked; `parcels` are those that go with it. */
export async function moveLocked(
  app: App,
  tx: Db,
  user: SessionUser,
  { _id, status, version }: OrderRow,
  {
    to,
    parcels = [],
    evenOverLimit,
    atCounter = false,
  }: Pick<Move, 'to' | 'evenOverLimit'> & { parcels?: OrderRow['tracking']; atCounter?: boolean },
): Promise<void> {
  if (to === 'Processing') await askOverLimit(tx, user, _id, evenOverLimit);
  await refuseUncounted(tx, _id, to);
  await tx
    .update(orders)
    .set({ status: to, version: version + 1 })
    .where(eq(orders._id, _id));
  await recordOrderEvent(tx, _id, user, 'status', `${status} → ${to}`, {
    from: status,
    ...(parcels.length > 0 && { tracking: parcels }),
  });
  if (to === 'Shipped' || to === 'Completed') await endPick(tx, _id, 'moved on');
  const tidings = STATUS_UPDATES[to];
  // Whoever stands there need not come for it.
  if (tidings && !atCounter) await tellCustomer(app, tx, _id, tidings);
}

async function refuseUncounted(tx: Db, _id: string, to: NextStatus): Promise<void> {
  if (to === 'Processing') return;
  const lines = await tx.select().from(orderLines).where(eq(orderLines.order, _id));
  if (to === 'Completed') {
    if (lines.every(line => line.fulfilled === line.quantity)) return;
    throw fieldError('status', 'can be Completed once everything in the order is fulfilled');
  }
  if (lines.every(line => line.fulfilled === 0)) throw new AppError('not_counted');
  if (to === 'Shipped' && (await unitsReady(tx, _id)) <= 0) {
    throw new AppError('order_state', { message: 'Nothing of this order lies ready to be sent any more.' });
  }
}

/** A line, and how many of its units are fulfilled now. */
export interface Count {
  line: typeof orderLines.$inferSelect;
  fulfilled: number;
}

/** Lists the lines of an order that are not all fulfilled, to be counted as that they are. */
export async function allOpen(tx: Db, { _id }: OrderRow): Promise<Count[]> {
  const open = await tx
    .select()
    .from(orderLines)
    .where(and(eq(orderLines.order, _id), lt(orderLines.fulfilled, orderLines.quantity)))
    .orderBy(asc(orderLines.position));
  return open.map(line => ({ line, fulfilled: line.quantity }));
}

/** Stores counts, with their history. */
export async function storeCounts(
  tx: Db,
  user: SessionUser,
  { _id }: OrderRow,
  counts: readonly Count[],
): Promise<void> {
  if (counts.length === 0) return;
  for (const { line, fulfilled } of counts) {
    await tx.update(orderLines).set({ fulfilled }).where(eq(orderLines._id, line._id));
  }
  const told = counts.map(({ line, fulfilled }) => `${fulfilled} of ${line.quantity} ${line.productNum}`);
  await recordOrderEvent(tx, _id, user, 'fulfilled', told.join(', '));
}
