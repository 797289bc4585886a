import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { matching } from '#server/orders/order-text.ts';
import { orders } from '#server/orders/tables.ts';
import { withinDays } from '#server/shop-days.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import type { ListedOrder, OrderList } from '#shared/schemas/orders.ts';

/** Orders without their lines: staff's choice of all, everybody else's own. */
export function listOrders(
  db: Db,
  user: SessionUser,
  { user: whose, company, ...query }: OrderList,
): Promise<{ orders: ListedOrder[]; total: number }> {
  if (!isStaff(user)) return ordersWhere(db, eq(orders.user, user._id), query);
  return ordersWhere(
    db,
    and(whose ? eq(orders.user, whose) : undefined, company ? eq(orders.company, company) : undefined),
    query,
  );
}

/**
 * A page of those orders that a query leaves of some, and how many it leaves. Lines are read of those shown
 * alone; a search, which is what takes its time, goes once over the orders.
 */
export async function ordersWhere(
  db: Db,
  which: SQL | undefined,
  { page, limit, sort, ...query }: Omit<OrderList, 'user' | 'company'>,
): Promise<{ orders: ListedOrder[]; total: number }> {
  const where = and(which, ...(await conditionsOf(db, query)));
  const total = query.search ? sql<number>`(count(*) over ())::int` : sql<null>`null::int`;
  const shown = db
    .select({ _id: orders._id, found: total.as('found') })
    .from(orders)
    .where(where)
    .orderBy(...SORTS[sort])
    .limit(limit)
    .offset((page - 1) * limit)
    .as('shown');
  const found = await db
    .select({
      ...getTableColumns(orders),
      lineCount: ofLines<number>(sql`count(*)::int`),
      itemCount: ofLines<number>(sql`coalesce(sum(l.quantity), 0)::int`),
      found: shown.found,
    })
    .from(shown)
    .innerJoin(orders, eq(orders._id, shown._id))
    .orderBy(...SORTS[sort]);
  return { orders: found, total: found[0]?.found ?? (await db.$count(orders, where)) };
}

/** Selects something of all lines `l` of each order. */
export const ofLines = <T>(what: SQL) =>
  sql<T>`(select ${what} from order_lines l where l."order" = orders.id)`;

const SORTS: Record<OrderList['sort'], SQL[]> = {
  newest: [desc(orders.createdAt), desc(orders._id)],
  oldest: [asc(orders.createdAt), asc(orders._id)],
  highest: [desc(orders.total), desc(orders._id)],
  lowest: [asc(orders.total), asc(orders._id)],
};

type Conditions = Pick<OrderList, 'search' | 'status' | 'paid' | 'from' | 'to'>;

async function conditionsOf(db: Db, { search, status, paid, from, to }: Conditions) {
  return [
    search ? matching(search) : undefined,
    status ? inArray(orders.status, status) : undefined,
    paid === undefined ? undefined : eq(orders.paid, paid),
    await withinDays(db, orders.createdAt, { from, to }),
  ];
}
