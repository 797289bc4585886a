import { and, desc, eq, isNull, notInArray } from 'drizzle-orm';
import { accountColumns } from '#server/auth/accounts.ts';
import { apiKeys } from '#server/auth/tables.ts';
import { makeToken, tokenHash } from '#server/auth/tokens.ts';
import type { Context, SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { siteSettings } from '#server/site/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import { lockUser } from '#server/users/users.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';
import { KEY_DAYS, keyEnd, keyEndProblem } from '#shared/rules/key-scopes.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import type { ApiKey, NewApiKey } from '#shared/schemas/auth.ts';

/** So that scanners of leaked secrets, and people, know one when they see it. */
const PREFIX = 'knurl_';
const SHOWN = PREFIX.length + 6;
/** `lastUsedAt` is written at most this often. */
const TOUCH_MS = 60_000;

type Owner = Pick<SessionUser, '_id' | 'email'>;

/**
 * Makes a key for its user, within its scopes and until its end (90 days unless said otherwise). The key itself is
 * answered here and never again; its SHA-256 is kept.
 */
export async function createApiKey(
  db: Db,
  user: Owner,
  input: NewApiKey,
  now = clock.now(),
): Promise<{ key: string; apiKey: ApiKey }> {
  const { name, scopes, onAccountUpTo = null, expiresAt = keyEnd(KEY_DAYS.default, now) } = input;
  const problem = keyEndProblem(expiresAt, now);
  if (problem) throw fieldError('expiresAt', problem);
  if (onAccountUpTo !== null && !scopes.includes('orders:write')) {
    throw fieldError('onAccountUpTo', 'needs the scope orders:write');
  }
  const key = `${PREFIX}${makeToken()}`;
  const apiKey = await db.transaction(async tx => {
    const [made] = await tx
      .insert(apiKeys)
      .values({
        ...{
          user: user._id,
          name,
          prefix: key.slice(0, SHOWN),
          hash: tokenHash(key),
          expiresAt,
          onAccountUpTo,
        },
        scopes: KEY_SCOPES.filter(scope => scopes.includes(scope)),
      })
      .returning();
    if (!made) throw new Error('the key was not stored');
    await logKey(tx, user, 'API key created', made);
    return { ...made, email: user.email };
  });
  return { key, apiKey };
}

/** Keys that were not revoked, ended ones too, the newest first: one user's, or everybody's (null). */
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
      scopes: apiKeys.scopes,
      onAccountUpTo: apiKeys.onAccountUpTo,
      fromBefore: apiKeys.fromBefore,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users._id, apiKeys.user))
    .where(and(isNull(apiKeys.revokedAt), user === null ? undefined : eq(apiKeys.user, user)))
    .orderBy(desc(apiKeys._id))
    .limit(500);
}

/** Ends a key, at once and in every process; only the owner's and an admin's. Another's is `not_found`. */
export async function revokeApiKey(db: Db, by: SessionUser, _id: string): Promise<void> {
  await db.transaction(async tx => {
    // The asker may have been an Admin when their request began.
    const isAnyones = isAdmin(await lockUser(tx, by._id));
    const [revoked] = await tx
      .update(apiKeys)
      .set({ revokedAt: clock.now().toISOString() })
      .where(
        and(
          eq(apiKeys._id, _id),
          isNull(apiKeys.revokedAt),
          isAnyones ? undefined : eq(apiKeys.user, by._id),
        ),
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
    .set({ revokedAt: clock.now().toISOString() })
    .where(and(eq(apiKeys.user, user), isNull(apiKeys.revokedAt), notInArray(apiKeys._id, [...kept])))
    .returning({ name: apiKeys.name });
  return ended.map(({ name }) => name);
}

/**
 * The user whose key this is, and what it was made for. `key_wrong` for what is no key of ours, `key_revoked`, also
 * where its user is gone, `key_ended`.
 */
export async function userOfApiKey(
  db: Db,
  given: string,
  now: Date,
): Promise<{ user: SessionUser; key: NonNullable<Context['key']> }> {
  if (!given.startsWith(PREFIX)) throw new AppError('key_wrong');
  const [found] = await db
    .select({
      user: accountColumns,
      key: {
        _id: apiKeys._id,
        fromBefore: apiKeys.fromBefore,
        scopes: apiKeys.scopes,
        onAccountUpTo: apiKeys.onAccountUpTo,
      },
      about: {
        lastUsedAt: apiKeys.lastUsedAt,
        expiresAt: apiKeys.expiresAt,
        revokedAt: apiKeys.revokedAt,
        deletedAt: users.deletedAt,
      },
    })
    .from(apiKeys)
    .innerJoin(users, eq(users._id, apiKeys.user))
    .leftJoin(siteSettings, eq(siteSettings.only, true))
    .where(eq(apiKeys.hash, tokenHash(given)));
  if (!found) throw new AppError('key_wrong');
  const { lastUsedAt, expiresAt, revokedAt, deletedAt } = found.about;
  if (revokedAt !== null || deletedAt !== null) throw new AppError('key_revoked');
  if (Date.parse(expiresAt) <= now.getTime()) throw new AppError('key_ended', { details: { expiresAt } });
  if (lastUsedAt === null || now.getTime() - Date.parse(lastUsedAt) >= TOUCH_MS) {
    await db.update(apiKeys).set({ lastUsedAt: now.toISOString() }).where(eq(apiKeys._id, found.key._id));
  }
  return found;
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
