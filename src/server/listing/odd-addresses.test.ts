import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/database/db.ts';
import { appRouter } from '#server/router.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { openDoors } from '#server/test/doors.ts';
import { makeVariant } from '#server/test/factories.ts';
import { ODD_QUERIES } from '#server/test/odd-addresses.ts';

let database: Database;
let app: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
  ({ app } = await openDoors(database, appRouter));
  await makeVariant(database.db, { productNum: 'ODD-1' }, { title: 'Odd Pull' });
});
afterAll(async () => {
  await app.close();
  await closeTestDatabase(database);
});

describe('whatever the query string', () => {
  it.each(ODD_QUERIES)('%.60s is answered or plainly refused', async query => {
    for (const url of [`/api/v1/products?${query}`, `/api/v1/products/search?${query}&search=odd`]) {
      const { statusCode, body } = await app.inject({ url, remoteAddress: '10.9.9.9' });
      expect([200, 400, 404, 413, 414, 422, 431], `${url}: ${body}`).toContain(statusCode);
    }
  });

  it.each(['', '&holes=96+mm', '&title=brass+pull+96mm'])(
    'more filters than anybody sets are refused before they are counted: %s',
    async more => {
      const ask = (groups: number) => {
        const options = Object.fromEntries(Array.from({ length: groups }, (_, n) => [`Filter ${n}`, ['x']]));
        return app.inject(`/api/v1/products?options=${encodeURIComponent(JSON.stringify(options))}${more}`);
      };
      const [most, over, far] = [await ask(20), await ask(21), await ask(700)];
      expect(most.statusCode).toBe(200);
      for (const { statusCode, body } of [over, far]) {
        expect([statusCode, JSON.parse(body).issues]).toEqual([
          400,
          [{ path: ['options'], message: 'has more than 20 filters' }],
        ]);
      }
    },
  );

  it.each(['input=%7B%22search%22%3A%22a%22%7D&input=1', 'input=1&input=2'])(
    'more than one input is malformed: %s',
    async query => {
      const { statusCode, body } = await app.inject(`/trpc/search.suggest?${query}`);
      expect([statusCode, JSON.parse(body).error.data.reason]).toEqual([400, 'malformed']);
    },
  );

  it('is followed by nothing that was executed', async () => {
    const { statusCode, body } = await app.inject('/api/v1/products/search?search=ODD-1&exact=true');
    expect([statusCode, JSON.parse(body).products[0]?.title]).toEqual([200, 'Odd Pull']);
  });

  it.each(['x'.repeat(10_000), '\u0000', '%', "'; drop table products; --", '🔩', '\u202e', '', '   '])(
    'typed into the search field, %.30j suggests something or nothing',
    async search => {
      const input = encodeURIComponent(JSON.stringify({ search }));
      const { statusCode } = await app.inject(`/trpc/search.suggest?input=${input}`);
      expect([200, 400, 414]).toContain(statusCode);
    },
  );
});
