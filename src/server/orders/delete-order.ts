import { and, eq, sql } from 'drizzle-orm';
import { ownerOf, removeCart } from '#server/carts/own-carts.ts';
import { forgetComments } from '#server/comments/comments.ts';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying, rows } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { cancelLocked, refuseHandedOver, staffMayCancel } from '#server/orders/cancel-order.ts';
import { lockOrder, type OrderRow } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { waitingActs } from '#server/waiting-acts/tables.ts';
import { ERRORS } from '#shared/errors.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { canReadOrder, isAdmin } from '#shared/rules/permissions.ts';

/** Removes what this id names: one's own saved cart, or for an Admin an order (rule O13). */
export async function removeOrder(app: App, user: SessionUser, _id: string): Promise<{ _id: string }> {
  const [order] = await app.db.select().from(orders).where(eq(orders._id, _id));
  if (!order) return removeCart(app.db, _id, ownerOf(user));
  if (!canReadOrder(user, order)) throw new AppError('not_found');
  if (!isAdmin(user)) throw new AppError('forbidden');
  await retrying(app.db, tx => deleteOrder(app, tx, user, _id));
  return { _id };
}

/**
 * Deletes an order that nothing in the books names, else `in_the_books`; one that is not canceled yet is canceled by it,
 * where staff may (`order_state`), unless something that was asked for of it waits for an Admin. Its number, total and who deleted it stay in the log.
 */
async function deleteOrder(app: App, tx: Db, admin: SessionUser, _id: string): Promise<void> {
  const order = await lockOrder(tx, _id);
  const { status, orderNumber, total } = order;
  const mayCancel = await staffMayCancel(tx, order);
  if (await isInTheBooks(tx, order)) {
    throw new AppError('in_the_books', {
      details: { order: { _id, status }, mayCancel },
      ...(mayCancel && { message: `${ERRORS.in_the_books.notice} It can be canceled instead.` }),
    });
  }
  if ((await tx.$count(waitingActs, and(eq(waitingActs.order, _id), eq(waitingActs.state, 'waiting')))) > 0)
    throw new AppError('order_state', {
      message: 'Something that was asked for of this order waits for an Admin. Decide on it first.',
      details: { order: { _id, status } },
    });
  if (status !== 'Canceled') {
    await refuseHandedOver(tx, order);
    if (!mayCancel) throw new AppError('order_state', { details: { order: { _id, status } } });
    await cancelLocked(app, tx, order, admin, 'deleted');
  }
  await forgetComments(tx, 'order', _id);
  await tx.delete(orders).where(eq(orders._id, _id));
  await recordLog(tx, admin, {
    type: 'order',
    category: 'orders',
    name: `Deleted order ${orderNumber}`,
    description: `${formatMoney(total)}, ${order.name}, ${status}`,
    subject: _id,
    before: { orderNumber, total, status, email: order.email, createdAt: order.createdAt },
  });
}

/** Tells whether somebody may delete an order that is canceled, or that staff may cancel, as `mayCancel` says. */
export async function mayDelete(
  db: Db,
  user: SessionUser,
  order: OrderRow,
  mayCancel: boolean,
): Promise<boolean> {
  if (!isAdmin(user) || !(order.status === 'Canceled' || mayCancel)) return false;
  return !(await isInTheBooks(db, order));
}

/** Everything of money that names an order; attempts that failed count too. */
const BOOKS = [
  'payments',
  'payment_allocations',
  'refunds',
  'disputes',
  'account_entries',
  'store_credit_entries',
  'returns',
  'receipt_parts',
  'payouts',
  'given_back',
];

async function isInTheBooks(tx: Db, { _id }: OrderRow): Promise<boolean> {
  const named = BOOKS.map(
    table => sql`exists (select from ${sql.identifier(table)} b where b."order" = ${_id}::uuid)`,
  );
  const [found] = rows<{ named: boolean }>(
    await tx.execute(sql`select ${sql.join(named, sql` or `)} as named`),
  );
  return found?.named ?? true;
}
