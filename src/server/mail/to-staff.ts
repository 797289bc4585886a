import { and, eq, exists, isNull, notInArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { emails } from '#server/mail/tables.ts';
import { isOfStaff, users } from '#server/users/tables.ts';

const ADDRESS = sql<string>`lower(${users.email})`;

/** Whether a mail about this user or to this address is to somebody who is of the staff now. */
export function isToStaff(
  db: Db,
  { user, to }: { user: SQLWrapper | string | null; to: SQLWrapper | string },
): SQL {
  const isTheirs = or(user === null ? undefined : eq(users._id, user), eq(ADDRESS, sql`lower(${to}::text)`));
  return exists(db.select({ one: sql`1` }).from(users).where(and(isOfStaff, isTheirs)));
}

/** Leaves the mails of which that is not so: the staff are read once for all of them. */
export function toNobodyOfStaff(db: Db): SQL | undefined {
  const accounts = db.select({ _id: users._id }).from(users).where(isOfStaff);
  const addresses = db.select({ address: ADDRESS }).from(users).where(isOfStaff);
  return and(
    or(isNull(emails.user), notInArray(emails.user, accounts)),
    notInArray(sql`lower(${emails.to})`, addresses),
  );
}
