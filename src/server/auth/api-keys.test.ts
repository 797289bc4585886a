import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey, userOfApiKey } from '#server/auth/api-keys.ts';
import { apiKeysRouter } from '#server/auth/api-keys-router.ts';
import { authRouter } from '#server/auth/router.ts';
import { startSession } from '#server/auth/sessions.ts';
import { apiKeys } from '#server/auth/tables.ts';
import { tokenHash } from '#server/auth/tokens.ts';
import type { App, Context, SessionUser } from '#server/context.ts';
import type { Database } from '#server/database/db.ts';
import { logEntries } from '#server/logs/tables.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { ask, DOORS, expectFailure, openDoors } from '#server/test/doors.ts';
import { makeUser } from '#server/test/factories.ts';
import { sessionOf } from '#server/test/made-sessions.ts';
import { createCallerFactory, router } from '#server/trpc.ts';
import { users } from '#server/users/tables.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';

const SECOND = 1000;
const appRouter = router({ auth: authRouter, apiKeys: apiKeysRouter });
const callerOf = createCallerFactory(appRouter);

let database: Database;
let parts: App;
let app: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
  ({ app, parts } = await openDoors(database, appRouter));
});

afterAll(async () => {
  await app.close();
  await parts.cache.close();
  await closeTestDatabase(database);
});

function as(user: SessionUser | null, context: Partial<Context> = {}) {
  return callerOf(async () => {
    const session = await sessionOf(database.db, user);
    return { app: parts, db: database.db, user, session, ip: '192.0.2.1', ...context } as Context;
  }).apiKeys;
}

const me = async (headers: Record<string, string>) =>
  (await app.inject({ url: '/api/v1/users', headers })).json().user;

const refusedBy = async (authorization: string, headers: Record<string, string> = {}) => {
  const answer = await app.inject({ url: '/api/v1/users', headers: { ...headers, authorization } });
  return [answer.statusCode, answer.json().reason];
};

const lastUsed = async (_id: string) => {
  const [row] = await database.db.select().from(apiKeys).where(eq(apiKeys._id, _id));
  return row?.lastUsedAt;
};

