import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/database/db.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { type Ask, ask, DOORS, expectFailure, openDoors } from '#server/test/doors.ts';
import { probe } from '#server/test/probe-router.ts';
import type { ErrorReason } from '#shared/errors.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

let database: Database;
let app: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
  ({ app } = await openDoors(database, probe));
});
afterAll(async () => {
  await app.close();
  await closeTestDatabase(database);
});

const find: Ask = { procedure: 'things.find', method: 'GET', url: '/api/v1/things' };
const add: Ask = { procedure: 'lines.add', method: 'POST', url: '/api/v1/lines' };
const lineWith = (field: string, value: string) =>
  `{"line":{"variantId":"${ID}","quantity":1,"${field}":${value}}}`;

/** Body text → the paths of the fields that the answer must name. */
const badBodies: [what: string, text: string, reason: ErrorReason, fields: string[]][] = [
  ...['0', '-1', '1.5', '"2"', 'null', '[]', 'true', '1e309', '{}', '100001', '"0x10"', '""'].map(
    (value): [string, string, ErrorReason, string[]] => [
      `quantity ${value}`,
      lineWith('quantity', value),
      'invalid',
      ['line.quantity'],
    ],
  ),
  ...['null', '""', '[]', '"6.85"', '-1', '6.855', 'true', '1e309'].map(
    (value): [string, string, ErrorReason, string[]] => [
      `price ${value}`,
      lineWith('price', value),
      'invalid',
      ['line.price'],
    ],
  ),
  ...['"false"', '"no"', '0', 'null', '[]'].map((value): [string, string, ErrorReason, string[]] => [
    `flag ${value}`,
    lineWith('gift', value),
    'invalid',
    ['line.gift'],
  ]),
  ['a list of text', lineWith('tags', '["1"]'), 'invalid', ['line.tags.0']],
  ['an unknown field', lineWith('total', '1'), 'invalid', ['line.total']],
  ['an unknown field outside', `{"line":{"variantId":"${ID}","quantity":1},"owner":1}`, 'invalid', ['owner']],
  ['nothing', '', 'invalid', ['line']],
  ['a list', '[1]', 'invalid', ['']],
  ['text', '"text"', 'invalid', ['']],
  ['null', 'null', 'invalid', ['']],
  ['no id', '{"line":{"variantId":"1","quantity":1}}', 'invalid', ['line.variantId']],
  ['half an object', '{"line":', 'malformed', []],
  ['no JSON at all', 'line=1', 'malformed', []],
  ['5,000 levels', `${'['.repeat(5000)}${']'.repeat(5000)}`, 'too_deep', []],
  ['5,000 levels in a field', `{"line":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`, 'too_deep', []],
  ['5,000 openers', '['.repeat(5000), 'too_deep', []],
  ['__proto__', `{"line":{"variantId":"${ID}","quantity":1},"__proto__":{"admin":true}}`, 'malformed', []],
  ['hidden __proto__', '{"\\u005f_proto__":{"admin":true}}', 'malformed', []],
  ['too much', `{"line":"${'x'.repeat(300_000)}"}`, 'too_large', []],
];

const badQueries: [what: string, rest: string, trpc: unknown, field: string][] = [
  ['limit=0', 'limit=0', { limit: 0 }, 'limit'],
  ['limit=-1', 'limit=-1', { limit: -1 }, 'limit'],
  ['limit=1.5', 'limit=1.5', { limit: 1.5 }, 'limit'],
  ['limit empty', 'limit=', { limit: '' }, 'limit'],
  ['limit null', 'limit=null', { limit: null }, 'limit'],
  ['limit hexadecimal', 'limit=0x10', { limit: '0x10' }, 'limit'],
  ['limit true', 'limit=true', { limit: true }, 'limit'],
  ['limit endless', 'limit=1e309', { limit: Number.MAX_VALUE }, 'limit'],
  ['limit a list', 'limit=a&limit=b', { limit: [] }, 'limit'],
  ['flag no', 'inStock=no', { inStock: 'no' }, 'inStock'],
  ['flag empty', 'inStock=', { inStock: '' }, 'inStock'],
  ['flag 2', 'inStock=2', { inStock: 2 }, 'inStock'],
  ['a long list', 'tags=a,b,c,d', { tags: ['a', 'b', 'c', 'd'] }, 'tags'],
  ['text twice', 'search=a&search=b', { search: ['a', 'b'] }, 'search'],
  ['text too long', `search=${'x'.repeat(21)}`, { search: 'x'.repeat(21) }, 'search'],
  ['NUL', 'search=%00', { search: '\0' }, 'search'],
];

const fieldsOf = (body: unknown) =>
  (body as { issues?: { path: (string | number)[] }[] }).issues?.map(issue => issue.path.join('.'));

/** Returns the tRPC door's answers to good and bad input; the REST door must never change them. */
async function trpcVerdicts() {
  const bodies = badBodies.map(([, text]) => ask(app, 'trpc', { ...add, text }));
  const queries = badQueries.map(([, , input]) => ask(app, 'trpc', { ...find, text: JSON.stringify(input) }));
  const good = ask(app, 'trpc', { ...add, text: lineWith('quantity', '2') });
  return (await Promise.all([...bodies, ...queries, good])).map(({ status, body }) => ({ status, body }));
}

describe('bad input', () => {
  it('is refused alike before and after the REST door was used', async () => {
    const before = await trpcVerdicts();
    for (const [, text] of badBodies) await ask(app, 'rest', { ...add, text });
    for (const [, query] of badQueries) await app.inject(`/api/v1/things?${query}`);
    await app.inject('/api/v1/openapi.json');
    for (const [, text] of badBodies) await ask(app, 'rest', { ...add, text });
    expect(await trpcVerdicts()).toEqual(before);
    expect(before.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  for (const door of DOORS) {
    it.each(badBodies)(`${door}: a body with %s`, async (_, text, reason, fields) => {
      const answer = await ask(app, door, { ...add, text });
      expectFailure(answer, reason);
      if (reason === 'invalid') expect(fieldsOf(answer.body)).toEqual(fields);
    });
  }

  it.each(badQueries)('a query with %s', async (_, query, input, field) => {
    for (const answer of [
      await ask(app, 'rest', { ...find, url: `${find.url}?${query}` }),
      await ask(app, 'trpc', { ...find, text: JSON.stringify(input) }),
    ]) {
      expectFailure(answer, 'invalid');
      expect(fieldsOf(answer.body)?.[0]?.split('.')[0]).toBe(field);
    }
  });

  it('deep or poisoned JSON in the address of a tRPC query', async () => {
    expectFailure(await ask(app, 'trpc', { ...find, text: '['.repeat(3000) }), 'too_deep');
    expectFailure(await ask(app, 'trpc', { ...find, text: '{"__proto__":{}}' }), 'malformed');
    expectFailure(await ask(app, 'trpc', { ...find, text: '{"limit":' }), 'malformed');
  });

  it('names at most fifty fields', async () => {
    const tags = JSON.stringify(Array.from({ length: 1000 }, () => 'x'));
    const { body } = await ask(app, 'rest', { ...add, text: lineWith('tags', tags) });
    expect(fieldsOf(body)).toHaveLength(50);
  });

  it.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'text/xml',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
  ])('a body of type %s', async type => {
    for (const door of DOORS) {
      const answer = await ask(app, door, { ...add, text: '{}', headers: { 'content-type': type } });
      expectFailure(answer, 'wrong_type');
    }
  });
});
