import { companyBillTo } from '#server/companies/bill-to.ts';
import type { Db } from '#server/database/db.ts';
import type { PaperOrder } from '#server/documents/invoice.ts';

/** Adds the address that is on file of its company to an order that was stored without one, as older ones were. */
export async function withBillTo<Kind extends PaperOrder>(db: Db, order: Kind): Promise<Kind> {
  const { billingAddress, billingCity, billingState, billingZip, company } = order;
  if (company === null || billingAddress || billingCity || billingState || billingZip) return order;
  return { ...order, ...(await companyBillTo(db, company)) };
}
