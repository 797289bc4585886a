import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/database/db.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { type Ask, ask, DOORS, expectFailure, openDoors } from '#server/test/doors.ts';
import { probe } from '#server/test/probe-router.ts';
import { ERRORS, type ErrorReason } from '#shared/errors.ts';

let database: Database;
let app: FastifyInstance;
const lines: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  ({ app } = await openDoors(database, probe, { log: line => lines.push(line) }));
});
afterAll(async () => {
  await app.close();
  await closeTestDatabase(database);
});

const find: Ask = { procedure: 'things.find', method: 'GET', url: '/api/v1/things' };
const add: Ask = { procedure: 'lines.add', method: 'POST', url: '/api/v1/lines' };
describe('addresses', () => {
  it.each([
    ['/api/v1/things/..%2f..', 200],
    ['/api/v1//things', 404],
    ['//api/v1/things', 404],
    ['/api/v1/things/%00', 400],
    ['/api/v1/things/%ff', 400],
    ['/api/v1/things/%', 400],
    ['/api/v1/things/a%', 400],
    ['/API/v1/things', 404],
    ['/api/v1/Things', 404],
    ['/api/v1/things/../../../etc/passwd', 404],
    ['/api/v1', 404],
    ['/api/v2/things', 404],
    ['/api/items/none', 404],
    ['/trpc', 404],
    ['/trpc/', 404],
    ['/trpc/none.such', 404],
    ['/trpc/__proto__', 404],
    ['/trpc/constructor.name', 404],
  ])('%s', async (url, status) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(status);
    const body = JSON.parse(answer.body);
    if (status !== 200) expect((body.error ?? body).message).toEqual(expect.any(String));
    if (url.startsWith('/trpc/'))
      expect(body.error.data).toMatchObject({ reason: 'not_found', httpStatus: 404 });
    else if (status === 404) expect(body).toMatchObject({ code: 'NOT_FOUND', reason: 'not_found' });
    else if (status === 400) expect(body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it.each(['querystring', 'response'])(
    'whose route has a schema of Fastify’s (%s) stop the start',
    async part => {
      const schema = { [part]: part === 'response' ? { 200: { type: 'object' } } : { type: 'object' } };
      const more = async (scope: FastifyInstance) => {
        scope.get('/with-schema', { schema }, async () => ({}));
      };
      const { app: wrong } = await openDoors(database, probe, { more });
      await expect(async () => wrong.ready()).rejects.toThrow('A route has a schema of Fastify’s');
    },
  );

  it('with a parameter that is too long', async () => {
    expect((await app.inject(`/api/v1/things/${'x'.repeat(41)}`)).statusCode).toBe(400);
    expect((await app.inject(`/api/v1/things/${'x'.repeat(3000)}`)).statusCode).toBe(404);
  });

  it('answer with a slash at the end, to HEAD, and with static parts before parameters', async () => {
    for (const slash of ['', '/']) {
      expect((await app.inject(`/api/v1/things/search${slash}`)).json()).toBe('searched');
      expect((await app.inject(`/api/v1/things/a%20b%2Fc%40d${slash}`)).json()).toEqual({ id: 'a b/c@d' });
      expect((await app.inject(`/api/v1/things${slash}?page=2`)).json()).toMatchObject({ page: 2 });
      expect((await app.inject({ method: 'PUT', url: `/api/items/add${slash}` })).json()).toBe('Success');
    }
    const head = await app.inject({ method: 'HEAD', url: '/api/v1/things/search' });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect((await app.inject({ method: 'HEAD', url: '/api/v1/none' })).statusCode).toBe(404);
  });

  it('refuse another method as they refuse an unknown path', async () => {
    for (const method of ['PATCH', 'DELETE', 'OPTIONS'] as const) {
      expectFailure(await ask(app, 'rest', { ...add, method: method as 'PATCH' }), 'not_found');
    }
    const mutationByGet = await app.inject('/trpc/lines.add');
    expect([mutationByGet.statusCode, mutationByGet.json().error.data.reason]).toEqual([404, 'not_found']);
    const queryByPost = await ask(app, 'trpc', { ...find, method: 'POST' });
    expectFailure(queryByPost, 'not_found');
  });

  it('that nobody answers are not found, whatever the body and its type', async () => {
    const unknown = [
      ['POST', '/api/v1/none'],
      ['PUT', '/api/v1/lines'],
      ['DELETE', '/api/v1/lines'],
      ['POST', '/api/v1'],
      ['POST', '/api/items/none'],
      ['POST', '/api/v1/openapi.json'],
      ['POST', '/livez'],
      ['POST', '/none'],
      ['PATCH', '/'],
      ['POST', '/trpc'],
      ['PUT', '/trpc/lines.add'],
      ['POST', '/trpc/none.such'],
      ['POST', '/trpc/none.such,nor.this?batch=1'],
    ] as const;
    const bodies = [
      ['application/json', '{"line":1}'],
      ['application/json', '{"line":'],
      ['application/json', `{"text":"${'x'.repeat(300 * 1024)}"}`],
      ['application/xml', '<line/>'],
      ['multipart/form-data; boundary=x', '--x--'],
      ['no type', 'text'],
      ['', 'text'],
    ] as const;
    for (const [method, url] of unknown) {
      for (const [type, payload] of bodies) {
        const headers = type ? { 'content-type': type } : {};
        const answer = await app.inject({ method, url, headers, payload });
        const body = answer.json();
        const data = body.error?.data ?? body;
        expect([method, url, type, answer.statusCode, data]).toEqual([
          ...[method, url, type, 404],
          expect.objectContaining({ code: 'NOT_FOUND', reason: 'not_found', message: expect.any(String) }),
        ]);
      }
    }
    for (const url of ['/api/v1/lines', '/trpc/lines.add']) {
      const headers = { 'content-type': 'application/xml' };
      const known = await app.inject({ method: 'POST', url, headers, payload: '<line/>' });
      expect([url, known.statusCode]).toEqual([url, 415]);
    }
  });

  it('give their parameters precedence over query and body', async () => {
    const read = await app.inject('/api/v1/things/a?id=b');
    expect(read.json()).toEqual({ id: 'a' });
    const written = await app.inject({
      method: 'PUT',
      url: '/api/v1/things/a?id=c&name=q',
      payload: { id: 'b', name: 'n' },
    });
    expect(written.json()).toEqual({ id: 'a', name: 'n' });
    const removed = await app.inject({
      method: 'DELETE',
      url: '/api/v1/things/a?force=true&reason=query',
      payload: { id: 'b', reason: 'body' },
    });
    expect(removed.json()).toEqual({ id: 'a', reason: 'body', force: true });
  });
});

describe('answers', () => {
  it('read query text and typed input alike, ignoring unknown query fields', async () => {
    const expected = { search: 'ä', inStock: false, tags: ['a', 'b'], page: 2, limit: 25 };
    for (const query of ['tags=a,b', 'tags=a&tags=b']) {
      const answer = await app.inject(`/api/v1/things?search=%C3%A4&inStock=false&page=2&utm=x&${query}`);
      expect(answer.json()).toEqual(expected);
    }
    const typed = { search: 'ä', inStock: false, tags: ['a', 'b'], page: 2 };
    expect((await ask(app, 'trpc', { ...find, input: typed })).body).toEqual(expected);
  });

  it('are bare JSON that no shared cache keeps, also null and plain text', async () => {
    const none = await app.inject('/api/v1/nothing');
    expect([none.body, none.headers['content-type'], none.headers['cache-control']]).toEqual([
      'null',
      'application/json; charset=utf-8',
      'no-store',
    ]);
    expect((await app.inject('/api/v1/things/search')).body).toBe('"searched"');
  });

  it('hold nothing that the output does not name', async () => {
    for (const door of DOORS) {
      const answer = await ask(app, door, {
        procedure: 'things.count',
        method: 'GET',
        url: '/api/v1/things/count',
      });
      expect(answer.body).toEqual({ total: 3 });
    }
  });

  it('are 202 for work that was started, without body and content type too', async () => {
    const start: Ask = { procedure: 'chores.start', method: 'POST', url: '/api/v1/chores' };
    for (const door of DOORS)
      expect(await ask(app, door, start)).toMatchObject({ status: 202, body: { started: true } });
    expect((await app.inject({ method: 'POST', url: '/api/v1/chores' })).statusCode).toBe(202);
    const empty = { 'content-type': 'application/json' };
    expect(
      (await app.inject({ method: 'POST', url: '/api/v1/chores', headers: empty, payload: '' })).statusCode,
    ).toBe(202);
    expect((await app.inject({ method: 'POST', url: '/trpc/chores.start' })).statusCode).toBe(202);
  });

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
    ['*', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
    [undefined, undefined, (bytes: Buffer) => bytes],
  ])('to someone who accepts %s are encoded as %s', async (accepted, encoding, decode) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const answer = await app.inject({ url: '/api/v1/openapi.json', headers });
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([encoding, 'accept-encoding']);
    expect(JSON.parse(decode(answer.rawPayload).toString())).toMatchObject({ openapi: '3.1.0' });
    const small = await app.inject({ url: '/api/v1/nothing', headers });
    expect(small.body).toBe('null');
    const head = await app.inject({ method: 'HEAD', url: '/api/v1/openapi.json', headers });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });
});

