import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCache } from '#server/cache.ts';
import type { Database } from '#server/database/db.ts';
import { type Counts, countScope, WHOLE_SHOP } from '#server/listing/facet-counts.ts';
import { type FacetIndex, loadFacetIndex } from '#server/listing/facet-index.ts';
import { countNarrowed } from '#server/listing/filtered-counts.ts';
import { filterIndexed, taggedProducts } from '#server/listing/indexed-counts.ts';
import type { Indexed } from '#server/listing/narrowing.ts';
import { touchProducts } from '#server/listing/touch-products.ts';
import { products, productTags } from '#server/products/tables.ts';
import { readVocabulary, type Vocabulary } from '#server/search/vocabulary.ts';
import { ensureTags, tagKey } from '#server/tags/ensure-tags.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { makeVariant, usd } from '#server/test/factories.ts';

let database: Database;
let vocabulary: Vocabulary;
let scopes: number[];

const FINISHES = ['Brass', 'Nickel', 'Black', 'Bronze'];
const CENTERS = ['3"', '4"', '5"'];
const VENDORS = ['Castwell', 'Millrace', null];
const CATEGORIES = ['Knobs', 'Pulls'];

/** Sixty products of one to three variants; every seventh is not published. */
async function fill({ db }: Database): Promise<void> {
  const tagIds = await ensureTags(
    db,
    CATEGORIES.map(name => ({ name, type: 'Category' as const })),
  );
  for (let n = 0; n < 60; n++) {
    let productId = '';
    for (let position = 0; position <= n % 3; position++) {
      const made = await makeVariant(
        db,
        {
          position,
          options: [
            { name: 'Finish', value: FINISHES[(n * 3 + position * 5) % 4] ?? '' },
            ...(n % 4 === 0 ? [] : [{ name: 'Centers', value: CENTERS[(n + position) % 3] ?? '' }]),
          ],
          price: usd(1 + ((n * 7 + position * 13) % 20)),
          stock: (n + position) % 5 === 0 ? 0 : 9,
        },
        { vendor: VENDORS[n % 3] ?? null, publish: n % 7 !== 0, ...(productId && { _id: productId }) },
      );
      productId = made.productId;
    }
    const tag = tagIds.get(tagKey({ name: CATEGORIES[n % 2] ?? '', type: 'Category' })) ?? '';
    await db.insert(productTags).values({ product: productId, tag });
  }
  const all = await db.select({ _id: products._id }).from(products);
  await touchProducts(
    db,
    all.map(product => product._id),
  );
}

beforeAll(async () => {
  database = await testDatabase();
  await fill(database);
  const cache = await createCache(database);
  vocabulary = await readVocabulary(database.db, cache);
  await cache.close();
  scopes = [WHOLE_SHOP, ...vocabulary.tagKeys(['Category'], CATEGORIES)];
});
afterAll(() => closeTestDatabase(database));

const sorted = ({ facets, vendors, ...counts }: Counts) => ({
  ...counts,
  facets: [...facets].sort(([a], [b]) => a - b),
  vendors: [...vendors].sort(([a], [b]) => a - b),
});

const some = <T>(of: readonly T[]) => fc.subarray([...of], { minLength: 1 });

/** Any filters that a shopper can choose, none twice. */
function anyFilters() {
  const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
  const facet = (name: string, values: string[]) =>
    maybe(
      some(values).map(
        (chosen): Indexed => ({ kind: 'facet', name, keys: vocabulary.facetKeys(name, chosen) }),
      ),
    );
  const cents = fc.option(fc.integer({ min: 0, max: 2200 }), { nil: null });
  return fc
    .tuple(
      facet('Finish', FINISHES),
      facet('Centers', CENTERS),
      maybe(
        some(['Castwell', 'Millrace']).map(
          (names): Indexed => ({ kind: 'vendor', keys: vocabulary.vendorKeys(names) }),
        ),
      ),
      maybe(fc.tuple(cents, cents).map(([least, most]): Indexed => ({ kind: 'price', least, most }))),
      maybe(fc.boolean().map((inStock): Indexed => ({ kind: 'stock', inStock }))),
    )
    .map(filters => filters.filter(filter => filter !== null))
    .filter(filters => filters.length > 0);
}

const countIndexed = (index: FacetIndex, scope: number, filters: readonly Indexed[]): Counts =>
  filterIndexed(index, taggedProducts(index, scope === WHOLE_SHOP ? [] : [[scope]]), filters, vocabulary)
    .counts;

describe('counting in memory', () => {
  it('counts whatever filters leave as the database does', async () => {
    const index = await loadFacetIndex(database.db);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...scopes), anyFilters(), async (scope, filters) => {
        const where = scope === WHOLE_SHOP ? sql`true` : sql`s.tags @> array[${scope}::int]`;
        const base = { from: sql`product_search s`, where };
        const counted = await countNarrowed(database.db, base, filters, vocabulary, null);
        expect(sorted(countIndexed(index, scope, filters))).toEqual(sorted(counted));
      }),
      { numRuns: 150 },
    );
  });

  it('counts whole listings as the database does', async () => {
    const index = await loadFacetIndex(database.db);
    for (const scope of scopes)
      expect(sorted(countIndexed(index, scope, []))).toEqual(sorted(await countScope(database.db, scope)));
  });

  it('finds nothing in a category that has nothing, and by a value that nothing has', async () => {
    const index = await loadFacetIndex(database.db);
    const filter: Indexed = { kind: 'stock', inStock: true };
    expect(countIndexed(index, 999_999, [filter]).total).toBe(0);
    const unknown: Indexed = { kind: 'facet', name: 'Finish', keys: [] };
    const counts = countIndexed(index, WHOLE_SHOP, [unknown]);
    expect(counts.total).toBe(0);
    // The other values of the group are still offered.
    expect(counts.facets.size).toBe(FINISHES.length);
  });
});
