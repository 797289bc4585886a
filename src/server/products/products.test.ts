import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { priceTiers, specialPrices } from '#server/companies/tables.ts';
import type { Db } from '#server/database/db.ts';
import { touchProducts } from '#server/listing/touch-products.ts';
import { products } from '#server/products/tables.ts';
import { appRouter } from '#server/router.ts';
import { productSearch } from '#server/search/tables.ts';
import { boughtTogether } from '#server/suggestions/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { openShop, type Selling } from '#server/test/selling.ts';
import { favorites } from '#server/users/tables.ts';
import { takeStock } from '#server/variants/stock.ts';
import { bundleItems, variants } from '#server/variants/tables.ts';

let shop: Selling;
let db: Db;
let pull: MadeVariant;
let brass: MadeVariant;
let hidden: MadeVariant;
let deleted: MadeVariant;

beforeAll(async () => {
  shop = await openShop();
  ({ db } = shop.app);
  pull = await makeVariant(
    db,
    {
      productNum: 'AV-96-BN',
      price: usd(6.85),
      msrp: usd(9),
      cost: usd(2.22),
      stock: 12,
      options: [{ name: 'Finish', value: 'Brushed Nickel' }],
      wholeSaleQtyOne: 10,
      wholeSalePriceOne: usd(6),
      quickbooksId: 'QB-1',
    },
    { title: 'Avalon Bar Pull', type: 'Pull', vendor: 'Hollis', purchased: 40 },
  );
  brass = await makeVariant(
    db,
    { productNum: 'AV-96-PB', price: usd(8.4), position: 1, stock: 0 },
    { _id: pull.productId, vendor: 'Hollis' },
  );
  hidden = await makeVariant(
    db,
    { productNum: 'HID-1', quickbooksId: 'QB-H' },
    { title: 'Hidden Pull', publish: false },
  );
  deleted = await makeVariant(db, { productNum: 'DEL-1' }, { title: 'Deleted Pull' });
  await db
    .update(products)
    .set({ deletedAt: new Date().toISOString() })
    .where(eq(products._id, deleted.productId));
  await touchProducts(db, [deleted.productId], shop.app.cache);
});

afterAll(() => shop.close());

const guest = () => shop.as(null);

