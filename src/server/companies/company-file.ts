import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { accountsOf, DESK_COMPANY, keyOf, narrowedTo } from '#server/companies/company-desk.ts';
import { companies } from '#server/companies/tables.ts';
import type { Db } from '#server/database/db.ts';
import { isBehindKey, type KeyPlace, keyText } from '#server/database/keyset.ts';
import { amountText, type Cell, listFile, PORTION, yesOrNo } from '#server/list-file.ts';
import { accountEntries } from '#server/payments/tables.ts';
import type { CompanyColumn, CompanyDeskSort } from '#shared/office-lists.ts';
import { toMoney } from '#shared/rules/money.ts';
import { PAYMENT_WORDS, SHIPPING_WORDS, townLine } from '#shared/rules/order-facts.ts';
import type { CompanyFile } from '#shared/schemas/list-files.ts';

/** Writes the companies that staff look for as a file. */
export const companyFile = (
  db: Db,
  { columns, sort, name: _, ...narrowed }: CompanyFile,
): AsyncGenerator<string> =>
  listFile(
    db,
    columns.flatMap(column => CELLS[column]),
    after => readPortion(db, narrowedTo(narrowed), sort, after),
  );

const KEY_TYPES: Record<Exclude<CompanyDeskSort, `-${string}`>, SQL> = {
  name: sql`text`,
  account: sql`text`,
  members: sql`integer`,
  limit: sql`bigint`,
  owed: sql`float8`,
  createdAt: sql`timestamptz`,
};

function readPortion(db: Db, where: SQL | undefined, sort: CompanyDeskSort, after: KeyPlace | null) {
  const { key, falls } = keyOf(sort);
  const type = KEY_TYPES[sort.replace('-', '') as keyof typeof KEY_TYPES];
  const by = falls ? desc : asc;
  const order = { key, type, _id: companies._id, falls };
  const inOrder = [by(key), by(companies._id)];
  const accounts = accountsOf(db);
  // Postgres adds up all accounts only where they are sorted or narrowed by.
  const shown = db
    .select({ _id: companies._id })
    .from(companies)
    .leftJoin(accounts, eq(accounts.company, companies._id))
    .where(and(where, isBehindKey(order, after)))
    .orderBy(...inOrder)
    .limit(PORTION)
    .as('shown');
  const account = db
    .select({ owed: sql`sum(${accountEntries.amount})`.as('owed') })
    .from(accountEntries)
    .where(eq(accountEntries.company, companies._id))
    .as('account');
  return db
    .select({ ...DESK_COMPANY, key: keyText(key) })
    .from(shown)
    .innerJoin(companies, eq(companies._id, shown._id))
    .leftJoinLateral(account, sql`true`)
    .orderBy(...inOrder);
}

type Row = Awaited<ReturnType<typeof readPortion>>[number];

/** The cells that a column of the list makes: one for each thing that it shows. */
const CELLS: Record<CompanyColumn, readonly Cell<Row>[]> = {
  company: [
    ['Company', ({ name }) => name],
    ['City', ({ city }) => city],
    ['State', ({ state }) => state],
  ],
  owed: [
    ['Owes', ({ owed }) => amountText(toMoney(Math.max(0, owed)))],
    ['In their favor', ({ owed }) => amountText(toMoney(Math.max(0, -owed)))],
  ],
  limit: [['Limit', ({ creditLimit }) => amountText(creditLimit)]],
  account: [['Account', ({ accountNumber }) => accountNumber ?? '']],
  people: [['People', ({ members }) => members]],
  prices: [
    ['Percent off', ({ percentOff }) => percentOff ?? ''],
    ['By vendor or category', ({ moreTiers }) => moreTiers],
    ['Special prices', ({ specialPrices }) => specialPrices],
  ],
  tax: [['Tax exempt', ({ taxExempt }) => yesOrNo(taxExempt)]],
  salesman: [['Salesperson', ({ salesman }) => salesman]],
  email: [['Email', ({ email }) => email]],
  phone: [['Phone', ({ phone }) => phone]],
  town: [['Town', ({ city, state, zip }) => townLine(city, state, zip)]],
  terms: [['Terms in days', ({ termsDays }) => termsDays ?? '']],
  po: [['PO required', ({ poRequired }) => yesOrNo(poRequired)]],
  payment: [['Pays', ({ preferredPayment: way }) => (way ? PAYMENT_WORDS[way].name : '')]],
  delivery: [['Delivery', ({ preferredShipping: way }) => (way ? SHIPPING_WORDS[way].name : '')]],
  since: [['Since', ({ createdAt }, moment) => moment(createdAt)]],
};
