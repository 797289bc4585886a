import { inArray } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { users } from '#server/users/tables.ts';

/** Tells what these users are called, deleted ones too: by their email address where they gave no name. */
export async function nameUsers(
  db: Db,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(ids)].filter(id => id !== null);
  if (asked.length === 0) return new Map();
  const found = await db
    .select({ _id: users._id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users._id, asked));
  return new Map(found.map(({ _id, name, email }) => [_id, name || email]));
}
