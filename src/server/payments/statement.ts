import { desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { refuseStrangers } from '#server/companies/reach-company.ts';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { orders } from '#server/orders/tables.ts';
import { openOrdersWhere } from '#server/payments/open-orders.ts';
import { accountEntries } from '#server/payments/tables.ts';
import { shopRates } from '#server/site/rates.ts';
import { clock } from '#server/time-and-chance.ts';
import { ageing } from '#shared/rules/ageing.ts';
import { type Money, sumMoney, toMoney } from '#shared/rules/money.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import type { Statement, StatementQuery } from '#shared/schemas/payments.ts';

/**
 * How a company's account stands: what it owes by age, every line with the balance after it, the latest first. All of
 * it from the lines of the account alone; orders say when they are due. For its Primary and staff.
 */
export async function statementOf(
  db: Db,
  user: SessionUser,
  { company: asked, page, limit }: StatementQuery,
  now = clock.now(),
): Promise<Statement> {
  const company = asked ?? user.company;
  if (company === null) throw new AppError('not_found');
  refuseStrangers(user, company, 'manage');
  const [row] = await db.select().from(companies).where(eq(companies._id, company));
  if (!row) throw new AppError('not_found');
  const { timeZone } = await shopRates(db);
  const today = shopDate(now, timeZone);
  const debts = await debtsOf(db, company);
  const { _id, name, accountNumber, creditLimit } = row;
  return {
    company: { _id, name, accountNumber, creditLimit },
    date: today,
    balance: sumMoney(debts.map(({ owed }) => owed)),
    ageing: ageing(debts, today),
    open: await openOrdersWhere(db, eq(orders.company, company)),
    entries: await entriesOf(db, company, { page, limit }),
    total: await db.$count(accountEntries, eq(accountEntries.company, company)),
  };
}

/** Reads what the account says of each order that does not balance; only those orders are read. */
async function debtsOf(db: Db, company: string): Promise<{ dueDate: string | null; owed: Money }[]> {
  const owed = sql`sum(${accountEntries.amount})`;
  const uneven = db
    .select({ order: accountEntries.order, owed: cents(owed).as('owed') })
    .from(accountEntries)
    .where(eq(accountEntries.company, company))
    .groupBy(accountEntries.order)
    .having(ne(owed, 0))
    .as('uneven');
  // One by one: joined, every order of the shop would be read for the few that do not balance.
  const dueDate = sql<
    string | null
  >`(select ${orders.dueDate}::text from ${orders} where ${orders._id} = ${uneven.order})`;
  return db.select({ dueDate, owed: uneven.owed }).from(uneven);
}

async function entriesOf(db: Db, company: string, { page, limit }: { page: number; limit: number }) {
  const { _id, createdAt, kind, amount, order } = accountEntries;
  // A window looks at all lines of the account, whichever of them are shown.
  const balance = cents(sql`sum(${amount}) over (order by ${createdAt}, ${_id})`).as('balance');
  const shown = db
    .select({ _id, createdAt, kind, amount, balance, order })
    .from(accountEntries)
    .where(eq(accountEntries.company, company))
    .orderBy(desc(createdAt), desc(_id))
    .limit(limit)
    .offset((page - 1) * limit)
    .as('shown');
  const { orderNumber, orderName, poNumber } = orders;
  return db
    .select({
      ...{ _id: shown._id, createdAt: shown.createdAt, kind: shown.kind, amount: shown.amount },
      ...{ balance: shown.balance, order: shown.order, orderNumber, orderName, poNumber },
    })
    .from(shown)
    .leftJoin(orders, eq(orders._id, shown.order))
    .orderBy(desc(shown.createdAt), desc(shown._id));
}

/** A sum of amounts, which is beyond what a driver takes for a number. */
const cents = (sum: SQL) => sql`${sum}::text`.mapWith((text: string) => toMoney(Number(text)));
