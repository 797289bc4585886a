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
import type { Database } from '#server/db.ts';
import { logEntries } from '#server/logs/tables.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { openDoors } from '#server/test/doors.ts';
import { makeUser } from '#server/test/factories.ts';
import { createCallerFactory, router } from '#server/trpc.ts';
import { users } from '#server/users/tables.ts';

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

const session = { hash: 'of a session', impersonatorId: null };

function as(user: SessionUser | null, context: Partial<Context> = { session }) {
  return callerOf({ app: parts, db: database.db, user, ip: '192.0.2.1', ...context } as Context).apiKeys;
}

const me = async (headers: Record<string, string>) =>
  (await app.inject({ url: '/api/v1/users', headers })).json().user;

const lastUsed = async (_id: string) => {
  const [row] = await database.db.select().from(apiKeys).where(eq(apiKeys._id, _id));
  return row?.lastUsedAt;
};

describe('an API key', () => {
  it('acts with the rights of its user, is shown once and kept as a hash', async () => {
    const user = await makeUser(database.db, { permissionLevel: 'Employee' });
    const { key, apiKey } = await as(user).create({ name: 'Stock script' });
    expect(await me({ authorization: `Bearer ${key}` })).toMatchObject({ _id: user._id });
    expect(await me({ authorization: `bearer ${key}` })).toMatchObject({ _id: user._id });

    const listed = await as(user).list({});
    expect(listed).toMatchObject([{ _id: apiKey._id, name: 'Stock script', email: user.email }]);
    expect(key.startsWith(apiKey.prefix)).toBe(true);
    const [row] = await database.db.select().from(apiKeys).where(eq(apiKeys._id, apiKey._id));
    const kept = JSON.stringify([row, listed, await database.db.select().from(logEntries)]);
    expect(kept).not.toContain(key);
    expect(await me({ authorization: `Bearer ${row?.hash}` })).toBeNull();
  });

  it('wins over the cookie, also a wrong one', async () => {
    const [owner, visitor] = [await makeUser(database.db), await makeUser(database.db)];
    const { key } = await as(owner).create({ name: 'Key' });
    const jar: string[] = [];
    const context = { app: parts, db: database.db, user: null, session: null, ip: '192.0.2.1' };
    const setCookie = (name: string, value: string) => jar.push(`${name}=${value}`);
    await startSession({ ...context, setCookie } as unknown as Context, visitor._id);
    const cookie = jar.join('; ');
    expect(await me({ cookie })).toMatchObject({ _id: visitor._id });
    expect(await me({ cookie, authorization: `Bearer ${key}` })).toMatchObject({ _id: owner._id });
    expect(await me({ cookie, authorization: 'Bearer knurl_wrong' })).toBeNull();
  });

  it('is worth nothing once revoked, expired, or its user deleted', async () => {
    const user = await makeUser(database.db);
    const { key, apiKey } = await as(user).create({ name: 'Revoked' });
    await as(user).revoke({ _id: apiKey._id });
    expect(await me({ authorization: `Bearer ${key}` })).toBeNull();
    expect(await as(user).list({})).toEqual([]);
    await expect(as(user).revoke({ _id: apiKey._id })).rejects.toMatchObject({ reason: 'not_found' });

    const expiresAt = '2030-01-01T00:00:00.000Z';
    const expiring = await as(user).create({ name: 'Expiring', expiresAt });
    const end = Date.parse(expiresAt);
    expect(await userOfApiKey(database.db, expiring.key, new Date(end - 1))).toMatchObject({ _id: user._id });
    expect(await userOfApiKey(database.db, expiring.key, new Date(end))).toBeNull();

    const left = await as(user).create({ name: 'Left behind' });
    const deletedAt = new Date().toISOString();
    await database.db.update(users).set({ deletedAt }).where(eq(users._id, user._id));
    expect(await me({ authorization: `Bearer ${left.key}` })).toBeNull();
  });

  it('notes its use at most once a minute', async () => {
    const user = await makeUser(database.db);
    const { key, apiKey } = await createApiKey(database.db, user, { name: 'Noted' });
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
    '%j is nobody',
    async key => {
      expect(await userOfApiKey(database.db, key, new Date())).toBeNull();
    },
  );
});

describe('keys of others', () => {
  it('are an admin’s to see and revoke; for anyone else they do not exist', async () => {
    const owner = await makeUser(database.db);
    const employee = await makeUser(database.db, { permissionLevel: 'Employee' });
    const admin = await makeUser(database.db, { permissionLevel: 'Admin' });
    const { apiKey } = await as(owner).create({ name: 'Somebody’s' });
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
    const make = (caller: ReturnType<typeof as>) => caller.create({ name: 'Mine' });
    await expect(make(as(null))).rejects.toMatchObject({ reason: 'signed_out' });
    await expect(make(as(user, { session: null }))).rejects.toMatchObject({ reason: 'forbidden' });
    const asUser = { session: { hash: 'x', impersonatorId: admin._id } };
    await expect(make(as(user, asUser))).rejects.toMatchObject({ reason: 'forbidden' });
    expect(await as(user).list({})).toEqual([]);
  });

  it('keeps no key that could be read out of its hash column', async () => {
    const user = await makeUser(database.db);
    const { key, apiKey } = await as(user).create({ name: 'Hashed' });
    const [row] = await database.db.select().from(apiKeys).where(eq(apiKeys._id, apiKey._id));
    expect(row?.hash).toBe(tokenHash(key));
    expect(key).toMatch(/^knurl_[\w-]{43}$/);
  });
});
