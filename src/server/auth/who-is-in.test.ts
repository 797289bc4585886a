import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#server/auth/api-keys.ts';
import { sessions } from '#server/auth/tables.ts';
import { logEntries } from '#server/logs/tables.ts';
import { notifyCustomer } from '#server/notifications/notifications.ts';
import { orderEvents } from '#server/orders/tables.ts';
import { type Accounts, cookiesOf, failure, openAccounts, PASSWORD, userOf } from '#server/test/accounts.ts';
import { DOORS } from '#server/test/doors.ts';
import { makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf } from '#server/test/selling.ts';
import { users } from '#server/users/tables.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';
import type { Session } from '#shared/schemas/auth.ts';

const HOUR = 3600 * 1000;

let shop: Accounts;
beforeAll(async () => {
  shop = await openAccounts();
});
afterAll(() => shop.close());

describe('the list of sessions', () => {
  const list = async (cookie: string) => (await shop.call('sessions.list', {}, { cookie })).body as Session[];

  it('says where somebody is signed in, and which of them asks', async () => {
    const user = await shop.person();
    await shop.signIn(user.email, PASSWORD, { ip: '198.51.100.7', userAgent: 'Phone' });
    const cookie = await shop.signIn(user.email, PASSWORD, { userAgent: 'x'.repeat(5000) });
    const found = await list(cookie);
    expect(found).toHaveLength(2);
    expect(found.find(one => !one.current)).toMatchObject({
      userAgent: 'Phone',
      ip: '198.51.100.7',
      byStaff: false,
    });
    const own = found.find(one => one.current);
    expect(own?.userAgent).toHaveLength(400);
    expect(Date.now() - Date.parse(own?.lastSeenAt ?? '')).toBeLessThan(60_000);
    expect(JSON.stringify(found)).not.toContain(cookie.split('=')[1]?.split(';')[0]);
  });

  it('ends one of them, or all but the one that asks', async () => {
    const user = await shop.person();
    const cookies = [];
    for (let n = 0; n < 4; n++) cookies.push(await shop.signIn(user.email));
    const [first = '', ...others] = cookies;
    const [other] = (await list(first)).filter(one => !one.current);
    await shop.call('sessions.end', { _id: other?._id }, { cookie: first });
    expect(await list(first)).toHaveLength(3);
    await shop.call('sessions.end', {}, { cookie: first });
    expect(await list(first)).toMatchObject([{ current: true }]);
    for (const cookie of others) expect(await shop.me(cookie)).toBeNull();
  });

  it('ends nobody else’s, and is neither a key’s nor for who acts as the user', async () => {
    const [user, stranger] = [await shop.person(), await shop.person()];
    const cookie = await shop.signIn(user.email);
    const own = (await list(cookie))[0]?._id;
    const answer = await shop.call(
      'sessions.end',
      { _id: own },
      { cookie: await shop.signIn(stranger.email) },
    );
    expect(failure(answer)).toEqual({ status: 404, reason: 'not_found' });
    const { key } = await createApiKey(shop.parts.db, user, { name: 'script', scopes: KEY_SCOPES });
    const admin = await shop.person({ permissionLevel: 'Admin' });
    const acting = await shop.call(
      'auth.loginAs',
      { _id: user._id },
      { cookie: await shop.signIn(admin.email) },
    );
    for (const call of ['sessions.list', 'sessions.end']) {
      const byKey = await shop.call(call, {}, { bearer: key });
      expect(failure(byKey)).toEqual({ status: 403, reason: 'key_refused' });
      const byAdmin = await shop.call(call, {}, { cookie: cookiesOf(acting) });
      expect(failure(byAdmin)).toEqual({ status: 403, reason: 'forbidden' });
    }
    expect(await list(cookie)).toHaveLength(2);
    expect((await list(cookie)).map(one => one.byStaff).sort()).toEqual([false, true]);
  });
});

