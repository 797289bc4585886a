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
  const [made] = await tx
    .insert(users)
    .values(user)
    .returning()
    .catch(error => {
      throw pgError(error)?.constraint === 'users_email'
        ? new AppError('email_taken', { cause: error })
        : error;
    });
  if (!made) throw new Error('the user was not stored');
  return made;
}

/** The account with this e-mail address, however it is capitalised; null if there is none or it was deleted. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const [found] = await db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, sql`lower(${email.trim()})`), isNull(users.deletedAt)));
  return found ?? null;
}
