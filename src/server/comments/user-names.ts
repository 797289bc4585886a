import { asc, inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { isOfStaff, userName, users } from '#server/users/tables.ts';
import type { Mentionable } from '#shared/schemas/comments.ts';

/** Tells what these users are called, deleted ones too: by their email address where they gave no name. */
export async function nameUsers(
  db: Db,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(ids)].filter(id => id !== null);
  if (asked.length === 0) return new Map();
  const found = await db
    .select({ _id: users._id, name: userName })
    .from(users)
    .where(inArray(users._id, asked));
  return new Map(found.map(({ _id, name }) => [_id, name]));
}

/** Lists the staff, by their names, as they are called where a comment mentions them. */
export async function listStaff(db: Db): Promise<Mentionable[]> {
  return db
    .select({ _id: users._id, name: userName, email: users.email })
    .from(users)
    .where(isOfStaff)
    .orderBy(asc(sql`lower(${userName})`), asc(users._id));
}
