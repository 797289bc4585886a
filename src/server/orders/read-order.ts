import { timingSafeEqual } from 'node:crypto';
import { asc, eq, inArray } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { orderBundleItems, orderCarts, orderLines, orders } from '#server/orders/tables.ts';
import { canReadOrder } from '#shared/rules/permissions.ts';
import type { Order, OrderLine } from '#shared/schemas/orders.ts';
import { tiersOfFields, toldTiers } from '#shared/schemas/quantity-prices.ts';

export type OrderRow = typeof orders.$inferSelect;
type LineRow = typeof orderLines.$inferSelect;
type BundleRow = typeof orderBundleItems.$inferSelect;

/** Everything that an order is stored as. */
export interface StoredOrder {
  row: OrderRow;
  /** In their order. */
  lines: LineRow[];
  items: BundleRow[];
  carts: (typeof orderCarts.$inferSelect)[];
}

/**
 * Whether somebody may see and act on an order: staff, its owner, a Primary of its company, or whoever has its
 * key. Everyone else gets the same 404 as for an order that does not exist.
 */
export function mayReachOrder(order: OrderRow, user: SessionUser | null, orderKey?: string): boolean {
  return hasKey(order, orderKey) || canReadOrder(user, order);
}

/** Tells whether somebody showed an order's own key; only then may they be told it again. */
export function hasKey(order: Pick<OrderRow, 'orderKey'>, orderKey: string | undefined): boolean {
  if (orderKey === undefined) return false;
  const [given, own] = [Buffer.from(orderKey), Buffer.from(order.orderKey)];
  return given.length === own.length && timingSafeEqual(given, own);
}

/** An order's row that the asker may reach. Throws `not_found`. */
export async function reachOrder(
  db: Db,
  by: { _id: string } | { orderNumber: number },
  user: SessionUser | null,
  orderKey?: string,
): Promise<OrderRow> {
  const which = '_id' in by ? eq(orders._id, by._id) : eq(orders.orderNumber, by.orderNumber);
  const [row] = await db.select().from(orders).where(which);
  if (!row || !mayReachOrder(row, user, orderKey)) throw new AppError('not_found');
  return row;
}

/** Locks an order for a change of its state. Throws `not_found`. */
export async function lockOrder(tx: Db, _id: string): Promise<OrderRow> {
  const [row] = await tx.select().from(orders).where(eq(orders._id, _id)).for('no key update');
  if (!row) throw new AppError('not_found');
  return row;
}

/** Parts of an order that not everyone is told who may see it. */
interface Told {
  /** Only for the guest who placed it. */
  withKey?: boolean;
  /** The cost of the goods to the shop: only for staff. */
  withCost?: boolean;
}

/** The whole order with its lines. */
export async function orderOf(db: Db, row: OrderRow, told: Told = {}): Promise<Order> {
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.order, row._id))
    .orderBy(asc(orderLines.position));
  const bundleLines = lines.filter(line => line.isBundle).map(line => line._id);
  const items = bundleLines.length
    ? await db.select().from(orderBundleItems).where(inArray(orderBundleItems.line, bundleLines))
    : [];
  const carts = lines.some(line => line.orderCart)
    ? await db
        .select()
        .from(orderCarts)
        .where(eq(orderCarts.order, row._id))
        .orderBy(asc(orderCarts.position))
    : [];
  return describeOrder({ row, lines, items, carts }, told);
}

/** An order as it is shown. */
export function describeOrder({ row, lines, items, carts }: StoredOrder, told: Told = {}): Order {
  const { withKey = false, withCost = false } = told;
  const shown = lines.map(line => cartLineOf(line, items, withCost));
  const { orderKey, ...rest } = row;
  return {
    ...rest,
    ...(withKey && { orderKey }),
    cart: shown,
    carts: carts.map(cart => ({
      _id: cart._id,
      orderName: cart.orderName,
      paid: cart.paid,
      subTotal: cart.subTotal,
      tax: cart.tax,
      cartItems: shown.filter((_, index) => lines[index]?.orderCart === cart._id),
    })),
  };
}

/** The whole order by its `_id`. Throws `not_found`. */
export async function orderById(db: Db, _id: string, told: Told = {}): Promise<Order> {
  const [row] = await db.select().from(orders).where(eq(orders._id, _id));
  if (!row) throw new AppError('not_found');
  return orderOf(db, row, told);
}

function cartLineOf(line: LineRow, items: BundleRow[], withCost: boolean): OrderLine {
  const own = items.filter(item => item.line === line._id);
  return {
    ...line,
    bundleDiscount: line.bundleDiscountPer,
    bundleItems: withCost ? own : own.map(({ cost: _, ...item }) => item),
    ...toldTiers(tiersOfFields(line)),
  };
}
