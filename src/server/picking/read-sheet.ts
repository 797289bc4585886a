import { and, desc, eq, isNull } from 'drizzle-orm';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { readHandOvers, unitsOf, unitsReady } from '#server/orders/goods-gone.ts';
import { orders } from '#server/orders/tables.ts';
import { byBin, linesToPick, listMark } from '#server/orders/things-to-pick.ts';
import { picks } from '#server/picking/tables.ts';
import { userName, users } from '#server/users/tables.ts';
import { openBalance } from '#shared/rules/figure-rows.ts';
import type { PickCount, PickSheet } from '#shared/schemas/staff-picking.ts';

export type PickRow = typeof picks.$inferSelect;

/** A pick with the name of whoever it is in the hands of. */
export interface NamedPick extends PickRow {
  name: string;
}

/** One order as it is picked, for whoever looks at it. Throws `not_found`. */
export async function pickSheet(db: Db, user: SessionUser, id: string): Promise<PickSheet> {
  const [found] = await db
    .select({ order: orders, companyName: companies.name })
    .from(orders)
    .leftJoin(companies, eq(companies._id, orders.company))
    .where(eq(orders._id, id));
  if (!found) throw new AppError('not_found');
  const { order, companyName } = found;
  const lines = await linesToPick(db, [id]);
  const places = lines.flatMap(({ things }) => things).toSorted(byBin);
  const pick = (await openPick(db, id)) ?? (await canceledPick(db, id, user));
  return {
    order: {
      ...order,
      ...{ companyName, open: openBalance(order) },
      ...(await unitsOf(db, id)),
    },
    list: listMark(order, lines),
    places,
    pick: pick && {
      ...{ key: pick._id, name: pick.name, isMine: pick.by === user._id },
      ...{ begunAt: pick.begunAt, seenAt: pick.seenAt, turn: pick.turn },
      counts: countsOf(pick, places),
    },
    ready: await unitsReady(db, id),
    handed: await readHandOvers(db, id),
  };
}

/** The counts of a pick, as far as there is still something to be picked in their places. */
export const countsOf = (
  { counts }: Pick<PickRow, 'counts'>,
  places: readonly { place: string; asked: number }[],
): PickCount[] =>
  places.flatMap(({ place, asked }) => {
    const count = counts[place];
    return count ? [{ place, picked: Math.min(count.picked, asked), short: count.short }] : [];
  });

/** The pick of an order that goes on; null: nobody picks it. */
export async function openPick(db: Db, order: string): Promise<NamedPick | null> {
  const [found] = await db
    .select({ pick: picks, name: userName })
    .from(picks)
    .innerJoin(users, eq(users._id, picks.by))
    .where(and(eq(picks.order, order), isNull(picks.endedAt)));
  return found ? { ...found.pick, name: found.name } : null;
}

/** One's own pick that ended as its order was canceled: what was counted of it is to be put away. */
async function canceledPick(db: Db, order: string, user: SessionUser): Promise<NamedPick | null> {
  const last = await lastPick(db, order);
  return last?.end === 'canceled' && last.by === user._id ? last : null;
}

/** The pick of an order that began last. */
export async function lastPick(db: Db, order: string): Promise<NamedPick | null> {
  const [found] = await db
    .select({ pick: picks, name: userName })
    .from(picks)
    .innerJoin(users, eq(users._id, picks.by))
    .where(eq(picks.order, order))
    .orderBy(desc(picks.begunAt), desc(picks._id))
    .limit(1);
  return found ? { ...found.pick, name: found.name } : null;
}
