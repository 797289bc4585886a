import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { announce } from '#server/cache.ts';
import { type Db, retrying, rows } from '#server/database/db.ts';
import { CATALOGUE, refreshStaleCounts } from '#server/listing/facet-counts.ts';
import { rebuildSearch, touchProducts } from '#server/listing/touch-products.ts';
import { products } from '#server/products/tables.ts';
import {
  facetCounts,
  productSearch,
  productText,
  productTiles,
  variantSearch,
} from '#server/search/tables.ts';
import { type MadeVariant, makeVariant, usd } from '#server/test/factories.ts';
import { openShop, type Selling } from '#server/test/selling.ts';
import { putBackStock, takeStock } from '#server/variants/stock.ts';
import { variants } from '#server/variants/tables.ts';

let shop: Selling;
let db: Db;

beforeAll(async () => {
  shop = await openShop();
  ({ db } = shop.app);
});

afterAll(() => shop.close());

/** Everything that searches read, as it stands. */
async function searchTables() {
  return {
    products: await db.select().from(productSearch).orderBy(productSearch.product_id),
    texts: await db.select().from(productText).orderBy(productText.product_id),
    variants: await db.select().from(variantSearch).orderBy(variantSearch.variant_id),
    tiles: await db.select().from(productTiles).orderBy(productTiles.product_id),
  };
}

it('leaves what a rebuild would make, whatever was written', async () => {
  const options = (value: string) => [{ name: 'Finish', value }];
  const kept = await makeVariant(db, { options: options('Brass') }, { title: 'Kept Pull' });
  const moved = await makeVariant(db, { options: options('Zinc') }, { title: 'Emptied Pull' });
  const gone = await makeVariant(db, {}, { title: 'Gone Pull' });
  await db.update(variants).set({ product_id: kept.productId }).where(eq(variants._id, moved.variantId));
  await db
    .update(products)
    .set({ deletedAt: new Date().toISOString() })
    .where(eq(products._id, gone.productId));
  await touchProducts(db, [kept.productId, moved.productId, gone.productId]);
  const touched = await searchTables();
  expect(touched.products.map(row => row.published).sort()).toEqual([false, true]);
  expect(touched.variants.map(row => row.product_id)).toEqual([kept.productId, kept.productId]);
  await db.execute(sql`delete from variant_search`);
  await db.execute(sql`update product_search set sort_title = 'wrong', in_stock = false`);
  await rebuildSearch(db);
  expect(await searchTables()).toEqual(touched);
});

it('rolls counts up only where something was written since', async () => {
  const stamp = async () =>
    (await db.select().from(facetCounts))
      .filter(row => row.kind === 'total')
      .map(row => [row.scope, row.value > 0]);
  await refreshStaleCounts(db);
  expect(await stamp()).toEqual([[0, false]]);
  const { productId, variantId } = await makeVariant(db);
  // Once more, with nothing in it that was not there.
  await touchProducts(db, [productId]);
  expect((await stamp()).filter(([, note]) => note)).toHaveLength(1);
  await db
    .update(variants)
    .set({ price: usd(77) })
    .where(eq(variants._id, variantId));
  await touchProducts(db, [productId]);
  expect((await stamp()).filter(([, note]) => note)).toHaveLength(2);
  await refreshStaleCounts(db);
  expect(await stamp()).toEqual([[0, false]]);
});

it('writes in a rebuild what is otherwise, and tells of it once', async () => {
  const { productId } = await makeVariant(db, {}, { title: 'Same Pull' });
  const other = await makeVariant(db, {}, { title: 'Other Pull' });
  const writers = async () => {
    const found = rows<{ id: string; writers: string }>(
      await db.execute(sql`
        select s.product_id::text as id, concat_ws(' ', s.xmin, x.xmin, t.xmin, i.xmin) as writers
        from product_search s join variant_search x on x.product_id = s.product_id
        join product_text t on t.product_id = s.product_id join product_tiles i on i.product_id = s.product_id`),
    );
    return new Map(found.map(one => [one.id, one.writers]));
  };
  const before = await writers();
  await db.execute(sql`update variant_search set price = 1 where product_id = ${other.productId}::uuid`);
  await db.execute(sql`update product_tiles set tile = '{}' where product_id = ${other.productId}::uuid`);
  const told: (string | null)[] = [];
  shop.app.cache.onForget(CATALOGUE, details => void told.push(details));
  // Earlier announcements may be on their way still.
  const last = randomUUID();
  await announce(db, CATALOGUE, { details: last });
  await vi.waitFor(() => expect(told).toContain(last));
  told.length = 0;
  await rebuildSearch(db);
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(1));
  // All of the catalogue once, and its counts.
  expect(told.map(details => details?.length)).toEqual([0, productId.length]);
  const after = await writers();
  expect(after.get(productId)).toBe(before.get(productId));
  expect(after.get(other.productId)).not.toBe(before.get(other.productId));
});

it('knows what is sold out when the last two variants of a product go at once', async () => {
  const made: [MadeVariant, MadeVariant][] = [];
  for (let n = 0; n < 12; n++) {
    const first = await makeVariant(db, { stock: 1 }, { title: `Last pair ${n}` });
    made.push([first, await makeVariant(db, { stock: 1 }, { _id: first.productId })]);
  }
  const ids = new Set(made.map(([first]) => first.productId));
  const states = async () =>
    (await db.select().from(productSearch)).filter(row => ids.has(row.product_id)).map(row => row.inStock);
  // Each sale takes from two products, in opposite orders.
  const sales = made.flatMap(([first], index) => {
    const other = made[(index + 1) % made.length]?.[1] ?? first;
    return [[first.variantId, other.variantId]];
  });
  const pieces = (sale: string[]) => sale.map(variant => ({ variant, pieces: 1 }));
  await Promise.all(sales.map(sale => retrying(db, tx => takeStock(tx, pieces(sale), { reason: 'order' }))));
  expect(new Set(await states())).toEqual(new Set([false]));
  await Promise.all(
    sales.slice(0, 1).map(sale => retrying(db, tx => putBackStock(tx, pieces(sale), { reason: 'cancel' }))),
  );
  expect((await states()).filter(Boolean)).toHaveLength(2);
});

it('builds anew what an older version wrote', async () => {
  const { jobs } = shop.app;
  await jobs.drain();
  const now = await searchTables();
  expect(now.products.map(row => row.head)).toContain('pull');
  await db.execute(sql`update product_search set head = ''`);
  await db.execute(sql`update variant_search set sizes = '{}'`);
  await jobs.send(db, 'count-catalogue', {});
  await jobs.drain();
  expect(await searchTables()).toEqual(now);
});