describe.each(DOORS)('logging in as a customer through %s', door => {
  const loginAs = (cookie: string, _id: string) => shop.call('auth.loginAs', { _id }, { cookie, door });
  const asAdmin = async () => {
    const admin = await shop.person({ permissionLevel: 'Admin', name: 'Avery Cole' });
    return { admin, cookie: await shop.signIn(admin.email) };
  };
  const whoIs = async (cookie: string) => (await shop.call('auth.me', {}, { cookie })).body;

  it('makes an admin the customer, says so, and leads back; both are logged [ROLE-03]', async () => {
    const user = await shop.person({ name: 'Rae' });
    const { admin, cookie } = await asAdmin();
    const answer = await loginAs(cookie, user._id);
    expect(userOf(answer)?._id).toBe(user._id);
    const acting = cookiesOf(answer);
    expect(await whoIs(acting)).toMatchObject({ user: { _id: user._id }, actingAdmin: 'Avery Cole' });
    expect(await shop.me(cookie)).toBeNull();

    const back = await shop.call('auth.loginBack', {}, { cookie: acting });
    expect(userOf(back)?._id).toBe(admin._id);
    expect(await whoIs(cookiesOf(back))).toMatchObject({ user: { _id: admin._id }, actingAdmin: null });
    expect(await shop.me(acting)).toBeNull();
    const logged = await shop.database.db
      .select()
      .from(logEntries)
      .where(and(eq(logEntries.user, admin._id), eq(logEntries.category, 'login-as')))
      .orderBy(logEntries._id);
    expect(logged.map(({ type, name, subject }) => ({ type, name, subject }))).toEqual([
      { type: 'security', name: `Logged in as ${user.email}`, subject: user._id },
      { type: 'security', name: `Left ${user.email}`, subject: user._id },
    ]);
  });

  it('is named beside the customer in the log and in the history of an order [ROLE-03]', async () => {
    const user = await shop.person();
    const { admin, cookie } = await asAdmin();
    const acting = { cookie: cookiesOf(await loginAs(cookie, user._id)), door };
    const cart = [lineOf(await makeVariant(shop.parts.db, { price: usd(10) }), 1)];
    const order = { ...guest, cart, shippingMethod: 'local', total: 10.83, idempotencyKey: randomUUID() };
    const { body } = await shop.call('orders.submit', order, acting);
    await shop.call('logs.add', { type: 'user', category: '', name: 'Odd', description: 'a thing' }, acting);
    await shop.call('logs.add', { type: 'user', category: '', name: 'Odd', description: '' }, acting);
    const { db } = shop.database;
    const inTheirName = `by ${admin.email} in their name`;
    const { _id } = body as { _id: string };
    expect(await db.select().from(orderEvents).where(eq(orderEvents.order, _id))).toMatchObject([
      { user: user._id, userEmail: user.email, description: `Held (${inTheirName})` },
    ]);
    const logged = await db.select().from(logEntries).where(eq(logEntries.user, user._id));
    expect(logged.map(({ description }) => description).sort()).toEqual([
      `a thing (${inTheirName})`,
      inTheirName,
    ]);
  });

  it('changes neither password nor keys, and goes no further [ROLE-03]', async () => {
    const user = await shop.person();
    const acting = cookiesOf(await loginAs((await asAdmin()).cookie, user._id));
    const password = { currentPassword: PASSWORD, password: 'walnut dowel clamp' };
    for (const [call, input] of [
      ['auth.updatePassword', password],
      ['apiKeys.create', { name: 'mine' }],
      ['auth.loginAs', { _id: user._id }],
    ] as const) {
      expect(failure(await shop.call(call, input, { cookie: acting }))).toEqual({
        status: 403,
        reason: 'forbidden',
      });
    }
    await shop.signIn(user.email);
  });

  it('is refused into staff accounts, with a key, and for who is no admin [ROLE-03]', async () => {
    const { admin, cookie } = await asAdmin();
    const employee = await shop.person({ permissionLevel: 'Employee' });
    const user = await shop.person();
    const gone = await shop.person({ deletedAt: new Date().toISOString() });
    for (const target of [employee, admin]) {
      expect(failure(await loginAs(cookie, target._id))).toEqual({ status: 403, reason: 'forbidden' });
    }
    expect(failure(await loginAs(cookie, gone._id))).toEqual({ status: 404, reason: 'not_found' });
    const { key } = await createApiKey(shop.parts.db, admin, { name: 'script', scopes: KEY_SCOPES });
    const byKey = await shop.call('auth.loginAs', { _id: user._id }, { bearer: key, door });
    expect(failure(byKey)).toEqual({ status: 403, reason: 'key_refused' });
    const byEmployee = await loginAs(await shop.signIn(employee.email), user._id);
    expect(failure(byEmployee)).toEqual({ status: 403, reason: 'forbidden' });
    expect(await shop.database.db.$count(sessions, eq(sessions.user, user._id))).toBe(0);
    expect((await shop.me(cookie))?._id).toBe(admin._id);
    const noWayBack = await shop.call('auth.loginBack', {}, { cookie });
    expect(failure(noWayBack)).toEqual({ status: 403, reason: 'forbidden' });
  });
});

