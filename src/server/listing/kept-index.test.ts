import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Cache, createCache } from '#server/cache.ts';
import type { Database } from '#server/database/db.ts';
import { CATALOGUE, forgetCatalogue } from '#server/listing/facet-counts.ts';
import type { FacetIndex } from '#server/listing/facet-index.ts';
import { facetIndex, knowsStock } from '#server/listing/kept-index.ts';
import { touchProducts, touchStock } from '#server/listing/touch-products.ts';
import { products } from '#server/products/tables.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { type MadeVariant, makeVariant } from '#server/test/factories.ts';
import { variants } from '#server/variants/tables.ts';

let database: Database;
let cache: Cache;
let pull: MadeVariant;

beforeAll(async () => {
  database = await testDatabase();
  pull = await makeVariant(database.db, { stock: 4 }, { title: 'First Pull' });
  await makeVariant(database.db, {}, { title: 'Second Pull' });
});
afterAll(() => closeTestDatabase(database));

beforeEach(async () => {
  cache = await createCache(database);
});
afterEach(() => cache.close());

const ask = () => facetIndex(database.db, cache);

/** Asks until the index answers, as listings do. */
const answers = (holds: (index: FacetIndex) => boolean = () => true): Promise<FacetIndex> =>
  vi.waitFor(
    () => {
      const index = ask();
      if (!index || !holds(index)) throw new Error('not yet');
      return index;
    },
    { timeout: 20_000, interval: 5 },
  );

async function rename(title: string, touch = () => touchProducts(database.db, [pull.productId])) {
  await database.db.update(products).set({ title }).where(eq(products._id, pull.productId));
  await touch();
}

const has = (title: string) => (index: FacetIndex) => index.titles.includes(title);

it('follows a write by what was written, and never answers by what stood before it', async () => {
  const before = await answers();
  await rename('Renamed Pull', () =>
    database.db.transaction(tx => touchProducts(tx, [pull.productId], cache)),
  );
  expect(ask()).toBeUndefined();
  const after = await answers();
  expect(has('renamed pull')(after)).toBe(true);
  expect(after.lineage).toBe(before.lineage);
});

it('notices within a minute what nobody told it of, without loading anew', async () => {
  const before = await answers();
  const at = Date.now();
  const clock = vi.spyOn(Date, 'now');
  const silent = sql`update product_search set purchased = 41 where product_id = ${pull.productId}::uuid`;
  await database.db.execute(silent);
  clock.mockReturnValue(at + 61_000);
  const after = await answers(index => index.purchased.includes(41));
  expect(after.lineage).toBe(before.lineage);
  clock.mockRestore();
});

it('is found out about before it answers again, after messages may have been lost', async () => {
  const before = await answers();
  cache.flush();
  expect(ask()).toBeUndefined();
  expect(await answers()).toBe(before);
  await database.db.execute(sql`delete from product_search where product_id = ${pull.productId}::uuid`);
  cache.flush();
  expect(ask()).toBeUndefined();
  expect((await answers()).titles).toHaveLength(1);
  await touchProducts(database.db, [pull.productId]);
  await answers(index => index.titles.length === 2);
});

it('keeps what it knows of stock through a patch', async () => {
  const knows = (inStock: number[]) =>
    vi.waitFor(
      () => {
        const index = ask();
        expect(index && knowsStock(database.db, cache, index)).toBe(true);
        expect([...(index?.inStock ?? [])].sort()).toEqual(inStock);
      },
      { timeout: 20_000, interval: 5 },
    );
  await knows([1, 1]);
  await rename('Stocked Pull');
  const patched = await answers(has('stocked pull'));
  expect(knowsStock(database.db, cache, patched)).toBe(true);
  await database.db.update(variants).set({ stock: 0 }).where(eq(variants._id, pull.variantId));
  await database.db.transaction(tx => touchStock(tx, [pull.variantId]));
  await knows([0, 1]);
});

it('of a large shop answers as it was while all of it is read again, until that stands', async () => {
  await database.db.execute(sql`
    insert into products (id, title, type, publish)
    select gen_random_uuid(), 'Filler ' || n, 'Knob', true from generate_series(1, 5100) n`);
  await database.db.execute(sql`
    insert into product_search (product_id, type, published, sort_title, tags, facets, min_price, max_price,
      in_stock, any_out)
    select id, type, true, lower(title), '{}', '{}', 100, 100, true, false from products where title like 'Filler %'`);
  cache.flush();
  let heard = 0;
  cache.onForget(CATALOGUE, () => void heard++);
  const before = await answers(index => index.titles.length > 5000);
  await database.db.execute(sql`update product_search set sort_title = 'all ' || sort_title`);
  await forgetCatalogue(database.db);
  const during: (FacetIndex | undefined)[] = [];
  const after = await answers(index => {
    during.push(index);
    return index !== before;
  });
  expect(during.length).toBeGreaterThan(1);
  expect(has('all filler 7')(after)).toBe(true);
  expect(after.lineage).not.toBe(before.lineage);

  // Nobody asked for hours: what stood then is no answer, however long it takes to read what stands now.
  const at = Date.now();
  await forgetCatalogue(database.db);
  await vi.waitFor(() => expect(heard).toBe(2));
  const clock = vi.spyOn(Date, 'now').mockReturnValue(at + 3_600_000);
  expect(ask()).toBeUndefined();
  clock.mockRestore();
});
