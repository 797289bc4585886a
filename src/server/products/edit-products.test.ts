import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { logEntries } from '#server/logs/tables.ts';
import { createProduct, publishProduct, removeProduct, updateProduct } from '#server/products/products.ts';
import { products } from '#server/products/tables.ts';
import { makeUser, usd } from '#server/test/factories.ts';
import { openShop, type Selling } from '#server/test/selling.ts';
import { takeStock } from '#server/variants/stock.ts';
import { variants } from '#server/variants/tables.ts';
import { createVariant, createVariants, removeVariant, updateVariant } from '#server/variants/variants.ts';
import { productInputSchema } from '#shared/schemas/product-input.ts';

let shop: Selling;
let db: Db;
let staff: SessionUser;

beforeAll(async () => {
  shop = await openShop();
  ({ db } = shop.app);
  staff = await makeUser(db, { permissionLevel: 'Employee' });
});

afterAll(() => shop.close());

const input = (title: string, more: object = {}) => productInputSchema.parse({ title, ...more });
const found = async (title: string) => (await shop.as(null).products.list({ title })).total;

/** A published product with one variant. */
async function onSale(title: string, productNum: string) {
  const product = await createProduct(db, staff, input(title, { publish: true }), shop.app.cache);
  const variant = await createVariant(db, staff, product._id, { productNum, price: usd(4) }, shop.app.cache);
  return { product, variant };
}

describe('writing products', () => {
  it('makes a draft, its tags and vendor by name, its description without what could run', async () => {
    const written = input('Fluted Knob', {
      description: '<p onclick="x()">Solid</p><script>alert(1)</script><img src=x onerror=alert(1)>',
      vendor: 'Hollis',
      categories: ['Knobs'],
      subcategories: [{ category: 'Knobs', name: 'Fluted' }],
      tags: ['Featured'],
    });
    const product = await createProduct(db, staff, written, shop.app.cache);
    expect(product).toMatchObject({ publish: false, vendor: 'Hollis', type: 'Accessory' });
    expect(product.description).not.toMatch(/script|onclick|onerror/);
    await createVariants(db, staff, product._id, [
      { productNum: 'FL-1', price: usd(4) },
      { productNum: 'FL-2', price: usd(5) },
    ]);
    expect(await found('fluted')).toBe(0);
    await publishProduct(db, staff, product._id, true, shop.app.cache);
    expect(await found('fluted')).toBe(1);
    expect(await shop.as(null).products.byId({ id: product._id })).toMatchObject({
      categories: ['Knobs'],
      subcategories: ['Fluted'],
      tags: ['Featured'],
      variants: [{ productNum: 'FL-1' }, { productNum: 'FL-2' }],
    });
    expect(await shop.as(null).tags.categories({})).toMatchObject([
      { category: { name: 'Knobs' }, subcategories: [{ name: 'Fluted' }] },
    ]);
    await updateProduct(db, staff, { _id: product._id, categories: [], vendor: 'hollis' }, shop.app.cache);
    const changed = await shop.as(null).products.byId({ id: product._id });
    expect(changed).toMatchObject({
      categories: [],
      subcategories: ['Fluted'],
      tags: ['Featured'],
      vendor: 'Hollis',
    });
  });

  it('refuses what was read before someone else wrote', async () => {
    const { product, variant } = await onSale('Stale Knob', 'ST-1');
    const current = await updateProduct(db, staff, { _id: product._id, version: 1, title: 'Fresh Knob' });
    expect(current.version).toBe(2);
    await expect(
      updateProduct(db, staff, { _id: product._id, version: 1, title: 'Lost' }),
    ).rejects.toMatchObject({
      reason: 'stale',
      details: { version: 2, product: { title: 'Fresh Knob' } },
    });
    await updateVariant(db, staff, { _id: variant._id, version: variant.version, price: usd(6) });
    const again = updateVariant(db, staff, { _id: variant._id, version: variant.version, price: usd(7) });
    await expect(again).rejects.toMatchObject({ reason: 'stale' });
  });

  it('writes down who did what', async () => {
    const { product } = await onSale('Logged Knob', 'LG-1');
    const entries = await db.select().from(logEntries).where(eq(logEntries.subject, product._id));
    expect(entries).toMatchObject([{ type: 'product', name: 'Created product', userEmail: staff.email }]);
  });

  it('takes products away for good and frees their numbers', async () => {
    const { product } = await onSale('Gone Knob', 'GO-1');
    const ids = async () => {
      const { products: tiles } = await shop.as(null).products.list({ title: 'gone knob' });
      return tiles.map(tile => tile._id);
    };
    expect(await ids()).toContain(product._id);
    await removeProduct(db, staff, product._id, shop.app.cache);
    expect(await ids()).not.toContain(product._id);
    const [kept] = await db.select().from(products).where(eq(products._id, product._id));
    expect(kept?.deletedAt).not.toBeNull();
    await onSale('Gone Knob again', 'GO-1');
    await expect(removeProduct(db, staff, product._id)).rejects.toMatchObject({ reason: 'not_found' });
  });

  it('leaves nothing behind when a part is refused', async () => {
    const { product } = await onSale('Whole Knob', 'WH-1');
    const wrong = updateProduct(db, staff, {
      _id: product._id,
      title: 'Half',
      relatedProduct: [product._id],
    });
    await expect(wrong).rejects.toMatchObject({ issues: [{ path: ['relatedProduct', 0] }] });
    const twice = [
      { productNum: 'WH-2', price: usd(1) },
      { productNum: 'wh-1', price: usd(1) },
    ];
    await expect(createVariants(db, staff, product._id, twice)).rejects.toMatchObject({
      issues: [{ path: ['productNum'] }],
    });
    expect(await shop.as(null).products.byId({ id: product._id })).toMatchObject({
      title: 'Whole Knob',
      variants: [{ productNum: 'WH-1' }],
    });
  });
});

