import { desc, eq, sql } from 'drizzle-orm';
import { refuseStrangers } from '#server/companies/reach-company.ts';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { moneyOf } from '#server/database/columns.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { orders } from '#server/orders/tables.ts';
import { MAX_OPEN, openOnAccount } from '#server/payments/open-orders.ts';
import { accountEntries } from '#server/payments/tables.ts';
import { receipts } from '#server/receipts/tables.ts';
import { shopRates } from '#server/site/rates.ts';
import { clock } from '#server/time-and-chance.ts';
import { ageing, dueOf } from '#shared/rules/ageing.ts';
import { type Money, sumMoney, ZERO } from '#shared/rules/money.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import type { Statement, StatementQuery } from '#shared/schemas/payments.ts';

/**
 * How a company's account stands: what it owes by age, every line with the balance after it, the latest first. The balance
 * is the sum of the lines; its ages are those of the open orders, less what stands to its good. For its Primary and staff.
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
  const open = await openOnAccount(db, eq(orders.company, company));
  const { balance, onAccount } = await accountOf(db, company);
  const { _id, name, accountNumber, creditLimit, address, city, state, zip } = row;
  return {
    company: { _id, name, accountNumber, creditLimit, address, city, state, zip },
    date: today,
    balance,
    onAccount,
    due: sumMoney(dueOf(open, today).map(debt => debt.open)),
    ageing: ageing(open, balance, today),
    open: open.slice(0, MAX_OPEN),
    entries: await entriesOf(db, company, { page, limit, timeZone }),
    total: await db.$count(accountEntries, eq(accountEntries.company, company)),
  };
}

/** Adds up what a company owes by its account, and of that the money that came in and pays no order. */
export async function accountOf(db: Db, company: string): Promise<{ balance: Money; onAccount: Money }> {
  const { amount, order, kind } = accountEntries;
  const kept = sql`coalesce(-sum(${amount}) filter (where ${order} is null and ${kind} = 'receipt'), 0)`;
  const [found] = await db
    .select({ balance: moneyOf(sql`coalesce(sum(${amount}), 0)`), onAccount: moneyOf(kept) })
    .from(accountEntries)
    .where(eq(accountEntries.company, company));
  return found ?? { balance: ZERO, onAccount: ZERO };
}

async function entriesOf(
  db: Db,
  company: string,
  { page, limit, timeZone }: { page: number; limit: number; timeZone: string },
) {
  const { _id, createdAt, kind, amount, order, receipt } = accountEntries;
  // A window looks at all lines of the account, whichever of them are shown.
  const balance = moneyOf(sql`sum(${amount}) over (order by ${createdAt}, ${_id})`).as('balance');
  const shown = db
    .select({ _id, createdAt, kind, amount, balance, order, receipt })
    .from(accountEntries)
    .where(eq(accountEntries.company, company))
    .orderBy(desc(createdAt), desc(_id))
    .limit(limit)
    .offset((page - 1) * limit)
    .as('shown');
  const { orderNumber, orderName, poNumber } = orders;
  // It and the lines that take it back are of one transaction, and so of one moment.
  const bounced = sql<boolean>`coalesce(${receipts.bouncedAt} = ${shown.createdAt}, false)`;
  const mistaken = sql<boolean>`coalesce(${receipts.mistake} is not null, false)`;
  const receivedOn = sql<string | null>`nullif(${receipts.receivedOn},
    (${shown.createdAt} at time zone ${timeZone})::date)::text`;
  return db
    .select({
      ...{ _id: shown._id, createdAt: shown.createdAt, kind: shown.kind, amount: shown.amount },
      ...{ balance: shown.balance, order: shown.order, orderNumber, orderName, poNumber },
      receipt: { method: receipts.method, number: receipts.number, bounced, mistaken, receivedOn },
    })
    .from(shown)
    .leftJoin(orders, eq(orders._id, shown.order))
    .leftJoin(receipts, eq(receipts._id, shown.receipt))
    .orderBy(desc(shown.createdAt), desc(shown._id));
}
