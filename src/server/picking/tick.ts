import { eq } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { type LineToPick, linesToPick, listMark } from '#server/orders/things-to-pick.ts';
import { lockPick, ownPick, pickState, refuseUnpicked } from '#server/picking/begin-pick.ts';
import { countsOf, lastPick, type PickRow } from '#server/picking/read-sheet.ts';
import { picks } from '#server/picking/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { stale } from '#server/versioned.ts';
import type { FieldIssue } from '#shared/errors.ts';
import type { Look, PickCount, Tick, Ticked } from '#shared/schemas/staff-picking.ts';

/**
 * Stores what was counted in some places of one's own list. One that comes twice, or after a later one, changes nothing;
 * the answer is the list as it stands. Throws `not_found`; `pick_state` once somebody else picks the order, or nobody;
 * `order_state` and `stale` once the order, or a line of it, has moved on; `invalid` for what is not on the list.
 */
export async function tickPick(
  db: Db,
  user: SessionUser,
  { key, list, turn, counts }: Tick,
): Promise<Ticked> {
  return retrying(db, async tx => {
    const { order, pick } = await lockPick(tx, user, key);
    const places = (await standingList(tx, order, pick, list)).flatMap(({ things }) => things);
    if (turn <= pick.turn) return { turn: pick.turn, counts: countsOf(pick, places) };
    const issues = wrongCounts(places, counts);
    if (issues.length > 0) throw new AppError('invalid', { issues });
    const all = { ...pick.counts, ...byPlace(counts) };
    await tx
      .update(picks)
      .set({ counts: all, turn, seenAt: clock.now().toISOString() })
      .where(eq(picks._id, key));
    return { turn, counts: countsOf({ counts: all }, places) };
  });
}

/** Tells whoever picks that they still do, by the list that they hold. Throws what a tick would. */
export async function lookAtPick(db: Db, user: SessionUser, { key, list }: Look): Promise<void> {
  const pick = await ownPick(db, user, key);
  const [order] = await db.select().from(orders).where(eq(orders._id, pick.order));
  if (order) await standingList(db, order, pick, list);
}

/** The lines of an order as they are picked, if the pick goes on and this is still its list. */
export async function standingList(
  db: Db,
  order: OrderRow,
  pick: PickRow,
  list: string,
): Promise<LineToPick[]> {
  refuseUnpicked(order);
  if (pick.end !== null) throw pickState((await lastPick(db, order._id)) ?? { ...pick, name: 'Somebody' });
  const lines = await linesToPick(db, [order._id]);
  const { _id, status } = order;
  if (listMark(order, lines) !== list) throw stale(order, { order: { _id, status } });
  return lines;
}

/** Finds counts that can't be. */
export function wrongCounts(
  places: readonly { place: string; asked: number }[],
  counts: readonly PickCount[],
): FieldIssue[] {
  return counts.flatMap(({ place, picked }, index) => {
    const found = places.find(one => one.place === place);
    if (!found) return [{ path: ['counts', index, 'place'], message: 'is not on this list' }];
    if (counts.findIndex(one => one.place === place) < index)
      return [{ path: ['counts', index, 'place'], message: 'is named twice' }];
    const message = `is more than the ${found.asked} that are to be picked`;
    return picked > found.asked ? [{ path: ['counts', index, 'picked'], message }] : [];
  });
}

/** Gives counts as a pick stores them. */
export const byPlace = (counts: readonly PickCount[]): PickRow['counts'] =>
  Object.fromEntries(counts.map(({ place, picked, short }) => [place, { picked, short }]));