describe('an API key', () => {
  it('acts with the rights of its user, is shown once and kept as a hash', async () => {
    const user = await makeUser(database.db, { permissionLevel: 'Employee' });
    const { key, apiKey } = await as(user).create({ name: 'Stock script', scopes: KEY_SCOPES });
    expect(await me({ authorization: `Bearer ${key}` })).toMatchObject({ _id: user._id });
    expect(await me({ authorization: `bearer ${key}` })).toMatchObject({ _id: user._id });

    const listed = await as(user).list({});
    expect(listed).toMatchObject([{ _id: apiKey._id, name: 'Stock script', email: user.email }]);
    expect(key.startsWith(apiKey.prefix)).toBe(true);
    const [row] = await database.db.select().from(apiKeys).where(eq(apiKeys._id, apiKey._id));
    const kept = JSON.stringify([row, listed, await database.db.select().from(logEntries)]);
    expect(kept).not.toContain(key);
    expect(await refusedBy(`Bearer ${row?.hash}`)).toEqual([401, 'key_wrong']);
  });

  it('wins over the cookie; a wrong one is refused rather than taken for a guest', async () => {
    const [owner, visitor] = [await makeUser(database.db), await makeUser(database.db)];
    const { key } = await as(owner).create({ name: 'Key', scopes: KEY_SCOPES });
    const jar: string[] = [];
    const context = { app: parts, db: database.db, user: null, session: null, ip: '192.0.2.1' };
    const setCookie = (name: string, value: string) => jar.push(`${name}=${value}`);
    await startSession({ ...context, setCookie } as unknown as Context, visitor._id);
    const cookie = jar.join('; ');
    expect(await me({ cookie })).toMatchObject({ _id: visitor._id });
    expect(await me({ cookie, authorization: `Bearer ${key}` })).toMatchObject({ _id: owner._id });
    expect(await refusedBy('Bearer knurl_wrong', { cookie })).toEqual([401, 'key_wrong']);
  });

  it('says so once it is revoked or over, or its user is gone', async () => {
    const user = await makeUser(database.db);
    const { key, apiKey } = await as(user).create({ name: 'Revoked', scopes: KEY_SCOPES });
    await as(user).revoke({ _id: apiKey._id });
    expect(await refusedBy(`Bearer ${key}`)).toEqual([401, 'key_revoked']);
    expect(await as(user).list({})).toEqual([]);
    await expect(as(user).revoke({ _id: apiKey._id })).rejects.toMatchObject({ reason: 'not_found' });

    const expiring = await as(user).create({ name: 'Expiring', scopes: KEY_SCOPES });
    const { expiresAt } = expiring.apiKey;
    const end = Date.parse(expiresAt);
    const at = (moment: number) => userOfApiKey(database.db, expiring.key, new Date(moment));
    expect(await at(end - 1)).toMatchObject({ user: { _id: user._id } });
    await expect(at(end)).rejects.toMatchObject({ reason: 'key_ended', details: { expiresAt } });
    const past = '2026-01-01T00:00:00.000Z';
    await database.db.update(apiKeys).set({ expiresAt: past }).where(eq(apiKeys._id, expiring.apiKey._id));
    expect(await refusedBy(`Bearer ${expiring.key}`)).toEqual([401, 'key_ended']);

    const left = await as(user).create({ name: 'Left behind', scopes: KEY_SCOPES });
    const deletedAt = new Date().toISOString();
    await database.db.update(users).set({ deletedAt }).where(eq(users._id, user._id));
    expect(await refusedBy(`Bearer ${left.key}`)).toEqual([401, 'key_revoked']);
  });

  it('never says that a session has expired, at either door, whatever it asks for', async () => {
    const [user, headers] = [await makeUser(database.db), { authorization: 'Bearer knurl_wrong' }];
    const { key, apiKey } = await as(user).create({ name: 'Revoked', scopes: KEY_SCOPES });
    await as(user).revoke({ _id: apiKey._id });
    for (const door of DOORS) {
      const call = { procedure: 'auth.me', method: 'GET', url: '/api/v1/users' } as const;
      expectFailure(await ask(app, door, { ...call, headers }), 'key_wrong');
      const revoked = await ask(app, door, { ...call, headers: { authorization: `Bearer ${key}` } });
      expectFailure(revoked, 'key_revoked');
      expect(revoked.body).toMatchObject({ message: 'This API key was revoked. Please make a new one.' });
    }
    const batch = await app.inject({ url: '/trpc/auth.me,auth.me?batch=1&input=%7B%7D', headers });
    expect([batch.statusCode, batch.body]).toEqual([401, expect.stringContaining('key_wrong')]);
  });

  it('notes its use at most once a minute', async () => {
    const user = await makeUser(database.db);
    const before = new Date('2029-12-01T00:00:00Z');
    const { key, apiKey } = await createApiKey(
      database.db,
      user,
      { name: 'Noted', scopes: KEY_SCOPES, expiresAt: '2030-06-01T00:00:00Z' },
      before,
    );
    expect(await lastUsed(apiKey._id)).toBeNull();
    const first = Date.parse('2030-01-01T00:00:00Z');
    const useAfter = (ms: number) => userOfApiKey(database.db, key, new Date(first + ms));
    await useAfter(0);
    await useAfter(60 * SECOND - 1);
    expect(await lastUsed(apiKey._id)).toBe('2030-01-01T00:00:00.000Z');
    await useAfter(60 * SECOND);
    expect(await lastUsed(apiKey._id)).toBe('2030-01-01T00:01:00.000Z');
  });

  it.each(['', 'knurl_', 'knurl_\u0000', `knurl_${'x'.repeat(5000)}`, '" or ""=""'])(
    '%j is no key',
    async key => {
      const asked = userOfApiKey(database.db, key, new Date());
      await expect(asked).rejects.toMatchObject({ reason: 'key_wrong' });
    },
  );
});

