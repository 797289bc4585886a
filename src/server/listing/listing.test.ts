import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { filterTemplates, filterValues } from '#server/filters/tables.ts';
import { refreshFacetCounts } from '#server/listing/facet-counts.ts';
import { rebuildSearch, touchProducts } from '#server/listing/touch-products.ts';
import { productPictures, products, productTags } from '#server/products/tables.ts';
import { ensureTags, tagKey, type WantedTag } from '#server/tags/ensure-tags.ts';
import { makeVariant, usd } from '#server/test/factories.ts';
import { openShop, type Selling } from '#server/test/selling.ts';
import { variants } from '#server/variants/tables.ts';
import type { ProductQuery } from '#shared/schemas/listing.ts';

let shop: Selling;
let app: App;
let db: Db;

const list = (query: Partial<ProductQuery> = {}) => shop.as(null).products.list(query);
const titles = async (query: Partial<ProductQuery> = {}) =>
  (await list(query)).products.map(product => product.title);
const facet = async (name: string, query: Partial<ProductQuery> = {}) => {
  const { facets } = await list(query);
  const values = facets.find(group => group.name === name)?.values ?? [];
  return Object.fromEntries(values.map(({ value, products: n }) => [value, n]));
};

const options = (finish: string, centers: string) => [
  { name: 'Finish', value: finish },
  { name: 'Centers', value: centers },
];

/** A product with a variant for each [number, finish, centers, price, stock]. */
async function makePull(
  product: Partial<typeof products.$inferInsert>,
  rows: [string, string, string, number, number][],
): Promise<string> {
  let productId = '';
  for (const [position, [productNum, finish, centers, price, stock]] of rows.entries()) {
    const made = await makeVariant(
      db,
      { productNum, options: options(finish, centers), price: usd(price), stock, position },
      { type: 'Pull', ...product, ...(productId && { _id: productId }) },
    );
    productId = made.productId;
  }
  return productId;
}

async function tagProduct(product: string, wanted: WantedTag[]) {
  const ids = await ensureTags(db, wanted);
  const values = wanted.map(tag => ({ product, tag: ids.get(tagKey(tag)) ?? '' }));
  await db.insert(productTags).values(values);
  await touchProducts(db, [product], app.cache);
}

let avalon = '';
let bristol = '';
let calder = '';

beforeAll(async () => {
  shop = await openShop();
  ({ app } = shop);
  ({ db } = app);
  const [finish] = await db.insert(filterTemplates).values({ name: 'Finish', order: 1 }).returning();
  await db.insert(filterValues).values([
    {
      template: finish?._id ?? '',
      label: 'Brushed Nickel',
      options: ['BN', 'Satin Nickel'],
      hex: '#c0c0b8',
      position: 1,
    },
    { template: finish?._id ?? '', label: 'Matte Black', options: ['MB'], hex: '#202020', position: 2 },
  ]);
  avalon = await makePull({ title: 'Avalon Bar Pull', vendor: 'Ironbridge', purchased: 5 }, [
    ['AV-96-BN', 'BN', '96 mm', 6.85, 10],
    ['AV-128-BN', 'bn', '128 mm', 8.4, 0],
    ['AV-96-MB', 'MB', '96 mm', 7.1, 3],
  ]);
  bristol = await makePull({ title: 'Bristol Cup Pull', vendor: 'Hollis', purchased: 50 }, [
    ['BR-96-PB', 'Polished Brass', '96 mm', 12, 4],
    ['BR-128-MB', 'MB', '128 mm', 14, 0],
  ]);
  calder = await makePull({ title: 'calder knob', vendor: 'Hollis', type: 'Knob', sale: true }, [
    ['CA-1', 'Satin Nickel', '', 3.2, 0],
  ]);
  await makePull({ title: 'Draft Pull', publish: false }, [['DR-1', 'BN', '96 mm', 1, 9]]);
  await tagProduct(avalon, [
    { type: 'Subcategory', category: 'Pulls', name: 'Bar Pulls' },
    { type: 'Tag', name: 'Featured' },
  ]);
  await tagProduct(bristol, [{ type: 'Subcategory', category: 'Pulls', name: 'Cup Pulls' }]);
  await tagProduct(calder, [{ type: 'Category', name: 'Knobs' }]);
});

afterAll(() => shop.close());

