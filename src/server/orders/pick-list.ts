import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { companies } from '#server/companies/tables.ts';
import type { Db } from '#server/database/db.ts';
import { OVER_LIMIT } from '#server/orders/order-desk.ts';
import { orders } from '#server/orders/tables.ts';
import { linesToPick } from '#server/orders/things-to-pick.ts';
import { picks } from '#server/picking/tables.ts';
import { userName, users } from '#server/users/tables.ts';
import { MAX_PICKED_ORDERS } from '#shared/office-lists.ts';
import { groupByBin } from '#shared/rules/bins.ts';
import type { PickList, PickListQuery } from '#shared/schemas/staff-picking.ts';

/** Has lines that are still to be taken off a shelf. */
export const HAS_TO_PICK: SQL = sql`exists (select from order_lines l
  where l."order" = ${orders._id} and l.fulfilled < l.quantity and not l.drop_ship)`;

/**
 * Lists what orders still take off the shelves, bin by bin: of those that are named as far as they wait to be picked, else
 * of the oldest that do.
 */
export async function pickList(db: Db, { orders: numbers }: PickListQuery): Promise<PickList> {
  const waiting = and(
    inArray(orders.status, ['Submitted', 'Processing']),
    HAS_TO_PICK,
    numbers && inArray(orders.orderNumber, numbers),
  );
  const [found, total] = await Promise.all([
    db
      .select({
        ...{ _id: orders._id, orderNumber: orders.orderNumber, status: orders.status, name: orders.name },
        ...{ shippingMethod: orders.shippingMethod, createdAt: orders.createdAt },
        companyName: companies.name,
        overLimit: sql<boolean>`coalesce(${OVER_LIMIT}, false)`,
        picker: sql<string | null>`${userName}`,
      })
      .from(orders)
      .leftJoin(companies, eq(companies._id, orders.company))
      .leftJoin(picks, and(eq(picks.order, orders._id), isNull(picks.endedAt)))
      .leftJoin(users, eq(users._id, picks.by))
      .where(waiting)
      .orderBy(asc(orders.createdAt), asc(orders._id))
      .limit(MAX_PICKED_ORDERS),
    db.$count(orders, waiting),
  ]);
  const place = new Map(found.map(({ _id }, at) => [_id, at]));
  const lines = await linesToPick(db, [...place.keys()]);
  const things = lines
    .toSorted((one, other) => (place.get(one.order) ?? 0) - (place.get(other.order) ?? 0))
    .flatMap(line => line.things);
  return {
    orders: found,
    total,
    bins: groupByBin(things.map(({ asked, ...thing }) => ({ ...thing, pieces: asked }))),
  };
}
