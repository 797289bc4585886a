import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { mountHealth } from '#server/health.ts';
import { pagePolicy } from '#server/http/security-headers.ts';
import { createLogger } from '#server/logging.ts';
import { closeTestDatabase, testDatabase, testDriver } from '#server/test/database.ts';
import { openDoors } from '#server/test/doors.ts';
import { canMount } from '#server/test/mounting.ts';
import { testParts } from '#server/test/parts.ts';
import { probe } from '#server/test/probe-router.ts';
import { out, publicProcedure, rest, router } from '#server/trpc.ts';
import { watchForWarnings } from '#server/warnings.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => closeTestDatabase(database));

/** A call that runs until it is let go. */
function slowRouter() {
  let letGo: () => void = () => undefined;
  let begin: () => void = () => undefined;
  const gate = new Promise<void>(resolve => {
    letGo = resolve;
  });
  const begun = new Promise<void>(resolve => {
    begin = resolve;
  });
  const slow = publicProcedure
    .meta(rest('POST', '/slow'))
    .input(z.strictObject({}))
    .output(out(z.string()))
    .mutation(async () => {
      begin();
      await gate;
      return 'finished';
    });
  return { router: router({ slow }), letGo, begun };
}

describe('health', () => {
  it('is ready with a database that answers, and not without', async () => {
    const { app } = await openDoors(database, probe);
    expect((await app.inject('/livez')).json()).toEqual({ status: 'ok' });
    const ready = await app.inject('/readyz');
    expect([ready.statusCode, ready.json().checks]).toEqual([
      200,
      { draining: 'ok', database: 'ok', migrations: 'ok', disk: 'ok' },
    ]);
    await app.close();

    const other = await testDatabase();
    const { app: orphan } = await openDoors(other, probe);
    await closeTestDatabase(other);
    const unready = await orphan.inject('/readyz');
    const { database: asked, migrations } = unready.json().checks;
    expect([unready.statusCode, asked, migrations]).toEqual([503, 'no answer', 'no answer']);
    expect((await orphan.inject('/livez')).statusCode).toBe(200);
    await orphan.close();
  });

  it('does not call migrations missing that could not be asked for, though the database answers by now', async () => {
    const parts = await testParts(database);
    const away = async () => {
      throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    };
    const db = Object.assign(Object.create(parts.db), { execute: away });
    const app = fastify();
    mountHealth(app, { ...parts, db }, { isDraining: () => false, warnings: () => [] });
    const answer = await app.inject('/readyz');
    const { database: asked, migrations } = answer.json().checks;
    expect([answer.statusCode, asked, migrations]).toEqual([503, 'ok', 'no answer']);
    await app.close();
  });

  it.runIf(canMount())(
    'is not ready with a full disk where the database lies there, else warns',
    async () => {
      const DATA_DIR = await mkdtemp(join(tmpdir(), 'knurl-small-'));
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', DATA_DIR]);
      try {
        const parts = await testParts(database, { variables: { DATA_DIR } });
        const watched = await watchForWarnings(parts);
        const { app } = await openDoors(database, probe, { variables: { DATA_DIR }, warnings: watched.list });
        const answer = await app.inject('/readyz');
        const full = 'The disk of DATA_DIR is full: pictures can no longer be kept.';
        const { disk } = answer.json().checks;
        expect([answer.statusCode, disk, answer.json().warnings]).toEqual(
          testDriver === 'pglite' ? [503, 'full', []] : [200, 'ok', [full]],
        );
        await app.close();
        await watched.end();
      } finally {
        execFileSync('umount', ['-l', DATA_DIR]);
        await rm(DATA_DIR, { recursive: true, force: true });
      }
    },
  );

  it('looks at the database once for all who ask within a second, and tells at once that it closes', async () => {
    let pings = 0;
    const ping = async () => {
      pings += 1;
      await database.ping();
    };
    const parts = await testParts({ ...database, ping });
    let draining = false;
    const app = fastify();
    mountHealth(app, parts, { isDraining: () => draining, warnings: () => [] });
    const ready = async () => (await app.inject('/readyz')).statusCode;
    expect(await Promise.all(Array.from({ length: 20 }, ready))).toEqual(Array(20).fill(200));
    expect([await ready(), pings]).toEqual([200, 1]);
    draining = true;
    expect([await ready(), pings]).toEqual([503, 1]);
    await expect.poll(async () => [await ready(), pings]).toEqual([503, 2]);
    await app.close();
  });

  it('is not ready while it closes', async () => {
    const closing = fastify();
    mountHealth(closing, await testParts(database), { isDraining: () => true, warnings: () => [] });
    const answer = await closing.inject('/readyz');
    expect([answer.statusCode, answer.json().checks.draining]).toEqual([503, 'draining']);
    expect((await closing.inject('/livez')).statusCode).toBe(200);
  });
});

