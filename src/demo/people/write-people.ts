import { bulkInsert } from '#demo/bulk-insert.ts';
import { type AgreedPrices, agreedRows } from '#demo/people/agreed-prices.ts';
import type { DemoPeople } from '#demo/people/people.ts';
import { withFold } from '#server/companies/companies.ts';
import { companies, priceTiers, specialPrices } from '#server/companies/tables.ts';
import type { Db } from '#server/database/db.ts';
import { users } from '#server/users/tables.ts';

/** Companies, everybody with an account, and what was agreed; the variants stand. */
export async function writePeople(
  tx: Db,
  people: DemoPeople,
  agreed: ReadonlyMap<string, AgreedPrices>,
): Promise<void> {
  await bulkInsert(
    tx,
    companies,
    people.companies.map(({ row }) => withFold(row)),
  );
  await bulkInsert(tx, users, people.all);
  const own = [...agreed].map(([company, prices]) => agreedRows(company, prices));
  await bulkInsert(
    tx,
    specialPrices,
    own.flatMap(({ prices }) => prices),
  );
  await bulkInsert(
    tx,
    priceTiers,
    own.flatMap(({ tiers }) => tiers),
  );
}
