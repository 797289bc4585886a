import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { orders } from '#server/orders/tables.ts';
import { openBalance } from '#shared/rules/figure-rows.ts';
import type { OpenOrder } from '#shared/schemas/payments.ts';

/** More are not paid at once. */
const MAX_OPEN = 200;

/** Lists what is on account and not paid whole, longest due first: for a Primary the company's, else the user's own. */
export function openOrders(db: Db, user: SessionUser): Promise<OpenOrder[]> {
  if (user.company === null) return Promise.resolve([]);
  const ofCompany = eq(orders.company, user.company);
  return openOrdersWhere(db, user.role === 'Primary' ? ofCompany : and(ofCompany, eq(orders.user, user._id)));
}

export async function openOrdersWhere(db: Db, which: SQL | undefined): Promise<OpenOrder[]> {
  const found = await db
    .select()
    .from(orders)
    .where(
      and(
        which,
        eq(orders.paid, false),
        // In words of its own, so that the index of open orders is known to cover it.
        sql`${orders.paymentType} = 'Terms' and ${orders.status} <> 'Canceled' and ${orders.status} <> 'Held'`,
      ),
    )
    .orderBy(asc(orders.dueDate), asc(orders._id))
    .limit(MAX_OPEN);
  return found.map(order => ({ ...order, open: openBalance(order) }));
}
