import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#server/database/db.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orderEvents, orderLines } from '#server/orders/tables.ts';

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

/** Counts what is fulfilled of each line of an order. */
export async function fulfilledOf(tx: Db, order: string): Promise<Record<string, number>> {
  const { _id, fulfilled } = orderLines;
  const lines = await tx.select({ _id, fulfilled }).from(orderLines).where(eq(orderLines.order, order));
  return Object.fromEntries(lines.map(line => [line._id, line.fulfilled]));
}

/** Tells how many units of a line of this order have left the shop, or its counter: handed over, sent, or returned. */
export async function unitsGone(
  tx: Db,
  { _id, status }: OrderRow,
): Promise<(line: { _id: string; fulfilled: number }) => number> {
  if (status === 'Shipped' || status === 'Completed') return line => line.fulfilled;
  const gone = await goneFrom(tx, _id);
  return line => gone.of(line._id, line.fulfilled);
}

/** Counts the units of an order that lie ready: fulfilled, not handed over, and not returned before they were. */
export async function unitsReady(tx: Db, order: string): Promise<number> {
  return readyOf(await fulfilledOf(tx, order), await goneFrom(tx, order));
}

/** Adds up the units that lie ready, of as many as are fulfilled of each line. */
export const readyOf = (lines: Record<string, number>, gone: Gone): number =>
  Object.entries(lines).reduce((sum, [line, units]) => sum + units - gone.of(line, units), 0);

interface Gone {
  /** Units that were handed over. */
  handed: number;
  /** Units of a line that are not on the counter any more, of as many as are fulfilled. */
  of: (line: string, fulfilled: number) => number;
}

/**
 * Follows an order's goods from the counter. Units that come back are first those that the customer has; more than those
 * were still here, and are sold to nobody any more.
 */
export async function goneFrom(tx: Db, order: string): Promise<Gone> {
  const events = await tx
    .select({ name: orderEvents.name, details: orderEvents.details })
    .from(orderEvents)
    .where(and(eq(orderEvents.order, order), inArray(orderEvents.name, ['handed over', 'return'])))
    .orderBy(asc(orderEvents.date), asc(orderEvents._id));
  const gone = new Map<string, number>();
  const theirs = new Map<string, number>();
  let handed = 0;
  let isUnknown = false;
  for (const { name, details } of events) {
    if (name === 'handed over') {
      const { units, lines } = detailsSchema.parse(details);
      handed = Math.max(handed, units);
      isUnknown = lines === undefined;
      for (const [line, fulfilled] of Object.entries(lines ?? {})) {
        // An event has the time at which its transaction began: two may stand here in the other order.
        const more = Math.max(0, fulfilled - (gone.get(line) ?? 0));
        theirs.set(line, (theirs.get(line) ?? 0) + more);
        gone.set(line, (gone.get(line) ?? 0) + more);
      }
    }
    for (const [line, units] of Object.entries(receivedSchema.parse(details ?? {}).received)) {
      const fromThem = Math.min(units, theirs.get(line) ?? 0);
      theirs.set(line, (theirs.get(line) ?? 0) - fromThem);
      gone.set(line, (gone.get(line) ?? 0) + units - fromThem);
    }
  }
  // Customers who were handed goods in the first days have all that was fulfilled.
  return { handed, of: (line, fulfilled) => (isUnknown ? fulfilled : (gone.get(line) ?? 0)) };
}

/** Finds the events of an order that say that something was handed over. */
export const handOversOf = (order: string) =>
  and(eq(orderEvents.order, order), eq(orderEvents.name, 'handed over'));

/** `lines`: how many units of each line had been handed over by then; those of the first days of handing over lack them. */
const detailsSchema = z.object({
  to: z.string(),
  units: z.int(),
  lines: z.record(z.string(), z.int()).optional(),
});
/** A return that was received says how many units of each line came back. */
const receivedSchema = z.object({ received: z.record(z.string(), z.int()).default({}) });

/** One time that goods of an order were handed over: to whom, and how many units then. */
interface HandedTo {
  to: string;
  at: string;
  units: number;
}

/** The times that something of an order was handed over, the first one first. */
export async function readHandOvers(db: Db, order: string): Promise<HandedTo[]> {
  const events = await db
    .select({ at: orderEvents.date, details: orderEvents.details })
    .from(orderEvents)
    .where(handOversOf(order));
  let before = 0;
  // By what had been handed over by then: two may have the times of their transactions in the other order.
  return events
    .map(({ at, details }) => ({ at, ...detailsSchema.parse(details) }))
    .toSorted((one, other) => one.units - other.units)
    .map(({ at, to, units }) => {
      const these = units - before;
      before = units;
      return { to, at, units: these };
    });
}