describe('listing', () => {
  it('lists what is published, by query parameters [LIST-01]', async () => {
    expect(await titles()).toEqual(['Avalon Bar Pull', 'Bristol Cup Pull', 'calder knob']);
    expect(await titles({ type: 'normal', categories: ['Pulls'] })).toEqual([
      'Avalon Bar Pull',
      'Bristol Cup Pull',
    ]);
    expect(await titles({ type: 'normal', categories: ['pulls'], subcategories: ['Cup Pulls'] })).toEqual([
      'Bristol Cup Pull',
    ]);
    expect(await titles({ tags: ['Featured'] })).toEqual(['Avalon Bar Pull']);
    expect(await titles({ type: 'featured' })).toEqual(['Avalon Bar Pull']);
    expect(await titles({ type: 'sale' })).toEqual(['calder knob']);
    expect(await titles({ type: 'new' })).toHaveLength(3);
    expect(await titles({ title: 'pull', sort: 'title_asc' })).toEqual([
      'Avalon Bar Pull',
      'Bristol Cup Pull',
    ]);
    expect(await titles({ ids: [calder] })).toEqual(['calder knob']);
    expect(await list({ categories: ['No such'] })).toMatchObject({ products: [], total: 0 });
  });

  it('sorts by name, price and popularity [LIST-04]', async () => {
    const first = async (sort: ProductQuery['sort']) =>
      (await titles({ sort })).map(title => title.charAt(0));
    expect(await first('title_asc')).toEqual(['A', 'B', 'c']);
    expect(await first('title_desc')).toEqual(['c', 'B', 'A']);
    expect(await first('price_asc')).toEqual(['c', 'A', 'B']);
    expect(await first('price_desc')).toEqual(['B', 'A', 'c']);
    expect(await first('popularity')).toEqual(['B', 'A', 'c']);
  });

  it('filters by price, stock, vendor and options, each with counts [LIST-05]', async () => {
    expect(await titles({ minPrice: 7, maxPrice: 12 })).toEqual(['Avalon Bar Pull', 'Bristol Cup Pull']);
    expect(await titles({ inStock: true })).toEqual(['Avalon Bar Pull', 'Bristol Cup Pull']);
    expect(await titles({ outOfStock: true })).toHaveLength(3);
    expect(await titles({ inStock: true, outOfStock: true })).toHaveLength(3);
    expect(await titles({ vendor: ['hollis'] })).toEqual(['Bristol Cup Pull', 'calder knob']);
    expect(await titles({ options: { Finish: ['Brushed Nickel', 'Polished Brass'] } })).toHaveLength(3);
    const whole = await list();
    expect(whole).toMatchObject({ total: 3, inStock: 2, outOfStock: 3, maxPrice: 14 });
    expect(whole.vendors).toEqual([
      { value: 'Hollis', products: 2 },
      { value: 'Ironbridge', products: 1 },
    ]);
    expect(await facet('Finish')).toEqual({ 'Brushed Nickel': 2, 'Matte Black': 2, 'Polished Brass': 1 });
    expect(whole.facets[0]?.values[0]).toMatchObject({ value: 'Brushed Nickel', hex: '#c0c0b8' });
  });

  it('counts beside a value what choosing it would give', async () => {
    const query = { options: { Finish: ['Matte Black'] } };
    expect(await facet('Finish', query)).toEqual({
      'Brushed Nickel': 2,
      'Matte Black': 2,
      'Polished Brass': 1,
    });
    expect(await facet('Centers', query)).toEqual({ '96 mm': 1, '128 mm': 1 });
    const two = { options: { Finish: ['Matte Black'], Centers: ['96 mm'] } };
    expect(await facet('Finish', two)).toEqual({
      'Brushed Nickel': 1,
      'Matte Black': 1,
      'Polished Brass': 1,
    });
    expect(await facet('Centers', two)).toEqual({ '96 mm': 1, '128 mm': 1 });
    for (const options of [query.options, two.options]) {
      for (const group of (await list({ options })).facets) {
        for (const { value, products: n } of group.values) {
          const { total } = await list({ options: { ...options, [group.name]: [value] } });
          expect(total, `${group.name} ${value}`).toBe(n);
        }
      }
    }
  });

  it('asks all filters of one and the same variant', async () => {
    expect(await titles({ options: { Finish: ['Matte Black'], Centers: ['128 mm'] } })).toEqual([
      'Bristol Cup Pull',
    ]);
    expect(await titles({ options: { Finish: ['Matte Black'] }, inStock: true })).toEqual([
      'Avalon Bar Pull',
    ]);
    expect(await titles({ options: { Finish: ['Brushed Nickel'] }, minPrice: 8 })).toEqual([
      'Avalon Bar Pull',
    ]);
    expect(await titles({ options: { Finish: ['Brushed Nickel'] }, minPrice: 8, inStock: true })).toEqual([]);
    // Between the variants' prices, and of none.
    expect(await titles({ minPrice: 12.5, maxPrice: 13.5 })).toEqual([]);
    const [tile] = (await list({ options: { Finish: ['Matte Black'] } })).products;
    expect(tile).toMatchObject({ productNum: 'AV-96-MB', price: 7.1, from: null, variantCount: 3 });
  });

  it('gives pages of 50 with the total, also beyond the end [LIST-03]', async () => {
    for (let n = 0; n < 60; n++)
      await makeVariant(db, {}, { title: `Paged hook ${String(n).padStart(2, '0')}` });
    app.cache.flush();
    const query = { title: 'paged hook' };
    const first = await list(query);
    const second = await list({ ...query, page: 2 });
    expect([first.products.length, first.total, second.products.length, second.total]).toEqual([
      50, 60, 10, 60,
    ]);
    expect(first.products[0]?.title).toBe('Paged hook 00');
    expect(new Set([...first.products, ...second.products].map(product => product._id)).size).toBe(60);
    expect(await list({ ...query, page: 1_000_000 })).toMatchObject({ products: [], total: 60 });
    await db.update(products).set({ deletedAt: new Date().toISOString() }).where(eq(products.type, 'Knob'));
    await db.update(products).set({ deletedAt: null }).where(eq(products._id, calder));
    await rebuildSearch(db);
    app.cache.flush();
  });

  it('gives the same counts rolled up and counted', async () => {
    const queries = [{}, { categories: ['Pulls'] }, { subcategories: ['Cup Pulls'] }];
    const count = async () =>
      Promise.all(queries.map(async query => ({ ...(await list(query)), products: [] })));
    await refreshFacetCounts(db);
    app.cache.flush();
    const rolled = await count();
    await touchProducts(db, [avalon], app.cache);
    expect(await count()).toEqual(rolled);
    expect(rolled.map(({ total }) => total)).toEqual([3, 2, 1]);
  });

  it('shows what was just written', async () => {
    await refreshFacetCounts(db);
    app.cache.flush();
    expect((await list()).total).toBe(3);
    await db.transaction(async tx => {
      await tx.update(products).set({ publish: false }).where(eq(products._id, calder));
      await touchProducts(tx, [calder], app.cache);
    });
    expect((await list()).total).toBe(2);
    await db.transaction(async tx => {
      await tx.update(products).set({ publish: true }).where(eq(products._id, calder));
      await touchProducts(tx, [calder], app.cache);
    });
    expect((await list()).total).toBe(3);
  });

  it('finds what fits old holes, inches and millimetres alike, of one and the same variant', async () => {
    const centers = { 'CC-3': 76.2, 'CC-3-34': 95.25, 'CC-96': 96, 'CC-128': 128 };
    const made = new Map<string, string>();
    for (const [productNum, mm] of Object.entries(centers)) {
      const unit = mm % 1 === 0 ? ('mm' as const) : ('in' as const);
      const { productId } = await makeVariant(
        db,
        {
          productNum,
          stock: productNum === 'CC-96' ? 0 : 5,
          options: options('BN', ''),
          dimensions: { centerToCenter: { mm, unit } },
        },
        { title: `Spaced ${productNum}`, vendor: 'Spacing' },
      );
      made.set(productNum, productId);
    }
    await touchProducts(db, [...made.values()], app.cache);
    const fitting = (query: Partial<ProductQuery>) => titles({ vendor: ['Spacing'], ...query });
    expect(await fitting({ holes: '96 mm' })).toEqual(['Spaced CC-3-34', 'Spaced CC-96']);
    expect(await fitting({ holes: '3-3/4' })).toEqual(['Spaced CC-3-34', 'Spaced CC-96']);
    expect(await fitting({ holes: '3.75 in', holesTolerance: 0.5 })).toEqual(['Spaced CC-3-34']);
    expect(await fitting({ holes: '96', holesTolerance: 0 })).toEqual(['Spaced CC-96']);
    expect(await fitting({ holes: '5-1/16"' })).toEqual(['Spaced CC-128']);
    expect(await fitting({ holes: '3' })).toEqual(['Spaced CC-3']);
    expect(await fitting({ holes: '160' })).toEqual([]);
    expect(await titles({ holes: '96 mm' })).toEqual(['Spaced CC-3-34', 'Spaced CC-96']);
    const query = { holes: '96mm', inStock: true };
    expect(await list(query)).toMatchObject({ total: 1, inStock: 1, outOfStock: 1 });
    expect(await facet('Finish', query)).toMatchObject({ 'Brushed Nickel': 1 });
    const [tile] = (await list(query)).products;
    expect(tile).toMatchObject({ productNum: 'CC-3-34', centers: ['3-3/4"'] });
    await db.delete(products).where(eq(products.vendor, 'Spacing'));
    await rebuildSearch(db);
    app.cache.flush();
  });

  it('shows a second view of the picture that a tile has, and only of that', async () => {
    const { productId } = await makeVariant(
      db,
      { productNum: 'VW-1', image: '/art/pull-brass' },
      { title: 'Viewed pull', image: '/art/pull-nickel' },
    );
    const second = async () => (await list({ ids: [productId] })).products[0]?.secondImage;
    const show = async (...paths: string[]) => {
      await db.delete(productPictures).where(eq(productPictures.product, productId));
      if (paths.length > 0) {
        await db
          .insert(productPictures)
          .values(paths.map((path, position) => ({ product: productId, path, position })));
      }
      await touchProducts(db, [productId], app.cache);
    };
    await show();
    expect(await second()).toBeNull();
    await show('/art/pull-nickel', '/art/pull-nickel-back', '/art/pull-brass', '/art/pull-brass-back');
    expect(await second()).toBe('/art/pull-brass-back');
    await show('/art/pull-nickel-back');
    expect(await second()).toBeNull();
    await db.delete(products).where(eq(products._id, productId));
    await rebuildSearch(db);
    app.cache.flush();
  });

  it('stands a tile for the cheapest variant that can be had', async () => {
    const product = await makePull({ title: 'Evers Pull' }, [
      ['EV-BN', 'BN', '96 mm', 4, 0],
      ['EV-PB', 'Polished Brass', '96 mm', 6, 9],
      ['EV-MB', 'MB', '96 mm', 5, 2],
    ]);
    await touchProducts(db, [product], app.cache);
    const [tile] = (await list({ ids: [product] })).products;
    expect(tile).toMatchObject({ productNum: 'EV-MB', price: 5, available: true, stock: 2 });
    const [gone] = (await list({ ids: [product], options: { Finish: ['Brushed Nickel'] } })).products;
    expect(gone).toMatchObject({ productNum: 'EV-BN', price: 4, available: false });
    // From the price by which it is sorted: the lowest of what the list leaves of it.
    const fromOf = async (query: Partial<ProductQuery>) =>
      (await list({ ids: [product], ...query })).products[0]?.from;
    expect(await fromOf({})).toBe(4);
    expect(await fromOf({ inStock: true })).toBe(5);
    expect(await fromOf({ options: { Finish: ['Matte Black'] } })).toBeNull();
    expect(await fromOf({ title: 'evers matte black' })).toBeNull();
    expect(await fromOf({ minPrice: 4.5, maxPrice: 7 })).toBe(5);
    await db.delete(products).where(eq(products._id, product));
    await rebuildSearch(db);
    app.cache.flush();
  });

  it('puts the swatches of distinct colours on a tile', async () => {
    const [tile] = (await list({ ids: [avalon] })).products;
    expect(tile?.swatches.map(({ label, hex }) => [label, hex])).toEqual([
      ['Brushed Nickel', '#c0c0b8'],
      ['Matte Black', '#202020'],
    ]);
  });

  it('answers a page or a 4xx to whatever an address holds', async () => {
    const odd = [
      "'; drop table products; --",
      '🪚🔩',
      '%',
      '_',
      '\\',
      '&|!:*()',
      '<->',
      'ﬁnish',
      '"',
      "a'b:*",
      '\u00a0',
      '½',
      '²³',
      '中文',
      'ß',
      '--',
      '...',
    ];
    for (const title of odd) expect(Array.isArray((await list({ title })).products), title).toBe(true);
    for (const name of odd) {
      const query = { categories: [name], vendor: [name], options: { [name || 'x']: [name] } };
      expect((await list(query)).total, name).toBe(0);
      expect((await list({ options: { [name]: [name] }, minPrice: 0, inStock: true })).total).toBe(0);
    }
    for (const query of [
      { title: 'x'.repeat(10_000) },
      { page: 1e9 },
      { page: 0 },
      { limit: 100_000 },
      { minPrice: -1 },
      { sort: 'random' },
      { title: 'a\u0000b' },
      { ids: ['nobody'] },
      { holes: 'wide' },
      { holes: '3-4/0"' },
      { holesTolerance: -1 },
      { holesTolerance: Number.NaN },
    ]) {
      await expect(list(query as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
    expect(await titles({ maxPrice: 3.205 })).toEqual(['calder knob']);
    expect((await db.select().from(variants)).length).toBeGreaterThan(0);
  });
});