describe('failures', () => {
  const failing = (name: string): Ask => ({
    procedure: `failing.${name}`,
    method: 'GET',
    url: `/api/v1/failing/${name}`,
  });

  it.each(Object.keys(ERRORS) as ErrorReason[])(
    '%s has the status and the shape of its row',
    async reason => {
      for (const door of DOORS) {
        const call = { ...failing('expected'), url: `/api/v1/failing/expected/${reason}`, whole: { reason } };
        const answer = await ask(app, door, call);
        expectFailure(answer, reason);
        expect(answer.body).toMatchObject({ details: { retryAfter: 7 }, message: ERRORS[reason].notice });
        const waits = ERRORS[reason].status === 429 || reason === 'unavailable';
        expect(answer.headers['retry-after']).toBe(waits ? '7' : undefined);
      }
    },
  );

  it('name the field of a business rule', async () => {
    for (const door of DOORS) {
      const answer = await ask(app, door, failing('field'));
      expectFailure(answer, 'invalid');
      expect(answer.body).toMatchObject({
        issues: [{ path: ['lines', 1, 'quantity'], message: 'is more than there is' }],
      });
    }
  });

  it.each(['unexpected', 'output'])('keep the text of an %s failure for the log', async name => {
    for (const door of DOORS) {
      lines.length = 0;
      const { status, body, headers } = await ask(app, door, failing(name));
      expect(status).toBe(500);
      expect(body).toEqual({
        message: 'Something went wrong. Please try again.',
        code: 'INTERNAL_SERVER_ERROR',
      });
      const logged = lines.map(line => JSON.parse(line)).filter(line => line.level >= 50);
      expect(logged).toHaveLength(1);
      expect(logged[0]).toMatchObject({ reqId: headers['x-request-id'], procedure: `failing.${name}` });
      if (name === 'unexpected') expect(logged[0].err.message).toContain('secret sql');
    }
  });

  it('say 503 when the database is gone, and 500 where 503 means a credit limit', async () => {
    for (const door of DOORS) {
      const answer = await ask(app, door, failing('database'));
      expectFailure(answer, 'unavailable');
      expect(answer.headers['retry-after']).toBeDefined();
      const submit: Ask = { procedure: 'orders.submit', method: 'POST', url: '/api/v1/orders' };
      const refused = await ask(app, door, submit);
      expect(refused.status).toBe(500);
      expect(refused.body).toEqual({
        message: ERRORS.unavailable_order.notice,
        code: 'INTERNAL_SERVER_ERROR',
        reason: 'unavailable',
        remedies: [
          expect.objectContaining({ again: { change: {} } }),
          expect.objectContaining({ href: '/contact' }),
        ],
      });
    }
  });

  it('judge who asks before what he asks', async () => {
    for (const door of DOORS) {
      const staff: Ask = {
        procedure: 'staff',
        method: 'GET',
        url: '/api/v1/staff?page=x',
        whole: { page: 'x' },
      };
      expectFailure(await ask(app, door, staff), 'signed_out');
      const bearer = { authorization: 'Bearer knurl_none' };
      expectFailure(await ask(app, door, { ...staff, headers: bearer }), 'key_wrong');
    }
  });
});

