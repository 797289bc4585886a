import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import { vendors } from '#server/vendors/tables.ts';

/** Makes the vendors that are missing; answers each name, in lower case, with the name as it stands. */
export async function ensureVendors(tx: Db, names: Iterable<string>): Promise<Map<string, string>> {
  const wanted = new Map([...names].map(name => [name.toLowerCase(), name]));
  if (wanted.size === 0) return new Map();
  // One order for everybody, so that two writers who make the same vendors never wait in a ring.
  const made = [...wanted.values()].sort().map(name => ({ name }));
  const read = async () =>
    rows<{ name: string }>(
      await tx.execute(
        sql`select name from vendors where lower(name) = any(${sql.param([...wanted.keys()])}::text[])`,
      ),
    );
  let found = await read();
  if (found.length < wanted.size) {
    await tx.insert(vendors).values(made).onConflictDoNothing();
    found = await read();
  }
  return new Map(found.map(({ name }) => [name.toLowerCase(), name]));
}
