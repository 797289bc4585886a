import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { companies } from '#server/companies/tables.ts';
import { type Db, rows } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { orders } from '#server/orders/tables.ts';
import { payouts } from '#server/payments/tables.ts';
import { receiptParts, receipts } from '#server/receipts/tables.ts';
import { shopRates } from '#server/site/rates.ts';
import { users } from '#server/users/tables.ts';
import type { ReceiptMethod } from '#shared/enumerations.ts';
import { type Money, subtractMoney, sumMoney, toMoney, ZERO } from '#shared/rules/money.ts';
import type { Receipt, ReceiptList } from '#shared/schemas/receipts.ts';

const METHOD_WORDS: Record<ReceiptMethod, string> = { check: 'check', cash: 'cash', transfer: 'transfer' };

/** Names a receipt: "check 1234", "cash". */
export const receiptWords = ({ method, number }: { method: ReceiptMethod; number: string }) =>
  [METHOD_WORDS[method], number].filter(Boolean).join(' ');

/** Throws `not_found`. */
export async function receiptById(db: Db, _id: string): Promise<Receipt> {
  const [found] = await readReceipts(db, [_id]);
  if (!found) throw new AppError('not_found');
  return found;
}

/** The most receipts of somebody that are listed; those of a day are all listed, as they go to the bank together. */
const LISTED = 500;

/**
 * Lists the receipts of a day, or the latest of somebody, and sums all of them without those that bounced; of a day also
 * the cash that was handed back.
 */
export async function listReceipts(db: Db, { on, company, user }: ReceiptList) {
  const asked = and(
    on === undefined ? undefined : eq(receipts.receivedOn, on),
    company === undefined ? undefined : eq(receipts.company, company),
    user === undefined ? undefined : eq(receipts.user, user),
  );
  const all = db
    .select({ _id: receipts._id })
    .from(receipts)
    .where(asked)
    .orderBy(desc(receipts.receivedOn), desc(receipts._id))
    .$dynamic();
  const found = on === undefined ? await all.limit(LISTED) : await all;
  const [sum] = await db
    .select({ cents: sql`coalesce(sum(${receipts.amount}), 0)::text`.mapWith(Number) })
    .from(receipts)
    .where(and(asked, isNull(receipts.bouncedAt)));
  return {
    receipts: await readReceipts(
      db,
      found.map(({ _id }) => _id),
    ),
    sum: toMoney(sum?.cents ?? 0),
    handedBack: on === undefined ? null : await handedBackOn(db, on),
  };
}

/** Sums the cash that left the till on a day of the shop. */
async function handedBackOn(db: Db, on: string): Promise<Money> {
  const { timeZone } = await shopRates(db);
  const [sum] = rows<{ cents: string }>(
    await db.execute(sql`
      select coalesce(sum(amount), 0)::text as cents from ${payouts}
      where way = 'cash' and (created_at at time zone ${timeZone})::date = ${on}::date`),
  );
  return toMoney(Number(sum?.cents));
}

async function readReceipts(db: Db, ids: readonly string[]): Promise<Receipt[]> {
  if (ids.length === 0) return [];
  const found = await db
    .select({ row: receipts, company: companies.name, user: users.name })
    .from(receipts)
    .leftJoin(companies, eq(companies._id, receipts.company))
    .leftJoin(users, eq(users._id, receipts.user))
    .where(inArray(receipts._id, [...ids]));
  const parts = await partsOf(db, ids);
  return ids.flatMap(_id => {
    const one = found.find(({ row }) => row._id === _id);
    if (!one) return [];
    const own = parts.filter(({ receipt }) => receipt === _id);
    const paid = own.filter(({ amount }) => amount > 0);
    const rest = subtractMoney(one.row.amount, sumMoney(paid.map(({ amount }) => amount)));
    return {
      ...one.row,
      from: one.company ?? one.user ?? own[0]?.name ?? '',
      orders: paid.map(({ order, orderNumber, amount }) => ({ _id: order, orderNumber, amount })),
      onAccount: one.row.bouncedAt === null ? rest : ZERO,
    };
  });
}

/** The orders that receipts pay, and how much each pays of which. */
async function partsOf(db: Db, ids: readonly string[]) {
  return db
    .select({
      receipt: receiptParts.receipt,
      order: receiptParts.order,
      orderNumber: orders.orderNumber,
      name: orders.name,
      amount: sql`sum(${receiptParts.amount})::text`.mapWith((value: string) => toMoney(Number(value))),
    })
    .from(receiptParts)
    .innerJoin(orders, eq(orders._id, receiptParts.order))
    .where(inArray(receiptParts.receipt, [...ids]))
    .groupBy(receiptParts.receipt, receiptParts.order, orders.orderNumber, orders.name)
    .orderBy(asc(orders.orderNumber));
}

/** The orders that a receipt pays by now, by their `_id`. */
export const paidBy = async (db: Db, receipt: string) =>
  (await partsOf(db, [receipt])).filter(({ amount }) => amount > 0);
