import { asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { refuseStrangers } from '#server/companies/reach-company.ts';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { contains } from '#server/database/like.ts';
import { AppError } from '#server/errors.ts';
import { type ShopRates, shopRates } from '#server/site/rates.ts';
import { clock } from '#server/time-and-chance.ts';
import { certificateState } from '#shared/rules/certificates.ts';
import { toMoney } from '#shared/rules/money.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import { canManageCompany } from '#shared/rules/permissions.ts';
import type { Company, CompanyList, companiesSchema } from '#shared/schemas/companies.ts';

/** A company with its lists, in one statement. Its spending and what it was granted are for its Primaries and staff. */
export async function readCompany(db: Db, _id: string, reader: SessionUser): Promise<Company> {
  refuseStrangers(reader, _id, 'read');
  const [found] = await db
    .select({ ...getTableColumns(companies), ...LISTS })
    .from(companies)
    .where(eq(companies._id, _id));
  if (!found) throw new AppError('not_found');
  const manages = canManageCompany(reader, _id);
  return {
    ...found,
    users: found.users.map(({ cents, ...member }) => ({
      ...member,
      ...((manages || member._id === reader._id) && {
        spendingLimit: cents === null ? null : toMoney(cents),
      }),
    })),
    products: found.products.map(({ variant, cents }) => ({ variant, price: toMoney(cents) })),
    orders: manages ? found.orders : [],
    certificates: manages ? judged(found.certificates, await shopRates(db)) : [],
  };
}

function judged(
  certificates: readonly Omit<Company['certificates'][number], 'state'>[],
  { timeZone }: ShopRates,
): Company['certificates'] {
  const today = shopDate(clock.now(), timeZone);
  return certificates.map((one, index) => ({
    ...one,
    state: certificateState(one, { isNewest: index === 0, today }),
  }));
}

type ListedMember = Omit<Company['users'][number], 'spendingLimit'> & { cents: number | null };

const LISTS = {
  users: list<ListedMember>(sql`
    select json_build_object('_id', u.id, 'name', u.name, 'email', u.email, 'role', u.role,
      'cents', u.spending_limit) as item
    from users u where u.company = ${companies._id} and u.deleted_at is null
    order by u.role desc, lower(u.name), u.id limit 500`),
  products: list<{ variant: string; cents: number }>(sql`
    select json_build_object('variant', s.variant, 'cents', s.price) as item
    from special_prices s join variants v on v.id = s.variant
    where s.company = ${companies._id} and v.deleted_at is null order by v.product_num`),
  orders: list<string>(sql`
    select o.id as item from orders o where o.company = ${companies._id} order by o.id desc limit 100`),
  tiers: list<Company['tiers'][number]>(sql`
    select json_build_object('scope', t.scope, 'ref', t.ref, 'percent', t.percent) as item
    from price_tiers t where t.company = ${companies._id} order by t.scope, t.ref`),
  associatedAccounts: list<Company['associatedAccounts'][number]>(sql`
    select json_build_object('_id', a.id, 'email', a.email, 'name', a.name) as item
    from associated_accounts a where a.company = ${companies._id} order by a.email limit 500`),
  addresses: list<Company['addresses'][number]>(sql`
    select json_build_object('_id', a.id, 'name', a.name, 'address', a.address, 'city', a.city,
      'state', a.state, 'zip', a.zip) as item
    from company_addresses a where a.company = ${companies._id} order by lower(a.name)`),
  certificates: list<Omit<Company['certificates'][number], 'state'>>(sql`
    select json_build_object('_id', c.id, 'name', c.name, 'bytes', c.bytes, 'expiresOn', c.expires_on,
      'acceptedAt', to_char(c.accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'createdAt', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as item
    from exemption_certificates c where c.company = ${companies._id} order by c.created_at desc, c.id desc`),
};

/** The `item`s of a subquery as a JSON array, in its order. */
function list<T>(items: SQL) {
  return sql<T[]>`(select coalesce(json_agg(l.item), '[]'::json) from (${items}) l)`;
}

/** The companies that staff look for, by name, account number or e-mail address. */
export async function listCompanies(
  db: Db,
  { search = '', salesman = '', sort, page, limit }: CompanyList,
): Promise<z.infer<typeof companiesSchema>> {
  const column = sort.endsWith('createdAt') ? companies.createdAt : sql`lower(${companies.name})`;
  const where = sql`${search ? companyFound(search) : true} and (${salesman} = '' or lower(${companies.salesman}) = lower(${salesman}))`;
  const listed = await db
    .select({
      ...getTableColumns(companies),
      members: sql<number>`(
        select count(*)::int from users u where u.company = ${companies._id} and u.deleted_at is null)`,
      specialPrices: sql<number>`(
        select count(*)::int from special_prices s where s.company = ${companies._id})`,
    })
    .from(companies)
    .where(where)
    .orderBy(sort.startsWith('-') ? desc(column) : asc(column), asc(companies._id))
    .limit(limit)
    .offset((page - 1) * limit);
  return { companies: listed, total: await db.$count(companies, where) };
}

/** Names to choose from. */
export async function limitedCompanies(
  db: Db,
  { search = '', limit }: { search?: string | undefined; limit: number },
): Promise<Pick<Company, '_id' | 'name' | 'accountNumber'>[]> {
  return db
    .select({ _id: companies._id, name: companies.name, accountNumber: companies.accountNumber })
    .from(companies)
    .where(search ? companyFound(search) : undefined)
    .orderBy(sql`lower(${companies.name})`)
    .limit(limit);
}

/** Companies whose name, account number or address has this in it, whatever the capitals; `%` and `_` are letters like others. */
export function companyFound(search: string): SQL {
  const pattern = contains(search);
  return sql`(${companies.name} ilike ${pattern} or ${companies.accountNumber} ilike ${pattern}
    or ${companies.email} ilike ${pattern})`;
}
