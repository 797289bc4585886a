import { eq } from 'drizzle-orm';
import { companies } from '#server/companies/tables.ts';
import type { Db } from '#server/database/db.ts';

type BillTo = Record<'billingAddress' | 'billingCity' | 'billingState' | 'billingZip', string>;

/** Reads the address of a company as an order bills it; undefined: there is no such company. */
export async function companyBillTo(db: Db, company: string): Promise<BillTo | undefined> {
  const [found] = await db
    .select({
      billingAddress: companies.address,
      billingCity: companies.city,
      billingState: companies.state,
      billingZip: companies.zip,
    })
    .from(companies)
    .where(eq(companies._id, company));
  return found;
}

/** Adds the address that is on file of its company to an order that was stored without one, as older ones were. */
export async function withBillTo<Kind extends BillTo & { company: string | null }>(
  db: Db,
  order: Kind,
): Promise<Kind> {
  const { billingAddress, billingCity, billingState, billingZip, company } = order;
  if (company === null || billingAddress || billingCity || billingState || billingZip) return order;
  return { ...order, ...(await companyBillTo(db, company)) };
}