describe('writing variants', () => {
  it('asks for rising quantities and falling prices', async () => {
    const { product, variant } = await onSale('Tier Knob', 'TI-1');
    const tiers = { wholeSaleQtyOne: 10, wholeSalePriceOne: usd(5) };
    const created = createVariant(db, staff, product._id, { productNum: 'TI-2', price: usd(4), ...tiers });
    await expect(created).rejects.toMatchObject({ issues: [{ path: ['wholeSalePriceOne'] }] });
    await expect(updateVariant(db, staff, { _id: variant._id, ...tiers })).rejects.toMatchObject({
      reason: 'invalid',
    });
    const below = updateVariant(db, staff, { _id: variant._id, stock: -1, stockSeen: 0 });
    await expect(below).rejects.toMatchObject({ issues: [{ path: ['stock'] }] });
  });

  it('shows what was changed, and not what was removed', async () => {
    const { product, variant } = await onSale('Changing Knob', 'CH-1');
    const changed = { price: usd(9.5), stock: 7, stockSeen: 0 };
    await updateVariant(db, staff, { _id: variant._id, ...changed }, shop.app.cache);
    const [tile] = (await shop.as(null).products.list({ ids: [product._id] })).products;
    expect(tile).toMatchObject({ price: 9.5, stock: 7, available: true });
    await removeVariant(db, staff, variant._id, shop.app.cache);
    expect((await shop.as(null).products.list({ ids: [product._id] })).total).toBe(0);
    await expect(shop.as(null).variants.find({ productNum: 'CH-1' })).rejects.toMatchObject({
      reason: 'not_found',
    });
  });

  it('never undoes what was sold while somebody looked at the stock', async () => {
    const { variant } = await onSale('Selling Knob', 'SE-1');
    const stockOf = async () =>
      (await db.select().from(variants).where(eq(variants._id, variant._id)))[0]?.stock;
    await updateVariant(db, staff, { _id: variant._id, stock: 10, stockSeen: 0 });
    await db.transaction(tx => takeStock(tx, [{ variant: variant._id, pieces: 3 }], { reason: 'order' }));
    const counted = { _id: variant._id, stock: 12, stockSeen: 10 };
    await expect(updateVariant(db, staff, counted)).rejects.toMatchObject({
      reason: 'stale',
      details: { variant: { stock: 7 } },
    });
    await expect(updateVariant(db, staff, { _id: variant._id, stock: 12 })).rejects.toMatchObject({
      issues: [{ path: ['stockSeen'] }],
    });
    // A form that was saved for its price alone has not counted anything.
    await updateVariant(db, staff, { _id: variant._id, price: usd(5), stock: 10, stockSeen: 10 });
    expect(await stockOf()).toBe(7);
    await updateVariant(db, staff, { ...counted, stockSeen: 7 });
    expect(await stockOf()).toBe(12);
    const counts = [20, 30].map(stock =>
      updateVariant(db, staff, { _id: variant._id, stock, stockSeen: 12 }),
    );
    const outcomes = (await Promise.allSettled(counts)).map(({ status }) => status);
    expect(outcomes.sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('refuses a base price that no longer stands above a tier', async () => {
    const { variant } = await onSale('Falling Knob', 'FA-1');
    const tiers = { wholeSaleQtyOne: 10, wholeSalePriceOne: usd(3) };
    await updateVariant(db, staff, { _id: variant._id, ...tiers });
    for (const price of [usd(3), usd(2.99)]) {
      await expect(updateVariant(db, staff, { _id: variant._id, price })).rejects.toMatchObject({
        issues: [{ path: ['wholeSalePriceOne'] }],
      });
    }
    await updateVariant(db, staff, { _id: variant._id, price: usd(3.01) });
  });

  it('holds variants in a bundle, itself and bundles excepted', async () => {
    const { product, variant } = await onSale('Item Knob', 'IT-1');
    const bundle = { productNum: 'BU-1', price: usd(0), isBundle: true };
    const items = [{ variant: variant._id, quantity: 2 }];
    const made = await createVariant(
      db,
      staff,
      product._id,
      { ...bundle, bundleItems: items },
      shop.app.cache,
    );
    const page = await shop.as(null).products.byId({ id: product._id, variants: made._id });
    expect(page.variants.find(one => one._id === made._id)).toMatchObject({ price: 8, stock: 0 });
    for (const inside of [made._id, '00000000-0000-7000-8000-000000000000']) {
      const change = { _id: made._id, bundleItems: [{ variant: inside, quantity: 1 }] };
      await expect(updateVariant(db, staff, change)).rejects.toMatchObject({ reason: 'invalid' });
    }
  });
});
