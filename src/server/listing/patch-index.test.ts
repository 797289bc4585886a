import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/database/db.ts';
import { countsKey } from '#server/listing/edit-in-place.ts';
import { type FacetIndex, idAt, loadFacetIndex } from '#server/listing/facet-index.ts';
import { patchIndex } from '#server/listing/patch-index.ts';
import { touchProducts } from '#server/listing/touch-products.ts';
import { products, productTags } from '#server/products/tables.ts';
import { ensureTags, tagKey } from '#server/tags/ensure-tags.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { makeVariant, usd } from '#server/test/factories.ts';
import { variants } from '#server/variants/tables.ts';
import { vendors } from '#server/vendors/tables.ts';

let database: Database;
let tagIds: string[];
const made: string[] = [];

const TITLES = ['Alder Pull', 'Élan Knob', 'elan hinge', 'Zed Hook', 'Birch Pull', '𝔄 Letter', '～ Wave'];
const FINISHES = ['Brass', 'Nickel', 'Black'];
const VENDORS = ['Castwell', 'Millrace', null];

beforeAll(async () => {
  database = await testDatabase();
  const tags = await ensureTags(
    database.db,
    ['Knobs', 'Pulls'].map(name => ({ name, type: 'Category' as const })),
  );
  tagIds = ['Knobs', 'Pulls'].map(name => tags.get(tagKey({ name, type: 'Category' })) ?? '');
  await database.db.insert(vendors).values([{ name: 'Castwell' }, { name: 'Millrace' }]);
  for (let n = 0; n < 12; n++)
    made.push((await makeVariant(database.db, {}, { title: `Start ${n}` })).productId);
});
afterAll(() => closeTestDatabase(database));

const anyEdit = fc.record({
  which: fc.nat(30),
  title: fc.constantFrom(...TITLES),
  vendor: fc.constantFrom(...VENDORS),
  sale: fc.boolean(),
  publish: fc.constantFrom(true, true, true, false),
  isGone: fc.constantFrom(false, false, false, true),
  purchased: fc.nat(3),
  tags: fc.subarray([0, 1]),
  // Null leaves them as they are: an edit of the title, the price or the stock alone is the usual one.
  variants: fc.option(
    fc.array(
      fc.record({
        finish: fc.constantFrom(...FINISHES),
        price: fc.integer({ min: 1, max: 4 }),
        stock: fc.nat(1),
      }),
      { maxLength: 3 },
    ),
    { nil: null, freq: 1 },
  ),
  price: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
});
type AnyEdit = typeof anyEdit extends fc.Arbitrary<infer E> ? E : never;

/** Writes a product anew, or one more; answers which. */
async function apply({
  which,
  variants: wanted,
  price: one,
  tags,
  isGone,
  ...columns
}: AnyEdit): Promise<string> {
  const { db } = database;
  const id = made[which] ?? (await makeVariant(db, {}, { title: 'New' })).productId;
  if (!made.includes(id)) made.push(id);
  const deletedAt = isGone ? '2026-01-01T00:00:00Z' : null;
  await db
    .update(products)
    .set({ ...columns, deletedAt })
    .where(eq(products._id, id));
  await db.delete(productTags).where(eq(productTags.product, id));
  for (const tag of tags) await db.insert(productTags).values({ product: id, tag: tagIds[tag] ?? '' });
  if (wanted) await db.delete(variants).where(eq(variants.product_id, id));
  if (one)
    await db
      .update(variants)
      .set({ price: usd(one) })
      .where(eq(variants.product_id, id));
  for (const [position, { finish, price, stock }] of wanted?.entries() ?? []) {
    const options = [{ name: 'Finish', value: finish }];
    await makeVariant(db, { position, options, price: usd(price), stock }, { _id: id });
  }
  await db
    .update(products)
    .set({ ...columns, deletedAt })
    .where(eq(products._id, id));
  await touchProducts(db, [id]);
  return id;
}

/** Reads all that an index says of each product, by its id, however it numbers heads. */
const said = (index: FacetIndex) =>
  index.titles.map((title, product) => {
    const places = [index.variantsOf[product] ?? 0, index.variantsOf[product + 1] ?? 0] as const;
    const scopes = [...index.scopes]
      .filter(([, members]) => members.includes(product))
      .map(([scope]) => scope);
    return {
      id: idAt(index, product),
      title,
      writer: index.writers[product],
      head: index.headNames[index.heads[product] ?? -1],
      ranks: [index.titleRanks[product], index.popularityRanks[product], index.priceRanks[product]],
      purchased: index.purchased[product],
      vendor: index.vendors[product],
      sale: index.sale[product],
      day: index.createdDays[product],
      scopes: scopes.sort((a, b) => a - b),
      variants: Array.from({ length: places[1] - places[0] }, (_, at) => variantOf(index, places[0] + at)),
    };
  });