describe('a request’s own name', () => {
  const idOf = async (TRUST_PROXY: string, given: string) => {
    const { app } = await openDoors(database, probe, { variables: { TRUST_PROXY } });
    const { headers } = await app.inject({ url: '/livez', headers: { 'x-request-id': given } });
    await app.close();
    return headers['x-request-id'];
  };

  it('is that of a trusted proxy, where it can stand in a log', async () => {
    expect(await idOf('1', 'proxy-1234')).toBe('proxy-1234');
    expect(await idOf('1', 'a"b c')).not.toBe('a"b c');
    expect(await idOf('off', 'proxy-1234')).not.toBe('proxy-1234');
  });
});

describe('closing', () => {
  it('finishes what runs and takes nothing new', async () => {
    const { router, letGo, begun } = slowRouter();
    const { app } = await openDoors(database, router);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const running = fetch(`http://127.0.0.1:${port}/api/v1/slow`, { method: 'POST' });
    await begun;
    const closed = app.close();
    await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow();
    letGo();
    const finished = await running;
    expect([finished.status, await finished.json()]).toEqual([200, 'finished']);
    await closed;
  });
});

describe('overload', () => {
  it('is refused with 429, but for health checks and the polls that would end a session', async () => {
    const notifications = router({
      newest: publicProcedure
        .meta(rest('GET', '/notifications/new', { poll: true }))
        .output(out(z.null()))
        .query(() => null),
    });
    const { router: slow, letGo } = slowRouter();
    const { app } = await openDoors(database, router({ notifications, slow: slow.slow }), {
      longestLoopDelayMs: 0.001,
      pages: true,
    });
    const waiting = Array.from({ length: 10 }, () => app.inject({ method: 'POST', url: '/api/v1/slow' }));
    // Work enough to make the loop lag by more than a thousandth of a millisecond in the next sample.
    for (let status = 0; status !== 429; ) {
      for (let spin = 0; spin < 1e7; spin++) Math.sqrt(spin);
      await new Promise(resolve => setTimeout(resolve, 20));
      status = (await app.inject('/api/v1/none')).statusCode;
    }
    const [poll, trpcPoll, live, art, photo, order, trpcOrder] = await Promise.all([
      app.inject('/api/v1/notifications/new'),
      app.inject('/trpc/notifications.newest'),
      app.inject('/livez'),
      app.inject('/art/no-picture.svg'),
      app.inject('/photos/none'),
      app.inject({ method: 'POST', url: '/api/v1/slow' }),
      app.inject({ method: 'POST', url: '/trpc/slow' }),
    ]);
    expect([poll, trpcPoll, live].map(answer => answer.statusCode)).toEqual([200, 200, 200]);
    // Files are looked for as ever.
    expect([art, photo].map(answer => answer.statusCode)).toEqual([404, 404]);
    expect([order.statusCode, order.json().reason]).toEqual([429, 'busy']);
    expect(order.headers['retry-after']).toBe('5');
    expect([trpcOrder.statusCode, trpcOrder.json().error.data.reason]).toEqual([429, 'busy']);
    const page = await app.inject('/about');
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '5']);
    expect(page.body).toContain('<h1');

    letGo();
    for (const answer of await Promise.all(waiting)) expect(answer.statusCode).toBe(200);
    // The loop's last figure is as bad as before, yet nothing else is at work.
    expect((await app.inject('/api/v1/none')).statusCode).toBe(404);
    await app.close();
  });
});

