import { and, desc, eq, gt, isNull, notInArray, or } from 'drizzle-orm';
import { accountColumns } from '#server/auth/accounts.ts';
import { apiKeys } from '#server/auth/tables.ts';
import { makeToken, tokenHash } from '#server/auth/tokens.ts';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/db.ts';
import { AppError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { siteSettings } from '#server/site/tables.ts';
import { users } from '#server/users/tables.ts';
import type { ApiKey } from '#shared/schemas/auth.ts';

/** So that scanners of leaked secrets, and people, know one when they see it. */
const PREFIX = 'knurl_';
const SHOWN = PREFIX.length + 6;
/** `lastUsedAt` is written at most this often. */
const TOUCH_MS = 60_000;

type Owner = Pick<SessionUser, '_id' | 'email'>;

/** Makes a key with its user's rights. The key itself is answered here and never again; its SHA-256 is kept. */
export async function createApiKey(
  db: Db,
  user: Owner,
  { name, expiresAt = null }: { name: string; expiresAt?: string | null },
): Promise<{ key: string; apiKey: ApiKey }> {
  const key = `${PREFIX}${makeToken()}`;
  const apiKey = await db.transaction(async tx => {
    const [made] = await tx
      .insert(apiKeys)
      .values({ user: user._id, name, prefix: key.slice(0, SHOWN), hash: tokenHash(key), expiresAt })
      .returning();
    if (!made) throw new Error('the key was not stored');
    await logKey(tx, user, 'API key created', made);
    return { ...made, email: user.email };
  });
  return { key, apiKey };
}

/** Keys that were not revoked, the newest first: one user's, or everybody's (null). */
export async function listApiKeys(db: Db, user: string | null): Promise<ApiKey[]> {
  return db
    .select({
      _id: apiKeys._id,
      user: apiKeys.user,
      email: users.email,
      name: apiKeys.name,
      prefix: apiKeys.prefix,
      createdAt: apiKeys.createdAt,
      lastUsedAt: apiKeys.lastUsedAt,
      expiresAt: apiKeys.expiresAt,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users._id, apiKeys.user))
    .where(and(isNull(apiKeys.revokedAt), user === null ? undefined : eq(apiKeys.user, user)))
    .orderBy(desc(apiKeys._id))
    .limit(500);
}

/** Ends a key, at once and in every process; only the owner's and an admin's. Another's is `not_found`. */
export async function revokeApiKey(db: Db, by: SessionUser, _id: string): Promise<void> {
  const isAdmin = by.permissionLevel === 'Admin';
  await db.transaction(async tx => {
    const [revoked] = await tx
      .update(apiKeys)
      .set({ revokedAt: new Date().toISOString() })
      .where(
        and(eq(apiKeys._id, _id), isNull(apiKeys.revokedAt), isAdmin ? undefined : eq(apiKeys.user, by._id)),
      )
      .returning({ _id: apiKeys._id, prefix: apiKeys.prefix });
    if (!revoked) throw new AppError('not_found');
    await logKey(tx, by, 'API key revoked', revoked);
  });
}

/** Ends all keys of a user but the kept ones, at once and in every process; answers their names. */
export async function endKeysOf(tx: Db, user: string, kept: readonly string[] = []): Promise<string[]> {
  const ended = await tx
    .update(apiKeys)
    .set({ revokedAt: new Date().toISOString() })
    .where(and(eq(apiKeys.user, user), isNull(apiKeys.revokedAt), notInArray(apiKeys._id, [...kept])))
    .returning({ name: apiKeys.name });
  return ended.map(({ name }) => name);
}

/** The user whose key this is, or null: unknown, revoked, expired, or its user deleted. */
export async function userOfApiKey(db: Db, key: string, now: Date): Promise<SessionUser | null> {
  if (!key.startsWith(PREFIX)) return null;
  const [found] = await db
    .select({ ...accountColumns, key: apiKeys._id, lastUsedAt: apiKeys.lastUsedAt })
    .from(apiKeys)
    .innerJoin(users, and(eq(users._id, apiKeys.user), isNull(users.deletedAt)))
    .leftJoin(siteSettings, eq(siteSettings.only, true))
    .where(
      and(
        eq(apiKeys.hash, tokenHash(key)),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now.toISOString())),
      ),
    );
  if (!found) return null;
  const { key: keyId, lastUsedAt, ...user } = found;
  if (lastUsedAt === null || now.getTime() - Date.parse(lastUsedAt) >= TOUCH_MS) {
    await db.update(apiKeys).set({ lastUsedAt: now.toISOString() }).where(eq(apiKeys._id, keyId));
  }
  return user;
}

async function logKey(tx: Db, by: Owner, name: string, key: { _id: string; prefix: string }): Promise<void> {
  await recordLog(tx, by, {
    type: 'security',
    category: 'api-keys',
    name,
    description: `Key ${key.prefix}…`,
    subject: key._id,
  });
}
