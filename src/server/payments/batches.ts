import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { payments } from '#server/payments/tables.ts';

export type PaymentRow = typeof payments.$inferSelect;

/** Selects the payments of a charge: the one that has it, and those of the other orders that were paid with it. */
export const ofBatch = (lead: string) => or(eq(payments._id, lead), eq(payments.batch, lead));

/** The payments of a charge, the one that has it first, then in the order of their orders' `_id`. */
export function readBatch(db: Db, lead: string): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(ofBatch(lead))
    .orderBy(sql`${payments.batch} is not null`, asc(payments.order));
}

/** Locks several orders in the one order that all paths keep; fewer come back than were asked for where some are not there. */
export function lockOrders(tx: Db, ids: readonly string[]): Promise<OrderRow[]> {
  return tx
    .select()
    .from(orders)
    .where(inArray(orders._id, [...ids]))
    .orderBy(asc(orders._id))
    .for('no key update');
}

export interface Part {
  order: OrderRow;
  payment: PaymentRow;
}

/**
 * A charge with everything that it is for, locked, an order before its payment as every path does. An order paid by a
 * charge of its own, as nearly every one is, takes one statement. None: there is no such charge.
 */
export async function lockParts(tx: Db, lead: string): Promise<Part[]> {
  const [first] = await tx
    .select({ order: orders, payment: payments })
    .from(payments)
    .innerJoin(orders, eq(orders._id, payments.order))
    .where(eq(payments._id, lead))
    .for('no key update', { of: [orders, payments] });
  if (!first) return [];
  if (first.payment.purpose === 'order') return [first];
  const others = await tx.select({ order: payments.order }).from(payments).where(eq(payments.batch, lead));
  if (others.length === 0) return [first];
  const locked = await lockOrders(
    tx,
    others.map(({ order }) => order),
  );
  const rows = await tx
    .select()
    .from(payments)
    .where(eq(payments.batch, lead))
    .orderBy(asc(payments.order))
    .for('no key update');
  const parts = rows.flatMap(payment => {
    const order = locked.find(({ _id }) => _id === payment.order);
    return order ? [{ order, payment }] : [];
  });
  return [first, ...parts];
}