describe.each(DOORS)('the newest notification through %s', door => {
  const newest = (cookie: string, since?: string) =>
    shop.call('notifications.newest', since ? { since } : {}, { cookie, door });

  it('is the latest unread one of one’s own, null without any', async () => {
    const [user, other] = [await shop.person(), await shop.person()];
    const cookie = await shop.signIn(user.email);
    expect(await newest(cookie)).toMatchObject({ status: 200, body: null });
    const note = { type: 3, details: 'Bring the van.' };
    await notifyCustomer(shop.parts.db, other._id, { ...note, title: 'Theirs' });
    await notifyCustomer(shop.parts.db, user._id, { ...note, title: 'First' });
    await notifyCustomer(shop.parts.db, user._id, { ...note, title: 'Second' });
    const { body } = await newest(cookie);
    expect(body).toMatchObject({ title: 'Second', type: 3, read: false });
    const { createdAt } = body as { createdAt: string };
    const later = new Date(Date.parse(createdAt) + 1000).toISOString();
    expect((await newest(cookie, later)).body).toBeNull();
  });

  it('is refused with 401 once the session is over, and keeps none awake [POLL-02] [POLL-03]', async () => {
    const admin = await shop.person({ permissionLevel: 'Admin' });
    const cookie = await shop.signIn(admin.email);
    const idle = async (ms: number) =>
      shop.database.db
        .update(sessions)
        .set({ expiresAt: new Date(Date.now() + 10 * HOUR - ms).toISOString() })
        .where(eq(sessions.user, admin._id));
    await idle(9 * HOUR);
    const before = await shop.database.db.select().from(sessions).where(eq(sessions.user, admin._id));
    expect((await newest(cookie)).status).toBe(200);
    const after = await shop.database.db.select().from(sessions).where(eq(sessions.user, admin._id));
    expect(after).toEqual(before);
    await idle(10 * HOUR + 1000);
    const answer = await newest(cookie);
    expect(answer).toMatchObject({
      status: 401,
      body: { message: 'Your session has expired, please log in again.', reason: 'signed_out' },
    });
    expect(await shop.me(cookie)).toBeNull();
  });
});

it('whose account is deleted is out at once', async () => {
  const user = await shop.person();
  const cookie = await shop.signIn(user.email);
  const admin = await shop.signIn((await shop.person({ permissionLevel: 'Admin' })).email);
  expect((await shop.call('users.remove', { id: user._id }, { cookie: admin })).status).toBe(200);
  expect(await shop.me(cookie)).toBeNull();
  const [row] = await shop.database.db.select().from(users).where(eq(users._id, user._id));
  expect(row).toMatchObject({ passwordHash: null, company: null });
});
