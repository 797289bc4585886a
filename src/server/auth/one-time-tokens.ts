import { and, eq, gt, isNull, type SQL } from 'drizzle-orm';
import { oneTimeTokens, type TokenPurpose } from '#server/auth/tables.ts';
import { makeToken, tokenHash } from '#server/auth/tokens.ts';
import type { Db } from '#server/database/db.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';

/** The user that a link is for, the address that it was sent to, and the change of address that it answers. */
export interface TokenHolder {
  user: string;
  email: string;
  change: string | null;
}

/** A new token, which stands nowhere but in the answer: the database keeps its hash. */
export async function issueToken(
  tx: Db,
  about: { purpose: TokenPurpose; validMs: number } & Partial<TokenHolder>,
  now = clock.now(),
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
  purpose: TokenPurpose,
  token: string,
  now = clock.now(),
): Promise<boolean> {
  const redeemed = await tx
    .update(oneTimeTokens)
    .set({ usedAt: now.toISOString() })
    .where(isGood(purpose, token, now))
    .returning({ hash: oneTimeTokens.hash });
  return redeemed.length > 0;
}

/** Returns the holder of a token that is still good; null if it is not, or they are gone. */
export async function holderOf(
  db: Db,
  purpose: TokenPurpose,
  token: string,
  now = clock.now(),
): Promise<TokenHolder | null> {
  const [found] = await db
    .select({ user: users._id, email: oneTimeTokens.email, change: oneTimeTokens.change })
    .from(oneTimeTokens)
    .innerJoin(users, and(eq(users._id, oneTimeTokens.user), isNull(users.deletedAt)))
    .where(isGood(purpose, token, now));
  return found ?? null;
}

/**
 * Ends what was sent to a user for this purpose and not used; with `ownAddress` only what answers no change of address.
 * Answers how many of them were still good.
 */
export async function withdrawTokens(
  tx: Db,
  user: string,
  purpose: TokenPurpose,
  { ownAddress = false }: { ownAddress?: boolean } = {},
): Promise<number> {
  const withdrawn = await tx
    .delete(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.user, user),
        eq(oneTimeTokens.purpose, purpose),
        isNull(oneTimeTokens.usedAt),
        ownAddress ? isNull(oneTimeTokens.change) : undefined,
      ),
    )
    .returning({ expiresAt: oneTimeTokens.expiresAt });
  const now = clock.ms();
  return withdrawn.filter(({ expiresAt }) => Date.parse(expiresAt) > now).length;
}

function isGood(purpose: TokenPurpose, token: string, now: Date): SQL | undefined {
  return and(
    eq(oneTimeTokens.hash, tokenHash(token)),
    eq(oneTimeTokens.purpose, purpose),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, now.toISOString()),
  );
}
