import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { moveLocked } from '#server/orders/order-status.ts';
import { lockOrder, type OrderRow } from '#server/orders/read-order.ts';
import { orderEvents, orderLines } from '#server/orders/tables.ts';
import type { HandedOver, HandOver } from '#shared/schemas/staff-picking.ts';

/**
 * Writes down who collected what is ready of an order. With all of it fulfilled the order is Completed, else it waits for
 * its rest. The same key again changes nothing. Throws `order_state` for what is not Ready, and where all that was picked
 * is handed over already.
 */
export async function handOver(
  app: App,
  user: SessionUser,
  { _id, key, collectedBy }: HandOver,
): Promise<HandedOver> {
  return retrying(app.db, async tx => {
    const order = await lockOrder(tx, _id);
    const units = await unitsOf(tx, _id);
    if (await isKnown(tx, _id, key)) return { status: order.status, ...units };
    const last = await lastHandOver(tx, _id);
    refuseHandOver(order, units.fulfilled - (last?.units ?? 0));
    const told = `${units.fulfilled} of ${units.ordered} to ${collectedBy}`;
    await recordOrderEvent(tx, _id, user, 'handed over', told, {
      ...{ key, to: collectedBy, units: units.fulfilled, lines: await fulfilledOf(tx, _id) },
    });
    const isWhole = units.fulfilled === units.ordered;
    if (isWhole) await moveLocked(app, tx, user, order, { to: 'Completed' });
    return { status: isWhole ? 'Completed' : order.status, ...units };
  });
}

function refuseHandOver({ _id, status }: OrderRow, more: number): void {
  if (status === 'Ready' && more > 0) return;
  throw new AppError('order_state', {
    details: { order: { _id, status } },
    ...(status === 'Ready' && { message: 'All that was picked of this order has been handed over already.' }),
  });
}

/** Counts the units of an order that were ordered, and that are fulfilled. */
export async function unitsOf(db: Db, order: string): Promise<{ ordered: number; fulfilled: number }> {
  const [units] = await db
    .select({
      ordered: sql<number>`coalesce(sum(${orderLines.quantity}), 0)::int`,
      fulfilled: sql<number>`coalesce(sum(${orderLines.fulfilled}), 0)::int`,
    })
    .from(orderLines)
    .where(eq(orderLines.order, order));
  return units ?? { ordered: 0, fulfilled: 0 };
}

async function fulfilledOf(tx: Db, order: string): Promise<Record<string, number>> {
  const { _id, fulfilled } = orderLines;
  const lines = await tx.select({ _id, fulfilled }).from(orderLines).where(eq(orderLines.order, order));
  return Object.fromEntries(lines.map(line => [line._id, line.fulfilled]));
}

/** Tells how many units of a line of this order have left the shop: handed over, or sent. */
export async function unitsGone(
  tx: Db,
  { _id, status }: OrderRow,
): Promise<(line: { _id: string; fulfilled: number }) => number> {
  if (status === 'Shipped' || status === 'Completed') return line => line.fulfilled;
  const last = await lastHandOver(tx, _id);
  if (!last) return () => 0;
  const { lines } = last;
  return line => (lines ? (lines[line._id] ?? 0) : line.fulfilled);
}

async function isKnown(tx: Db, order: string, key: string): Promise<boolean> {
  const known = and(handOversOf(order), sql`${orderEvents.details} ->> 'key' = ${key}`);
  return (await tx.$count(orderEvents, known)) > 0;
}

const handOversOf = (order: string) => and(eq(orderEvents.order, order), eq(orderEvents.name, 'handed over'));

/** `lines`: how many units of each line had been handed over by then; those of the first days of handing over lack them. */
const detailsSchema = z.object({
  to: z.string(),
  units: z.int(),
  lines: z.record(z.string(), z.int()).optional(),
});
type LastHandOver = z.infer<typeof detailsSchema> & { at: string };

/** The last time that something of an order was handed over: to whom, and how many units had been by then. */
export async function lastHandOver(db: Db, order: string): Promise<LastHandOver | null> {
  const [last] = await db
    .select({ at: orderEvents.date, details: orderEvents.details })
    .from(orderEvents)
    .where(handOversOf(order))
    .orderBy(desc(orderEvents.date), desc(orderEvents._id))
    .limit(1);
  return last ? { at: last.at, ...detailsSchema.parse(last.details) } : null;
}
