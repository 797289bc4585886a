import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import { moneyOf } from '#server/database/columns.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { returnLines, returns } from '#server/returns/tables.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import type { Return, ReturnList } from '#shared/schemas/returns.ts';

export type ReturnRow = typeof returns.$inferSelect;

/** Tells who may ask for a return of an order, and see it: its owner, and staff. */
export const mayReturn = (user: SessionUser, order: Pick<OrderRow, 'user'>) =>
  isStaff(user) || order.user === user._id;

/** One's own returns, all as staff, the latest first. */
export async function listReturns(
  db: Db,
  user: SessionUser,
  { order, status, page, limit }: ReturnList,
): Promise<{ returns: Return[]; total: number }> {
  const where = and(
    isStaff(user) ? undefined : eq(orders.user, user._id),
    order ? eq(returns.order, order) : undefined,
    status ? eq(returns.status, status) : undefined,
  );
  const [all] = await db
    .select({ total: count() })
    .from(returns)
    .innerJoin(orders, eq(orders._id, returns.order))
    .where(where);
  return { returns: await readReturns(db, where, { page, limit }), total: all?.total ?? 0 };
}

export async function readReturn(db: Db, user: SessionUser, _id: string): Promise<Return> {
  const [found] = await db
    .select({ user: orders.user })
    .from(returns)
    .innerJoin(orders, eq(orders._id, returns.order))
    .where(eq(returns._id, _id));
  if (!found || !mayReturn(user, found)) throw new AppError('not_found');
  return returnById(db, _id);
}

/** A return by its `_id`, whoever asks. Throws `not_found`. */
export async function returnById(db: Db, _id: string): Promise<Return> {
  const [found] = await readReturns(db, eq(returns._id, _id), { page: 1, limit: 1 });
  if (!found) throw new AppError('not_found');
  return found;
}

/** Reads what went out for a return, as it was first asked for: a card's refund that was made again is the same one. */
const paidOut = moneyOf(sql`
  coalesce((select sum(f.amount) from refunds f
    where f."order" = ${returns.order} and f.idempotency_key like '%:return:' || ${returns._id}), 0) +
  coalesce((select sum(p.amount) from payouts p join given_back g on g.id = p.given
    where p."order" = ${returns.order} and g.key = 'return:' || ${returns._id}), 0) +
  coalesce((select sum(c.amount) from store_credit_entries c
    where c."return" = ${returns._id} and c.kind = 'granted'), 0)`);

async function readReturns(
  db: Db,
  where: SQL | undefined,
  { page, limit }: { page: number; limit: number },
): Promise<Return[]> {
  const found = await db
    .select({ row: returns, orderNumber: orders.orderNumber, name: orders.name, paidOut })
    .from(returns)
    .innerJoin(orders, eq(orders._id, returns.order))
    .where(where)
    .orderBy(desc(returns.createdAt), desc(returns._id))
    .limit(limit)
    .offset((page - 1) * limit);
  const ids = found.map(({ row }) => row._id);
  const lines = await db
    .select({ line: returnLines, sold: orderLines })
    .from(returnLines)
    .innerJoin(orderLines, eq(orderLines._id, returnLines.line))
    .where(inArray(returnLines.return, ids))
    .orderBy(asc(orderLines.position));
  return found.map(({ row, orderNumber, name: of, paidOut }) => ({
    ...row,
    ...{ orderNumber, name: of, paidOut },
    lines: lines
      .filter(({ line }) => line.return === row._id)
      .map(({ line, sold: { variantId, name, productNum } }) => ({ ...line, variantId, name, productNum })),
  }));
}
