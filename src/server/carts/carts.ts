import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { carts } from '#server/carts/tables.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { orderCarts, orders } from '#server/orders/tables.ts';

export type CartRow = typeof carts.$inferSelect;

/**
 * Locks the saved carts that a user's order is made of, in the order of their `_id`, so that one cart is ordered once.
 * Throws `cart_ordered` for those that stand in another order of the user's that was not canceled; `replaced` is the
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
    .leftJoin(carts, eq(carts._id, orderCarts.cart))
    .where(
      and(
        inArray(orderCarts.cart, [...ids]),
        eq(orders.user, user),
        ne(orders.status, 'Canceled'),
        // Not one that kept what was no part of its order.
        or(eq(orders.status, 'Held'), isNull(carts._id), eq(carts.state, 'ordered')),
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

/**
 * A canceled order gives its carts back to the list, as they were ordered: whoever cancels to mend something goes on
 * from there. Not one that another order has, nor one that was kept, whose lines are others by now.
 */
export async function reopenOrderedCarts(tx: Db, order: string): Promise<void> {
  const own = tx
    .select({ _id: carts._id })
    .from(carts)
    .where(
      and(
        eq(carts.state, 'ordered'),
        sql`exists (select from order_carts c where c.cart = ${carts._id} and c."order" = ${order}::uuid)`,
        sql`not exists (
          select from order_carts c join orders o on o.id = c."order"
          where c.cart = ${carts._id} and o.id <> ${order}::uuid and o.status <> 'Canceled')`,
      ),
    )
    .orderBy(carts._id)
    .for('no key update');
  await tx
    .update(carts)
    .set({
      state: sql`case when ${carts.quotedUntil} is null then 'saved' else 'quoted' end`,
      version: sql`${carts.version} + 1`,
    })
    .where(inArray(carts._id, own));
}

/**
 * Marks the saved carts that a submitted order was made of as ordered: they are gone from the list (rule O3). Anything
 * put into one after the order was made is no part of it and stays, in a cart that is saved as before.
 */
export async function closeOrderedCarts(tx: Db, order: string): Promise<void> {
  const own = tx.select({ cart: orderCarts.cart }).from(orderCarts).where(eq(orderCarts.order, order));
  await tx
    .select({ _id: carts._id })
    .from(carts)
    .where(inArray(carts._id, own))
    .orderBy(carts._id)
    .for('no key update');
  // A statement of its own: it sees what was put in before the locks were had.
  await tx.execute(sql`
    with sold as (
      select c.cart, l.variant_id, sum(l.quantity) as units
      from order_carts c join order_lines l on l.order_cart = c.id
      where c."order" = ${order}::uuid and l.price_source <> 'free' group by c.cart, l.variant_id),
    remaining as (
      select l.id, l.cart, l.quantity, least(l.quantity, greatest(0, sum(l.quantity) over (
        partition by l.cart, l.variant_id order by l.position, l.id) - coalesce(s.units, 0))) as units
      from cart_lines l left join sold s on s.cart = l.cart and s.variant_id = l.variant_id
      where l.cart in (select cart from order_carts where "order" = ${order}::uuid)),
    open as (select cart from remaining group by cart having sum(units) > 0),
    taken as (
      delete from cart_lines using remaining, open
      where cart_lines.id = remaining.id and remaining.cart = open.cart and remaining.units = 0),
    lessened as (
      update cart_lines set quantity = remaining.units::int from remaining
      where cart_lines.id = remaining.id and remaining.units > 0 and remaining.units < remaining.quantity)
    update carts set version = version + 1, updated_at = now(),
      state = case when id in (select cart from open) then 'saved' else 'ordered' end,
      quoted_until = case when id in (select cart from open) then null else quoted_until end,
      quoted_shipping = case when id in (select cart from open) then null else quoted_shipping end
    where id in (select cart from order_carts where "order" = ${order}::uuid)`);
}
