import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { inTheirName, type LoggedUser } from '#server/logs/logs.ts';
import { orderEvents } from '#server/orders/tables.ts';
import type { OrderEventName } from '#shared/rules/order-events.ts';

/** The one who did something: a signed-in user, a guest by their e-mail, or the system itself. */
export type Actor = LoggedUser | { guest: string } | 'system';

/** Adds to an order's history, in the transaction of what it tells of: to be awaited, or sent `alongside`. */
export function recordOrderEvent(
  tx: Db,
  order: string,
  actor: Actor,
  name: OrderEventName,
  description = '',
  details?: unknown,
) {
  return recordOrderEvents(tx, order, actor, [{ name, description, details }]);
}

/** Whether a canceled order ran out unpaid; else somebody gave it up. */
export async function hasRunOut(db: Db, order: string): Promise<boolean> {
  const [canceled] = await db
    .select({ by: orderEvents.userEmail })
    .from(orderEvents)
    .where(and(eq(orderEvents.order, order), eq(orderEvents.name, 'canceled')))
    .orderBy(desc(orderEvents.date), desc(orderEvents._id))
    .limit(1);
  return canceled?.by === 'system';
}

/** Does the same with several in one statement; they share an instant and stay in their order. */
export function recordOrderEvents(
  tx: Db,
  order: string,
  actor: Actor,
  events: readonly { name: OrderEventName; description: string; details?: unknown }[],
) {
  const who =
    actor === 'system'
      ? { userEmail: 'system' }
      : 'guest' in actor
        ? { userEmail: actor.guest }
        : { user: actor._id, userEmail: actor.email };
  const user = typeof actor === 'object' && '_id' in actor ? actor : null;
  const values = events.map(event => ({
    ...{ order, ...who, ...event },
    description: inTheirName(user, event.description),
  }));
  return tx.insert(orderEvents).values(values);
}
