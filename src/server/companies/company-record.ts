import { eq, inArray, sql } from 'drizzle-orm';
import { readCompany } from '#server/companies/read-company.ts';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { tags } from '#server/tags/tables.ts';
import { toMoney } from '#shared/rules/money.ts';
import type { CompanyRecord } from '#shared/schemas/staff-people.ts';

/** A company with all that staff see beside it. Throws `not_found`. */
export async function companyRecord(db: Db, reader: SessionUser, _id: string): Promise<CompanyRecord> {
  const [company, [more]] = await Promise.all([
    readCompany(db, _id, reader),
    db
      .select({
        createdAt: companies.createdAt,
        owed: sumOf(sql`select sum(amount) from account_entries where company = ${_id}::uuid`),
        storeCredit: sumOf(sql`select sum(amount) from store_credit_entries where company = ${_id}::uuid`),
      })
      .from(companies)
      .where(eq(companies._id, _id)),
  ]);
  if (!more) throw new AppError('not_found');
  return {
    ...company,
    ...more,
    tiers: await named(db, company.tiers),
    specialPrices: company.products.length,
  };
}

const sumOf = (sum: ReturnType<typeof sql>) =>
  sql`coalesce((${sum}), 0)::float8`.mapWith((cents: number | string) => toMoney(Number(cents)));

/** A category is stored by its `_id`, a vendor by its name. */
async function named(
  db: Db,
  tiers: readonly Omit<CompanyRecord['tiers'][number], 'name'>[],
): Promise<CompanyRecord['tiers']> {
  const ids = tiers.flatMap(({ scope, ref }) => (scope === 'category' ? [ref] : []));
  const categories =
    ids.length === 0
      ? []
      : await db.select({ _id: tags._id, name: tags.name }).from(tags).where(inArray(tags._id, ids));
  return tiers.map(tier => ({
    ...tier,
    name: categories.find(({ _id }) => _id === tier.ref)?.name ?? tier.ref,
  }));
}
