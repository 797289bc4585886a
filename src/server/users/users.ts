import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Db, pgError } from '#server/db.ts';
import { AppError } from '#server/errors.ts';
import { users } from '#server/users/tables.ts';

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
    .set({ email, emailConfirmedAt, version: sql`${users.version} + 1` })
    .where(eq(users._id, _id))
    .catch(takenEmail);
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

/** What somebody is called; empty if he is gone. */
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
