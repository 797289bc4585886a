import { and, asc, gt, sql } from 'drizzle-orm';
import type { associatedAccounts, companies } from '#server/companies/tables.ts';
import type { Db } from '#server/database/db.ts';
import type { users } from '#server/users/tables.ts';
import { withoutUnseen } from '#shared/rules/unseen-letters.ts';

type Named = typeof users | typeof companies | typeof associatedAccounts;

export interface CleanedName {
  _id: string;
  /** The name in the database. */
  name: string;
  clean: string;
}

const AT_ONCE = 500;

/** Hands over, a batch at a time, the names of a table with letters that `text()` takes out by now. */
export async function eachUncleanName(
  db: Db,
  table: Named,
  write: (some: CleanedName[]) => Promise<unknown>,
): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    // Each such letter takes more than one byte, which most names have none of.
    const isSuspect = sql`octet_length(${table.name}) > char_length(${table.name})`;
    const some: { _id: string; name: string }[] = await db
      .select({ _id: table._id, name: table.name })
      .from(table)
      .where(and(gt(table._id, last), isSuspect))
      .orderBy(asc(table._id))
      .limit(AT_ONCE);
    const unclean = some.filter(({ name }) => withoutUnseen(name) !== name);
    if (unclean.length > 0) {
      await write(unclean.map(one => ({ ...one, clean: withoutUnseen(one.name).normalize('NFC').trim() })));
    }
    const end = some[AT_ONCE - 1];
    if (!end) return;
    last = end._id;
  }
}
