import { and, eq, exists, inArray, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { users } from '#server/users/tables.ts';

/** Whether a mail about this user or to this address is to somebody who is of the staff now. */
export function isToStaff(
  db: Db,
  { user, to }: { user: SQLWrapper | string | null; to: SQLWrapper | string },
): SQL {
  const isTheirs = or(
    user === null ? undefined : eq(users._id, user),
    eq(sql`lower(${users.email})`, sql`lower(${to}::text)`),
  );
  return exists(
    db
      .select({ one: sql`1` })
      .from(users)
      .where(and(inArray(users.permissionLevel, ['Admin', 'Employee']), isNull(users.deletedAt), isTheirs)),
  );
}
