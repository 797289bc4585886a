import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authRouter } from '#server/auth/router.ts';
import { endSessionsOf, readSession, removeOldSessions, startSession } from '#server/auth/sessions.ts';
import { sessions } from '#server/auth/tables.ts';
import { tokenHash } from '#server/auth/tokens.ts';
import type { App, Context } from '#server/context.ts';
import type { Database } from '#server/database/db.ts';
import { siteSettings } from '#server/site/tables.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { openDoors } from '#server/test/doors.ts';
import { makeUser } from '#server/test/factories.ts';
import { testParts } from '#server/test/parts.ts';
import { router } from '#server/trpc.ts';
import { users } from '#server/users/tables.ts';

const HOUR = 60 * 60 * 1000;
const MINUTE = 60 * 1000;
const LIVE = {
  SHOP_MODE: 'live',
  PUBLIC_URL: 'https://shop.test',
  SECRET_KEY: '7d1f0c9be24a83561e0b9f7a6c5d4e3f',
  ALLOW_TEST_PAYMENTS: 'no-money-moves',
  ALLOW_CAPTURED_MAIL: 'yes',
  TRUST_PROXY: 'off',
  METRICS: 'off',
};

let database: Database;
let parts: App;
let app: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
  ({ app, parts } = await openDoors(database, router({ auth: authRouter })));
});

afterAll(async () => {
  await app.close();
  await parts.cache.close();
  await closeTestDatabase(database);
});

