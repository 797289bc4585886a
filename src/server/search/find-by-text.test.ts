import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filterTemplates, filterValues } from '#server/filters/tables.ts';
import type { products } from '#server/products/tables.ts';
import { siteSettings } from '#server/site/tables.ts';
import { makeVariant, usd } from '#server/test/factories.ts';
import { openShop, type Selling } from '#server/test/selling.ts';
import { parseLength } from '#shared/rules/dimensions.ts';
import type { ProductQuery } from '#shared/schemas/listing.ts';

let shop: Selling;

/** A product with a variant for each [number, finish, centers, price]. */
async function makePull(
  product: Partial<typeof products.$inferInsert>,
  rows: [productNum: string, finish: string, centers: string, price?: number][],
) {
  let productId: string | undefined;
  for (const [position, [productNum, finish, centers, price = 5]] of rows.entries()) {
    const length = parseLength(centers);
    const made = await makeVariant(
      shop.app.db,
      {
        productNum,
        position,
        price: usd(price),
        options: finish ? [{ name: 'Finish', value: finish }] : [],
        dimensions: length ? { centerToCenter: length } : {},
      },
      { type: 'Pull', ...product, ...(productId && { _id: productId }) },
    );
    productId = made.productId;
  }
}

const list = (title: string, more: Partial<ProductQuery> = {}) =>
  shop.as(null).products.list({ title, ...more });
const titles = async (title: string, more: Partial<ProductQuery> = {}) =>
  (await list(title, more)).products.map(product => product.title);

beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  const [finish] = await db.insert(filterTemplates).values({ name: 'Finish', order: 1 }).returning();
  await db.insert(filterValues).values(
    ['Satin Nickel', 'Matte Black', 'Satin Brass'].map((label, position) => ({
      template: finish?._id ?? '',
      label,
      options: label === 'Matte Black' ? ['K9'] : [],
      position,
    })),
  );
  await db.update(siteSettings).set({ synonyms: { 'Sea Shells': ['cedar cup'], grips: ['pull'] } });
  await makePull({ title: 'Alder Bar Pull', purchased: 1 }, [
    ['AL-96-SN', 'Satin Nickel', '96 mm'],
    ['AL-128-MB', 'Matte Black', '128 mm', 3],
  ]);
  await makePull({ title: 'Birch Bar Pull', purchased: 9 }, [
    ['BI-96-MB', 'Matte Black', '3-3/4"', 9],
    ['BI-128-SN', 'Satin Nickel', '128 mm', 4],
  ]);
  await makePull({ title: 'Birch Bar Pull Backplate', purchased: 90 }, [['BP-96-MB', 'Matte Black', '']]);
  await makePull({ title: 'Cedar Cup Pull in Satin Brass', purchased: 2 }, [['CE-3', '', '3 in']]);
  await makePull(
    {
      title: 'Spoon Shelf Pin, 1/4"',
      type: 'Shelf hardware',
      description: '<p>Nickel-plated for aquariums.</p>',
    },
    [['SP-14', '', '']],
  );
  await makePull({ title: 'Spoon Shelf Pin, 5 mm', type: 'Shelf hardware' }, [['SP-5', '', '']]);
  await makePull({ title: 'Fir T-Knob', type: 'Knob' }, [['FI-TK', '', '']]);
  await makePull({ title: 'Elmwood Knob', type: 'Knob', purchased: 7 }, [['EL-K', '', '']]);
  await makePull({ title: 'Wood Screw', type: 'Fastener', purchased: 70 }, [['WS-1', '', '']]);
  await makePull({ title: 'Knob and Pull Screw', type: 'Fastener' }, [['KS-1', '', '']]);
  await makePull({ title: 'Flush Ring Pull, 1-1/4"', type: 'Shelf hardware' }, [['FR-114', '', '']]);
});
afterAll(() => shop.close());

