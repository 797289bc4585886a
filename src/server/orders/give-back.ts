import { and, eq, sql } from 'drizzle-orm';
import { reopenOrderedCarts } from '#server/carts/carts.ts';
import { returnCouponUse } from '#server/coupons/coupons.ts';
import type { Db } from '#server/database/db.ts';
import type { Actor } from '#server/orders/order-events.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orderBundleItems, orderLines } from '#server/orders/tables.ts';
import { cancelAccountCharge, returnStoreCredit } from '#server/payments/ledgers.ts';
import { type Pieces, putBackStock } from '#server/variants/stock.ts';

/**
 * Gives back what a canceled order held: its saved carts, coupon use, store credit, the company's debt and the stock that its lines
 * took. Called once an order, by the change of its status to Canceled, under the order's lock.
 */
export async function giveBack(tx: Db, order: OrderRow, actor: Actor): Promise<void> {
  // While it was Held they were still there.
  if (order.status !== 'Held') await reopenOrderedCarts(tx, order._id);
  await cancelAccountCharge(tx, order);
  if (order.couponCode) await returnCouponUse(tx, order._id);
  await returnStoreCredit(tx, order);
  await putBackStock(tx, await takenBy(tx, order), {
    reason: order.status === 'Held' ? 'release' : 'cancel',
    order: order._id,
    user: actor !== 'system' && '_id' in actor ? actor._id : null,
  });
}

/** The pieces that an order took off the shelf. */
export async function takenBy(tx: Db, order: OrderRow): Promise<Pieces[]> {
  const taken = await tx
    .select({ variant: orderLines.variantId, pieces: orderLines.stockTaken })
    .from(orderLines)
    .where(and(eq(orderLines.order, order._id), sql`${orderLines.stockTaken} > 0`));
  const takenByBundles = await tx
    .select({ variant: orderBundleItems.variant, pieces: orderBundleItems.stockTaken })
    .from(orderBundleItems)
    .innerJoin(orderLines, eq(orderLines._id, orderBundleItems.line))
    .where(and(eq(orderLines.order, order._id), sql`${orderBundleItems.stockTaken} > 0`));
  return [...taken, ...takenByBundles];
}
