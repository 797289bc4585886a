import { eq } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { endPick } from '#server/orders/end-pick.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { moveLocked } from '#server/orders/order-status.ts';
import { lockOrder, type OrderRow } from '#server/orders/read-order.ts';
import { lastPick, type NamedPick, openPick, type PickRow, pickSheet } from '#server/picking/read-sheet.ts';
import { picks } from '#server/picking/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { canBePicked } from '#shared/rules/picking.ts';
import type { BeginPick, PickSheet } from '#shared/schemas/staff-picking.ts';

/**
 * Takes an order on to pick it, or goes on with one's own pick. Another's is `pick_state`, unless it is taken over: by
 * the key that was seen, so that nobody takes it from one whom they don't know of. Going on where somebody
 * stopped finds what they counted. Throws `order_state` for what is not picked, and `over_limit` as any move does.
 */
export async function beginPick(
  app: App,
  user: SessionUser,
  { id, takeOver, evenOverLimit }: BeginPick,
): Promise<PickSheet> {
  return retrying(app.db, async tx => {
    const order = await lockOrder(tx, id);
    refuseUnpicked(order);
    const going = await openPick(tx, id);
    if (going?.by === user._id) return goOn(tx, user, going);
    if (going && going._id !== takeOver) throw pickState(going);
    const before = going ?? (await lastPick(tx, id));
    if (going) await endPick(tx, id, 'taken over');
    if (order.status === 'Submitted') {
      await moveLocked(app, tx, user, order, { to: 'Processing', evenOverLimit });
    }
    const { list } = await pickSheet(tx, user, id);
    // A count by another list may have counted what is fulfilled by now.
    const isCounted = before?.list === list && before.end !== 'finished';
    await tx
      .insert(picks)
      .values({ order: id, by: user._id, list, ...(isCounted && { counts: before.counts }) });
    if (going) await recordOrderEvent(tx, id, user, 'picking taken over', `from ${going.name}`);
    else await recordOrderEvent(tx, id, user, 'picking begun');
    return pickSheet(tx, user, id);
  });
}

/** Goes on with one's own pick, by the list as it is now. */
async function goOn(tx: Db, user: SessionUser, { _id, order }: PickRow): Promise<PickSheet> {
  const { list } = await pickSheet(tx, user, order);
  await tx.update(picks).set({ list, seenAt: clock.now().toISOString() }).where(eq(picks._id, _id));
  return pickSheet(tx, user, order);
}

/** Puts an order back: its counts stay for whoever goes on. One that ended already stays as it ended. */
export async function leavePick(db: Db, user: SessionUser, key: string): Promise<void> {
  await retrying(db, async tx => {
    const { pick } = await lockPick(tx, user, key);
    if (pick.end !== null) return;
    await endPick(tx, pick.order, 'left');
    await recordOrderEvent(tx, pick.order, user, 'picking left');
  });
}

/** Locks one's own pick, with its order before it. Throws `not_found`. */
export async function lockPick(
  tx: Db,
  user: SessionUser,
  key: string,
): Promise<{ order: OrderRow; pick: PickRow }> {
  const { order: of } = await ownPick(tx, user, key);
  const order = await lockOrder(tx, of);
  return { order, pick: await ownPick(tx, user, key) };
}

/** One's own pick by its key. Throws `not_found`. */
export async function ownPick(db: Db, user: SessionUser, key: string): Promise<PickRow> {
  const [pick] = await db.select().from(picks).where(eq(picks._id, key));
  if (pick?.by !== user._id) throw new AppError('not_found');
  return pick;
}

/** Throws `order_state` where an order is not, or no longer, picked. */
export function refuseUnpicked({ _id, status }: OrderRow): void {
  if (canBePicked(status)) return;
  throw new AppError('order_state', { details: { order: { _id, status } } });
}

/** Says who picks an order now, or how the last pick of it ended. */
export function pickState({ name, begunAt, end }: NamedPick): AppError {
  const message =
    end === 'finished'
      ? `${name} has finished this list already.`
      : end === 'left'
        ? `${name} has put this order back.`
        : `${name} picks this order now.`;
  return new AppError('pick_state', { message, details: { pick: { end, name, since: begunAt } } });
}
