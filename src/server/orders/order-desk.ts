import { and, asc, desc, eq, getTableColumns, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { owedBy } from '#server/companies/customers.ts';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { besideOf } from '#server/database/beside.ts';
import { type Db, rows } from '#server/database/db.ts';
import { foundBy } from '#server/orders/find-orders.ts';
import { ofLines } from '#server/orders/list-orders.ts';
import { orders } from '#server/orders/tables.ts';
import { withinDays } from '#server/shop-days.ts';
import { shopRates } from '#server/site/rates.ts';
import { clock } from '#server/time-and-chance.ts';
import { countViews } from '#server/views/count-views.ts';
import { type DeskSort, MAX_SELECTED, ORDER_VIEWS, type OrderView } from '#shared/office-lists.ts';
import { type Money, toMoney } from '#shared/rules/money.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import {
  type DeskBeside,
  type DeskCounts,
  type DeskIds,
  type DeskNeighbours,
  type DeskOrder,
  type DeskQuery,
  deskQuerySchema,
  type OrderDesk,
} from '#shared/schemas/order-desk.ts';
import type { SavedCountsQuery } from '#shared/schemas/staff-views.ts';

/** Lists a page of a view's orders for staff, with the count and the sums of all that match. */
export async function orderDesk(
  db: Db,
  { sort, page, limit, ...narrowed }: OrderDesk,
): Promise<{ orders: DeskOrder[]; total: number; sum: Money; open: Money }> {
  const where = await deskWhere(db, narrowed);
  const shown = db
    .select({ _id: orders._id })
    .from(orders)
    .where(where)
    .orderBy(...orderOf(sort))
    .limit(limit)
    .offset((page - 1) * limit)
    .as('shown');
  const [found, [sums]] = await Promise.all([
    db
      .select({
        ...getTableColumns(orders),
        companyName: companies.name,
        itemCount: ofLines<number>(sql`coalesce(sum(l.quantity), 0)::int`),
        openCount: ofLines<number>(sql`coalesce(sum(l.quantity - l.fulfilled), 0)::int`),
        overLimit: sql<boolean>`coalesce(${OVER_LIMIT}, false)`,
      })
      .from(shown)
      .innerJoin(orders, eq(orders._id, shown._id))
      .leftJoin(companies, eq(companies._id, orders.company))
      .orderBy(...orderOf(sort)),
    db
      .select({
        total: sql<number>`count(*)::int`,
        sum: sql<number>`coalesce(sum(${orders.total}), 0)::float8`,
        open: sql<number>`coalesce(sum(${OPEN}), 0)::float8`,
      })
      .from(orders)
      .where(where),
  ]);
  const { total = 0, sum = 0, open = 0 } = sums ?? {};
  return { orders: found, total, sum: toMoney(sum), open: toMoney(open) };
}

/** Counts the orders of each view. */
export async function deskCounts(db: Db): Promise<DeskCounts> {
  const counts = await Promise.all(
    ORDER_VIEWS.map(
      async view => sql`(select count(*) from orders where ${(await conditionOf(db, view)) ?? sql`true`})::int
        as ${sql.identifier(view)}`,
    ),
  );
  const [found] = rows<DeskCounts>(await db.execute(sql`select ${sql.join(counts, sql`, `)}`));
  if (!found) throw new Error('nothing was counted');
  return found;
}

/** Counts the orders of the saved views that somebody has. */
export const savedOrderCounts = (db: Db, user: SessionUser, which: SavedCountsQuery) =>
  countViews(db, user, 'orders', which, async query => {
    const { sort: _, ...asked } = deskQuerySchema.parse(query);
    return sql`select from orders where ${(await deskWhere(db, asked)) ?? sql`true`}`;
  });

/** Lists the ids of all orders of a view, 10,000 at most, with what tells how they can be moved on. */
export async function deskIds(db: Db, { sort, ...narrowed }: DeskQuery): Promise<DeskIds> {
  const where = await deskWhere(db, narrowed);
  const found = await db
    .select({ _id: orders._id, status: orders.status })
    .from(orders)
    .where(where)
    .orderBy(...orderOf(sort))
    .limit(MAX_SELECTED);
  return { orders: found };
}

/** Gives what is still to be paid of an order that was placed, in cents: as `openBalance` does. */
export const OPEN = sql`case ${orders.status} when 'Held' then 0 when 'Canceled' then greatest(0, -${orders.amountPaid})
  else ${orders.total} - ${orders.amountPaid} - ${orders.amountCredited} end`;

const IS_OPEN_LINE = sql`(select from order_lines l where l."order" = ${orders._id} and l.fulfilled < l.quantity)`;

/** Goods of it are with the customer, or on their way. */
const HAS_LEFT = sql`(${orders.status} in ('Shipped', 'Completed')
  or exists (select from order_events e where e."order" = ${orders._id} and e.name = 'handed over'))`;

/** On account, before its goods have left, of a company that owes more than its limit now. */
export const OVER_LIMIT = sql<
  boolean | null
