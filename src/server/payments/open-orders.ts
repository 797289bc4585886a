import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { orders } from '#server/orders/tables.ts';
import { openBalance } from '#shared/rules/figure-rows.ts';

/** More are not listed to be paid at once. */
export const MAX_OPEN = 200;

/** Lists what is on account and not paid whole, longest due first: for a Primary the company's, else the user's own. */
export async function openOrders(db: Db, user: SessionUser) {
  if (user.company === null) return [];
  const ofCompany = eq(orders.company, user.company);
  return openOnAccount(db, user.role === 'Primary' ? ofCompany : and(ofCompany, eq(orders.user, user._id)));
}

/** The same of these orders. In words of its own, so that the index of open orders is known to cover it. */
export const openOnAccount = (db: Db, which: SQL | undefined) =>
  openOrdersWhere(db, and(which, sql`${orders.paymentType} = 'Terms' and ${orders.status} <> 'Canceled'`));

const { _id, orderNumber, orderName, poNumber, date, dueDate, total } = orders;
const { status, paymentType, amountPaid, amountCredited } = orders;

/**
 * Reads what is still to be paid of these orders, however it is to be paid, the longest due first. Whatever adds up debts
 * of orders reads them here: statements, reminders, receipts, credit.
 */
export async function openOrdersWhere(db: Db, which: SQL | undefined) {
  const found = await db
    .select({
      ...{ _id, orderNumber, orderName, poNumber, date, dueDate, total },
      ...{ status, paymentType, amountPaid, amountCredited },
    })
    .from(orders)
    .where(and(which, sql`not ${orders.paid} and ${orders.status} not in ('Held', 'Canceled')`))
    .orderBy(asc(sql`coalesce(${orders.dueDate}, ${orders.date})`), asc(orders.orderNumber));
  return found.map(order => ({ ...order, open: openBalance(order) }));
}