describe('batches', () => {
  it('say "later" themselves when each of their calls does', async () => {
    const gone = await app.inject('/trpc/failing.database,failing.database?batch=1&input=%7B%7D');
    expect([gone.statusCode, gone.headers['retry-after']]).toEqual([503, '5']);
    expect(gone.json()).toMatchObject(Array(2).fill({ error: { data: { reason: 'unavailable' } } }));
    const payload = { 0: {}, 1: {} };
    const orders = await app.inject({
      method: 'POST',
      url: '/trpc/orders.submit,orders.submit?batch=1',
      payload,
    });
    // 503 would mean a credit limit there.
    expect([orders.statusCode, orders.headers['retry-after']]).toEqual([500, '5']);
    const some = await app.inject('/trpc/failing.database,things.search?batch=1&input=%7B%7D');
    expect([some.statusCode, some.headers['retry-after']]).toEqual([207, undefined]);
  });

  it('answer every call on its own, of ten at most', async () => {
    const batch = (names: string[]) => app.inject(`/trpc/${names.join(',')}?batch=1&input=%7B%7D`);
    const mixed = await batch(['things.search', 'failing.unexpected', 'failing.field']);
    expect([mixed.statusCode, mixed.headers['retry-after']]).toEqual([207, undefined]);
    expect(mixed.json()).toMatchObject([
      { result: { data: 'searched' } },
      { error: { data: { httpStatus: 500 } } },
      { error: { data: { httpStatus: 400, reason: 'invalid' } } },
    ]);
    const ten = Array.from({ length: 10 }, () => 'things.search');
    expect((await batch(ten)).json()).toHaveLength(10);
    const eleven = await batch([...ten, 'things.search']);
    expect(eleven.statusCode).toBe(400);
    expect(eleven.body).toContain('"reason":"malformed"');
  });
});
