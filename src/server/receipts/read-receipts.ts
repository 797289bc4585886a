import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { companies } from '#server/companies/tables.ts';
import { moneyOf } from '#server/database/columns.ts';
import { type Db, rows } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { orders } from '#server/orders/tables.ts';
import { payouts } from '#server/payments/tables.ts';
import { receiptParts, receipts } from '#server/receipts/tables.ts';
import { shopRates } from '#server/site/rates.ts';
import { users } from '#server/users/tables.ts';
import type { ReceiptMethod } from '#shared/enumerations.ts';
import { addMoney, type Money, subtractMoney, sumMoney, toMoney, ZERO } from '#shared/rules/money.ts';
import { addDays, shopDate } from '#shared/rules/open-hours.ts';
import type { Receipt, ReceiptList } from '#shared/schemas/receipts.ts';

const METHOD_WORDS: Record<ReceiptMethod, string> = { check: 'check', cash: 'cash', transfer: 'transfer' };

/** Names a receipt: "check 1234", "cash". */
export const receiptWords = ({ method, number }: { method: ReceiptMethod; number: string }) =>
  [METHOD_WORDS[method], number].filter(Boolean).join(' ');

/** Says after an amount how it came in: `in cash`, `by check 1234`. */
export const cameWords = (receipt: { method: ReceiptMethod; number: string }) =>
  receipt.method === 'cash' ? 'in cash' : `by ${receiptWords(receipt)}`;

/** Throws `not_found`. */
export async function receiptById(db: Db, _id: string): Promise<Receipt> {
  const [found] = await readReceipts(db, [{ _id }]);
  if (!found) throw new AppError('not_found');
  return found;
}

/** The most receipts of somebody that are listed; those of a day are all listed, as they go to the bank together. */
const LISTED = 500;

/**
 * Lists the latest receipts of somebody, and sums all that did not bounce; or those of a day, with what was taken back and
 * the cash that was handed back on it. The day on which they came keeps them: they went to the bank, which took them back
 * on its own day.
 */
export async function listReceipts(db: Db, { on, company, user }: ReceiptList) {
  const owned = and(
    company === undefined ? undefined : eq(receipts.company, company),
    user === undefined ? undefined : eq(receipts.user, user),
  );
  if (on === undefined) {
    const found = await idsOf(db, owned).limit(LISTED);
    return {
      receipts: await readReceipts(db, found),
      takenBack: [],
      sum: await sumOf(db, and(owned, isNull(receipts.bouncedAt))),
      handedBack: null,
    };
  }
  const { timeZone } = await shopRates(db);
  const start = (day: string) => sql`(${day}::date::timestamp at time zone ${timeZone})`;
  const came = and(owned, eq(receipts.receivedOn, on));
  const bounced = and(
    owned,
    sql`${receipts.bouncedAt} >= ${start(on)} and ${receipts.bouncedAt} < ${start(addDays(on, 1))}`,
  );
  return {
    receipts: await readReceipts(db, await idsOf(db, came)),
    takenBack: await readReceipts(db, await idsOf(db, bounced)),
    sum: subtractMoney(await sumOf(db, came), await sumOf(db, bounced)),
    handedBack: await handedBackOn(db, on),
  };
}

const idsOf = (db: Db, asked: SQL | undefined) =>
  db
    .select({ _id: receipts._id })
    .from(receipts)
    .where(asked)
    .orderBy(desc(receipts.receivedOn), desc(receipts._id))
    .$dynamic();

async function sumOf(db: Db, asked: SQL | undefined): Promise<Money> {
  const [sum] = await db
    .select({ cents: sql`coalesce(sum(${receipts.amount}), 0)::text`.mapWith(Number) })
    .from(receipts)
    .where(asked);
  return toMoney(sum?.cents ?? 0);
}

/** Sums the cash that left the till on a day of the shop: as it was handed out, and not as that was asked for. */
async function handedBackOn(db: Db, on: string): Promise<Money> {
  const { timeZone } = await shopRates(db);
  const [sum] = rows<{ cents: string }>(
    await db.execute(sql`
      select coalesce(sum(amount), 0)::text as cents from ${payouts}
      where way = 'cash' and (handed_out_at at time zone ${timeZone})::date = ${on}::date`),
  );
  return toMoney(Number(sum?.cents));
}

async function readReceipts(db: Db, wanted: readonly { _id: string }[]): Promise<Receipt[]> {
  if (wanted.length === 0) return [];
  const ids = wanted.map(({ _id }) => _id);
  const { timeZone } = await shopRates(db);
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
    const pays = splitUp(
      one.row.amount,
      own.map(part => ({ ...part, amount: addMoney(part.amount, part.bounced) })),
    );
    const { bouncedAt } = one.row;
    return {
      ...one.row,
      from: one.company ?? one.user ?? own[0]?.name ?? '',
      bouncedOn: bouncedAt && shopDate(new Date(bouncedAt), timeZone),
      ...(bouncedAt === null ? { ...pays, tookBack: null } : { orders: [], onAccount: ZERO, tookBack: pays }),
    };
  });
}

/** Tells which orders a receipt pays, and what is left of it. */
function splitUp(whole: Money, parts: readonly { order: string; orderNumber: number; amount: Money }[]) {
  const orders = parts
    .filter(({ amount }) => amount > 0)
    .map(({ order, orderNumber, amount }) => ({ _id: order, orderNumber, amount }));
  return { orders, onAccount: subtractMoney(whole, sumMoney(orders.map(({ amount }) => amount))) };
}

/** The orders that receipts pay, how much each pays of which, and how much of them it took back as it bounced. */
async function partsOf(db: Db, ids: readonly string[]) {
  return db
    .select({
      receipt: receiptParts.receipt,
      order: receiptParts.order,
      orderNumber: orders.orderNumber,
      name: orders.name,
      amount: sumOfParts(sql``),
      bounced: sumOfParts(sql`filter (where ${receiptParts.reason} = 'bounced')`, -1),
    })
    .from(receiptParts)
    .innerJoin(orders, eq(orders._id, receiptParts.order))
    .where(inArray(receiptParts.receipt, [...ids]))
    .groupBy(receiptParts.receipt, receiptParts.order, orders.orderNumber, orders.name)
    .orderBy(asc(orders.orderNumber));
}

const sumOfParts = (which: SQL, sign: 1 | -1 = 1) =>
  moneyOf(sql`${sql.raw(String(sign))} * coalesce(sum(${receiptParts.amount}) ${which}, 0)`);

/** The orders that a receipt pays by now, by their `_id`. */
export const paidBy = async (db: Db, receipt: string) =>
  (await partsOf(db, [receipt])).filter(({ amount }) => amount > 0);
