import { and, eq, type SQL, sql } from 'drizzle-orm';
import Papa from 'papaparse';
import { companies } from '#server/companies/tables.ts';
import type { Db } from '#server/database/db.ts';
import { ofLines } from '#server/orders/list-orders.ts';
import { COLUMNS, columnOf, deskWhere, OPEN, orderBy, todayOf } from '#server/orders/order-desk.ts';
import { orders } from '#server/orders/tables.ts';
import { shopRates } from '#server/site/rates.ts';
import { clock } from '#server/time-and-chance.ts';
import type { DeskSort, OrderColumn } from '#shared/office-lists.ts';
import { type Money, toMoney } from '#shared/rules/money.ts';
import { PAYMENT_WORDS, SHIPPING_WORDS, STATUS_WORDS, townLine } from '#shared/rules/order-facts.ts';
import type { DeskFile } from '#shared/schemas/order-desk.ts';

/** Rows that are read at a time: the embedded database serves nobody else meanwhile. */
export const PORTION = 200;

/** A spreadsheet takes a cell that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Writes a view as CSV for spreadsheets, portion by portion, each begun where the one before ended: nothing of it is
 * held longer than it takes to be sent, and no portion is dearer than the first.
 */
export async function* deskFile(
  db: Db,
  { columns, sort, name: _, ...asked }: DeskFile,
): AsyncGenerator<string> {
  const where = await deskWhere(db, asked);
  const { timeZone } = await shopRates(db);
  const cells = columns.flatMap(column => CELLS[column]);
  // Told by its first bytes, a spreadsheet reads it as Unicode.
  yield `\uFEFF${csv([cells.map(([head]) => head)])}`;
  for (let after: Place | null = null; ; ) {
    const found: FileRow[] = await readPortion(db, where, { sort, after, timeZone });
    if (found.length > 0) yield csv(found.map(row => cells.map(([, cell]) => cell(row))));
    const last = found.at(-1);
    if (!last || found.length < PORTION) return;
    after = { key: last.key, _id: last._id };
    // Whoever else asked has their turn before the next one.
    await clock.nextTurn();
  }
}

/** Names the file by its view and the shop's day: `orders-to-pick-2026-11-25.csv`. */
export async function deskFileName(db: Db, { view, name }: Pick<DeskFile, 'view' | 'name'>): Promise<string> {
  const called = name ?? view.replace(/[A-Z]/g, letter => `-${letter}`);
  const slug = called
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${['orders', slug, await todayOf(db)].filter(Boolean).join('-')}.csv`;
}

/** The last row that was written, by its key to the microsecond and its id. */
interface Place {
  key: string;
  _id: string;
}

const KEY_TYPES: Record<keyof typeof COLUMNS, SQL> = {
  date: sql`timestamptz`,
  number: sql`integer`,
  customer: sql`text`,
  total: sql`bigint`,
  due: sql`date`,
};

const WRITTEN = {
  ...{ _id: orders._id, orderNumber: orders.orderNumber, status: orders.status, alert: orders.alert },
  ...{ name: orders.name, businessName: orders.businessName, email: orders.email, phone: orders.phone },
  ...{ paymentType: orders.paymentType, paid: orders.paid, dueDate: orders.dueDate, total: orders.total },
  ...{ shippingMethod: orders.shippingMethod, shippingCity: orders.shippingCity },
  ...{ shippingState: orders.shippingState, shippingZip: orders.shippingZip },
  ...{ orderName: orders.orderName, poNumber: orders.poNumber, deliveryDate: orders.deliveryDate },
  ...{ salesman: orders.salesman },
};

/** Reads the next rows; exported for `bench/desk-csv.ts`, which measures each. */
export async function readPortion(
  db: Db,
  where: SQL | undefined,
  { sort, after, timeZone }: { sort: DeskSort; after: Place | null; timeZone: string },
) {
  const { column, falls } = columnOf(sort);
  const key = COLUMNS[column];
  const isBehind =
    after &&
    sql`(${key}, ${orders._id}) ${sql.raw(falls ? '<' : '>')}
      (${after.key}::${KEY_TYPES[column]}, ${after._id}::uuid)`;
  const shown = db
    .select({ _id: orders._id })
    .from(orders)
    .where(and(where, isBehind ?? undefined))
    .orderBy(...orderBy(column, falls))
    .limit(PORTION)
    .as('shown');
  return db
    .select({
      ...WRITTEN,
      key: sql<string>`${key}::text`,
      companyName: companies.name,
      ordered: sql<string>`to_char(${orders.createdAt} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI')`,
      itemCount: ofLines<number>(sql`coalesce(sum(l.quantity), 0)::int`),
      openCount: ofLines<number>(sql`coalesce(sum(l.quantity - l.fulfilled), 0)::int`),
      open: sql<number>`(${OPEN})::float8`,
    })
    .from(shown)
    .innerJoin(orders, eq(orders._id, shown._id))
    .leftJoin(companies, eq(companies._id, orders.company))
    .orderBy(...orderBy(column, falls));
}

type FileRow = Awaited<ReturnType<typeof readPortion>>[number];
type Cell = readonly [head: string, cell: (row: FileRow) => string | number];

const amount = (money: Money) => money.toFixed(2);

/** The cells that a column of the list makes: one for each thing that it shows. */
const CELLS: Record<OrderColumn, readonly Cell[]> = {
  number: [['Order', ({ orderNumber }) => orderNumber]],
  customer: [
    ['Customer', ({ name }) => name],
    ['Company', ({ companyName, businessName }) => companyName ?? businessName],
  ],
  date: [['Ordered', ({ ordered }) => ordered]],
  status: [
    ['Status', ({ status }) => STATUS_WORDS[status]],
    ['Alert', ({ alert }) => alert],
  ],
  payment: [
    ['Payment', ({ paymentType }) => PAYMENT_WORDS[paymentType].name],
    ['Paid', ({ paid }) => (paid ? 'yes' : 'no')],
    ['Due', ({ dueDate }) => dueDate ?? ''],
  ],
  delivery: [['Delivery', ({ shippingMethod }) => SHIPPING_WORDS[shippingMethod].name]],
  units: [
    ['Units', ({ itemCount }) => itemCount],
    ['To come', ({ openCount, status }) => (status === 'Canceled' ? 0 : openCount)],
  ],
  total: [
    ['Total', ({ total }) => amount(total)],
    ['To pay', ({ open }) => amount(toMoney(open))],
  ],
  job: [['Job', ({ orderName }) => orderName]],
  po: [['PO', ({ poNumber }) => poNumber]],
  email: [['Email', ({ email }) => email]],
  phone: [['Phone', ({ phone }) => phone]],
  town: [['Ship to', row => townLine(row.shippingCity, row.shippingState, row.shippingZip)]],
  wanted: [['Wanted for', ({ deliveryDate }) => deliveryDate]],
  salesman: [['Salesperson', ({ salesman }) => salesman]],
};

/** All texts in quotes: where a spreadsheet parts cells at semicolons, one in a name would begin a cell, and a formula. */
const csv = (lines: readonly (readonly (string | number)[])[]): string =>
  `${Papa.unparse(lines as (string | number)[][], { escapeFormulae: FORMULA, quotes: true, newline: '\r\n' })}\r\n`;