describe('one product', () => {
  it('answers everything a page shows, and nothing that is not for shoppers', async () => {
    const product = await guest().products.byId({ id: pull.productId });
    expect(product).toMatchObject({ title: 'Avalon Bar Pull', vendor: 'Hollis', selected: pull.variantId });
    expect(product.variants).toHaveLength(2);
    expect(product.variants[0]).toMatchObject({
      productNum: 'AV-96-BN',
      price: 6.85,
      originalPrice: 6.85,
      msrp: 9,
      stock: 12,
      wholeSaleOne: { quantity: 10, price: 6 },
      wholeSaleQtyOne: 10,
      wholeSalePriceOne: 6,
      wholeSaleTwo: null,
      favorite: false,
    });
    const said: unknown[] = [];
    JSON.stringify(product, (key, value) => {
      said.push(key, value);
      return value;
    });
    // Not as a text in the whole: ids are made of such digits, too.
    for (const inner of ['cost', 2.22, 222, '2.22', 'quickbooksId', 'QB-1'])
      expect(said).not.toContain(inner);
  });

  it('is chosen by variant or by a part of its number', async () => {
    const selected = async (chosen: { variants?: string; title?: string }) =>
      (await guest().products.byId({ id: pull.productId, ...chosen })).selected;
    expect(await selected({ variants: brass.variantId })).toBe(brass.variantId);
    expect(await selected({ title: '96-pb' })).toBe(brass.variantId);
    expect(await selected({ title: 'nothing' })).toBe(pull.variantId);
    expect(await selected({ variants: hidden.variantId })).toBe(pull.variantId);
  });

  it('never shows what is not published, by any door [LIST-12]', async () => {
    const caller = guest();
    for (const { productId, variantId, productNum } of [hidden, deleted]) {
      await expect(caller.products.byId({ id: productId })).rejects.toMatchObject({ reason: 'not_found' });
      await expect(caller.variants.find({ _id: variantId })).rejects.toMatchObject({ reason: 'not_found' });
      await expect(caller.variants.find({ productNum })).rejects.toMatchObject({ reason: 'not_found' });
      expect((await caller.products.list({ ids: [productId] })).total).toBe(0);
      expect((await caller.products.search({ search: productNum, exact: true })).products).toEqual([]);
      expect((await caller.products.search({ search: productNum })).products).toEqual([]);
      expect((await caller.search.suggest({ search: productNum })).suggestions).toEqual([]);
      expect((await caller.reviews.list({ product: productId })).total).toBe(0);
    }
    await expect(caller.variants.find({ quickbooksId: 'QB-H' })).rejects.toMatchObject({
      reason: 'not_found',
    });
    for (const query of [
      {},
      { title: 'pull' },
      { type: 'new' as const },
      { inStock: true },
      { minPrice: 0 },
    ]) {
      const { products: tiles, total } = await caller.products.list(query);
      expect([total, tiles.map(tile => tile.title)]).toEqual([1, ['Avalon Bar Pull']]);
    }
    expect(await caller.site.getSearchValues({})).toEqual(['Avalon Bar Pull', 'AV-96-BN', 'AV-96-PB']);
    for (const tiles of [await caller.suggestions.guest({}), await caller.suggestions.topTwenty({})]) {
      expect(tiles.map(tile => tile.title)).toEqual(['Avalon Bar Pull']);
    }
  });

  it('answers 404 to what is no id', async () => {
    for (const id of ['new', "' or 1=1 --", '', 'x'.repeat(90), '00000000-0000-0000-0000-000000000000']) {
      await expect(guest().products.byId({ id })).rejects.toMatchObject({ reason: 'not_found' });
    }
  });

  it('follows its items where it is a bundle', async () => {
    const set = await makeVariant(
      db,
      { productNum: 'SET-1', isBundle: true, bundleDiscountPer: 10, price: usd(0), stock: 0 },
      { title: 'Drawer Set', isBundle: true, publish: true },
    );
    await db.insert(bundleItems).values({ bundle: set.variantId, variant: pull.variantId, quantity: 5 });
    await touchProducts(db, [set.productId], shop.app.cache);
    const [variant] = (await guest().products.byId({ id: set.productId })).variants;
    // 5 × 6.85 = 34.25, less 10 % = 30.825.
    expect(variant).toMatchObject({ price: 30.83, stock: 2, isBundle: true });
    const [tile] = (await guest().products.list({ ids: [set.productId] })).products;
    expect(tile).toMatchObject({ price: 30.83, stock: 2, available: true });
    await db.transaction(tx => takeStock(tx, [{ variant: pull.variantId, pieces: 12 }], { reason: 'order' }));
    expect((await guest().products.byId({ id: set.productId })).variants[0]).toMatchObject({ stock: 0 });
    expect((await guest().products.list({ ids: [set.productId], inStock: true })).total).toBe(0);
    await db.update(variants).set({ stock: 12 }).where(eq(variants._id, pull.variantId));
    await db.update(products).set({ publish: false }).where(eq(products._id, set.productId));
    await touchProducts(db, [pull.productId, set.productId], shop.app.cache);
  });
});

describe('both doors', () => {
  it('read what an address holds alike', async () => {
    const doors = await buildApp(shop.app, { router: appRouter });
    const get = async (url: string) => {
      const { statusCode, body } = await doors.inject({ url });
      return { status: statusCode, body: JSON.parse(body) };
    };
    const options = encodeURIComponent(JSON.stringify({ Finish: ['Brushed Nickel'] }));
    const query = `options=${options}&vendor=Hollis,Ironbridge&inStock=true&minPrice=5&ids=${pull.productId}`;
    for (const url of [`/api/v1/products?${query}`, `/api/v1/products/?${query}&unknown=1`]) {
      expect(await get(url)).toMatchObject({ status: 200, body: { total: 1, products: [{ price: 6.85 }] } });
    }
    expect(await get(`/api/v1/products/${pull.productId}?title=96-pb`)).toMatchObject({
      status: 200,
      body: { selected: brass.variantId },
    });
    expect(await get('/api/v1/products/variant?productNum=AV-96-BN')).toMatchObject({ status: 200 });
    expect(await get('/api/v1/products/search?search=av-96-pb&exact=true')).toMatchObject({
      body: { products: [{ productNum: 'AV-96-PB' }] },
    });
    for (const url of [
      '/api/items/toptwenty',
      '/api/v1/suggestions/notLoggedIn',
      '/api/v1/tags',
      '/api/v1/layouts',
    ]) {
      expect(await get(url), url).toMatchObject({ status: 200, body: expect.any(Array) });
    }
    for (const [url, field] of [
      ['/api/v1/products?page=1000000000', 'page'],
      ['/api/v1/products?inStock=maybe', 'inStock'],
      ['/api/v1/products?options=[1]', 'options'],
      ['/api/v1/products?sort=', 'sort'],
      [`/api/v1/products?title=${'x'.repeat(5000)}`, 'title'],
    ] as const) {
      expect(await get(url), url).toMatchObject({ status: 400, body: { issues: [{ path: [field] }] } });
    }
    expect(await get('/api/v1/products/none')).toMatchObject({ status: 404, body: { reason: 'not_found' } });
    await doors.close();
  });
});

