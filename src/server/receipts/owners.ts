import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { creditOf, lockOwner } from '#server/companies/customers.ts';
import { companies } from '#server/companies/tables.ts';
import { moneyOf } from '#server/database/columns.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { lockOrders } from '#server/payments/batches.ts';
import { openOrdersWhere } from '#server/payments/open-orders.ts';
import { paidBy } from '#server/receipts/read-receipts.ts';
import { receipts } from '#server/receipts/tables.ts';
import { users } from '#server/users/tables.ts';
import { openBalance } from '#shared/rules/figure-rows.ts';
import { type Money, sumMoney } from '#shared/rules/money.ts';
import type { Kept } from '#shared/rules/receipts.ts';
import type { Debts, ReceiptOwner } from '#shared/schemas/receipts.ts';

type ReceiptRow = typeof receipts.$inferSelect;

/** Names the owner of a receipt's money; without both: whoever placed an order without an account. */
export interface Owner {
  company: string | null;
  user: string | null;
  /** The one order that it can pay, where they have no account. */
  order: string | null;
  /** Theirs where they have no account, by which they are known. */
  email?: string;
}

/** Finds whose money it is: by an order, those whom it belongs to. Throws `not_found`. */
export async function ownerOf(tx: Db, asked: ReceiptOwner): Promise<Owner> {
  if (asked.company) {
    const [found] = await tx
      .select({ _id: companies._id })
      .from(companies)
      .where(eq(companies._id, asked.company));
    if (!found) throw new AppError('not_found');
    return { ...NOBODY, company: found._id };
  }
  if (asked.user) {
    const [found] = await tx
      .select({ _id: users._id })
      .from(users)
      .where(and(eq(users._id, asked.user), isNull(users.deletedAt)));
    if (!found) throw new AppError('not_found');
    // Whoever joined a company since still has what was theirs.
    return { ...NOBODY, user: found._id };
  }
  const [order] = await tx
    .select()
    .from(orders)
    .where(eq(orders._id, asked.order ?? ''));
  if (!order) throw new AppError('not_found');
  if (order.company) return { ...NOBODY, company: order.company };
  return order.user ? { ...NOBODY, user: order.user } : { ...NOBODY, order: order._id, email: order.email };
}

/** Finds whose store credit it is: whoever belongs to a company has what the company has. Throws `not_found`. */
export async function creditOwnerOf(tx: Db, asked: ReceiptOwner): Promise<Owner> {
  const owner = await ownerOf(tx, asked);
  if (owner.user === null) return owner;
  const [found] = await tx.select({ company: users.company }).from(users).where(eq(users._id, owner.user));
  return found?.company ? { ...NOBODY, company: found.company } : owner;
}

const NOBODY: Owner = { company: null, user: null, order: null };

/** Selects what belongs to this owner. */
function ownedBy({ company, user, order }: Owner): SQL {
  if (company) return eq(orders.company, company);
  return user ? (and(eq(orders.user, user), isNull(orders.company)) as SQL) : eq(orders._id, order ?? '');
}

/** The orders that somebody has still to pay, the longest due first. */
const openOf = (db: Db, owner: Owner) => openOrdersWhere(db, ownedBy(owner));

/**
 * The same with the orders and then their owner locked, so that nothing else pays them or adds to them meanwhile; an order
 * that came between the two locks is not among them. `named`: those alone of them that staff named. Whoever sells at the
 * counter has locked the owner before, and may wait for no other order of theirs.
 */
export async function lockDebts(
  tx: Db,
  owner: Owner,
  named?: readonly { _id: string }[],
): Promise<(OrderRow & { open: Money })[]> {
  const open = await openOf(tx, owner);
  const found = named ? open.filter(({ _id }) => named.some(one => one._id === _id)) : open;
  const locked = await lockOrders(
    tx,
    found.map(({ _id }) => _id),
  );
  await lockOwner(tx, owner);
  return found.flatMap(({ _id }) => {
    const order = locked.find(one => one._id === _id);
    return order && openBalance(order) > 0 ? [{ ...order, open: openBalance(order) }] : [];
  });
}

/** The orders that a receipt pays, locked with their owner, and how much it pays of each. */
export async function lockPaid(
  tx: Db,
  receipt: { _id: string; company: string | null; user: string | null },
): Promise<{ order: OrderRow; amount: Money }[]> {
  const locked = await lockOrders(
    tx,
    (await paidBy(tx, receipt._id)).map(({ order }) => order),
  );
  await lockOwner(tx, receipt);
  const paid = await paidBy(tx, receipt._id);
  // It began to pay another meanwhile, which would have to be locked before its owner: begin again.
  if (paid.some(one => locked.every(({ _id }) => _id !== one.order)))
    throw Object.assign(new Error('the receipt pays another order by now'), { code: '40001' });
  return locked.flatMap(order => {
    const part = paid.find(one => one.order === order._id);
    return part ? [{ order, amount: part.amount }] : [];
  });
}

/** Tells what somebody owes and has on account; of a company, what it may owe too. */
export async function debtsOf(db: Db, asked: ReceiptOwner): Promise<Debts> {
  const owner = await ownerOf(db, asked);
  const found = await openOf(db, owner);
  return {
    orders: found,
    owed: sumMoney(found.map(({ open }) => open)),
    onAccount: await onAccountOf(db, owner),
    credit: owner.company ? await creditOf(db, owner.company) : null,
    hasAccount: owner.order === null,
  };
}

/** The money of somebody that came in and pays no order. */
const onAccountOf = async (db: Db, owner: Owner): Promise<Money> =>
  sumMoney((await keptOf(db, owner)).map(({ left }) => left));

/** The receipts of somebody of which a part pays no order, the oldest first. */
export async function keptOf(db: Db, { company, user }: Owner): Promise<(Kept & { row: ReceiptRow })[]> {
  if (!company && !user) return [];
  const paying = sql`coalesce((select sum(p.amount) from receipt_parts p where p.receipt = ${receipts._id}), 0)`;
  const found = await db
    .select({
      row: receipts,
      left: moneyOf(sql`${receipts.amount} - ${paying}`),
    })
    .from(receipts)
    .where(
      and(
        isNull(receipts.bouncedAt),
        company ? eq(receipts.company, company) : eq(receipts.user, user ?? ''),
        sql`${receipts.amount} > ${paying}`,
      ),
    )
    .orderBy(asc(receipts.receivedOn), asc(receipts._id));
  return found.map(({ row, left }) => ({ row, receipt: row._id, left }));
}
