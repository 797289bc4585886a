import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Cache, createCache } from '#server/cache.ts';
import type { Database } from '#server/database/db.ts';
import { filterTemplates } from '#server/filters/tables.ts';
import { facetIndex, knowsStock } from '#server/listing/kept-index.ts';
import { listProducts } from '#server/listing/listing.ts';
import { rebuildSearch, touchProducts, touchStock } from '#server/listing/touch-products.ts';
import { products, productTags } from '#server/products/tables.ts';
import { ensureTags, tagKey } from '#server/tags/ensure-tags.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { makeVariant, usd } from '#server/test/factories.ts';
import { variants } from '#server/variants/tables.ts';
import { parseLength } from '#shared/rules/dimensions.ts';
import { type ProductQuery, productQuerySchema } from '#shared/schemas/listing.ts';

const FINISHES = ['Satin Nickel', 'Matte Black', 'Satin Brass'];
const CENTERS = ['3"', '96 mm', '5-1/16"'];
const SHAPES = [
  'Bar Pull',
  'Cup Pull',
  'Round Knob',
  'Shelf Pin, 1/4"',
  'Bar Pull Backplate',
  'Concealed Hinge',
];
const NAMES = ['Alder', 'Élan', 'birch', '🔩 Zed', 'Öd', 'Cedar in Satin Brass'];
const VENDORS = ['Castwell', 'Millrace', null];
const CATEGORIES = ['Knobs', 'Pulls', 'Other'];

let database: Database;
let cache: Cache;

/** Ninety products of up to three variants, a few of them not on sale. */
async function fill({ db }: Database): Promise<void> {
  await db.insert(filterTemplates).values({ name: 'Finish', order: 1 });
  const names = [
    ...CATEGORIES.map(name => ({ name, type: 'Category' as const })),
    { name: 'Featured', type: 'Tag' as const },
  ];
  const tagIds = await ensureTags(db, names);
  for (let n = 0; n < 90; n++) {
    let productId = '';
    for (let position = 0; position <= n % 3; position++) {
      const center = CENTERS[(n + position) % 3] ?? '';
      const length = parseLength(center);
      const made = await makeVariant(
        db,
        {
          productNum: `K${n}-${position}-${(n * 37) % 1000}`,
          position,
          options: [
            ...(n % 5 === 0 ? [] : [{ name: 'Finish', value: FINISHES[(n + position * 2) % 3] ?? '' }]),
            ...(n % 4 === 0 ? [] : [{ name: 'Centers', value: center }]),
          ],
          dimensions: length && n % 4 !== 0 ? { centerToCenter: length } : {},
          price: usd(1 + ((n * 7 + position * 13) % 9)),
          stock: (n + position) % 4 === 0 ? 0 : 9,
        },
        {
          title: `${NAMES[n % 6]} ${SHAPES[Math.floor(n / 3) % 6]}`,
          type: n % 2 === 0 ? 'Pull' : 'Hardware',
          description: n % 7 === 0 ? '<p>For aquariums, of nickel.</p>' : '',
          vendor: VENDORS[n % 3] ?? null,
          publish: n % 11 !== 0,
          sale: n % 8 === 0,
          purchased: n % 6,
          createdAt: new Date(Date.now() - (n % 2) * 100 * 86_400_000).toISOString(),
          ...(productId && { _id: productId }),
        },
      );
      productId = made.productId;
    }
    const category = tagIds.get(tagKey({ name: CATEGORIES[n % 3] ?? '', type: 'Category' })) ?? '';
    const featured = tagIds.get(tagKey({ name: 'Featured', type: 'Tag' })) ?? '';
    await db
      .insert(productTags)
      .values([
        { product: productId, tag: category },
        ...(n % 9 === 0 ? [{ product: productId, tag: featured, position: 1 }] : []),
      ]);
  }
  await rebuildSearch(db);
}

beforeAll(async () => {
  database = await testDatabase();
  await fill(database);
  cache = await createCache(database);
});
afterAll(async () => {
  await cache.close();
  await closeTestDatabase(database);
});

/** Until this process answers by its index. */
const untilIndexed = () =>
  vi.waitFor(
    () => {
      const index = facetIndex(database.db, cache);
      expect(index && knowsStock(database.db, cache, index)).toBe(true);
    },
    { timeout: 20_000, interval: 50 },
  );

