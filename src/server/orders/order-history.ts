import { and, eq, isNull, sql } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { LIMITS, limit, takeBack } from '#server/http/rate-limits.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { orderOf } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { users } from '#server/users/tables.ts';
import { ORDER_NOTICES } from '#shared/messages.ts';
import type { Order } from '#shared/schemas/orders.ts';

/**
 * Puts an order that nobody owns, no company either, to the user whose confirmed e-mail address it bears. Every other
 * one, and one that does not exist, is `not_found`; whoever asks for many of them is slowed (`too_many`).
 */
export async function addToHistory(db: Db, user: SessionUser, orderNumber: number): Promise<Order> {
  const key = `orderHistory:${user._id}`;
  await limit(db, key, LIMITS.orderHistory);
  const order = await retrying(db, tx => takeOver(tx, user, orderNumber));
  if (!order) throw new AppError('not_found', { message: ORDER_NOTICES.notInDatabase.text });
  await takeBack(db, key);
  return orderOf(db, order);
}

async function takeOver(tx: Db, user: SessionUser, orderNumber: number) {
  const [taken] = await tx
    .update(orders)
    .set({ user: user._id })
    .where(
      and(
        eq(orders.orderNumber, orderNumber),
        isNull(orders.user),
        isNull(orders.company),
        sql`lower(${orders.email}) = (select lower(${users.email}) from ${users}
          where ${users._id} = ${user._id} and ${users.emailConfirmedAt} is not null)`,
      ),
    )
    .returning();
  if (taken) {
    await recordOrderEvent(tx, taken._id, user, 'owner', 'added to the history of its customer');
    return taken;
  }
  const [own] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.orderNumber, orderNumber), eq(orders.user, user._id)));
  return own ?? null;
}