describe('keys of others', () => {
  it('are an admin’s to see and revoke; for anyone else they do not exist', async () => {
    const owner = await makeUser(database.db);
    const employee = await makeUser(database.db, { permissionLevel: 'Employee' });
    const admin = await makeUser(database.db, { permissionLevel: 'Admin' });
    const { apiKey } = await as(owner).create({ name: 'Somebody’s', scopes: KEY_SCOPES });
    await expect(as(employee).revoke({ _id: apiKey._id })).rejects.toMatchObject({ reason: 'not_found' });
    await expect(as(employee).list({ all: true })).rejects.toMatchObject({ reason: 'forbidden' });
    expect((await as(admin).list({})).map(key => key._id)).not.toContain(apiKey._id);
    expect((await as(admin).list({ all: true })).map(key => key._id)).toContain(apiKey._id);
    await as(admin).revoke({ _id: apiKey._id });
    expect(await as(owner).list({})).toEqual([]);
    const entries = await database.db.select().from(logEntries).where(eq(logEntries.subject, apiKey._id));
    expect(entries.map(entry => [entry.name, entry.userEmail]).sort()).toEqual([
      ['API key created', owner.email],
      ['API key revoked', admin.email],
    ]);
  });
});

describe('making keys', () => {
  it('takes a session of one’s own: no guest, no key, no admin who acts as the user', async () => {
    const user = await makeUser(database.db);
    const admin = await makeUser(database.db, { permissionLevel: 'Admin' });
    const make = (caller: ReturnType<typeof as>) => caller.create({ name: 'Mine', scopes: KEY_SCOPES });
    await expect(make(as(null))).rejects.toMatchObject({ reason: 'signed_out' });
    await expect(make(as(user, { session: null }))).rejects.toMatchObject({ reason: 'forbidden' });
    const asUser = { session: { hash: 'x', impersonatorId: admin._id } };
    await expect(make(as(user, asUser))).rejects.toMatchObject({ reason: 'forbidden' });
    expect(await as(user).list({})).toEqual([]);
  });

  it('keeps no key that could be read out of its hash column', async () => {
    const user = await makeUser(database.db);
    const { key, apiKey } = await as(user).create({ name: 'Hashed', scopes: KEY_SCOPES });
    const [row] = await database.db.select().from(apiKeys).where(eq(apiKeys._id, apiKey._id));
    expect(row?.hash).toBe(tokenHash(key));
    expect(key).toMatch(/^knurl_[\w-]{43}$/);
  });

  it('gives them an end: 90 days unless said otherwise, a year at most', async () => {
    const user = await makeUser(database.db);
    const now = new Date('2027-01-01T00:00:00.000Z');
    const make = (expiresAt?: string) =>
      createApiKey(
        database.db,
        user,
        { name: 'k', scopes: ['orders:read'], ...(expiresAt && { expiresAt }) },
        now,
      );
    expect((await make()).apiKey.expiresAt).toBe('2027-04-01T00:00:00.000Z');
    expect((await make('2028-01-01T00:00:00Z')).apiKey.expiresAt).toBe('2028-01-01T00:00:00.000Z');
    const blamed = (message: string) => ({ reason: 'invalid', issues: [{ path: ['expiresAt'], message }] });
    await expect(make('2028-01-01T00:00:01Z')).rejects.toMatchObject(blamed('is more than a year away'));
    await expect(make('2027-01-01T00:00:00Z')).rejects.toMatchObject(blamed('is in the past'));
  });

  it('wants scopes, and an amount only where there are orders', async () => {
    const user = await makeUser(database.db);
    const refused = async (asked: object) =>
      (
        (await as(user)
          .create(asked as never)
          .catch((error: unknown) => error)) as { code?: string }
      ).code;
    expect(await refused({ name: 'k' })).toBe('BAD_REQUEST');
    expect(await refused({ name: 'k', scopes: [] })).toBe('BAD_REQUEST');
    expect(await refused({ name: 'k', scopes: ['orders'] })).toBe('BAD_REQUEST');
    expect(await refused({ name: 'k', scopes: ['orders:read'], onAccountUpTo: 5 })).toBe('BAD_REQUEST');
    expect(await as(user).list({})).toEqual([]);
    const { apiKey } = await as(user).create({
      ...{ name: 'k', scopes: ['orders:write', 'carts:read', 'carts:read'], onAccountUpTo: 5 },
    });
    expect(apiKey).toMatchObject({
      ...{ scopes: ['carts:read', 'orders:write'], onAccountUpTo: 5, fromBefore: false },
    });
    // Nobody gets around that by another way into the table.
    const bare = {
      user: user._id,
      name: 'bare',
      prefix: 'knurl_',
      hash: 'bare',
      expiresAt: '2027-01-01T00:00:00Z',
    };
    await expect(database.db.insert(apiKeys).values(bare)).rejects.toThrow();
  });
});
