import { and, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { emailChanges } from '#server/auth/tables.ts';
import { type Db, pgError } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import { UNDO_LINK_MS } from '#shared/constants.ts';

export type NewUser = Omit<
  typeof users.$inferInsert,
  '_id' | 'version' | 'createdAt' | 'updatedAt' | 'deletedAt'
> & {
  _id?: string;
};
export type UserRow = typeof users.$inferSelect;

/** Stores a user as given; `passwordHash` comes from `hashPassword`. `email_taken` if the address has an account. */
export async function createUser(tx: Db, user: NewUser): Promise<UserRow> {
  const [made] = await tx.insert(users).values(user).returning().catch(takenEmail);
  if (!made) throw new Error('the user was not stored');
  await refuseGivenUp(tx, made._id, made.email);
  return made;
}

/** Writes an account's address, confirmed at that time or not yet. `email_taken`. */
export async function setEmail(
  tx: Db,
  _id: string,
  email: string,
  emailConfirmedAt: string | null,
): Promise<void> {
  await tx
    .update(users)
    .set({
      ...{ email, emailConfirmedAt },
      wasUsed: sql`${users.wasUsed} or ${users.emailConfirmedAt} is not null`,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users._id, _id))
    .catch(takenEmail);
  await refuseGivenUp(tx, _id, email);
}

/**
 * An address that an account gave up can be given back to it for some days, so nobody else may take it meanwhile. Looked
 * at after the write: who waited for the change of that account to commit sees it by now.
 */
async function refuseGivenUp(tx: Db, _id: string, email: string): Promise<void> {
  const since = new Date(clock.ms() - UNDO_LINK_MS).toISOString();
  const [givenUp] = await tx
    .select({ _id: emailChanges._id })
    .from(emailChanges)
    .innerJoin(users, and(eq(users._id, emailChanges.user), isNull(users.deletedAt)))
    .where(
      and(
        eq(sql`lower(${emailChanges.oldEmail})`, sql`lower(${email}::text)`),
        eq(emailChanges.state, 'done'),
        gt(emailChanges.doneAt, since),
        ne(emailChanges.user, _id),
      ),
    )
    .limit(1);
  if (givenUp) throw new AppError('email_taken');
}

/** Nobody signs in by a password, or by Google, until there is a new one. Answers whether there was one. */
export async function forget(tx: Db, _id: string, what: 'passwordHash' | 'googleSub'): Promise<boolean> {
  const forgotten = await tx
    .update(users)
    .set({ [what]: null })
    .where(and(eq(users._id, _id), isNotNull(users[what])))
    .returning({ _id: users._id });
  return forgotten.length > 0;
}

function takenEmail(error: unknown): never {
  throw pgError(error)?.constraint === 'users_email' ? new AppError('email_taken', { cause: error }) : error;
}

/** The account that is linked with this one of Google; null if there is none or it was deleted. */
export async function findUserByGoogle(db: Db, googleSub: string): Promise<UserRow | null> {
  const [found] = await db
    .select()
    .from(users)
    .where(and(eq(users.googleSub, googleSub), isNull(users.deletedAt)));
  return found ?? null;
}

/** A user who was not deleted, or null. */
export async function findUserById(db: Db, _id: string): Promise<UserRow | null> {
  const [found] = await db
    .select()
    .from(users)
    .where(and(eq(users._id, _id), isNull(users.deletedAt)));
  return found ?? null;
}

/** Returns what somebody is called; empty if they are gone. */
export async function nameOf(db: Db, _id: string): Promise<string> {
  return (await findUserById(db, _id))?.name ?? '';
}

/** A user who was not deleted, kept from other writers until the transaction ends; null if there is none. */
export async function lockUser(tx: Db, _id: string): Promise<UserRow | null> {
  const [found] = await tx
    .select()
    .from(users)
    .where(and(eq(users._id, _id), isNull(users.deletedAt)))
    .for('no key update');
  return found ?? null;
}

/** The account with this e-mail address, however it is capitalised; null if there is none or it was deleted. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const [found] = await db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, sql`lower(${email.trim()})`), isNull(users.deletedAt)));
  return found ?? null;
}
