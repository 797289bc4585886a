import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { companyFound } from '#server/companies/read-company.ts';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { besideOf } from '#server/database/beside.ts';
import type { Db } from '#server/database/db.ts';
import { accountEntries } from '#server/payments/tables.ts';
import { countViews } from '#server/views/count-views.ts';
import type { CompanyDeskSort, CreditState } from '#shared/office-lists.ts';
import { toMoney } from '#shared/rules/money.ts';
import {
  type CompanyBeside,
  type CompanyDesk,
  type CompanyDeskAnswer,
  companyQuerySchema,
  type Neighbours,
} from '#shared/schemas/staff-people.ts';
import type { SavedCounts, SavedCountsQuery } from '#shared/schemas/staff-views.ts';

/** Lists a page of companies for staff, with the count and the sums of all that match. */
export async function companyDesk(
  db: Db,
  { sort, page, limit, ...narrowed }: CompanyDesk,
): Promise<CompanyDeskAnswer> {
  const { key, falls } = keyOf(sort);
  const by = falls ? desc : asc;
  const account = accountsOf(db);
  const [found, [sums]] = await Promise.all([
    db
      .select(DESK_COMPANY)
      .from(companies)
      .leftJoin(account, eq(account.company, companies._id))
      .where(narrowedTo(narrowed))
      .orderBy(by(key), by(companies._id))
      .limit(limit)
      .offset((page - 1) * limit),
    db
      .select({
        total: sql<number>`count(*)::int`,
        limits: sql<number>`coalesce(sum(${companies.creditLimit}), 0)::float8`,
        owed: sql<number>`coalesce(sum(greatest(${OWED}, 0)), 0)::float8`,
        inFavor: sql<number>`coalesce(sum(greatest(-${OWED}, 0)), 0)::float8`,
      })
      .from(companies)
      .leftJoin(account, eq(account.company, companies._id))
      .where(narrowedTo(narrowed)),
  ]);
  const { total = 0, limits = 0, owed = 0, inFavor = 0 } = sums ?? {};
  return {
    companies: found.map(row => ({ ...row, owed: toMoney(row.owed) })),
    total,
    limits: toMoney(limits),
    owed: toMoney(owed),
    inFavor: toMoney(inFavor),
  };
}

/** Counts the companies of the saved views that somebody has. */
export function savedCompanyCounts(db: Db, user: SessionUser, which: SavedCountsQuery): Promise<SavedCounts> {
  const account = accountsOf(db);
  return countViews(db, user, 'companies', which, query => {
    const { sort: _, ...narrowed } = companyQuerySchema.parse(query);
    // Postgres leaves the accounts out where a view does not ask for them.
    return sql`select from companies left join ${account} on ${eq(account.company, companies._id)}
      where ${narrowedTo(narrowed) ?? sql`true`}`;
  });
}

/** Finds the companies before and after one in such a list. */
export async function companyBeside(
  db: Db,
  { id, sort, page: _, limit: __, ...narrowed }: CompanyBeside,
): Promise<Neighbours> {
  const { key, falls } = keyOf(sort);
  const account = accountsOf(db);
  const own = sql`(${db
    .select({ key: sql`${key}`, _id: companies._id })
    .from(companies)
    .leftJoin(account, eq(account.company, companies._id))
    .where(eq(companies._id, id))})`;
  return besideOf({ key, _id: companies._id, falls, own }, ({ where, orderBy }) =>
    db
      .select({ _id: companies._id, name: companies.name })
      .from(companies)
      .leftJoin(account, eq(account.company, companies._id))
      .where(and(narrowedTo(narrowed), where))
      .orderBy(...orderBy)
      .limit(1),
  );
}

/** Adds up every account at once: one by one they take longer as soon as more than a page is asked about. */
export const accountsOf = (db: Db) =>
  db
    .select({ company: accountEntries.company, owed: sql`sum(${accountEntries.amount})`.as('owed') })
    .from(accountEntries)
    .groupBy(accountEntries.company)
    .as('account');

/** Cents, where the accounts are joined. */
const OWED = sql<number>`coalesce("account"."owed", 0)::float8`;
const MEMBERS = sql<number>`(
  select count(*)::int from users u where u.company = ${companies._id} and u.deleted_at is null)`;

/** Selects what this list tells of a company, where the accounts are joined. */
export const DESK_COMPANY = {
  _id: companies._id,
  name: companies.name,
  accountNumber: companies.accountNumber,
  city: companies.city,
  state: companies.state,
  zip: companies.zip,
  email: companies.email,
  phone: companies.phone,
  salesman: companies.salesman,
  termsDays: companies.termsDays,
  poRequired: companies.poRequired,
  preferredPayment: companies.preferredPayment,
  preferredShipping: companies.preferredShipping,
  createdAt: companies.createdAt,
  creditLimit: companies.creditLimit,
  taxExempt: companies.taxExempt,
  owed: OWED,
  members: MEMBERS,
  specialPrices: sql<number>`(select count(*)::int from special_prices s where s.company = ${companies._id})`,
  percentOff: sql<number | null>`(
    select t.percent::float8 from price_tiers t where t.company = ${companies._id} and t.scope = 'all')`,
  moreTiers: sql<number>`(
    select count(*)::int from price_tiers t where t.company = ${companies._id} and t.scope <> 'all')`,
};

const KEYS: Record<Exclude<CompanyDeskSort, `-${string}`>, SQL> = {
  name: sql`lower(${companies.name})`,
  account: sql`coalesce(${companies.accountNumber}, '')`,
  members: MEMBERS,
  limit: sql`${companies.creditLimit}`,
  owed: OWED,
  createdAt: sql`${companies.createdAt}`,
};

export function keyOf(sort: CompanyDeskSort) {
  const falls = sort.startsWith('-');
  return { falls, key: KEYS[sort.replace('-', '') as keyof typeof KEYS] };
}

const CREDIT: Record<CreditState, SQL> = {
  with: sql`${companies.creditLimit} > 0`,
  without: sql`${companies.creditLimit} = 0`,
  over: sql`${OWED} > ${companies.creditLimit}`,
};

export function narrowedTo({
  search,
  credit,
  taxExempt,
}: Pick<CompanyDesk, 'search' | 'credit' | 'taxExempt'>) {
  return and(
    search ? companyFound(search) : undefined,
    credit && CREDIT[credit],
    taxExempt === undefined ? undefined : eq(companies.taxExempt, taxExempt),
  );
}
