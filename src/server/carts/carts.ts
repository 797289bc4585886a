import { and, eq, inArray, ne } from 'drizzle-orm';
import { carts } from '#server/carts/tables.ts';
import type { Db } from '#server/db.ts';
import { AppError } from '#server/errors.ts';
import { orderCarts, orders } from '#server/orders/tables.ts';

export type CartRow = typeof carts.$inferSelect;

/**
 * Locks the saved carts that a user's order is made of, in the order of their `_id`, so that one cart is ordered
 * once. Throws `cart_ordered` for those that stand in another order of his that was not canceled; `replaced` is the
 * one that gives them up.
 */
export async function lockCartsToOrder(
  tx: Db,
  ids: readonly string[],
  user: string,
  replaced: string | null,
): Promise<void> {
  await tx
    .select({ _id: carts._id })
    .from(carts)
    .where(inArray(carts._id, [...ids]))
    .orderBy(carts._id)
    .for('no key update');
  // A statement of its own: what it sees was committed before the locks were had.
  const ordered = await tx
    .select({
      cart: orderCarts.cart,
      _id: orders._id,
      orderNumber: orders.orderNumber,
      status: orders.status,
    })
    .from(orderCarts)
    .innerJoin(orders, eq(orders._id, orderCarts.order))
    .where(
      and(
        inArray(orderCarts.cart, [...ids]),
        eq(orders.user, user),
        ne(orders.status, 'Canceled'),
        replaced === null ? undefined : ne(orders._id, replaced),
      ),
    );
  const [first] = ordered;
  if (!first) return;
  const issues = ordered.map(({ cart }) => ({
    path: ['cartIds', ids.indexOf(cart ?? '')],
    message: 'was already ordered',
  }));
  const { _id, orderNumber, status } = first;
  throw new AppError('cart_ordered', { issues, details: { order: { _id, orderNumber, status } } });
}

/** Removes the saved carts that a submitted order was made of (spec §4). */
export async function removeOrderedCarts(tx: Db, order: string): Promise<void> {
  await tx
    .delete(carts)
    .where(
      inArray(
        carts._id,
        tx.select({ cart: orderCarts.cart }).from(orderCarts).where(eq(orderCarts.order, order)),
      ),
    );
}
