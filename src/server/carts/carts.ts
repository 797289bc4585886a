import { eq, inArray } from 'drizzle-orm';
import { carts } from '#server/carts/tables.ts';
import type { Db } from '#server/db.ts';
import { orderCarts } from '#server/orders/tables.ts';

export type CartRow = typeof carts.$inferSelect;

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