const list = (query: Partial<ProductQuery>, by: Cache = cache) =>
  listProducts(database.db, by, productQuerySchema.parse(query));

const withoutIndex = (): Cache => ({ ...cache, isPending: () => true });

const WORDS = [
  ...['pull', 'pulls', 'bar pull', 'handle', 'knob', 'hinge', 'shelf pin', 'backplate', 'for', 'the'],
  ...[
    'alder',
    'elan',
    'élan',
    'birch',
    'zed',
    'öd',
    'od',
    'cedar',
    'lder',
    'castwell',
    'millrace',
    'aquarium',
  ],
  ...[
    'satin nickel',
    'black',
    'brass',
    'nickel',
    '3"',
    '96mm',
    '5-1/16',
    '1/4',
    'k1',
    'k12-0',
    '37',
    '-0-',
    'zzz',
  ],
];

const anyQuery = fc
  .record(
    {
      title: fc
        .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 })
        .map(words => words.join(' ')),
      categories: fc.subarray([...CATEGORIES, 'None such']),
      type: fc.constantFrom('all', 'sale', 'new', 'featured'),
      vendor: fc.subarray(['Castwell', 'Millrace']),
      options: fc.record(
        { Finish: fc.subarray(FINISHES), Centers: fc.subarray(CENTERS) },
        { requiredKeys: [] },
      ),
      minPrice: fc.integer({ min: 0, max: 6 }),
      maxPrice: fc.integer({ min: 2, max: 9 }),
      inStock: fc.boolean(),
      outOfStock: fc.boolean(),
      sort: fc.constantFrom('title_asc', 'title_desc', 'price_asc', 'price_desc', 'popularity'),
      page: fc.integer({ min: 1, max: 3 }),
      limit: fc.constantFrom(3, 7, 50),
    },
    { requiredKeys: [] },
  )
  .map(query => query as Partial<ProductQuery>);

describe('a listing out of memory', () => {
  it('is the one that the database gives, whatever is asked', async () => {
    await untilIndexed();
    await fc.assert(
      fc.asyncProperty(anyQuery, async query => {
        expect(await list(query)).toEqual(await list(query, withoutIndex()));
      }),
      {
        numRuns: 500,
        // Each word has its values only without the other.
        examples: [[{ title: 'brass 96mm', options: { Finish: ['Satin Brass'], Centers: ['3"'] } }]],
      },
    );
    expect(facetIndex(database.db, cache)?.memory.size).toBeGreaterThan(10);
  }, 120_000);

  it('has no more what is written, at once', async () => {
    const { db } = database;
    await untilIndexed();
    const query = { title: 'birch', sort: 'title_asc' } as const;
    const before = await list(query);
    const [first] = before.products;
    const id = first?._id ?? '';
    await db.transaction(async tx => {
      await tx.update(products).set({ title: 'Renamed Thing' }).where(eq(products._id, id));
      await touchProducts(tx, [id], cache);
    });
    expect((await list(query)).total).toBe(before.total - 1);
    await untilIndexed();
    expect((await list(query)).total).toBe(before.total - 1);
    expect((await list({ title: 'renamed' })).products.map(({ _id }) => _id)).toEqual([id]);
  });

  it('leaves out what sold out and shows what came back', async () => {
    const { db } = database;
    await untilIndexed();
    const query = { title: 'knob', inStock: true, limit: 200 } as const;
    const before = await list(query);
    const [first] = before.products;
    const sell = (stock: number) =>
      db.transaction(async tx => {
        await tx
          .update(variants)
          .set({ stock })
          .where(eq(variants.product_id, first?._id ?? ''));
        const own = await tx
          .select()
          .from(variants)
          .where(eq(variants.product_id, first?._id ?? ''));
        await touchStock(
          tx,
          own.map(({ _id }) => _id),
        );
      });
    await sell(0);
    const idsOf = async () => (await list(query)).products.map(({ _id }) => _id);
    await vi.waitFor(async () => expect(await idsOf()).not.toContain(first?._id));
    await untilIndexed();
    expect(await idsOf()).not.toContain(first?._id);
    await sell(5);
    await vi.waitFor(async () => expect(await idsOf()).toContain(first?._id));
    await untilIndexed();
    expect(await idsOf()).toContain(first?._id);
  });
});