describe('the log', () => {
  const CANARY = 'canary-7f3a';

  it('has one line a request, and no secret of any', async () => {
    const lines: string[] = [];
    const { app } = await openDoors(database, probe, { log: line => lines.push(line) });
    const headers = { cookie: `sid=${CANARY}`, 'x-token': CANARY, 'sec-fetch-site': 'same-origin' };
    await app.inject({ url: `/api/v1/things/${CANARY}?search=${CANARY}`, headers });
    await app.inject({ url: `/trpc/things.find?input={"search":"${CANARY}"}`, headers });
    await app.inject({ url: `/trpc/things.search,${CANARY}?batch=1`, headers });
    await app.inject({ method: 'POST', url: '/api/v1/lines', headers, payload: { password: CANARY } });
    await app.inject({ method: 'POST', url: '/api/v1/lines', headers, payload: [CANARY] });
    await app.inject(`/nowhere/${CANARY}`);
    await app.inject({ url: '/api/v1/things/one', headers: { authorization: `Bearer ${CANARY}` } });
    expect(lines.map(line => JSON.parse(line)).filter(line => 'status' in line)).toMatchObject([
      { method: 'GET', route: '/api/v1/things/:id', status: 200, reqId: expect.any(String) },
      { route: '/trpc/*', calls: ['things.find'], status: 200 },
      { route: '/trpc/*', calls: ['things.search'] },
      { method: 'POST', status: 400 },
      { status: 400 },
      { route: null, status: 404 },
      { status: 401, address: '127.0.0.1' },
    ]);
    expect(lines.join('')).not.toContain(CANARY);
    await app.close();
  });

  it('has none of looks at health and figures, but of one that figures are refused', async () => {
    const lines: string[] = [];
    const variables = { METRICS_TOKEN: '8d30c5f1e7a2496b' };
    const { app } = await openDoors(database, probe, { variables, log: line => lines.push(line) });
    const authorization = `Bearer ${variables.METRICS_TOKEN}`;
    for (const url of ['/livez', '/readyz']) await app.inject(url);
    await app.inject({ url: '/metrics', headers: { authorization } });
    expect(lines.filter(line => 'status' in JSON.parse(line))).toEqual([]);
    expect((await app.inject('/metrics')).statusCode).toBe(404);
    expect((await app.inject({ url: '/metrics', headers: { authorization: 'Bearer x' } })).statusCode).toBe(
      404,
    );
    const said = lines.map(line => JSON.parse(line)).filter(line => 'status' in line);
    expect(said.map(({ status }) => status)).toEqual([404, 404]);
    await app.close();
  });

  it('has one short line of each call that finds no database, and of each look at its figures', async () => {
    const lines: string[] = [];
    const other = await testDatabase();
    const ask = publicProcedure
      .meta(rest('GET', '/ask'))
      .output(out(z.null()))
      .query(async () => {
        await other.db.execute('select 1');
        return null;
      });
    const { app } = await openDoors(other, router({ ask }), { log: line => lines.push(line) });
    await closeTestDatabase(other);
    lines.length = 0;
    expect((await app.inject('/trpc/ask')).statusCode).toBe(503);
    expect((await app.inject('/api/v1/ask')).statusCode).toBe(503);
    expect((await app.inject('/metrics')).statusCode).toBe(200);
    const said = lines.filter(line => !('status' in JSON.parse(line)));
    expect(said.map(line => JSON.parse(line))).toMatchObject([
      { level: 50, msg: 'the database does not answer', why: expect.any(String), procedure: 'ask' },
      { level: 50, msg: 'the database does not answer', why: expect.any(String), procedure: 'ask' },
      { level: 40, msg: 'figures of the database are left out', why: expect.any(String) },
    ]);
    for (const line of said) expect(line.length).toBeLessThan(400);
    await app.close();
  });

  it('shows beginning and end of what is long', () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: line => lines.push(line) });
    log.error({ err: new Error(`Failed query: select ${'x'.repeat(100_000)} from end_of_it`) }, 'failed');
    expect(lines.join('').length).toBeLessThan(10_000);
    expect(JSON.parse(lines.join('')).err.message).toMatch(
      /^Failed query: select x+ \[…\] x+ from end_of_it$/,
    );
  });

  it('hides secrets and the values of failed queries', () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: line => lines.push(line) });
    const query = new Error(`Failed query: insert into users\nparams: ${CANARY},a\n${CANARY}`, {
      cause: Object.assign(new Error('duplicate key'), { code: '23505', detail: `Key (email)=(${CANARY})` }),
    });
    log.error({ err: query, user: { password: CANARY, email: 'shown' }, token: CANARY }, 'failed');
    log.error(
      { err: new AppError('invalid', { cause: query }), body: { card: { number: CANARY } } },
      'failed',
    );
    log.error({ err: CANARY }, 'thrown text');
    expect(lines.join('')).not.toContain(CANARY);
    const [first] = lines.map(line => JSON.parse(line));
    expect(first.err).toMatchObject({
      message: 'Failed query: insert into users\nparams: [hidden]',
      cause: { message: 'duplicate key', code: '23505' },
    });
    expect(first.user).toEqual({ password: '[hidden]', email: 'shown' });
  });
});

