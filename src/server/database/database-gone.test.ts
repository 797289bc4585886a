import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#server/auth/passwords.ts';
import { type Database, openDatabase } from '#server/database/db.ts';
import { orders } from '#server/orders/tables.ts';
import { registerJobs } from '#server/register-jobs.ts';
import { appRouter } from '#server/router.ts';
import { createTestDatabase, dropTestDatabase, testDriver, testUrl } from '#server/test/database.ts';
import { type Answer, type Ask, ask, DOORS, expectFailure, openDoors } from '#server/test/doors.ts';
import { type MadeVariant, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf } from '#server/test/selling.ts';
import { Way } from '#server/test/way.ts';
import { variants } from '#server/variants/tables.ts';

const FAST_MS = 10_000;
const PASSWORD = 'brass pull 96 mm';

describe.runIf(testDriver === 'postgres')('a shop whose database is gone', () => {
  let name: string;
  let way: Way;
  let database: Database;
  let app: FastifyInstance;
  let knob: MadeVariant;
  let cookie = '';

  beforeAll(async () => {
    name = await createTestDatabase();
    way = new Way(new URL(testUrl(name)));
    database = await openDatabase({ databaseUrl: await way.open(), dataDir: null });
    const doors = await openDoors(database, appRouter, {
      variables: { TRUST_PROXY: '1' },
      pages: true,
    });
    app = doors.app;
    registerJobs(doors.parts);
    await doors.parts.jobs.start({ work: false });
    knob = await makeVariant(database.db, { price: usd(10), stock: 1000 });
    const { email } = await makeUser(database.db, { passwordHash: await hashPassword(PASSWORD) });
    const login = await app.inject({
      method: 'POST',
      url: '/api/v1/users/login',
      payload: { email, password: PASSWORD },
    });
    cookie = login.cookies.map(({ name: key, value }) => `${key}=${value}`).join('; ');
  });
  afterEach(() => way.open());
  afterAll(async () => {
    await app.close();
    await database.close();
    await way.close('gone');
    await dropTestDatabase(name);
  });

  const submit = (idempotencyKey: string, headers = {}): Ask => ({
    procedure: 'orders.submit',
    method: 'POST',
    url: '/api/v1/orders',
    // Each order from an address of its own: they stay unpaid.
    headers: { 'x-forwarded-for': `10.0.0.${Number.parseInt(idempotencyKey.slice(0, 2), 16)}`, ...headers },
    input: { ...guest, cart: [lineOf(knob, 1)], shippingMethod: 'local', total: 10.83, idempotencyKey },
  });
  const listing: Ask = { procedure: 'products.list', method: 'GET', url: '/api/v1/products' };
  const charge: Ask = {
    procedure: 'payments.charge',
    method: 'POST',
    url: '/api/v1/creditCard/charge',
    input: { order: { _id: randomUUID() }, card: { testOutcome: 'approve' } },
  };

  function expectUnavailable(answer: Answer | undefined): void {
    expectFailure(answer ?? { status: 0, body: {} }, 'unavailable');
    expect(answer?.headers['retry-after']).toBe('5');
  }
  // 503 there would mean a credit limit (rule S4).
  const expectNoOrder = (answer: Answer | undefined) =>
    expect(answer).toMatchObject({
      status: 500,
      body: { code: 'INTERNAL_SERVER_ERROR', reason: 'unavailable', message: expect.any(String) },
    });

  async function quickly(asked: Promise<Answer>): Promise<Answer> {
    const since = Date.now();
    const answer = await asked;
    expect(Date.now() - since).toBeLessThan(FAST_MS);
    return answer;
  }

  it.each(['gone', 'silent'] as const)('refuses fast and heals by itself: %s', async how => {
    const key = randomUUID();
    const signedIn = { cookie, 'sec-fetch-site': 'same-origin' };
    expect((await ask(app, 'rest', submit(randomUUID(), signedIn))).status).toBe(200);
    await way.close(how);
    for (const door of DOORS) {
      const [asGuest, asUser, charged, page] = await Promise.all(
        [submit(key), submit(key, signedIn), charge, listing].map(call => quickly(ask(app, door, call))),
      );
      for (const order of [asGuest, asUser]) expectNoOrder(order);
      for (const other of [charged, page]) expectUnavailable(other);
    }
    const page = await app.inject('/products');
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '5']);
    expect((await app.inject('/readyz')).statusCode).toBe(503);
    expect((await app.inject('/livez')).statusCode).toBe(200);
    await way.open();
    await expect
      .poll(async () => (await ask(app, 'rest', submit(key))).status, { timeout: 20_000, interval: 200 })
      .toBe(200);
    expect((await ask(app, 'trpc', listing)).status).toBe(200);
    expect(await database.db.$count(orders, eq(orders.idempotencyKey, `guest:${key}`))).toBe(1);
  });

  it('keeps all or nothing of what it was doing when the way was cut', async () => {
    const keys = Array.from({ length: 30 }, () => randomUUID());
    const started = await stockLeft();
    const before = await database.db.$count(orders);
    const asked = keys.map(key => ask(app, 'rest', submit(key)));
    await expect.poll(() => database.db.$count(orders).catch(() => -1), { interval: 5 }).not.toBe(before);
    await way.close('gone');
    const answers = await Promise.all(asked);
    await way.open();
    const acknowledged = keys.filter((_, n) => answers[n]?.status === 200);
    // Those that still waited for a connection are told that the shop is busy.
    for (const answer of answers) if (![200, 429].includes(answer.status)) expectNoOrder(answer);
    await expect
      .poll(async () => (await ask(app, 'rest', submit(keys[0] ?? ''))).status, { timeout: 20_000 })
      .toBe(200);
    for (const key of acknowledged) {
      expect(await database.db.$count(orders, eq(orders.idempotencyKey, `guest:${key}`))).toBe(1);
    }
    for (const key of keys) expect((await ask(app, 'rest', submit(key))).status).toBe(200);
    expect(await database.db.$count(orders)).toBe(before + keys.length);
    expect(await stockLeft()).toBe(started - keys.length);
  });

  async function stockLeft(): Promise<number> {
    const [row] = await database.db.select().from(variants).where(eq(variants._id, knob.variantId));
    return row?.stock ?? 0;
  }
});
