import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { accountsOf, keyOf, MEMBERS, narrowedTo, OWED } from '#server/companies/company-desk.ts';
import { companies } from '#server/companies/tables.ts';
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
import { accountEntries } from '#server/payments/tables.ts';
import { shopRates } from '#server/site/rates.ts';
import type { CompanyColumn, CompanyDeskSort } from '#shared/office-lists.ts';
import { toMoney } from '#shared/rules/money.ts';
import { PAYMENT_WORDS, SHIPPING_WORDS, townLine } from '#shared/rules/order-facts.ts';
import type { CompanyFile } from '#shared/schemas/list-files.ts';

/** Writes the companies that staff look for as a file. */
export async function* companyFile(
  db: Db,
  { columns, sort, name: _, ...narrowed }: CompanyFile,
): AsyncGenerator<string> {
  const { timeZone } = await shopRates(db);
  yield* listFile(
    columns.flatMap(column => CELLS[column]),
    after => readPortion(db, narrowedTo(narrowed), { sort, after, timeZone }),
  );
}

const KEY_TYPES: Record<Exclude<CompanyDeskSort, `-${string}`>, SQL> = {
  name: sql`text`,
  account: sql`text`,
  members: sql`integer`,
  limit: sql`bigint`,
  owed: sql`float8`,
  createdAt: sql`timestamptz`,
};

async function readPortion(
  db: Db,
  where: SQL | undefined,
  { sort, after, timeZone }: { sort: CompanyDeskSort; after: Place | null; timeZone: string },
) {
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
    .where(and(where, isBehind(order, after)))
    .orderBy(...inOrder)
    .limit(PORTION)
    .as('shown');
  const account = db
    .select({ owed: sql`sum(${accountEntries.amount})`.as('owed') })
    .from(accountEntries)
    .where(eq(accountEntries.company, companies._id))
    .as('account');
  return db
    .select({
      ...{ _id: companies._id, name: companies.name, accountNumber: companies.accountNumber },
      ...{ city: companies.city, state: companies.state, zip: companies.zip, email: companies.email },
      ...{ phone: companies.phone, salesman: companies.salesman, creditLimit: companies.creditLimit },
      ...{ taxExempt: companies.taxExempt, termsDays: companies.termsDays },
      ...{ poRequired: companies.poRequired, payment: companies.preferredPayment },
      delivery: companies.preferredShipping,
      key: keyText(key),
      owed: OWED,
      members: MEMBERS,
      since: momentText(companies.createdAt, timeZone),
      specialPrices: sql<number>`(select count(*)::int from special_prices s where s.company = ${companies._id})`,
      percentOff: sql<number | null>`(
        select t.percent::float8 from price_tiers t where t.company = ${companies._id} and t.scope = 'all')`,
      moreTiers: sql<number>`(
        select count(*)::int from price_tiers t where t.company = ${companies._id} and t.scope <> 'all')`,
    })
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
  owed: [['Owes', ({ owed }) => amountText(toMoney(owed))]],
  limit: [['Limit', ({ creditLimit }) => amountText(creditLimit)]],
  account: [['Account', ({ accountNumber }) => accountNumber ?? '']],
  people: [['People', ({ members }) => members]],
  prices: [
    ['Percent off', ({ percentOff }) => percentOff ?? ''],
    ['By vendor or category', ({ moreTiers }) => moreTiers],
    ['Special prices', ({ specialPrices }) => specialPrices],
  ],
  tax: [['Tax exempt', ({ taxExempt }) => yesOrNo(taxExempt)]],
  salesman: [['Salesman', ({ salesman }) => salesman]],
  email: [['Email', ({ email }) => email]],
  phone: [['Phone', ({ phone }) => phone]],
  town: [['Town', ({ city, state, zip }) => townLine(city, state, zip)]],
  terms: [['Terms in days', ({ termsDays }) => termsDays ?? '']],
  po: [['PO required', ({ poRequired }) => yesOrNo(poRequired)]],
  payment: [['Pays', ({ payment }) => (payment ? PAYMENT_WORDS[payment].name : '')]],
  delivery: [['Delivery', ({ delivery }) => (delivery ? SHIPPING_WORDS[delivery].name : '')]],
  since: [['Since', ({ since }) => since ?? '']],
};