describe('headers', () => {
  it('keep a page to itself, and allow it one script by its hash', async () => {
    const { app, parts } = await openDoors(database, probe);
    const first = await app.inject('/livez');
    expect(first.headers['content-security-policy']).toContain("script-src 'self';");
    const hash = createHash('sha256').update('start()').digest('base64');
    const policy = pagePolicy(parts.env)('start()');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("style-src-attr 'unsafe-inline'");
    expect(policy).not.toMatch(/stripe|upgrade-insecure|unsafe-eval/);
    expect(first.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
    expect(first.headers).not.toHaveProperty('strict-transport-security');
    const { headers: ofData } = await app.inject('/trpc/none');
    expect(ofData).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
    await app.close();

    const secure = await openDoors(database, probe, {
      variables: {
        PUBLIC_URL: 'https://shop.test',
        STRIPE_SECRET_KEY: 'sk_test_a',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_a',
        STRIPE_WEBHOOK_SECRET: 'whsec_a',
      },
    });
    const { headers } = await secure.app.inject('/livez');
    expect(headers['content-security-policy']).toContain('https://js.stripe.com');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    await secure.app.close();
  });
});

describe('a tRPC client', () => {
  it('sees status, reason, issues and details of a failure', async () => {
    const { app } = await openDoors(database, probe);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const client = createTRPCClient<typeof probe>({
      links: [httpBatchLink({ url: `http://127.0.0.1:${port}/trpc` })],
    });
    const failure = (call: Promise<unknown>) =>
      call.then(
        () => null,
        (error: unknown) =>
          error instanceof TRPCClientError ? { message: error.message, data: error.data } : error,
      );
    expect(await failure(client.failing.expected.query({ reason: 'company_exists' }))).toMatchObject({
      message: expect.stringContaining('A company with that name already exists'),
      data: { httpStatus: 432, code: 'CONFLICT', reason: 'company_exists', details: { retryAfter: 7 } },
    });
    const two = await Promise.all([
      failure(client.failing.field.query()),
      failure(client.failing.unexpected.query()),
    ]);
    expect(two).toMatchObject([
      { data: { httpStatus: 400, issues: [{ path: ['lines', 1, 'quantity'] }] } },
      { message: 'Something went wrong. Please try again.', data: { httpStatus: 500 } },
    ]);
    // Refused before tRPC is reached, and still understood.
    const line = { variantId: 'x'.repeat(300_000), quantity: 1 };
    expect(await failure(client.lines.add.mutate({ line }))).toMatchObject({
      data: { httpStatus: 413, reason: 'too_large' },
    });
    expect(await client.chores.start.mutate({})).toEqual({ started: true });
    await app.close();
  });
});
