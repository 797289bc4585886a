import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { orders } from '#server/orders/tables.ts';
import { openBalance } from '#shared/rules/figure-rows.ts';

/** More are not listed to be paid at once. */
export const MAX_OPEN = 200;

/** Lists what is on account and that a card can pay, longest due first: for a Primary the company's, else the user's own. */
export async function openOrders(db: Db, user: SessionUser) {
  if (user.company === null) return [];
  const ofCompany = eq(orders.company, user.company);
  const own = user.role === 'Primary' ? ofCompany : and(ofCompany, eq(orders.user, user._id));
  return (await openOnAccount(db, own)).filter(({ status }) => status !== 'Canceled');
}

/**
 * The same of these orders, and what is owed of canceled ones. In words of its own, so that the index of open orders is
 * known to cover it.
 */
export const openOnAccount = (db: Db, which: SQL | undefined) =>
  openWhere(db, [
    and(which, STANDS, sql`${orders.paymentType} = 'Terms' and ${orders.status} <> 'Canceled'`),
    and(which, IS_KEPT, eq(orders.paymentType, 'Terms')),
  ]);

const { _id, orderNumber, orderName, poNumber, date, dueDate, total } = orders;
const { status, paymentType, amountPaid, amountCredited } = orders;

const STANDS = sql`not ${orders.paid} and ${orders.status} not in ('Held', 'Canceled')`;

/** More of a canceled order was given back than stayed paid of it: that is owed, and no card can pay it. */
const IS_KEPT = sql`${orders.status} = 'Canceled' and ${orders.amountPaid} < 0`;

/**
 * Reads what is still to be paid of these orders, however it is to be paid, the longest due first. Whatever adds up debts
 * of orders reads them here: statements, reminders, receipts, credit.
 */
export const openOrdersWhere = (db: Db, which: SQL | undefined) =>
  openWhere(db, [and(which, STANDS), and(which, IS_KEPT)]);

async function openWhere(db: Db, either: readonly (SQL | undefined)[]) {
  const found = await db
    .select({
      ...{ _id, orderNumber, orderName, poNumber, date, dueDate, total },
      ...{ status, paymentType, amountPaid, amountCredited },
    })
    .from(orders)
    .where(or(...either))
    .orderBy(asc(sql`coalesce(${orders.dueDate}, ${orders.date})`), asc(orders.orderNumber));
  return found.map(order => ({ ...order, open: openBalance(order) }));
}
