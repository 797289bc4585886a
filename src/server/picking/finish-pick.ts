import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, inArray, isNull, ne, notExists, or } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { endPick } from '#server/orders/end-pick.ts';
import { unitsOf } from '#server/orders/goods-gone.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { patchLocked } from '#server/orders/patch-order.ts';
import { HAS_TO_PICK } from '#server/orders/pick-list.ts';
import { orders } from '#server/orders/tables.ts';
import type { LineToPick } from '#server/orders/things-to-pick.ts';
import { lockPick, pickState } from '#server/picking/begin-pick.ts';
import { picks } from '#server/picking/tables.ts';
import { byPlace, standingList, wrongCounts } from '#server/picking/tick.ts';
import { clock } from '#server/time-and-chance.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { unitsPicked } from '#shared/rules/picking.ts';
import type { FinishedPick, FinishPick, PickCount } from '#shared/schemas/staff-picking.ts';

/**
 * Ends one's own pick: its counts are added to what is fulfilled, with the reasons for what is short in the history. As
 * `ready` the order is so, and its customer is told, as of any later count of an order that is. The same again changes
 * nothing; with other counts, or as ready now, it is `pick_state`. Throws what a tick does, and `not_counted` where nothing
 * is there to be ready.
 */
export async function finishPick(
  app: App,
  user: SessionUser,
  { key, list, counts, ready }: FinishPick,
  now = clock.now(),
): Promise<FinishedPick> {
  return retrying(app.db, async tx => {
    const { order, pick } = await lockPick(tx, user, key);
    if (pick.end === 'finished') {
      const isOther = ready && order.status === 'Processing';
      if (isOther || !isDeepStrictEqual(pick.counts, byPlace(counts)))
        throw pickState({ ...pick, name: user.name || user.email });
    } else {
      const lines = await standingList(tx, order, pick, list);
      const issues = missingCounts(lines, counts);
      if (issues.length > 0) throw new AppError('invalid', { issues });
      const added = addedBy(lines, counts);
      await recordOrderEvent(
        tx,
        order._id,
        user,
        'picked',
        await toldOf(tx, order._id, { lines, counts, added }),
      );
      await patchLocked(
        ...([app, tx, user, order] as const),
        {
          ...(added.length > 0 && { cart: added.map(({ _id, fulfilled }) => ({ _id, fulfilled })) }),
          ...(ready && order.status === 'Processing' && { status: 'Ready' as const }),
        },
        now,
      );
      await tx
        .update(picks)
        .set({ counts: byPlace(counts) })
        .where(eq(picks._id, key));
      await endPick(tx, order._id, 'finished');
    }
    return finished(tx, order._id);
  });
}

/** Finds places without a count, and short ones without a reason, besides counts that can't be. */
function missingCounts(lines: readonly LineToPick[], counts: readonly PickCount[]): FieldIssue[] {
  const places = lines.flatMap(({ things }) => things);
  const unexplained = places.flatMap(({ place, asked, productNum }): FieldIssue[] => {
    const index = counts.findIndex(one => one.place === place);
    const count = counts[index];
    if (!count) return [{ path: ['counts'], message: `has nothing for ${productNum}` }];
    const isShort = count.picked < asked && count.short === '';
    return isShort ? [{ path: ['counts', index, 'short'], message: 'is required' }] : [];
  });
  return [...wrongCounts(places, counts), ...unexplained];
}

interface Added {
  _id: string;
  units: number;
  fulfilled: number;
}

function addedBy(lines: readonly LineToPick[], counts: readonly PickCount[]): Added[] {
  const pieces = new Map(counts.map(({ place, picked }) => [place, picked]));
  return lines.flatMap(line => {
    const units = unitsPicked(line, place => pieces.get(place) ?? 0);
    return units > 0 ? [{ _id: line._id, units, fulfilled: line.fulfilled + units }] : [];
  });
}

/** `46 of 50, 4 short: none on shelf (HP-4410-BN)`. */
async function toldOf(
  tx: Db,
  order: string,
  {
    lines,
    counts,
    added,
  }: { lines: readonly LineToPick[]; counts: readonly PickCount[]; added: readonly Added[] },
): Promise<string> {
  const { ordered, fulfilled } = await unitsOf(tx, order);
  const now = added.reduce((sum, { units }) => sum + units, fulfilled);
  const short = lines
    .flatMap(({ things }) => things)
    .flatMap(({ place, asked, productNum }) => {
      const count = counts.find(one => one.place === place);
      const missing = asked - (count?.picked ?? 0);
      return missing > 0 ? [`${missing} short: ${count?.short} (${productNum})`] : [];
    });
  return [`${now} of ${ordered}`, ...short].join(', ');
}

async function finished(tx: Db, order: string): Promise<FinishedPick> {
  const [row] = await tx.select({ status: orders.status }).from(orders).where(eq(orders._id, order));
  if (!row) throw new AppError('not_found');
  return { status: row.status, ...(await unitsOf(tx, order)), next: await nextToPick(tx, order) };
}

/** The order that has waited longest besides this one, which nobody picks, and nobody has picked what there is of. */
async function nextToPick(tx: Db, besides: string): Promise<FinishedPick['next']> {
  const picked = tx
    .select({ _id: picks._id })
    .from(picks)
    .where(and(eq(picks.order, orders._id), or(isNull(picks.endedAt), eq(picks.end, 'finished'))));
  const [next] = await tx
    .select({ _id: orders._id, orderNumber: orders.orderNumber })
    .from(orders)
    .where(
      and(
        inArray(orders.status, ['Submitted', 'Processing']),
        ne(orders._id, besides),
        HAS_TO_PICK,
        notExists(picked),
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders._id))
    .limit(1);
  return next ?? null;
}
