import { eq, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { accountEntries, storeCreditEntries } from '#server/payments/tables.ts';
import { type Money, toCents, toMoney } from '#shared/rules/money.ts';

/** Whose store credit an order uses: the company's where there is one, else the user's. */
export type CreditOwner = { company: string } | { user: string };

export function creditOwner(customer: { user: string; company: string | null }): CreditOwner {
  return customer.company ? { company: customer.company } : { user: customer.user };
}

function sumOf(result: Parameters<typeof rows>[0]): Money {
  const [row] = rows<{ cents: string }>(result);
  return toMoney(Number(row?.cents ?? 0));
}

export async function spendStoreCredit(
  tx: Db,
  owner: CreditOwner,
  order: string,
  amount: Money,
): Promise<void> {
  if (toCents(amount) === 0) return;
  await tx
    .insert(storeCreditEntries)
    .values({ ...owner, order, kind: 'used', amount: toMoney(-toCents(amount)) });
}

/** Gives the store credit that a canceled order had used back to whom it came from. */
export async function returnStoreCredit(tx: Db, order: OrderRow): Promise<void> {
  if (toCents(order.storeCredit) === 0) return;
  const [used] = await tx
    .select()
    .from(storeCreditEntries)
    .where(sql`${eq(storeCreditEntries.order, order._id)} and ${eq(storeCreditEntries.kind, 'used')}`);
  if (!used) return;
  await tx.insert(storeCreditEntries).values({
    company: used.company,
    user: used.user,
    order: order._id,
    kind: 'returned',
    amount: toMoney(-toCents(used.amount)),
  });
}

/** Puts a Terms order on the company's account. */
export async function chargeAccount(tx: Db, company: string, order: string, amount: Money): Promise<void> {
  if (toCents(amount) === 0) return;
  await tx.insert(accountEntries).values({ company, order, kind: 'charge', amount });
}

/** Takes what a canceled Terms order still owed off the company's account. */
export async function cancelAccountCharge(tx: Db, order: OrderRow): Promise<void> {
  if (!order.company) return;
  const result = await tx.execute(
    sql`select coalesce(sum(amount), 0)::text as cents from account_entries where "order" = ${order._id}`,
  );
  const open = toCents(sumOf(result));
  if (open <= 0) return;
  await tx
    .insert(accountEntries)
    .values({ company: order.company, order: order._id, kind: 'cancel', amount: toMoney(-open) });
}