/** Signs a user in as the procedures do, and answers what their browser keeps. */
async function signIn(userId: string, how: Partial<Context> & { impersonatorId?: string } = {}) {
  const { impersonatorId, ...context } = how;
  const jar = new Map<string, string>();
  const ctx = {
    app: parts,
    db: database.db,
    user: null,
    session: null,
    ip: '192.0.2.7',
    setCookie: (name: string, value: string) => jar.set(name, value),
    ...context,
  } as unknown as Context;
  await startSession(ctx, userId, { impersonatorId });
  const id = jar.get('sid') ?? jar.get('__Host-sid') ?? '';
  return { id, cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') };
}

async function expiryOf(id: string): Promise<number> {
  const [row] = await database.db
    .select()
    .from(sessions)
    .where(eq(sessions.hash, tokenHash(id)));
  return Date.parse(row?.expiresAt ?? '');
}

const me = async (cookie: string) => (await app.inject({ url: '/api/v1/users', headers: { cookie } })).json();

describe('a session', () => {
  it('stands in the database by its hash alone, and the hash opens nothing', async () => {
    const user = await makeUser(database.db);
    const { id, cookie } = await signIn(user._id);
    const rows = await database.db.select().from(sessions).where(eq(sessions.user, user._id));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(id);
    expect((await me(cookie)).user).toMatchObject({ _id: user._id, email: user.email });
    expect((await me(`sid=${rows[0]?.hash}`)).user).toBeNull();
  });

  it('ends after ten idle hours, to the millisecond', async () => {
    const user = await makeUser(database.db);
    const { id, cookie } = await signIn(user._id);
    const end = await expiryOf(id);
    const last = await readSession(parts, { cookie, poll: true }, new Date(end - 1));
    expect(last.user?._id).toBe(user._id);
    expect((await readSession(parts, { cookie }, new Date(end))).user).toBeNull();
  });

  it('slides with activity: ten hours from then on, cookies too', async () => {
    const user = await makeUser(database.db);
    const { id, cookie } = await signIn(user._id);
    const active = new Date((await expiryOf(id)) - HOUR);
    const answer = await readSession(parts, { cookie }, active);
    expect(answer.refreshed).toEqual([
      { name: 'sid', value: id, options: { httpOnly: true, secure: false, maxAge: 36_000 } },
      { name: 'token', value: '1', options: { httpOnly: false, secure: false, maxAge: 36_000 } },
    ]);
    expect(await expiryOf(id)).toBe(active.getTime() + 10 * HOUR);
    const idle = await readSession(parts, { cookie, poll: true }, new Date(active.getTime() + 10 * HOUR - 1));
    expect(idle.user?._id).toBe(user._id);
    const over = await readSession(parts, { cookie, poll: true }, new Date(active.getTime() + 10 * HOUR));
    expect(over.user).toBeNull();
  });

  it('is not kept awake by polls, not even past half of its time', async () => {
    const user = await makeUser(database.db);
    const { id, cookie } = await signIn(user._id);
    const end = await expiryOf(id);
    for (let before = 9 * HOUR; before > 0; before -= 10 * MINUTE) {
      const answer = await readSession(parts, { cookie, poll: true }, new Date(end - before));
      expect(answer).toMatchObject({ user: { _id: user._id }, refreshed: [] });
    }
    expect(await expiryOf(id)).toBe(end);
    expect((await readSession(parts, { cookie, poll: true }, new Date(end))).user).toBeNull();
  });

  it('writes activity down once in five minutes', async () => {
    const user = await makeUser(database.db);
    const { id, cookie } = await signIn(user._id);
    const end = await expiryOf(id);
    const started = end - 10 * HOUR;
    await readSession(parts, { cookie }, new Date(started + 5 * MINUTE - 1));
    expect(await expiryOf(id)).toBe(end);
    await readSession(parts, { cookie }, new Date(started + 5 * MINUTE));
    expect(await expiryOf(id)).toBe(end + 5 * MINUTE);
  });

  it('follows the account at once: level, special account, deletion', async () => {
    const user = await makeUser(database.db, { permissionLevel: 'Employee' });
    const { cookie } = await signIn(user._id);
    expect((await readSession(parts, { cookie })).user).toMatchObject({
      permissionLevel: 'Employee',
      special: false,
    });
    await database.db.update(users).set({ permissionLevel: 'Admin' }).where(eq(users._id, user._id));
    await database.db.update(siteSettings).set({ specialAccounts: [user._id] });
    expect((await readSession(parts, { cookie })).user).toMatchObject({
      permissionLevel: 'Admin',
      special: true,
    });
    await database.db
      .update(users)
      .set({ deletedAt: new Date().toISOString() })
      .where(eq(users._id, user._id));
    expect((await readSession(parts, { cookie })).user).toBeNull();
  });

  it('of an admin as another user ends when he is no admin any more', async () => {
    const admin = await makeUser(database.db, { permissionLevel: 'Admin' });
    const user = await makeUser(database.db);
    const { cookie } = await signIn(user._id, { impersonatorId: admin._id });
    expect(await readSession(parts, { cookie })).toMatchObject({
      user: { _id: user._id },
      session: { impersonatorId: admin._id },
    });
    await database.db.update(users).set({ permissionLevel: 'Employee' }).where(eq(users._id, admin._id));
    expect((await readSession(parts, { cookie })).user).toBeNull();
  });

  it.each(['Employee', 'Admin'] as const)(
    'of an admin as another user ends when they become an %s',
    async level => {
      const admin = await makeUser(database.db, { permissionLevel: 'Admin' });
      const user = await makeUser(database.db);
      const acting = await signIn(user._id, { impersonatorId: admin._id });
      const own = await signIn(user._id);
      expect((await readSession(parts, acting)).user).toMatchObject({ actingAdmin: admin.email });
      await database.db.update(users).set({ permissionLevel: level }).where(eq(users._id, user._id));
      expect((await readSession(parts, acting)).user).toBeNull();
      expect((await readSession(parts, own)).user).toMatchObject({ _id: user._id, actingAdmin: null });
    },
  );

  it('is gone with the others of its user after a new password, but for the one that set it', async () => {
    const admin = await makeUser(database.db, { permissionLevel: 'Admin' });
    const user = await makeUser(database.db);
    const kept = await signIn(admin._id);
    const other = await signIn(admin._id);
    const asUser = await signIn(user._id, { impersonatorId: admin._id });
    const stranger = await signIn(user._id);
    await endSessionsOf(database.db, admin._id, tokenHash(kept.id));
    const left = async (cookie: string) => (await readSession(parts, { cookie })).user?._id ?? null;
    expect(await left(kept.cookie)).toBe(admin._id);
    expect(await left(other.cookie)).toBeNull();
    expect(await left(asUser.cookie)).toBeNull();
    expect(await left(stranger.cookie)).toBe(user._id);
  });

  it('is removed from the table when its time is over', async () => {
    const user = await makeUser(database.db);
    const { id } = await signIn(user._id);
    const end = await expiryOf(id);
    await removeOldSessions(database.db, new Date(end - 1));
    expect(await expiryOf(id)).toBe(end);
    await removeOldSessions(database.db, new Date(end));
    expect(await expiryOf(id)).toBeNaN();
  });
});

describe('the cookies', () => {
  it('are read whatever other cookies hold', async () => {
    const user = await makeUser(database.db);
    const { id } = await signIn(user._id);
    const answer = await me(`broken=%E0%A4%A; =; ;; a==b;sid=${id};token=1`);
    expect(answer.user._id).toBe(user._id);
  });

  it('in live mode are Secure and of this host alone, also against names that only decode to it', async () => {
    const live = await testParts(database, { variables: LIVE });
    const user = await makeUser(database.db);
    const { id } = await signIn(user._id, { app: live });
    const found = async (cookie: string) => (await readSession(live, { cookie })).user?._id ?? null;
    expect(await found(`__Host-sid=${id}`)).toBe(user._id);
    expect(await found(`__Host%2Dsid=${id}`)).toBeNull();
    expect(await found(`sid=${id}`)).toBeNull();
    const end = await expiryOf(id);
    const { refreshed } = await readSession(live, { cookie: `__Host-sid=${id}` }, new Date(end - HOUR));
    expect(refreshed.map(cookie => [cookie.name, cookie.options.secure])).toEqual([
      ['__Host-sid', true],
      ['token', true],
    ]);
    await live.cache.close();
  });
});
