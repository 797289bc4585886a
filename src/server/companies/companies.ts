import { and, eq, isNull, sql } from 'drizzle-orm';
import { companies, priceTiers, specialPrices } from '#server/companies/tables.ts';
import { type Db, pgError, rows } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { foldedName } from '#shared/rules/company-name.ts';
import type { Money } from '#shared/rules/money.ts';
import type { PriceTier } from '#shared/schemas/companies.ts';

export type NewCompanyRow = Omit<
  typeof companies.$inferInsert,
  '_id' | 'foldedName' | 'version' | 'createdAt' | 'updatedAt'
> & {
  _id?: string;
};
export type CompanyRow = typeof companies.$inferSelect;

/** Has prices: a company, or one user alone. */
export type PriceOwner = { company: string } | { user: string };

/** Stores a company. `company_exists` (432) if one has that name, or one that looks like it. */
export async function createCompany(tx: Db, company: NewCompanyRow): Promise<CompanyRow> {
  const [made] = await tx.insert(companies).values(withFold(company)).returning().catch(refuseTakenName);
  if (!made) throw new Error('the company was not stored');
  return made;
}

/** A name is written together with what it is told apart by. */
export const withFold = <T extends { name?: string }>(fields: T): T & { foldedName?: string } =>
  fields.name === undefined ? fields : { ...fields, foldedName: foldedName(fields.name) };

export function refuseTakenName(error: unknown): never {
  const constraint = pgError(error)?.constraint ?? '';
  const isTaken = ['companies_name', 'companies_folded_name'].includes(constraint);
  throw isTaken ? new AppError('company_exists', { cause: error }) : error;
}

/** Sets an owner's prices of variants, or sets them anew: one each. */
export async function setSpecialPrices(
  tx: Db,
  owner: PriceOwner,
  prices: Iterable<readonly [variant: string, price: Money]>,
): Promise<void> {
  const ofCompany = 'company' in owner;
  const column = ofCompany ? specialPrices.company : specialPrices.user;
  await tx
    .insert(specialPrices)
    .values([...prices].map(([variant, price]) => ({ ...owner, variant, price })))
    .onConflictDoUpdate({
      target: [column, specialPrices.variant],
      targetWhere: sql`${sql.identifier(ofCompany ? 'company' : 'user')} is not null`,
      set: { price: sql`excluded.price`, updatedAt: sql`now()` },
    });
}

export async function removeSpecialPrice(tx: Db, owner: PriceOwner, variant: string): Promise<void> {
  await tx
    .delete(specialPrices)
    .where(and(ofOwner(specialPrices, owner), eq(specialPrices.variant, variant)));
}

/**
 * Replaces an owner's tiers by these. Two of the same scope and ref are one: the later. Throws `invalid` for a vendor
 * or category that there is not.
 */
export async function saveTiers(tx: Db, owner: PriceOwner, asked: readonly PriceTier[]): Promise<void> {
  const tiers = await withKnownRefs(tx, asked);
  const byTarget = new Map(tiers.map(tier => [`${tier.scope} ${tier.ref}`, tier]));
  // Two who save at once take turns, instead of both inserting.
  const locked =
    'company' in owner
      ? sql`select 1 from companies where id = ${owner.company}::uuid for no key update`
      : sql`select 1 from users where id = ${owner.user}::uuid for no key update`;
  await tx.execute(locked);
  await tx.delete(priceTiers).where(ofOwner(priceTiers, owner));
  if (byTarget.size === 0) return;
  await tx.insert(priceTiers).values([...byTarget.values()].map(tier => ({ ...owner, ...tier })));
}

/** Each ref as it is written where it stands; a tier of anything else would never take effect. */
async function withKnownRefs(tx: Db, tiers: readonly PriceTier[]): Promise<PriceTier[]> {
  const refs = sql.param(tiers.map(({ ref }) => ref.toLowerCase()));
  const found = rows<{ scope: PriceTier['scope']; ref: string }>(
    await tx.execute(sql`
      select 'vendor' as scope, name as ref from vendors where lower(name) = any(${refs}::text[])
      union all
      select 'category', id::text from tags where type = 'Category' and id::text = any(${refs}::text[])`),
  );
  return tiers.map((tier, index) => {
    if (tier.scope === 'all') return tier;
    const wanted = tier.ref.toLowerCase();
    const known = found.find(({ scope, ref }) => scope === tier.scope && ref.toLowerCase() === wanted);
    if (!known) throw fieldError(['tiers', index, 'ref'], `is not a ${tier.scope} we have`);
    return { ...tier, ref: known.ref };
  });
}

function ofOwner(table: typeof specialPrices | typeof priceTiers, owner: PriceOwner) {
  return 'company' in owner
    ? and(eq(table.company, owner.company), isNull(table.user))
    : and(eq(table.user, owner.user), isNull(table.company));
}
