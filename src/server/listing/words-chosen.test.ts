import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filterTemplates } from '#server/filters/tables.ts';
import { rebuildSearch } from '#server/listing/touch-products.ts';
import { makeVariant, usd } from '#server/test/factories.ts';
import { openShop, type Selling } from '#server/test/selling.ts';
import { parseLength } from '#shared/rules/dimensions.ts';
import type { ProductQuery } from '#shared/schemas/listing.ts';

let shop: Selling;

type Row = [productNum: string, finish: string, centers: string, price: number, stock: number];

/** Two pulls, the second of which has brass in its name alone, and a knob. */
const GOODS: [title: string, rows: Row[]][] = [
  [
    'Alder Bar Pull',
    [
      ['AL-96-SN', 'Satin Nickel', '96 mm', 4, 9],
      ['AL-128-SN', 'Satin Nickel', '128 mm', 5, 0],
      ['AL-96-SB', 'Satin Brass', '96 mm', 6, 9],
      ['AL-96-PB', 'Polished Brass', '96 mm', 7, 0],
    ],
  ],
  ['Birch Cup Pull in Brass', [['BI-96', 'Lacquered', '96 mm', 3, 5]]],
  [
    'Cedar Knob',
    [
      ['CE-1', 'Satin Nickel', '', 1, 5],
      ['CE-2', 'Satin Brass', '', 2, 5],
    ],
  ],
];

beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  await db.insert(filterTemplates).values({ name: 'Finish', order: 1 });
  for (const [title, rows] of GOODS) {
    let _id: string | undefined;
    for (const [position, [productNum, finish, centers, price, stock]] of rows.entries()) {
      const length = parseLength(centers);
      const made = await makeVariant(
        db,
        {
          ...{ productNum, position, stock, price: usd(price) },
          options: [
            { name: 'Finish', value: finish },
            ...(length ? [{ name: 'Centers', value: centers }] : []),
          ],
          dimensions: length ? { centerToCenter: length } : {},
        },
        { title, type: 'Hardware', ...(_id && { _id }) },
      );
      _id = made.productId;
    }
  }
  await rebuildSearch(db);
});
afterAll(() => shop.close());

const list = (query: Partial<ProductQuery>) => shop.as(null).products.list(query);

const facetOf = async (query: Partial<ProductQuery>, filter: string) =>
  (await list(query)).facets.find(({ name }) => name === filter);

describe('what the words of a search choose of filters', () => {
  it('stands as chosen, with the search that is left without it', async () => {
    expect((await list({ title: 'PULL in satin nickel' })).chosenByWords).toEqual([
      { words: 'satin nickel', filter: 'Finish', values: ['Satin Nickel'], title: 'PULL' },
    ]);
    expect((await list({ title: 'brass knob' })).chosenByWords).toEqual([
      { words: 'brass', filter: 'Finish', values: ['Satin Brass'], title: 'knob' },
    ]);
    expect((await list({ title: 'brass' })).chosenByWords[0]).toMatchObject({
      values: ['Polished Brass', 'Satin Brass'],
      title: '',
    });
    expect((await list({ title: 'pull 5-1/16" centers' })).chosenByWords).toEqual([
      { words: '5-1/16"', filter: 'Centers', values: ['128 mm'], title: 'pull' },
    ]);
    expect((await list({ title: 'cedar' })).chosenByWords).toEqual([]);
  });

  it('is nothing of what was left out, or stands in a name alone', async () => {
    const left = await list({ title: 'brass knob 96 mm' });
    expect(left.leftOut).toEqual(['96 mm']);
    expect(left.chosenByWords.map(({ words }) => words)).toEqual(['brass']);
    expect((await list({ title: 'brass birch' })).chosenByWords).toEqual([]);
  });

  it('counts the other values of its filter in its place, and everything else with it', async () => {
    const finish = await facetOf({ title: 'brass pull' }, 'Finish');
    expect(finish?.byWords).toEqual({
      words: 'brass',
      values: ['Polished Brass', 'Satin Brass'],
      title: 'pull',
    });
    expect(finish?.values.map(({ value, products }) => [value, products])).toEqual([
      ['Lacquered', 1],
      ['Polished Brass', 1],
      ['Satin Brass', 1],
      ['Satin Nickel', 1],
    ]);
    const centers = await facetOf({ title: 'brass pull' }, 'Centers');
    expect(centers?.byWords).toBeNull();
    expect(centers?.values.map(({ value, products }) => [value, products])).toEqual([['96 mm', 2]]);
    expect(await list({ title: 'nickel pull' })).toMatchObject({ total: 1, inStock: 1, outOfStock: 1 });
    expect(await list({ title: 'satin brass pull' })).toMatchObject({ total: 1, inStock: 1, outOfStock: 0 });
  });

  it('gives way to what is chosen of the same filter', async () => {
    const options = { Finish: ['Satin Nickel'] };
    const replaced = await list({ title: 'brass knob', options });
    expect(replaced).toEqual(await list({ title: 'knob', options }));
    expect(replaced.products.map(({ productNum }) => productNum)).toEqual(['CE-1']);
    expect(await list({ title: 'brass', options: { finish: ['satin nickel'] } })).toMatchObject({
      total: 2,
      chosenByWords: [],
    });
    // Nothing is both lacquered and 128 mm, but each is had once the other has given way.
    const [Finish, Centers] = [['Satin Nickel'], ['96 mm']];
    const chosen = await list({ options: { Finish, Centers } });
    expect(chosen.total).toBe(1);
    for (const title of ['lacquered 128 mm', '128 mm lacquered']) {
      expect(await list({ title, options: { Finish, Centers } })).toEqual(chosen);
      expect(await list({ title, options: { Centers, Finish } })).toEqual(chosen);
    }
    // It stays with another filter.
    const both = await list({ title: 'nickel pull', options: { Centers: ['128 mm'] } });
    expect(both.products.map(({ productNum }) => productNum)).toEqual(['AL-128-SN']);
    expect(both.chosenByWords).toMatchObject([{ words: 'nickel' }]);
  });

  it('is what tiles show, at the lowest price of just that', async () => {
    const [brass] = (await list({ title: 'brass bar pull' })).products;
    expect(brass).toMatchObject({ productNum: 'AL-96-SB', price: 6, from: 6 });
    const [satin] = (await list({ title: 'satin brass bar pull' })).products;
    expect(satin).toMatchObject({ productNum: 'AL-96-SB', price: 6, from: null });
    const byPrice = await list({ title: 'brass', sort: 'price_asc' });
    expect(byPrice.products.map(({ productNum }) => productNum)).toEqual(['CE-2', 'BI-96', 'AL-96-SB']);
    const { suggestions, total } = await shop.as(null).search.suggest({ search: 'brass bar pu' });
    expect(total).toBe(1);
    expect(suggestions).toMatchObject([{ productNum: 'AL-96-SB', price: 6, from: 6 }]);
  });
});