describe('search', () => {
  it('compares the whole number, or finds names and numbers [LIST-08]', async () => {
    const found = async (search: string, exact?: boolean) =>
      (await guest().products.search({ search, exact })).products.map(tile => tile.productNum);
    expect(await found('av-96-pb', true)).toEqual(['AV-96-PB']);
    expect(await found('AV-96', true)).toEqual([]);
    expect(await found('AV-96-PB')).toEqual(['AV-96-PB']);
    for (const search of [
      'AV-96',
      'avalon',
      'bar pulls',
      'PULL',
      'aval',
      'brushed nickel',
      'hollis',
      'v-96-b',
    ]) {
      expect(await found(search), search).toEqual(['AV-96-BN']);
      expect((await guest().products.list({ title: search })).total, search).toBe(1);
    }
    expect(await found('knob')).toEqual([]);
  });

  it('finds a number that was typed without its dashes, whole or begun', async () => {
    const numbers = async (title: string) =>
      (await guest().products.list({ title })).products.map(tile => tile.productNum);
    for (const title of ['AV96PB', 'av96-pb', 'av96p', 'avalon AV96PB']) {
      expect(await numbers(title), title).toEqual(['AV-96-PB']);
      expect((await guest().search.suggest({ search: title })).suggestions, title).toMatchObject([
        { productNum: 'AV-96-PB' },
      ]);
    }
    for (const exact of [true, false]) {
      const { products } = await guest().products.search({ search: 'av96pb', exact });
      expect(products).toMatchObject([{ productNum: 'AV-96-PB' }]);
    }
    for (const search of ['av 96 pb', 'AV.96.PB', 'av/96/pb', ' av - 96 pb', 'av_96_pb']) {
      const { products } = await guest().products.search({ search, exact: true });
      expect(products, search).toMatchObject([{ productNum: 'AV-96-PB' }]);
      expect(await guest().search.suggest({ search }), search).toMatchObject({
        suggestions: [{ productNum: 'AV-96-PB' }],
        total: 1,
      });
    }
    expect((await guest().products.search({ search: 'av96p', exact: true })).products).toEqual([]);
    expect(await guest().products.list({ title: 'av96pbx' })).toMatchObject({
      total: 0,
      leftOut: ['av96pbx'],
    });
  });

  it('mends a misspelt word and says so', async () => {
    expect(await guest().products.list({ title: 'avlon pull' })).toMatchObject({
      total: 1,
      searchedFor: 'avalon pull',
    });
    expect(await guest().products.list({ title: 'avalon' })).toMatchObject({ total: 1, searchedFor: null });
    expect(await guest().products.list({ title: 'avalon zzzzqqq' })).toMatchObject({
      total: 1,
      searchedFor: null,
      leftOut: ['zzzzqqq'],
    });
    expect(await guest().products.list({ title: 'zzzzqqq' })).toMatchObject({
      total: 0,
      leftOut: ['zzzzqqq'],
    });
  });

  it('suggests at most ten while typing, with the variant whose number was typed', async () => {
    const suggest = async (search: string) => (await guest().search.suggest({ search })).suggestions;
    for (const typed of ['a', 'av', 'ava', 'bar', '96', 'avlon']) {
      expect(await suggest(typed), typed).toMatchObject([{ title: 'Avalon Bar Pull' }]);
    }
    expect(await suggest('96-pb')).toMatchObject([{ variant: brass.variantId, productNum: 'AV-96-PB' }]);
    for (const typed of ['', ' ', '%', '_', "'", '\\', '🔩', 'zz', 'q'])
      expect(await suggest(typed), typed).toEqual([]);
    await expect(guest().search.suggest({ search: 'a', limit: 11 })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('finds a variant by exactly one of its names', async () => {
    expect(await guest().variants.find({ productNum: ' av-96-bn ' })).toMatchObject({
      _id: pull.variantId,
      product: { _id: pull.productId, title: 'Avalon Bar Pull' },
    });
    expect(await guest().variants.find({ quickbooksId: 'QB-1' })).toMatchObject({ _id: pull.variantId });
    for (const asked of [{}, { productNum: 'AV-96-BN', quickbooksId: 'QB-1' }]) {
      await expect(guest().variants.find(asked)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
  });
});

describe("a customer's own prices", () => {
  it('show on tiles and on the page, the common ones to everyone else', async () => {
    const company = await makeCompany(db);
    const user = await makeUser(db, { company });
    const [tile] = (await shop.as(user).products.list({ ids: [pull.productId] })).products;
    expect(tile).toMatchObject({ price: 6.85, productNum: 'AV-96-BN' });
    await db.insert(specialPrices).values({ company, variant: brass.variantId, price: usd(5) });
    await db.insert(priceTiers).values({ company, scope: 'vendor', ref: 'Hollis', percent: 10 });
    await db.update(variants).set({ stock: 1 }).where(eq(variants._id, brass.variantId));
    const [own] = (await shop.as(user).products.list({ ids: [pull.productId] })).products;
    await db.update(variants).set({ stock: 0 }).where(eq(variants._id, brass.variantId));
    expect(own).toMatchObject({ price: 5, productNum: 'AV-96-PB', variant: brass.variantId });
    const page = await shop.as(user).products.byId({ id: pull.productId });
    // 6.85 less 10 % = 6.165.
    expect(page.variants.map(({ price, originalPrice }) => [price, originalPrice])).toEqual([
      [6.17, 6.85],
      [5, 8.4],
    ]);
    const other = await guest().products.byId({ id: pull.productId });
    expect(other.variants.map(({ price }) => price)).toEqual([6.85, 8.4]);
  });
});

describe('stock', () => {
  const inStock = async () => {
    const [row] = await db
      .select({ inStock: productSearch.inStock, anyOut: productSearch.anyOut })
      .from(productSearch)
      .where(eq(productSearch.product_id, pull.productId));
    return row;
  };

  it('moves the listing when it crosses zero', async () => {
    expect(await inStock()).toEqual({ inStock: true, anyOut: true });
    await db.transaction(tx => takeStock(tx, [{ variant: pull.variantId, pieces: 12 }], { reason: 'order' }));
    expect(await inStock()).toEqual({ inStock: false, anyOut: true });
    expect((await guest().products.list({ inStock: true, title: 'avalon' })).total).toBe(0);
    await db.update(variants).set({ stock: 12 }).where(eq(variants._id, pull.variantId));
    await touchProducts(db, [pull.productId], shop.app.cache);
    expect(await inStock()).toEqual({ inStock: true, anyOut: true });
  });
});

describe('suggestions', () => {
  it('follow what a customer bought or likes, never what is not on sale', async () => {
    const user = await makeUser(db);
    const hinge = await makeVariant(db, {}, { title: 'Soft-close Hinge' });
    await db.insert(favorites).values({ user: user._id, variant: pull.variantId });
    await db.insert(boughtTogether).values([
      { product: pull.productId, other: hidden.productId, orders: 9 },
      { product: pull.productId, other: hinge.productId, orders: 3 },
    ]);
    const tiles = await shop.as(user).suggestions.mine({});
    expect(tiles.map(tile => tile.title)).toEqual(['Soft-close Hinge']);
    await expect(guest().suggestions.mine({})).rejects.toMatchObject({ reason: 'signed_out' });
    await db.delete(boughtTogether).where(and(eq(boughtTogether.product, pull.productId)));
  });
});
