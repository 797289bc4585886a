import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import { fieldError } from '#server/errors.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { leftOfPayments } from '#server/payments/left-of-payments.ts';
import { accountEntries, storeCreditEntries } from '#server/payments/tables.ts';
import { openBalance } from '#shared/rules/figure-rows.ts';
import { type Money, toCents, toMoney, ZERO } from '#shared/rules/money.ts';

/** The owner of the store credit that an order uses: the company where there is one, else the user. */
export type CreditOwner = { company: string } | { user: string };

export function creditOwner(customer: { user: string | null; company: string | null }): CreditOwner {
  return customer.company ? { company: customer.company } : { user: customer.user ?? '' };
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

/** Gives the store credit that a canceled order uses back to whom it came from. */
export const returnStoreCredit = (tx: Db, order: OrderRow): Promise<void> =>
  returnCredit(tx, order, { amount: order.storeCredit });

/** Gives as much back as an edited order uses less of it. */
export const returnUnusedCredit = (
  tx: Db,
  order: OrderRow,
  unused: { amount: Money; edit: string },
): Promise<void> => returnCredit(tx, order, unused);

async function returnCredit(
  tx: Db,
  order: OrderRow,
  { amount, edit }: { amount: Money; edit?: string },
): Promise<void> {
  if (toCents(amount) === 0) return;
  const [used] = await tx
    .select()
    .from(storeCreditEntries)
    .where(
      and(
        eq(storeCreditEntries.order, order._id),
        eq(storeCreditEntries.kind, 'used'),
        isNull(storeCreditEntries.given),
      ),
    );
  if (!used) return;
  const { company, user } = used;
  await tx
    .insert(storeCreditEntries)
    .values({ company, user, order: order._id, kind: 'returned', amount, edit });
}

/** Names what brings an entry: a return, or an act of staff. */
type Bringer = { return: string } | { given: string };

/**
 * Store credit that an order brings: to its company, else to its customer. Throws a field error for an order of a guest,
 * who has no account for it.
 */
export async function giveStoreCredit(
  tx: Db,
  order: OrderRow,
  entry: { amount: Money; kind: 'granted' | 'returned'; note?: string; createdBy?: string } & Bringer,
  field = 'refundTo',
): Promise<void> {
  const owner = order.company ? { company: order.company } : order.user ? { user: order.user } : null;
  if (!owner) throw fieldError(field, 'needs an account: this order was placed by a guest');
  await tx.insert(storeCreditEntries).values({ ...owner, ...entry, order: order._id });
}

/** Lets what a company had paid on account leave it again, as store credit or by hand. */
export async function accountPaysOut(tx: Db, order: OrderRow, amount: Money, cause: Bringer): Promise<void> {
  if (!isOnAccount(order)) return;
  await tx
    .insert(accountEntries)
    .values({ company: order.company, order: order._id, ...cause, kind: 'refund', amount });
}

/** Puts a Terms order on the company's account. */
export async function chargeAccount(tx: Db, company: string, order: string, amount: Money): Promise<void> {
  if (toCents(amount) === 0) return;
  await tx.insert(accountEntries).values({ company, order, kind: 'charge', amount });
}

/** Changes what a company owes of a Terms order by as much as an edit makes it dearer, or cheaper where `amount` is below 0. */
export async function editAccount(
  tx: Db,
  order: OrderRow,
  { amount, edit }: { amount: Money; edit: string },
): Promise<void> {
  if (!isOnAccount(order) || toCents(amount) === 0) return;
  await tx
    .insert(accountEntries)
    .values({ company: order.company, order: order._id, edit, kind: 'edit', amount });
}

/**
 * Writes a part of a receipt into a company's account: it pays an order on account, or nothing yet (null). Below 0: it does
 * so no more.
 */
export async function accountReceipt(
  tx: Db,
  receipt: { _id: string; company: string | null },
  order: OrderRow | null,
  amount: Money,
): Promise<void> {
  const { company } = receipt;
  if (!company || toCents(amount) === 0 || (order && !isOnAccount(order))) return;
  await tx.insert(accountEntries).values({
    ...{ company, order: order?._id ?? null, receipt: receipt._id, kind: 'receipt' },
    amount: toMoney(-toCents(amount)),
  });
}

/** Returns the entry that takes a payment off the company's account, to be written with it; null: not on account. */
export function accountPayment(tx: Db, order: OrderRow, payment: { _id: string; amount: Money }) {
  if (!isOnAccount(order)) return null;
  const amount = toMoney(-toCents(payment.amount));
  return tx
    .insert(accountEntries)
    .values({ company: order.company, order: order._id, payment: payment._id, kind: 'payment', amount });
}

const isOnAccount = (order: OrderRow): order is OrderRow & { company: string } =>
  order.paymentType === 'Terms' && order.company !== null;

/** Sums what was refunded of a payment or is on its way, less what came back; in cents. */
const refundedSum = (payment: string) => sql`(
  select coalesce(sum(amount), 0) from refunds where payment = ${payment} and status <> 'failed')::text`;

/**
 * Brings the account in line with what of a payment went back, after a refund began, was refused or came back, or a bank
 * decided on a dispute: what was paid on account is that much less. Two refunds that exceed the payment count once: one of
 * them will be refused. Money that a bank took back counts once its order is canceled, which nobody owes any more. Not for a
 * charge that the order never took. `refund`: which one brings it.
 */
export async function accountBack(
  tx: Db,
  of: { payment: string; order: string },
  refund?: string,
): Promise<void> {
  const [entry] = await tx
    .select()
    .from(accountEntries)
    .where(
      and(
        eq(accountEntries.order, of.order),
        eq(accountEntries.payment, of.payment),
        eq(accountEntries.kind, 'payment'),
      ),
    );
  if (!entry) return;
  const { company, order, payment } = entry;
  const [sums] = rows<{ given: string; written: string }>(
    await tx.execute(sql`
      select
        ${refundedSum(of.payment)} as given,
        (select coalesce(sum(amount), 0) from account_entries
          where "order" = ${order} and payment = ${payment} and kind = 'refund')::text as written`),
  );
  const back = Number(sums?.given) + toCents(await lostOfCanceled(tx, of));
  const amount = Math.min(back, -toCents(entry.amount)) - Number(sums?.written);
  if (amount === 0) return;
  await tx
    .insert(accountEntries)
    .values({ company, order, payment, refund, kind: 'refund', amount: toMoney(amount) });
}

/** Tells how much a bank took back for good of a payment whose order was canceled; of another it stays to be settled. */
async function lostOfCanceled(tx: Db, of: { payment: string; order: string }): Promise<Money> {
  const [order] = await tx.select({ status: orders.status }).from(orders).where(eq(orders._id, of.order));
  if (order?.status !== 'Canceled') return ZERO;
  const found = (await leftOfPayments(tx, of.order)).find(({ payment }) => payment._id === of.payment);
  return found?.lost ?? ZERO;
}

/** Credits what a company need not pay of an order any more; `cause` is what brought it. */
export async function creditAccount(
  tx: Db,
  order: Pick<OrderRow, '_id' | 'paymentType' | 'company'>,
  amount: Money,
  cause: { refund: string } | { return: string },
): Promise<void> {
  if (order.paymentType !== 'Terms' || order.company === null || toCents(amount) === 0) return;
  await tx.insert(accountEntries).values({
    company: order.company,
    order: order._id,
    ...cause,
    kind: 'credit',
    amount: toMoney(-toCents(amount)),
  });
}

/**
 * Credits what a refund by hand makes owed beyond what is open of its locked order: nobody who gave money back by hand
 * wants it again. Credits nothing where the debt had gone before, by a return, or where the order never took the charge;
 * and of a canceled one, of which `oweWhatWasGiven` makes a debt of whatever went back beyond what was paid.
 */
export async function creditRefundByHand(
  tx: Db,
  order: OrderRow,
  refund: { _id: string; amount: Money },
): Promise<void> {
  if (order.status === 'Canceled') return;
  const result = await tx.execute(sql`
    select coalesce(sum(amount), 0)::text as cents from account_entries where "order" = ${order._id}`);
  const beyond = toCents(sumOf(result)) - toCents(openBalance(order));
  const credited = toMoney(Math.min(toCents(refund.amount), Math.max(0, beyond)));
  await creditAccount(tx, order, credited, { refund: refund._id });
}

/**
 * Takes what a Terms order had put on the company's account off it again; what was paid of it is refunded. If more was
 * credited than it had put there, as somebody refunded by hand what had been given before, that much is owed again:
 * they have neither bought nor paid anything for it. Store credit that was taken back is credited no more: its money goes
 * back with the rest.
 */
export async function cancelAccountCharge(tx: Db, order: OrderRow): Promise<void> {
  if (!order.company) return;
  const result = await tx.execute(sql`
    select (coalesce(sum(amount), 0) - (
      select coalesce(sum(c.amount), 0) from store_credit_entries c
      where c."order" = ${order._id} and c.kind = 'used'
        and exists (select from account_entries a
          where a."order" = c."order" and a.given = c.given and a.kind = 'credit')))::text as cents
    from account_entries
    where "order" = ${order._id} and kind in ('charge', 'edit', 'credit', 'cancel')`);
  const charged = toCents(sumOf(result));
  if (charged === 0) return;
  await tx
    .insert(accountEntries)
    .values({ company: order.company, order: order._id, kind: 'cancel', amount: toMoney(-charged) });
}
