import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rows } from '#server/database/db.ts';
import { writeMisses } from '#server/search/search-misses.ts';
import { searchMisses } from '#server/search/tables.ts';
import { openShop, type Selling } from '#server/test/selling.ts';

let shop: Selling;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const kept = async () =>
  rows<{ words: string; count: number }>(
    await shop.app.db.execute(sql`select words, count::int as count from search_misses order by words`),
  );

it('remembers what nothing was found for, soon after, and nobody’s telephone or address', async () => {
  const guest = shop.as(null);
  for (const title of ['Zebra  Crossing', 'zebra crossing', 'ada@example.com', '(512) 555-0143 99', '   ']) {
    expect(await guest.products.list({ title })).toMatchObject({ total: 0 });
  }
  await expect
    .poll(kept, { timeout: 20_000, interval: 200 })
    .toEqual([{ words: 'zebra crossing', count: 2 }]);
});

it('keeps the newest when there are too many', async () => {
  const { db } = shop.app;
  await db.delete(searchMisses);
  await db.execute(sql`
    insert into search_misses (words, last)
    select 'old ' || n, now() - make_interval(mins => n) from generate_series(1, 2000) n`);
  await writeMisses(
    db,
    new Map([
      ['new', 3],
      ['old 7', 1],
    ]),
  );
  const words = (await kept()).map(miss => miss.words);
  expect(words).toHaveLength(2000);
  expect(words).toContain('new');
  expect(words).toContain('old 7');
  expect(words).not.toContain('old 2000');
});