describe('what words find', () => {
  it('has finish and size by one and the same variant', async () => {
    expect(await titles('96mm black bar pull')).toEqual(['Birch Bar Pull']);
    expect(await titles('3 3/4 satin nickel handle')).toEqual(['Alder Bar Pull']);
    expect(await titles('128 c/c k9 pull')).toEqual(['Alder Bar Pull']);
  });

  it('is shown by the variant that was asked for, also among others that filters leave', async () => {
    const numbers = async (title: string, more?: Partial<ProductQuery>) =>
      (await list(title, more)).products.map(product => product.productNum);
    expect(await numbers('birch bar pull')).toEqual(['BI-128-SN', 'BP-96-MB']);
    expect(await numbers('birch pull 96')).toEqual(['BI-96-MB']);
    expect(await numbers('i-128')).toEqual(['BI-128-SN']);
    expect(await numbers('black birch pull')).toEqual(['BI-96-MB', 'BP-96-MB']);
    expect(await numbers('birch pull 3-3/4', { minPrice: 8 })).toEqual(['BI-96-MB']);
    const cheap = await list('birch pull 3-3/4', { maxPrice: 8 });
    expect([cheap.total, cheap.products]).toEqual([0, []]);
  });

  it('is first what it is, whatever sells better', async () => {
    expect(await titles('birch bar pull')).toEqual(['Birch Bar Pull', 'Birch Bar Pull Backplate']);
    expect((await titles('bar pull', { sort: 'popularity' }))[0]).toBe('Birch Bar Pull Backplate');
    expect((await titles('pull backplate'))[0]).toBe('Birch Bar Pull Backplate');
    expect(await titles('screws for knobs')).toEqual(['Knob and Pull Screw', 'Wood Screw']);
    expect(await titles('t-knobs')).toEqual(['Fir T-Knob']);
  });

  it('may have its finish and its size in the title alone', async () => {
    expect(await titles('brushed brass bin handle 3"')).toEqual(['Cedar Cup Pull in Satin Brass']);
    expect(await titles('shelf pegs 1/4')).toEqual(['Spoon Shelf Pin, 1/4"']);
    expect(await titles('5mm shelf support')).toEqual(['Spoon Shelf Pin, 5 mm']);
  });

  it('is told by descriptions where no name has the word', async () => {
    expect(await titles('aquariums')).toEqual(['Spoon Shelf Pin, 1/4"']);
    expect(await titles('shelf pin aquarium')).toEqual(['Spoon Shelf Pin, 1/4"']);
  });

  it('is found by what the shop itself calls it', async () => {
    expect(await titles('sea shell')).toEqual(['Cedar Cup Pull in Satin Brass']);
    expect(await titles('alder grip')).toEqual(['Alder Bar Pull']);
    expect((await list('alder grip')).leftOut).toEqual([]);
  });

  it('is found by parts of names and numbers', async () => {
    expect(await titles('l-128-m')).toEqual(['Alder Bar Pull']);
    expect(await titles('AL-96')).toEqual(['Alder Bar Pull']);
    expect(await titles('lder')).toEqual(['Alder Bar Pull']);
    expect(await titles('alder ba')).toEqual(['Alder Bar Pull']);
  });
});

describe('what nothing has', () => {
  it('is left out and named, the kind last', async () => {
    expect((await list('satin brass bar pull')).leftOut).toEqual(['satin brass']);
    const hinge = await list('alder hinge');
    expect(hinge.leftOut).toEqual(['hinge']);
    expect(hinge.products.map(({ title }) => title)).toEqual(['Alder Bar Pull']);
    expect((await list('alder pull 320mm')).leftOut).toEqual(['320mm']);
  });

  it('is left out of suggestions as well', async () => {
    const suggested = async (search: string) =>
      (await shop.as(null).search.suggest({ search })).suggestions.map(({ title }) => title);
    expect(await suggested('alder hinge')).toEqual(['Alder Bar Pull']);
    expect(await suggested('alder pull 320mm')).toEqual(['Alder Bar Pull']);
    expect(await suggested('qqqq wwww')).toEqual([]);
  });

  it('is nothing where no word is known', async () => {
    expect(await list('qqqq wwww')).toMatchObject({ total: 0, products: [], leftOut: ['qqqq', 'wwww'] });
  });
});

it.each([
  '7',
  '96',
  '1234567890',
  '3/4',
  '1/0',
  '3-3/4 5-1/16 1/2',
  '"',
  "'",
  "''",
  '”',
  "'; drop table products; --",
  "x' or 1=1 --",
  '<script>alert(1)</script>',
  '()|&!:*<->',
  ':*',
  '~pull',
  '#f1',
  '^pull & ~bar',
  '\\',
  '%_%',
  '\u202epull\u202c',
  'مقبض ١٢٨',
  '取手 黒',
  '🔩🔩🔩',
  'e\u0301\u0301\u0301',
  'ﬁnish ½ ¾ ⅞',
  'the of and for with',
  'a b c d e f g h i j k l m n o p q r s t u v w x y z',
  'pull '.repeat(40),
  '1/2 '.repeat(50),
  'x'.repeat(200),
])('answers %.30j', async question => {
  const guest = shop.as(null);
  expect(Array.isArray((await list(question)).products)).toBe(true);
  expect(Array.isArray((await guest.products.search({ search: question })).products)).toBe(true);
  expect(Array.isArray((await guest.search.suggest({ search: question })).suggestions)).toBe(true);
});
