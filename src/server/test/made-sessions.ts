import { randomUUID } from 'node:crypto';
import { sessions } from '#server/auth/tables.ts';
import type { Context, SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { findUserById } from '#server/users/users.ts';

const made = new WeakMap<Db, Map<string, Promise<Context['session']>>>();

/** The session of somebody who has signed in, the same for all their calls. Null for guests. */
export async function sessionOf(db: Db, user: SessionUser | null): Promise<Context['session']> {
  if (!user) return null;
  const known = made.get(db) ?? new Map<string, Promise<Context['session']>>();
  made.set(db, known);
  const session = known.get(user._id) ?? signIn(db, user._id);
  known.set(user._id, session);
  return session;
}

async function signIn(db: Db, user: string): Promise<Context['session']> {
  const hash = `made for a test ${randomUUID()}`;
  // Some tests ask as somebody whom their database does not know.
  if (await findUserById(db, user)) {
    const expiresAt = new Date(Date.now() + 10 * 60 * 60 * 1000).toISOString();
    await db.insert(sessions).values({ hash, user, expiresAt });
  }
  return { hash, impersonatorId: null };
}
