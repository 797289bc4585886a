import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { type Database, openDatabase, rows } from '#server/database/db.ts';
import { LOOK_KEPT_MS } from '#server/health.ts';
import { QUEUE_FIGURES } from '#server/jobs/job-queues.ts';
import { emails } from '#server/mail/tables.ts';
import { lockOrder } from '#server/orders/read-order.ts';
import { refundWholeOrder } from '#server/payments/refunds.ts';
import { settlePayment } from '#server/payments/settle.ts';
import { payments } from '#server/payments/tables.ts';
import { appRouter } from '#server/router.ts';
import {
  closeTestDatabase,
  createTestDatabase,
  dropTestDatabase,
  testDatabase,
  testDriver,
  testUrl,
} from '#server/test/database.ts';
import { openDoors } from '#server/test/doors.ts';
import { makeVariant, usd } from '#server/test/factories.ts';
import { probe } from '#server/test/probe-router.ts';
import { guest, lineOf, openShop, paidOrder, reasonOf, type Selling } from '#server/test/selling.ts';
import { StripeShop } from '#server/test/stripe-shop.ts';
import { Way } from '#server/test/way.ts';
import { clock } from '#server/time-and-chance.ts';
import { toCents } from '#shared/rules/money.ts';

/** Reads what the page says, by series. */
async function look(app: FastifyInstance): Promise<Map<string, number>> {
  const { statusCode, body } = await app.inject('/metrics');
  expect(statusCode).toBe(200);
  const lines = body.split('\n').filter(line => line !== '' && !line.startsWith('#'));
  return new Map(lines.map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

/** Which of these families grew by how much while the work was done. */
async function grown(app: FastifyInstance, families: RegExp, work: () => Promise<unknown>) {
  const before = await look(app);
  await work();
  const after = await look(app);
  return Object.fromEntries(
    [...after].flatMap(([series, value]) => {
      const more = value - (before.get(series) ?? 0);
      return families.test(series) && more !== 0 ? [[series, more]] : [];
    }),
  );
}

const TRADE = /^(order|payment|refunds|gateway_\w+_(count|total))/;

describe('what is sold', () => {
  let shop: Selling;
  let app: FastifyInstance;
  beforeAll(async () => {
    shop = await openShop();
    app = await buildApp(shop.app, { router: appRouter, longestLoopDelayMs: 60_000 });
  });
  afterAll(async () => {
    await app.close();
    await shop.close();
  });

  /** A Held order of one knob, and what it was asked for with. */
  async function heldOrder() {
    const knob = await makeVariant(shop.app.db, { price: usd(10) });
    const asked = {
      ...{ ...guest, cart: [lineOf(knob, 1)], shippingMethod: 'local' as const },
      ...{ total: usd(10.83), idempotencyKey: randomUUID() },
    };
    return { asked, order: await shop.as(null).orders.submit(asked) };
  }

  it('is counted once it is paid, with its charge', async () => {
    expect(await grown(app, TRADE, () => paidOrder(shop))).toEqual({
      'orders_placed_total{payment_type="credit-card",status="Held"}': 1,
      'orders_submitted_total{payment_type="credit-card"}': 1,
      'payments_settled_total{outcome="succeeded"}': 1,
      'gateway_call_duration_seconds_count{call="charge",outcome="answered"}': 1,
    });
  });

  it('is counted once, however often it is asked for', async () => {
    const work = async () => {
      const { asked } = await heldOrder();
      await shop.as(null).orders.submit(asked);
    };
    expect(await grown(app, TRADE, work)).toEqual({
      'orders_placed_total{payment_type="credit-card",status="Held"}': 1,
    });
  });

  it('is counted as refused, by reason', async () => {
    const { asked } = await heldOrder();
    const other = { ...asked, total: usd(1), idempotencyKey: randomUUID() };
    const work = async () =>
      expect(await reasonOf(shop.as(null).orders.submit(other))).toBe('figures_changed');
    expect(await grown(app, TRADE, work)).toEqual({ 'order_refusals_total{reason="figures_changed"}': 1 });
  });

  it('is not counted where a card is declined, but the decline is', async () => {
    const { order } = await heldOrder();
    const charge = () =>
      shop.as(null).payments.charge({
        order: { _id: order._id, orderKey: order.orderKey },
        card: { testOutcome: 'insufficient_funds' },
      });
    expect(await grown(app, TRADE, () => reasonOf(charge()))).toMatchObject({
      'payments_settled_total{outcome="declined"}': 1,
      'payment_refusals_total{reason="insufficient_funds"}': 1,
    });
  });

  it('is counted once where the answer was lost and is looked up twice', async () => {
    const { order } = await heldOrder();
    const work = async () => {
      const card = { testOutcome: 'slow' as const };
      await reasonOf(
        shop.as(null).payments.charge({ order: { _id: order._id, orderKey: order.orderKey }, card }),
      );
      await shop.app.jobs.drain({ delayed: true });
      const [payment] = await shop.app.db.select().from(payments).where(eq(payments.order, order._id));
      const { _id, reference } = payment ?? { _id: '', reference: '' };
      const again = {
        status: 'succeeded',
        reference: reference ?? '',
        amount: toCents(order.total),
      } as const;
      expect(await settlePayment(shop.app, _id, again)).toMatchObject({ submitted: null });
    };
    expect(await grown(app, TRADE, work)).toEqual({
      'orders_submitted_total{payment_type="credit-card"}': 1,
      'payments_settled_total{outcome="succeeded"}': 1,
      'gateway_call_duration_seconds_count{call="charge",outcome="unknown"}': 1,
      'gateway_call_duration_seconds_count{call="find",outcome="answered"}': 1,
    });
  });

  it('is counted when it is given back', async () => {
    const { _id } = await paidOrder(shop);
    const work = async () => {
      await shop.app.db.transaction(async tx =>
        refundWholeOrder(shop.app, tx, await lockOrder(tx, _id), 'not wanted'),
      );
      await shop.app.jobs.drain();
    };
    expect(await grown(app, TRADE, work)).toEqual({
      'refunds_total{outcome="succeeded"}': 1,
      'gateway_call_duration_seconds_count{call="refund",outcome="answered"}': 1,
    });
  });

  it('shows in the index of the catalogue', async () => {
    const work = async () => {
      await shop.as(null).products.list({ inStock: true });
      await expect.poll(async () => (await look(app)).get('search_index_products')).toBeGreaterThan(5);
    };
    expect(await grown(app, /^search_index_load_duration_seconds_count/, work)).toEqual({
      'search_index_load_duration_seconds_count{outcome="loaded"}': 1,
    });
    const checked = (await look(app)).get('search_index_checked_timestamp_seconds') ?? 0;
    expect(Math.abs(Date.now() / 1000 - checked)).toBeLessThan(60);
  });
});

describe('events of the payment service', () => {
  it('are counted by what became of them', async () => {
    const at = await StripeShop.open();
    const post = (event: { body: Buffer | string; signature: string }) =>
      at.server.inject({
        ...{ method: 'POST' as const, url: '/webhooks/stripe', payload: event.body },
        headers: { 'content-type': 'application/json', 'stripe-signature': event.signature },
      });
    const intent = { id: 'pi_1', metadata: {} };
    const work = async () => {
      const genuine = at.fake.signedEvent('payment_intent.succeeded', intent);
      await post(genuine);
      await post(genuine);
      await post(at.fake.signedEvent('payment_intent.succeeded', intent, { secret: 'whsec_thief' }));
    };
    expect(await grown(at.server, /^gateway_webhooks/, work)).toEqual({
      'gateway_webhooks_total{outcome="acted_on"}': 1,
      'gateway_webhooks_total{outcome="repeated"}': 1,
      'gateway_webhooks_total{outcome="bad_signature"}': 1,
    });
    await at.close();
  });
});

describe('jobs', () => {
  let shop: Selling;
  let app: FastifyInstance;
  beforeAll(async () => {
    shop = await openShop();
    app = await buildApp(shop.app, { router: probe, longestLoopDelayMs: 60_000 });
  });
  afterAll(async () => {
    await app.close();
    await shop.close();
  });

  it('are shown by queue and state, with how long the oldest has waited', async () => {
    const { db, jobs } = shop.app;
    expect((await look(app)).get('jobs_oldest_due_seconds{queue="forget-card"}')).toBe(0);
    for (const startAfter of [-90, -30, 3600]) {
      const at = new Date(Date.now() + startAfter * 1000);
      await jobs.send(db, 'check-refund', { refund: randomUUID() }, { startAfter: at });
    }
    await db.execute(
      sql`update pgboss.job set state = 'failed' where start_after < now() - interval '1 minute'`,
    );
    const page = await look(app);
    expect(page.get('jobs{queue="check-refund",state="waiting"}')).toBe(2);
    expect(page.get('jobs{queue="check-refund",state="active"}')).toBe(0);
    expect(page.get('jobs{queue="check-refund",state="dead"}')).toBe(1);
    expect(page.get('jobs{queue="forget-card",state="dead"}')).toBe(0);
    const oldest = page.get('jobs_oldest_due_seconds{queue="check-refund"}') ?? 0;
    expect(oldest).toBeGreaterThanOrEqual(30);
    expect(oldest).toBeLessThan(90);
  });

  it('count their runs', async () => {
    await shop.app.jobs.send(shop.app.db, 'expire-holds', {});
    expect(await grown(app, /^job_runs/, () => shop.app.jobs.drain())).toMatchObject({
      'job_runs_total{queue="expire-holds",outcome="done"}': 1,
    });
  });

  it('are not looked for among those that are done', async () => {
    const { db } = shop.app;
    await db.execute(sql`
      insert into pgboss.job (name, state, completed_on, policy)
      select 'send-mail', 'completed', now(), 'short' from generate_series(1, 20000)`);
    await db.execute(sql`analyze pgboss.job`);
    const plan = rows<Record<string, string>>(await db.execute(sql`explain ${QUEUE_FIGURES}`))
      .map(row => row['QUERY PLAN'])
      .join('\n');
    const [{ partition } = { partition: '' }] = rows<{ partition: string }>(
      await db.execute(sql`select partition_name as partition from pgboss.queue where name = 'send-mail'`),
    );
    // Small tables are read as a whole, which is cheaper.
    expect(plan).not.toContain(`Seq Scan on ${partition}`);
    expect(plan).toContain(`on ${partition}`);
  });
});

describe('metrics', () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => closeTestDatabase(database));

  it('count requests by route', async () => {
    const { app } = await openDoors(database, probe);
    await app.inject('/api/v1/things/one');
    await app.inject('/api/v1/things/two');
    await app.inject('/wp-login.php');
    await app.inject('/trpc/things.search');
    await app.inject('/trpc/things.search,things.search?batch=1');
    await app.inject('/trpc/made.up');
    const { body } = await app.inject('/metrics');
    expect(body).toContain(
      'http_request_duration_seconds_count{method="GET",route="things.byId",status="200"} 2',
    );
    expect(body).toContain('route="things.search",status="200"} 3');
    expect(body).not.toMatch(/wp-login|things\/one|made/);
    expect(body).toContain('nodejs_eventloop_lag_seconds');
    await app.close();
  });

  it('count each call of a batch by its own name and status', async () => {
    const { app } = await openDoors(database, probe);
    const work = async () => {
      await app.inject('/trpc/things.search,failing.database,made.up?batch=1&input=%7B%7D');
      await app.inject('/trpc/failing.database,failing.database?batch=1&input=%7B%7D');
    };
    const counted = await grown(
      app,
      /^http_request_duration_seconds_count.*trpc|_count.*(search|database)/,
      work,
    );
    const series = (route: string, status: number) =>
      `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`;
    expect(counted).toEqual({
      [series('things.search', 200)]: 1,
      [series('failing.database', 503)]: 3,
      [series('/trpc/*', 404)]: 1,
    });
    await app.close();
  });

  it('count mails that were not sent', async () => {
    const { app } = await openDoors(database, probe);
    const mail = {
      template: 'test',
      to: 'a@example.com',
      subject: '',
      html: '',
      text: '',
      messageId: '<1@x>',
    };
    const statuses = ['queued', 'failed', 'failed', 'sent'] as const;
    await database.db.insert(emails).values(statuses.map(status => ({ ...mail, status })));
    const { body } = await app.inject('/metrics');
    expect(body.match(/^mails\{.*$/gm)).toEqual(['mails{state="queued"} 1', 'mails{state="failed"} 2']);
    await database.db.delete(emails);
    await app.close();
  });

  it.runIf(testDriver === 'postgres')('show how full the pool of connections is', async () => {
    const { app } = await openDoors(database, probe);
    const inUse = async () => {
      const { body } = await app.inject('/metrics');
      return body.match(/^database_connections\{.*$/gm);
    };
    expect(await inUse()).toEqual([
      'database_connections{state="in_use"} 0',
      'database_connections{state="max"} 10',
      'database_connections{state="waiting"} 0',
    ]);
    // The figures' own connections come back at their leisure.
    await database.db.transaction(() =>
      expect.poll(async () => (await inUse())?.[0]).toBe('database_connections{state="in_use"} 1'),
    );
    await app.close();
  });

  it('are nobody else’s business', async () => {
    const { app } = await openDoors(database, probe);
    const away = await app.inject({ url: '/metrics', remoteAddress: '203.0.113.7' });
    expect([away.statusCode, away.json().reason]).toEqual([404, 'not_found']);
    await app.close();

    const behind = await openDoors(database, probe, { variables: { TRUST_PROXY: '1' } });
    expect((await behind.app.inject('/metrics')).statusCode).toBe(404);
    await behind.app.close();

    const guarded = await openDoors(database, probe, { variables: { METRICS_TOKEN: 'm'.repeat(16) } });
    const ask = (authorization: string) =>
      guarded.app.inject({ url: '/metrics', headers: { authorization }, remoteAddress: '203.0.113.7' });
    expect((await guarded.app.inject('/metrics')).statusCode).toBe(404);
    expect((await ask(`Bearer ${'x'.repeat(16)}`)).statusCode).toBe(404);
    expect((await ask(`Bearer ${'m'.repeat(16)}`)).statusCode).toBe(200);
    await guarded.app.close();
  });

  it('say which checks of /readyz the process passes, and what it warns of', async () => {
    const { app } = await openDoors(database, probe, { warnings: () => ['one'], isEnding: () => true });
    const page = await look(app);
    expect([...page].filter(([series]) => /^ready/.test(series))).toEqual([
      ['ready{check="draining"}', 0],
      ['ready{check="database"}', 1],
      ['ready{check="migrations"}', 1],
      ['ready{check="disk"}', 1],
      ['ready_warnings', 1],
    ]);
    expect(page.get('nodejs_heap_limit_bytes')).toBeGreaterThan(1e8);
    await app.close();
  });

  it('stand without a database, but for what only it knows', async () => {
    const other = await testDatabase();
    const { app } = await openDoors(other, probe);
    await closeTestDatabase(other);
    const page = await look(app);
    expect(page.get('ready{check="database"}')).toBe(0);
    expect(page.has('ready{check="migrations"}')).toBe(false);
    expect(page.get('process_resident_memory_bytes')).toBeGreaterThan(0);
    expect([...page.keys()].filter(series => /^(jobs|mails)/.test(series))).toEqual([]);
    await app.close();
  });

  it.runIf(testDriver === 'postgres')('stand while the database does not answer', async () => {
    const name = await createTestDatabase();
    const way = new Way(new URL(testUrl(name)));
    const silent = await openDatabase({ databaseUrl: await way.open(), dataDir: null });
    const { app } = await openDoors(silent, probe);
    expect((await look(app)).get('ready{check="database"}')).toBe(1);
    // Until then it tells of that look.
    await clock.sleep(LOOK_KEPT_MS);
    await way.close('silent');
    // Asked for first, and given up by the guard of the pool.
    const query = silent.db.execute(sql`select 1`).then(
      () => null,
      () => null,
    );
    const page = (await Promise.race([look(app), query])) ?? new Map();
    expect(page.get('ready{check="database"}')).toBe(0);
    expect([...page.keys()].filter(series => /^(jobs|mails)/.test(series))).toEqual([]);
    await way.close('gone');
    await app.close();
    await silent.close();
    await dropTestDatabase(name);
  });
});
