import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#server/auth/passwords.ts';
import { sessions } from '#server/auth/tables.ts';
import type { Database } from '#server/database/db.ts';
import { LIMITS } from '#server/http/rate-limits.ts';
import { watchForProxies } from '#server/http/visitor-address.ts';
import { notifications } from '#server/notifications/tables.ts';
import { appRouter } from '#server/router.ts';
import { PASSWORD } from '#server/test/accounts.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { openDoors } from '#server/test/doors.ts';
import { makeUser } from '#server/test/factories.ts';
import { testParts } from '#server/test/parts.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => closeTestDatabase(database));

let app: FastifyInstance;
const lines: string[] = [];
const errors = () => lines.filter(line => line.includes('"level":50'));
async function open(variables: Record<string, string> = {}) {
  lines.length = 0;
  ({ app } = await openDoors(database, appRouter, { variables, log: line => lines.push(line) }));
}
afterEach(() => app.close());

/** The address that a session of this request is stored with. */
async function addressOf(headers: Record<string, string>, remoteAddress = '127.0.0.1'): Promise<string> {
  const user = await makeUser(database.db, { passwordHash: await hashPassword(PASSWORD) });
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/users/login',
    headers: { 'content-type': 'application/json', ...headers },
    payload: { email: user.email, password: PASSWORD },
    remoteAddress,
  });
  expect(answer.statusCode).toBe(200);
  const [session] = await database.db.select().from(sessions).where(eq(sessions.user, user._id));
  return session?.ip ?? '';
}

describe('with TRUST_PROXY off', () => {
  it.each<[string, Record<string, string>, string, string]>([
    [
      'what a proxy beside us appended',
      { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' },
      '127.0.0.1',
      '203.0.113.9',
    ],
    ['with its port', { 'x-forwarded-for': '203.0.113.9:4711' }, '10.0.0.3', '203.0.113.9'],
    ['of IPv6', { 'x-forwarded-for': '[2001:db8::7]:4711' }, '::1', '2001:db8::7'],
    [
      'of IPv6 without brackets',
      { 'x-forwarded-for': '6.6.6.6,2001:db8::7' },
      '::ffff:172.16.0.2',
      '2001:db8::7',
    ],
    [
      'by the standard header',
      { forwarded: 'for=6.6.6.6, for="[2001:db8::7]:80";proto=https' },
      'fd00::3',
      '2001:db8::7',
    ],
    [
      'by the standard header, plainly',
      { forwarded: 'proto=https; For=203.0.113.9' },
      '192.168.1.1',
      '203.0.113.9',
    ],
    ['nothing that is no address', { 'x-forwarded-for': 'unknown' }, '127.0.0.1', '127.0.0.1'],
    ['nothing that a stranger says', { 'x-forwarded-for': '203.0.113.9' }, '198.51.100.4', '198.51.100.4'],
  ])('a visitor is known by %s', async (_what, headers, from, expected) => {
    await open();
    expect(await addressOf(headers, from)).toBe(expected);
  });

  it('visitors behind a proxy don’t use up each other’s limits', async () => {
    await open();
    const guess = (ip: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/users/login',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
        payload: { email: `nobody-${Math.random()}@example.com`, password: 'not the password' },
      });
    for (let count = 0; count < LIMITS.loginAddress.most; count++) {
      expect((await guess('203.0.113.20')).statusCode).toBe(401);
    }
    expect((await guess('203.0.113.20')).statusCode).toBe(429);
    expect((await guess('203.0.113.21')).statusCode).toBe(401);
  });

  it('a proxy is told of once: in the log, at /readyz, which stays ready, and to Admins', async () => {
    const admin = await makeUser(database.db, { permissionLevel: 'Admin' });
    const employee = await makeUser(database.db, { permissionLevel: 'Employee' });
    await open();
    const ready = async (headers = {}) => (await app.inject({ url: '/readyz', headers })).json();
    expect(await ready()).toMatchObject({ warnings: [] });
    for (let count = 0; count < 3; count++) await ready({ 'x-forwarded-for': '203.0.113.9' });
    expect(errors()).toHaveLength(1);
    expect(errors()[0]).toContain('TRUST_PROXY is off');
    expect(await ready()).toMatchObject({
      status: 'ok',
      warnings: ['TRUST_PROXY is off, but requests come through a proxy'],
    });
    await app.close();
    // Another start, while that one is unread.
    await open();
    await ready({ forwarded: 'for=203.0.113.9' });
    await app.close();
    const told = (user: { _id: string }) =>
      database.db.$count(notifications, eq(notifications.user, user._id));
    expect([await told(admin), await told(employee)]).toEqual([1, 0]);
  });

  it('a proxy that stays is told of each hour, one that went no longer', async () => {
    let now = 0;
    const minute = 60_000;
    const own: string[] = [];
    const parts = await testParts(database, { log: line => own.push(line) });
    app = fastify();
    const warnings = watchForProxies(app, parts, () => now);
    app.get('/', async () => warnings());
    const ask = (headers = {}) => app.inject({ url: '/', headers });
    for (now = 0; now <= 125 * minute; now += 5 * minute) await ask({ 'x-forwarded-for': '203.0.113.9' });
    expect(own.filter(line => line.includes('"level":50'))).toHaveLength(3);
    now = 184 * minute;
    expect((await ask()).json()).toHaveLength(1);
    now = 186 * minute;
    expect((await ask()).json()).toEqual([]);
  });

  it('metrics are not for who comes through a proxy on this machine', async () => {
    await open();
    expect((await app.inject('/metrics')).statusCode).toBe(200);
    const through = await app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(through.statusCode).toBe(404);
  });
});

it('with TRUST_PROXY set nothing is wrong', async () => {
  await open({ TRUST_PROXY: '1' });
  expect(await addressOf({ 'x-forwarded-for': '6.6.6.6, 203.0.113.9' })).toBe('203.0.113.9');
  expect(errors()).toEqual([]);
  expect((await app.inject('/readyz')).json()).toMatchObject({ warnings: [] });
});

it('METRICS=off answers none, to nobody', async () => {
  await open({ METRICS: 'off', METRICS_TOKEN: 'm'.repeat(16) });
  const authorization = `Bearer ${'m'.repeat(16)}`;
  expect((await app.inject({ url: '/metrics', headers: { authorization } })).statusCode).toBe(404);
});