>`(${orders.paymentType} = 'Terms' and ${orders.status} in ('Submitted', 'Processing', 'Ready')
  and ${owedBy(orders.company)} > (select c.credit_limit from companies c where c.id = ${orders.company}))`;

/** Selects the orders of a view (rule O17); undefined: all. */
async function conditionOf(db: Db, view: OrderView): Promise<SQL | undefined> {
  const { status, shippingMethod, paymentType } = orders;
  switch (view) {
    case 'all':
      return undefined;
    case 'toPick':
      return eq(status, 'Submitted');
    case 'picking':
      return eq(status, 'Processing');
    case 'ready':
      return eq(status, 'Ready');
    case 'toShip':
      return sql`(${status} = 'Processing' and ${shippingMethod} <> 'local' and not exists ${IS_OPEN_LINE})`;
    case 'openLines':
      return sql`(${status} in ('Ready', 'Shipped') and exists ${IS_OPEN_LINE})`;
    case 'unpaid':
      return sql`(not ${orders.paid} and ${status} not in ('Held', 'Canceled')
        and (${paymentType} = 'credit-card' or ${orders.dueDate} <= ${await todayOf(db)}::date
          or (${paymentType} <> 'Terms' and ${HAS_LEFT})))`;
    case 'overLimit':
      return OVER_LIMIT;
    case 'alerts':
      return sql`${orders.alert} <> ''`;
  }
}

/** Returns the day of the shop's clock, as `YYYY-MM-DD`. */
async function todayOf(db: Db): Promise<string> {
  const { timeZone } = await shopRates(db);
  return shopDate(clock.now(), timeZone);
}

/** Tells which orders a view has, as it is narrowed. */
export async function deskWhere(
  db: Db,
  { view, ...narrowed }: Omit<DeskQuery, 'sort'>,
): Promise<SQL | undefined> {
  return and(await conditionOf(db, view), ...(await narrowedTo(db, narrowed)));
}

async function narrowedTo(db: Db, asked: Omit<DeskQuery, 'view' | 'sort'>): Promise<(SQL | undefined)[]> {
  const { search, status, paymentType, shippingMethod, paid, from, to, atLeast, atMost } = asked;
  return [
    search ? foundBy(search) : undefined,
    status ? inArray(orders.status, status) : undefined,
    paymentType ? eq(orders.paymentType, paymentType) : undefined,
    shippingMethod ? eq(orders.shippingMethod, shippingMethod) : undefined,
    paid === undefined ? undefined : eq(orders.paid, paid),
    await withinDays(db, orders.createdAt, { from, to }),
    atLeast === undefined ? undefined : gte(orders.total, atLeast as Money),
    atMost === undefined ? undefined : lte(orders.total, atMost as Money),
  ];
}

function orderOf(sort: DeskSort): SQL[] {
  const { column, falls } = columnOf(sort);
  return orderBy(column, falls);
}

/** Sorts as the indexes do: those by date end with what has none, and Postgres takes them for no other order. */
export function orderBy(column: keyof typeof COLUMNS, falls: boolean): SQL[] {
  const by = falls ? desc : asc;
  const nulls = falls ? sql`nulls last` : sql`nulls first`;
  return [column === 'date' ? sql`${by(orders.createdAt)} ${nulls}` : by(COLUMNS[column]), by(orders._id)];
}

/** Splits a sort into its column and its way. */
export function columnOf(sort: DeskSort) {
  const falls = sort.startsWith('-');
  return { falls, column: (falls ? sort.slice(1) : sort) as keyof typeof COLUMNS };
}

/** Names what orders are sorted by, each by an index; what is without a day comes after all days. */
export const COLUMNS = {
  date: orders.createdAt,
  number: orders.orderNumber,
  customer: sql`lower(${orders.name})`,
  total: orders.total,
  due: sql`coalesce(${orders.dueDate}, 'infinity'::date)`,
};

/** Names the same of one order `o`, to be compared with them. */
const OWN: Record<keyof typeof COLUMNS, SQL> = {
  date: sql`o.created_at`,
  number: sql`o.order_number`,
  customer: sql`lower(o.name)`,
  total: sql`o.total`,
  due: sql`coalesce(o.due_date, 'infinity'::date)`,
};

/** Finds the orders before and after one in a list of the desk. */
export async function deskBeside(
  db: Db,
  { id, sort, page: _, limit: __, ...narrowed }: DeskBeside,
): Promise<DeskNeighbours> {
  const where = await deskWhere(db, narrowed);
  const { column, falls } = columnOf(sort);
  const own = sql`(select ${OWN[column]}, o.id from orders o where o.id = ${id}::uuid)`;
  return besideOf({ key: COLUMNS[column], _id: orders._id, falls, own }, side =>
    db
      .select({ _id: orders._id, orderNumber: orders.orderNumber })
      .from(orders)
      .where(and(where, side.where))
      .orderBy(...orderBy(column, side.falls))
      .limit(1),
  );
}
