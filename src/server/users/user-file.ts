import { and, eq, type SQL, sql } from 'drizzle-orm';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import {
  amountText,
  type Cell,
  isBehind,
  keyText,
  listFile,
  momentText,
  type Place,
  PORTION,
  yesOrNo,
} from '#server/list-file.ts';
import { shopRates } from '#server/site/rates.ts';
import { users } from '#server/users/tables.ts';
import { keyOf, narrowedTo, orderOf } from '#server/users/user-desk.ts';
import type { PeopleSort, UserColumn } from '#shared/office-lists.ts';
import { PAYMENT_WORDS, SHIPPING_WORDS, townLine } from '#shared/rules/order-facts.ts';
import { canReadUser } from '#shared/rules/permissions.ts';
import type { UserFile } from '#shared/schemas/list-files.ts';

/** Writes the accounts that staff look for as a file. */
export async function* userFile(
  db: Db,
  reader: SessionUser,
  { columns, sort, name: _, ...narrowed }: UserFile,
): AsyncGenerator<string> {
  const { timeZone } = await shopRates(db);
  yield* listFile(
    columns.flatMap(column => CELLS[column]),
    async after => {
      const found = await readPortion(db, narrowedTo(reader, narrowed), { sort, after, timeZone });
      return found.map(user => (canReadUser(reader, user) ? user : { ...user, ...UNTOLD }));
    },
  );
}

async function readPortion(
  db: Db,
  where: SQL | undefined,
  { sort, after, timeZone }: { sort: PeopleSort; after: Place | null; timeZone: string },
) {
  const { key, falls } = keyOf(sort);
  const type = sort.endsWith('createdAt') ? sql`timestamptz` : sql`text`;
  const shown = db
    .select({ _id: users._id })
    .from(users)
    .where(and(where, isBehind({ key, type, _id: users._id, falls }, after)))
    .orderBy(...orderOf(sort))
    .limit(PORTION)
    .as('shown');
  return db
    .select({
      ...{ _id: users._id, name: users.name, email: users.email, phone: users.phone },
      ...{ permissionLevel: users.permissionLevel, role: users.role, companyName: companies.name },
      ...{ shippingCity: users.shippingCity, shippingState: users.shippingState },
      ...{ shippingZip: users.shippingZip, spendingLimit: users.spendingLimit },
      ...{ paymentType: users.paymentType, shippingMethod: users.shippingMethod },
      key: keyText(key),
      registeredFully: sql<boolean | null>`${users.registeredFully}`,
      confirmed: sql<boolean | null>`${users.emailConfirmedAt} is not null`,
      since: momentText(users.createdAt, timeZone),
      orders: sql<number | null>`(select count(*)::int from orders o where o."user" = ${users._id})`,
      lastOrder: momentText(
        sql`(select max(o.created_at) from orders o where o."user" = ${users._id})`,
        timeZone,
      ),
    })
    .from(shown)
    .innerJoin(users, eq(users._id, shown._id))
    .leftJoin(companies, eq(companies._id, users.company))
    .orderBy(...orderOf(sort));
}

type Row = Awaited<ReturnType<typeof readPortion>>[number];

/** Stands for what an Employee is not told of a staff account (rule A3). */
const UNTOLD = {
  ...{ phone: '', since: null, orders: null, lastOrder: null, registeredFully: null, confirmed: null },
  ...{ spendingLimit: null, shippingCity: '', shippingState: '', shippingZip: '' },
  ...{ paymentType: null, shippingMethod: null },
} satisfies Partial<Row>;

/** The cells that a column of the list makes: one for each thing that it shows. */
const CELLS: Record<UserColumn, readonly Cell<Row>[]> = {
  name: [
    ['Name', ({ name }) => name],
    ['Signed up', ({ registeredFully }) => yesOrNo(registeredFully)],
  ],
  email: [['Email', ({ email }) => email]],
  phone: [['Phone', ({ phone }) => phone]],
  level: [['Level', ({ permissionLevel }) => permissionLevel]],
  company: [
    ['Company', ({ companyName }) => companyName ?? ''],
    ['Role', ({ role }) => role ?? ''],
  ],
  orders: [
    ['Orders', ({ orders }) => orders ?? ''],
    ['Last order', ({ lastOrder }) => lastOrder ?? ''],
  ],
  since: [['Since', ({ since }) => since ?? '']],
  confirmed: [['Email confirmed', ({ confirmed }) => yesOrNo(confirmed)]],
  spending: [
    ['Spending limit', ({ spendingLimit }) => (spendingLimit === null ? '' : amountText(spendingLimit))],
  ],
  town: [['Ships to', row => townLine(row.shippingCity, row.shippingState, row.shippingZip)]],
  payment: [['Pays', ({ paymentType }) => (paymentType ? PAYMENT_WORDS[paymentType].name : '')]],
  delivery: [
    ['Delivery', ({ shippingMethod }) => (shippingMethod ? SHIPPING_WORDS[shippingMethod].name : '')],
  ],
};
