import { and, eq, type SQL, sql } from 'drizzle-orm';
import { companies } from '#server/companies/tables.ts';
import type { Db } from '#server/database/db.ts';
import { isBehindKey, type KeyPlace, keyText } from '#server/database/keyset.ts';
import { amountText, type Cell, listFile, PORTION, yesOrNo } from '#server/list-file.ts';
import { ofLines } from '#server/orders/list-orders.ts';
import { COLUMNS, columnOf, deskWhere, OPEN, orderBy } from '#server/orders/order-desk.ts';
import { orders } from '#server/orders/tables.ts';
import type { DeskSort, OrderColumn } from '#shared/office-lists.ts';
import { toMoney } from '#shared/rules/money.ts';
import { PAYMENT_WORDS, SHIPPING_WORDS, STATUS_WORDS, townLine } from '#shared/rules/order-facts.ts';
import type { OrderFile } from '#shared/schemas/list-files.ts';

/** Writes a view of the order desk as a file. */
export async function* orderFile(
  db: Db,
  { columns, sort, name: _, ...asked }: OrderFile,
): AsyncGenerator<string> {
  const where = await deskWhere(db, asked);
  yield* listFile(
    db,
    columns.flatMap(column => CELLS[column]),
    after => readPortion(db, where, sort, after),
  );
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
  ...{ salesman: orders.salesman, createdAt: orders.createdAt },
};

function readPortion(db: Db, where: SQL | undefined, sort: DeskSort, after: KeyPlace | null) {
  const { column, falls } = columnOf(sort);
  const key = COLUMNS[column];
  const shown = db
    .select({ _id: orders._id })
    .from(orders)
    .where(and(where, isBehindKey({ key, type: KEY_TYPES[column], _id: orders._id, falls }, after)))
    .orderBy(...orderBy(column, falls))
    .limit(PORTION)
    .as('shown');
  return db
    .select({
      ...WRITTEN,
      key: keyText(key),
      companyName: companies.name,
      itemCount: ofLines<number>(sql`coalesce(sum(l.quantity), 0)::int`),
      openCount: ofLines<number>(sql`coalesce(sum(l.quantity - l.fulfilled), 0)::int`),
      open: sql<number>`(${OPEN})::float8`,
    })
    .from(shown)
    .innerJoin(orders, eq(orders._id, shown._id))
    .leftJoin(companies, eq(companies._id, orders.company))
    .orderBy(...orderBy(column, falls));
}

type Row = Awaited<ReturnType<typeof readPortion>>[number];

/** The cells that a column of the list makes: one for each thing that it shows. */
const CELLS: Record<OrderColumn, readonly Cell<Row>[]> = {
  number: [['Order', ({ orderNumber }) => orderNumber]],
  customer: [
    ['Customer', ({ name }) => name],
    ['Company', ({ companyName, businessName }) => companyName ?? businessName],
  ],
  date: [['Ordered', ({ createdAt }, moment) => moment(createdAt)]],
  status: [
    ['Status', ({ status }) => STATUS_WORDS[status]],
    ['Alert', ({ alert }) => alert],
  ],
  payment: [
    ['Payment', ({ paymentType }) => PAYMENT_WORDS[paymentType].name],
    ['Paid', ({ paid }) => yesOrNo(paid)],
    ['Due', ({ dueDate }) => dueDate ?? ''],
  ],
  delivery: [['Delivery', ({ shippingMethod }) => SHIPPING_WORDS[shippingMethod].name]],
  units: [
    ['Units', ({ itemCount }) => itemCount],
    ['To come', ({ openCount, status }) => (status === 'Canceled' ? 0 : openCount)],
  ],
  total: [
    ['Total', ({ total }) => amountText(total)],
    ['To pay', ({ open }) => amountText(toMoney(open))],
  ],
  job: [['Job', ({ orderName }) => orderName]],
  po: [['PO', ({ poNumber }) => poNumber]],
  email: [['Email', ({ email }) => email]],
  phone: [['Phone', ({ phone }) => phone]],
  town: [['Ship to', row => townLine(row.shippingCity, row.shippingState, row.shippingZip)]],
  wanted: [['Requested for', ({ deliveryDate }) => deliveryDate]],
  salesman: [['Salesperson', ({ salesman }) => salesman]],
};
