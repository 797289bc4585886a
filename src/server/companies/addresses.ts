import { and, asc, eq, sql } from 'drizzle-orm';
import { lockCompany } from '#server/companies/reach-company.ts';
import { companies, companyAddresses } from '#server/companies/tables.ts';
import { type Db, pgError, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { stateCode } from '#shared/rules/us-address.ts';
import type { CompanyAddress, SaveAddress } from '#shared/schemas/companies.ts';

/** More than one finds a job's site among. */
const MAX_ADDRESSES = 200;

/** The places that a company has goods sent to, by their names. */
export async function listAddresses(db: Db, company: string): Promise<CompanyAddress[]> {
  return db
    .select()
    .from(companyAddresses)
    .where(eq(companyAddresses.company, company))
    .orderBy(asc(sql`lower(${companyAddresses.name})`));
}

/** Lists where a company's checkout can send goods: first its own address, where it gave a whole one, by its `_id`. */
export async function placesOf(db: Db, company: string): Promise<CompanyAddress[]> {
  const kept = await listAddresses(db, company);
  const [own] = await db.select().from(companies).where(eq(companies._id, company));
  const state = stateCode(own?.state ?? '');
  const isWhole = own && state && [own.address, own.city, own.zip].every(part => part !== '');
  return isWhole ? [{ ...own, state }, ...kept] : kept;
}

/** Adds a place, or changes one. Two of one name are none that one could choose between. */
export async function saveAddress(db: Db, { company, _id, ...fields }: SaveAddress): Promise<void> {
  await retrying(db, async tx => {
    await lockCompany(tx, company);
    if (_id === undefined) {
      const count = await tx.$count(companyAddresses, eq(companyAddresses.company, company));
      if (count >= MAX_ADDRESSES)
        throw fieldError('name', `is more than the ${MAX_ADDRESSES} addresses you can save`);
      await tx
        .insert(companyAddresses)
        .values({ company, ...fields })
        .catch(takenName);
      return;
    }
    const [saved] = await tx
      .update(companyAddresses)
      .set(fields)
      .where(and(eq(companyAddresses._id, _id), eq(companyAddresses.company, company)))
      .returning({ _id: companyAddresses._id })
      .catch(takenName);
    if (!saved) throw new AppError('not_found');
  });
}

export async function removeAddress(
  db: Db,
  { company, _id }: { company: string; _id: string },
): Promise<void> {
  const [removed] = await db
    .delete(companyAddresses)
    .where(and(eq(companyAddresses._id, _id), eq(companyAddresses.company, company)))
    .returning({ _id: companyAddresses._id });
  if (!removed) throw new AppError('not_found');
}

function takenName(error: unknown): never {
  if (pgError(error)?.constraint !== 'company_addresses_name') throw error;
  throw fieldError('name', 'is the name of another address');
}