const variantOf = (index: FacetIndex, variant: number) => ({
  product: index.productOf[variant],
  price: index.prices[variant],
  inStock: index.inStock[variant],
  facets: [...index.facets.subarray(index.facetsOf[variant], index.facetsOf[variant + 1])],
  sizes: [...index.sizes.subarray(index.sizesOf[variant], index.sizesOf[variant + 1])],
});

/** Variants by the key of what they have; keys that nothing has any more count as none. */
const holdersOf = ({ holders, holdersOf: firsts, facetKeys }: FacetIndex) =>
  Array.from({ length: facetKeys }, (_, key): [number, number[]] => [
    key,
    [...holders.subarray(firsts[key], firsts[key + 1])],
  ]).filter(([, variants]) => variants.length > 0);

const placesOf = (index: FacetIndex) => {
  const found: number[] = [];
  index.eachPlace(index.ids, product => void found.push(product));
  return found;
};

describe('an index that follows what is written', () => {
  it('is the one that would be loaded anew, whatever is edited, added or taken away', async () => {
    let index = await loadFacetIndex(database.db);
    await fc.assert(
      fc.asyncProperty(fc.array(anyEdit, { minLength: 1, maxLength: 4 }), async edits => {
        const ids: string[] = [];
        for (const edit of edits) ids.push(await apply(edit));
        const before = said(index);
        const patched = await patchIndex(database.db, index, ids);
        // A reader that still has the old one finds it as it was, or as it is now.
        if (patched !== index) expect(said(index)).toEqual(before);
        const fresh = await loadFacetIndex(database.db);
        expect(said(patched)).toEqual(said(fresh));
        expect(holdersOf(patched)).toEqual(holdersOf(fresh));
        expect(placesOf(patched)).toEqual(placesOf(fresh));
        expect(patched.productScratch.every(place => place === 0)).toBe(true);
        const sizes = ({ productScratch, variantScratch }: FacetIndex) => [
          productScratch.length,
          variantScratch.length,
        ];
        expect(sizes(patched)).toEqual(sizes(fresh));
        expect(patched.lineage).toBe(index.lineage);
        index = patched;
      }),
      { numRuns: 60 },
    );
    expect(index.titles.length).toBeGreaterThan(3);
  }, 120_000);

  it('begins from nothing, and ends with nothing', async () => {
    const { db } = database;
    await db.execute(sql`update product_search set published = false`);
    const empty = await loadFacetIndex(db);
    expect(empty.titles).toEqual([]);
    await db.update(products).set({ deletedAt: null, publish: true });
    await touchProducts(db, made);
    const full = await patchIndex(db, empty, made);
    expect(said(full)).toEqual(said(await loadFacetIndex(db)));
    expect(full.titles.length).toBeGreaterThan(3);
    await db.execute(sql`update product_search set published = false`);
    expect(said(await patchIndex(db, full, made))).toEqual([]);
  });
});

describe('an edit of the usual kind', () => {
  const counts = (maxPrice: number) => ({ maxPrice });
  let index: FacetIndex;
  let edited: string;
  beforeAll(async () => {
    edited = (await makeVariant(database.db, { price: usd(2) }, { title: 'Plain Pull' })).productId;
    index = await loadFacetIndex(database.db);
  });
  const write = async (set: object) => {
    index.memory.set(countsKey(0), counts(400)).set('found', {});
    await database.db.update(variants).set(set).where(eq(variants.product_id, edited));
    await touchProducts(database.db, [edited]);
    const patched = await patchIndex(database.db, index, [edited]);
    return { isSame: patched === index, kept: [...index.memory.keys()] };
  };

  it('is written where it stands, and leaves counts that it does not change', async () => {
    expect(await write({ price: usd(3) })).toEqual({ isSame: true, kept: [countsKey(0)] });
    expect(said(index)).toEqual(said(await loadFacetIndex(database.db)));
  });

  it.each([
    ['the dearest goes up', { price: usd(5) }],
    ['and comes down', { price: usd(1) }],
    ['something is sold out', { stock: 0 }],
  ])('forgets counts where %s', async (_, set) => {
    expect(await write(set)).toEqual({ isSame: true, kept: [] });
    expect(said(index)).toEqual(said(await loadFacetIndex(database.db)));
  });

  it('goes into copies where a product is of another shape by now', async () => {
    const isSame = async (set: object) => (await write(set)).isSame;
    expect(await isSame({ options: [{ name: 'Finish', value: 'Brass' }] })).toBe(false);
  });
});
