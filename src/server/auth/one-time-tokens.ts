import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { oneTimeTokens } from '#server/auth/tables.ts';
import { makeToken, tokenHash } from '#server/auth/tokens.ts';
import type { Db } from '#server/db.ts';
import { users } from '#server/users/tables.ts';

type Purpose = (typeof oneTimeTokens.$inferSelect)['purpose'];

/** Whom a link is for, and the address that it was sent to. */
export interface TokenHolder {
  user: string;
  email: string;
}

/** A new token, which stands nowhere but in the answer: the database keeps its hash. */
export async function issueToken(
  tx: Db,
  about: { purpose: Purpose; validMs: number } & Partial<TokenHolder>,
  now = new Date(),
): Promise<string> {
  const { validMs, ...token } = about;
  const made = makeToken();
  const expiresAt = new Date(now.getTime() + validMs).toISOString();
  await tx.insert(oneTimeTokens).values({ ...token, hash: tokenHash(made), expiresAt });
  return made;
}

/** Uses a token up. False: wrong, used before or too old. */
export async function redeemToken(
  tx: Db,
  purpose: Purpose,
  token: string,
  now = new Date(),
): Promise<boolean> {
  const redeemed = await tx
    .update(oneTimeTokens)
    .set({ usedAt: now.toISOString() })
    .where(isGood(purpose, token, now))
    .returning({ hash: oneTimeTokens.hash });
  return redeemed.length > 0;
}

/** Whom a token that is still good belongs to; null if it is not, or he is gone. */
export async function holderOf(
  db: Db,
  purpose: Purpose,
  token: string,
  now = new Date(),
): Promise<TokenHolder | null> {
  const [found] = await db
    .select({ user: users._id, email: oneTimeTokens.email })
    .from(oneTimeTokens)
    .innerJoin(users, and(eq(users._id, oneTimeTokens.user), isNull(users.deletedAt)))
    .where(isGood(purpose, token, now));
  return found ?? null;
}

/** Ends what was sent to a user for this purpose and not used; with `email` only what went to other addresses. */
export async function withdrawTokens(
  tx: Db,
  user: string,
  purpose: Purpose,
  { butTo }: { butTo?: string } = {},
): Promise<void> {
  await tx
    .delete(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.user, user),
        eq(oneTimeTokens.purpose, purpose),
        isNull(oneTimeTokens.usedAt),
        butTo === undefined ? undefined : sql`lower(${oneTimeTokens.email}) <> lower(${butTo}::text)`,
      ),
    );
}

function isGood(purpose: Purpose, token: string, now: Date): SQL | undefined {
  return and(
    eq(oneTimeTokens.hash, tokenHash(token)),
    eq(oneTimeTokens.purpose, purpose),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, now.toISOString()),
  );
}
