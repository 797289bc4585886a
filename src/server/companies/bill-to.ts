import { eq } from 'drizzle-orm';
import { companies } from '#server/companies/tables.ts';
import type { Db } from '#server/database/db.ts';

/** Reads the address of a company as an order bills it; undefined: there is no such company. */
export async function companyBillTo(db: Db, company: string) {
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
