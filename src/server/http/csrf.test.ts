import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/database/db.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { type Ask, ask, DOORS, expectFailure, openDoors } from '#server/test/doors.ts';
import { probe } from '#server/test/probe-router.ts';

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

const start: Ask = { procedure: 'chores.start', method: 'POST', url: '/api/v1/chores' };
const cookie = 'sid=something';
const bearer = 'Bearer knurl_something';
const OWN = 'http://shop.test';

describe('who may make a browser change something', () => {
  it.each<[what: string, headers: Record<string, string>]>([
    ['a page of the shop', { 'sec-fetch-site': 'same-origin', origin: OWN, cookie }],
    ['a page of the shop in an old browser', { origin: OWN, cookie }],
    ['the same host that was asked', { host: 'other.test', origin: 'http://other.test', cookie }],
    ['a script without cookies', {}],
  ])('%s may', async (_, headers) => {
    for (const door of DOORS) expect((await ask(app, door, { ...start, headers })).status).toBe(202);
  });

  it('a script with an API key is judged by that alone, whatever its cookies', async () => {
    const beside: Record<string, string>[] = [{}, { cookie, origin: 'http://evil.test' }];
    for (const more of beside) {
      const headers = { authorization: bearer, ...more };
      for (const door of DOORS) expectFailure(await ask(app, door, { ...start, headers }), 'key_wrong');
    }
  });

  it.each<[what: string, headers: Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'http://evil.test', cookie }],
    ['another site without cookies, to log somebody in', { 'sec-fetch-site': 'cross-site' }],
    ['another subdomain', { 'sec-fetch-site': 'same-site', origin: 'http://evil.shop.test', cookie }],
    ['an address typed by hand', { 'sec-fetch-site': 'none', cookie }],
    ['another site in an old browser', { origin: 'http://evil.test', cookie }],
    ['a sandboxed frame', { origin: 'null', cookie }],
    ['our name as the start of another', { origin: `${OWN}.evil.test`, cookie }],
    ['a cookie out of nowhere', { cookie }],
    ['a cookie and half a key', { cookie, authorization: 'Bearer' }],
    ['a cookie and a password', { cookie, authorization: 'Basic Zm9vOmJhcg==' }],
  ])('%s may not', async (_, headers) => {
    for (const door of DOORS) expectFailure(await ask(app, door, { ...start, headers }), 'cross_site');
  });

  it('reading is free, except where a GET has effects', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', cookie };
    const read: Ask = { procedure: 'things.search', method: 'GET', url: '/api/v1/things/search', headers };
    for (const door of DOORS) expect((await ask(app, door, read)).status).toBe(200);
    const effects: Ask = { procedure: 'chores.effects', method: 'GET', url: '/api/v1/chores/items' };
    expectFailure(await ask(app, 'rest', { ...effects, headers }), 'cross_site');
    expect((await ask(app, 'rest', effects)).status).toBe(200);
  });
});
