import { and, eq, type SQL, sql } from 'drizzle-orm';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { isBehindKey, type KeyPlace, keyText } from '#server/database/keyset.ts';
import { amountText, type Cell, listFile, PORTION, yesOrNo } from '#server/list-file.ts';
import { keyOf, orderOf } from '#server/users/list-users.ts';
import { users } from '#server/users/tables.ts';
import { DESK_USER, narrowedTo, UNTOLD } from '#server/users/user-desk.ts';
import type { PeopleSort, UserColumn } from '#shared/office-lists.ts';
import { PAYMENT_WORDS, SHIPPING_WORDS, townLine } from '#shared/rules/order-facts.ts';
import { canReadUser } from '#shared/rules/permissions.ts';
import type { UserFile } from '#shared/schemas/list-files.ts';

/** Writes the accounts that staff look for as a file. */
export const userFile = (
  db: Db,
  reader: SessionUser,
  { columns, sort, name: _, ...narrowed }: UserFile,
): AsyncGenerator<string> =>
  listFile(
    db,
    columns.flatMap(column => CELLS[column]),
    async after => {
      const found = await readPortion(db, narrowedTo(reader, narrowed), sort, after);
      return found.map(user => asTold(reader, user));
    },
  );

const KEY_TYPES: Record<Exclude<PeopleSort, `-${string}`>, SQL> = {
  name: sql`text`,
  email: sql`text`,
  createdAt: sql`timestamptz`,
};

function readPortion(db: Db, where: SQL | undefined, sort: PeopleSort, after: KeyPlace | null) {
  const { key, falls } = keyOf(sort);
  const type = KEY_TYPES[sort.replace('-', '') as keyof typeof KEY_TYPES];
  const shown = db
    .select({ _id: users._id })
    .from(users)
    .where(and(where, isBehindKey({ key, type, _id: users._id, falls }, after)))
    .orderBy(...orderOf(sort))
    .limit(PORTION)
    .as('shown');
  return db
    .select({ ...DESK_USER, key: keyText(key) })
    .from(shown)
    .innerJoin(users, eq(users._id, shown._id))
    .leftJoin(companies, eq(companies._id, users.company))
    .orderBy(...orderOf(sort));
}

/** A file has blanks for what an Employee is not told of staff, where the list shows nothing of a 0 either. */
const asTold = (reader: SessionUser, user: Awaited<ReturnType<typeof readPortion>>[number]) =>
  canReadUser(reader, user) ? user : { ...user, ...UNTOLD, orders: null, registeredFully: null };

type Row = ReturnType<typeof asTold>;

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
    ['Last order', ({ lastOrderAt }, moment) => moment(lastOrderAt)],
  ],
  since: [['Since', ({ createdAt }, moment) => moment(createdAt)]],
  confirmed: [['Email confirmed', ({ emailConfirmed }) => yesOrNo(emailConfirmed)]],
  spending: [
    ['Spending limit', ({ spendingLimit }) => (spendingLimit === null ? '' : amountText(spendingLimit))],
  ],
  town: [['Ships to', row => townLine(row.shippingCity, row.shippingState, row.shippingZip)]],
  payment: [['Pays', ({ paymentType }) => (paymentType ? PAYMENT_WORDS[paymentType].name : '')]],
  delivery: [
    ['Delivery', ({ shippingMethod }) => (shippingMethod ? SHIPPING_WORDS[shippingMethod].name : '')],
  ],
};
