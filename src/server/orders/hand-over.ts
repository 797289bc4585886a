import { and, sql } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { fulfilledOf, goneFrom, handOversOf, readyOf, unitsOf } from '#server/orders/goods-gone.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { moveLocked } from '#server/orders/order-status.ts';
import { lockOrder, type OrderRow } from '#server/orders/read-order.ts';
import { orderEvents } from '#server/orders/tables.ts';
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
    const gone = await goneFrom(tx, _id);
    const lines = await fulfilledOf(tx, _id);
    const ready = readyOf(lines, gone);
    refuseHandOver(order, ready);
    const handed = gone.handed + ready;
    const inAll = handed > ready ? `, ${handed} in all` : '';
    const said = `${ready} of ${units.ordered} to ${collectedBy}${inAll}`;
    await recordOrderEvent(tx, _id, user, 'handed over', said, {
      ...{ key, to: collectedBy, units: handed, lines },
    });
    const isWhole = units.fulfilled === units.ordered;
    if (isWhole) await moveLocked(app, tx, user, order, { to: 'Completed' });
    return { status: isWhole ? 'Completed' : order.status, ...units };
  });
}

function refuseHandOver({ _id, status }: OrderRow, ready: number): void {
  if (status === 'Ready' && ready > 0) return;
  throw new AppError('order_state', {
    details: { order: { _id, status } },
    ...(status === 'Ready' && {
      message: 'All that was picked of this order has been handed over already, or came back.',
    }),
  });
}

async function isKnown(tx: Db, order: string, key: string): Promise<boolean> {
  const known = and(handOversOf(order), sql`${orderEvents.details} ->> 'key' = ${key}`);
  return (await tx.$count(orderEvents, known)) > 0;
}
