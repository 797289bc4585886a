import { and, eq, isNull } from 'drizzle-orm';
import { holdSession } from '#server/auth/sessions.ts';
import { apiKeys } from '#server/auth/tables.ts';
import type { Context, SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { lockUser, type UserRow } from '#server/users/users.ts';
import { isAdmin } from '#shared/rules/permissions.ts';

export type Asker = Pick<Context, 'session' | 'key'> & { user: SessionUser };

/**
 * Locks whoever asks, and holds the session or key that they ask by. Begins each transaction that makes a way into an
 * account, or gives something away in its name (`ways-in.ts`): a request that waited while those ways ended comes too
 * late. `signed_out`, `key_revoked`.
 */
export async function holdAsker(tx: Db, { user, session, key }: Asker): Promise<UserRow> {
  const asker = await lockUser(tx, user._id);
  if (!asker || !(session || key)) throw new AppError('signed_out');
  if (session) await holdSession(tx, session.hash);
  if (key) await holdKey(tx, key._id);
  return asker;
}

/** The same for what is an Admin's alone: whoever asks may have been one when their request began. `forbidden`. */
export async function holdAdmin(tx: Db, asker: Asker): Promise<UserRow> {
  const admin = await holdAsker(tx, asker);
  if (!isAdmin(admin)) throw new AppError('forbidden');
  return admin;
}

async function holdKey(tx: Db, _id: string): Promise<void> {
  const [held] = await tx
    .select({ _id: apiKeys._id })
    .from(apiKeys)
    .where(and(eq(apiKeys._id, _id), isNull(apiKeys.revokedAt)))
    .for('share');
  if (!held) throw new AppError('key_revoked');
}
