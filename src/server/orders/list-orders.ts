import { and, asc, desc, eq, getTableColumns, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/db.ts';
import { shopRates } from '#server/orders/rates.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { contains } from '#server/search/text.ts';
import { addDays } from '#shared/rules/open-hours.ts';
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

/** A page of those orders that a query leaves of some, and how many it leaves. */
export async function ordersWhere(
  db: Db,
  which: SQL | undefined,
  { page, limit, sort, ...query }: Omit<OrderList, 'user' | 'company'>,
): Promise<{ orders: ListedOrder[]; total: number }> {
  const where = and(which, ...(await conditionsOf(db, query)));
  const found = await db
    .select({
      ...getTableColumns(orders),
      lineCount: ofLines<number>(sql`count(*)::int`),
      itemCount: ofLines<number>(sql`coalesce(sum(l.quantity), 0)::int`),
    })
    .from(orders)
    .where(where)
    .orderBy(...SORTS[sort])
    .limit(limit)
    .offset((page - 1) * limit);
  return { orders: found, total: await db.$count(orders, where) };
}

const ofLines = <T>(what: SQL) => sql<T>`(select ${what} from order_lines l where l."order" = orders.id)`;

const SORTS: Record<OrderList['sort'], SQL[]> = {
  newest: [desc(orders.createdAt), desc(orders._id)],
  oldest: [asc(orders.createdAt), asc(orders._id)],
  highest: [desc(orders.total), desc(orders._id)],
  lowest: [asc(orders.total), asc(orders._id)],
};

type Conditions = Pick<OrderList, 'search' | 'status' | 'paid' | 'from' | 'to'>;

async function conditionsOf(db: Db, { search, status, paid, from, to }: Conditions) {
  const midnight = from || to ? await midnightOf(db) : null;
  return [
    search ? matching(search) : undefined,
    status ? eq(orders.status, status) : undefined,
    paid === undefined ? undefined : eq(orders.paid, paid),
    from && midnight ? gte(orders.createdAt, midnight(from)) : undefined,
    to && midnight ? lt(orders.createdAt, midnight(addDays(to, 1))) : undefined,
  ];
}

/** Days are the shop's own. */
async function midnightOf(db: Db) {
  const { timeZone } = await shopRates(db);
  return (day: string) => sql`(${day}::date)::timestamp at time zone ${timeZone}`;
}

/** By its number, PO number, job, who ordered it, or what is in it. */
function matching(search: string): SQL {
  const pattern = contains(search);
  const number = /^#?(\d{1,9})$/.exec(search)?.[1];
  const lines = sql`exists (select from ${orderLines} where ${orderLines.order} = ${orders._id}
    and (${orderLines.productNum} ilike ${pattern} or ${orderLines.partNumber} ilike ${pattern}
      or ${orderLines.name} ilike ${pattern}))`;
  const own = sql`(${orders.poNumber} ilike ${pattern} or ${orders.orderName} ilike ${pattern}
    or ${orders.name} ilike ${pattern} or ${orders.email} ilike ${pattern}
    or ${orders.businessName} ilike ${pattern})`;
  return number
    ? sql`(${orders.orderNumber} = ${number}::int or ${own} or ${lines})`
    : sql`(${own} or ${lines})`;
}
