import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import Papa from 'papaparse';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, type Db, rows } from '#server/database/db.ts';
import { type ImportOptions, importCatalogue, type Tally } from '#server/imports/import-catalogue.ts';
import { KNURL_COLUMNS } from '#server/imports/knurl-csv.ts';
import { readCatalogue } from '#server/imports/read-catalogue.ts';
import { importRuns } from '#server/imports/tables.ts';
import { productPictures, products, productTags } from '#server/products/tables.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { makeVariant, usd } from '#server/test/factories.ts';
import { variants } from '#server/variants/tables.ts';
import { vendors } from '#server/vendors/tables.ts';

let database: Database;
let db: Db;

beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
afterAll(() => closeTestDatabase(database));
beforeEach(async () => {
  await db.execute(sql`delete from variants`);
  await db.execute(sql`delete from products`);
});

const load = (text: string | Uint8Array, options?: ImportOptions) =>
  importCatalogue(
    db,
    readCatalogue(typeof text === 'string' ? new TextEncoder().encode(text) : text),
    options,
  );
const fixture = (name: string) => readFileSync(new URL(`../test/fixtures/${name}.csv`, import.meta.url));
const tally = ({ created, updated, unchanged }: Tally) => [created, updated, unchanged];

function knurl(...list: Record<string, string>[]): string {
  const fields = KNURL_COLUMNS.filter(name => list.some(row => name in row));
  return Papa.unparse({ fields, data: list.map(row => fields.map(name => row[name] ?? '')) });
}

const KNOB = {
  'product.key': 'round-knob',
  'product.title': 'Round Knob',
  'product.vendor': 'Harrow & Pike',
  'product.categories': 'Knobs',
  'product.subcategories': 'Knobs > Round',
  'product.tags': 'Featured',
  'product.publish': 'true',
  'product.pictures': 'https://pictures.example/a.jpg|https://pictures.example/b.jpg',
  'option1.name': 'Finish',
};
const BRASS = { 'option1.value': 'Brass', productNum: 'RK-BR', price: '4.25', msrp: '6', stock: '10' };
const CHROME = { 'option1.value': 'Chrome', productNum: 'RK-CH', price: '4.75', msrp: '7', stock: '20' };
const SECOND = { 'product.key': 'round-knob' };

const variant = async (productNum: string) => {
  const [row] = await db.select().from(variants).where(eq(variants.productNum, productNum));
  if (!row) throw new Error(`no variant ${productNum}`);
  return row;
};
const product = async () => {
  const [row] = await db.select().from(products);
  if (!row) throw new Error('no product');
  return row;
};

describe("Shopify's samples", () => {
  it('come in whole, can be found, and a second import reports nothing new', async () => {
    for (const [name, count, variantCount] of [
      ['shopify-apparel', 20, 22],
      ['shopify-home-and-garden', 20, 21],
      ['shopify-jewelery', 20, 23],
    ] as const) {
      const first = await load(fixture(name));
      expect([tally(first), tally(first.variants)]).toEqual([
        [count, 0, 0],
        [variantCount, 0, 0],
      ]);
      expect(first.rows.every(({ status }) => status === 'ok')).toBe(true);
      expect(first.pictures).toBeGreaterThanOrEqual(count);
      const before = await everything();
      const second = await load(fixture(name));
      expect([tally(second), tally(second.variants), second.pictures]).toEqual([
        [0, 0, count],
        [0, 0, variantCount],
        0,
      ]);
      expect(await everything()).toEqual(before);
    }
    const shown = rows<{ published: number; facets: number }>(
      await db.execute(sql`
        select count(*) filter (where published)::int as published, (select count(*)::int from product_text
          where words @@ to_tsquery('english', 'gemstone')) as facets from product_search`),
    );
    expect(shown).toEqual([{ published: 60, facets: 1 }]);
    expect(await variant('gemstone.blue')).toMatchObject({
      price: 27.99,
      msrp: 29.99,
      stock: 1,
      vendor: 'Sterling Ltd',
      image: null,
      options: [{ name: 'Colour', value: 'Blue' }],
    });
  });
});

async function everything() {
  return {
    products: await db.select().from(products).orderBy(products._id),
    variants: await db.select().from(variants).orderBy(variants._id),
    tags: await db.select().from(productTags).orderBy(productTags.product, productTags.tag),
    pictures: await db.select().from(productPictures).orderBy(productPictures._id),
  };
}

describe('loading a file again', () => {
  it('changes what the file says otherwise, and only that', async () => {
    await load(knurl({ ...KNOB, ...BRASS }, { ...SECOND, ...CHROME }));
    const before = await variant('RK-BR');
    await db.update(variants).set({ binLocation: 'A-1' }).where(eq(variants._id, before._id));
    const report = await load(
      knurl({ ...KNOB, ...BRASS, price: '4.50', stock: '' }, { ...SECOND, ...CHROME }),
    );
    expect([tally(report), tally(report.variants)]).toEqual([
      [0, 1, 0],
      [0, 1, 1],
    ]);
    expect(await variant('RK-BR')).toMatchObject({
      _id: before._id,
      price: 4.5,
      stock: 10,
      binLocation: 'A-1',
      version: before.version + 1,
    });
    const [found] = rows(await db.execute(sql`select min_price::int as price from product_search`));
    expect(found).toEqual({ price: 450 });
  });

  it('adds what is new in it, and leaves what it lacks', async () => {
    await load(knurl({ ...KNOB, ...BRASS }));
    const report = await load(knurl({ ...KNOB, ...CHROME }));
    expect([tally(report), tally(report.variants)]).toEqual([
      [0, 1, 0],
      [1, 0, 0],
    ]);
    expect((await product()).options).toEqual([{ name: 'Finish', values: ['Chrome', 'Brass'] }]);
    expect(await db.select().from(variants)).toHaveLength(2);
  });

  it('a column that is missing says nothing, an empty cell empties', async () => {
    await load(knurl({ ...KNOB, ...BRASS, label: 'New' }));
    const { msrp: _, ...withoutMsrp } = BRASS;
    await load(knurl({ ...KNOB, ...withoutMsrp, label: '' }));
    expect(await variant('RK-BR')).toMatchObject({ msrp: 6, label: '' });
  });

  it('finds a product number however it is capitalised, and a changed one by its options', async () => {
    await load(knurl({ ...KNOB, ...BRASS }, { ...SECOND, ...CHROME }));
    const [brass, chrome] = [await variant('RK-BR'), await variant('RK-CH')];
    const report = await load(
      knurl({ ...KNOB, ...BRASS, productNum: 'rk-br' }, { ...SECOND, ...CHROME, productNum: 'HP-9' }),
    );
    expect(tally(report.variants)).toEqual([0, 2, 0]);
    expect((await variant('rk-br'))._id).toBe(brass._id);
    expect((await variant('HP-9'))._id).toBe(chrome._id);
  });

  it('changes tags of the kinds that it names, and keeps pictures that staff added', async () => {
    await load(knurl({ ...KNOB, ...BRASS }));
    const { _id } = await product();
    await db.insert(productPictures).values({ product: _id, position: 9, path: '/photos/own' });
    const report = await load(
      knurl({
        ...KNOB,
        ...BRASS,
        'product.categories': 'Knobs|Sale',
        'product.pictures': 'https://pictures.example/b.jpg|https://pictures.example/c.jpg',
      }),
    );
    expect([tally(report), report.pictures]).toEqual([[0, 1, 0], 1]);
    const named = rows<{ name: string }>(
      await db.execute(
        sql`select t.name from product_tags l join tags t on t.id = l.tag order by l.position`,
      ),
    );
    expect(named.map(({ name }) => name)).toEqual(['Knobs', 'Sale', 'Round', 'Featured']);
    const pictures = await db.select().from(productPictures).orderBy(productPictures.position);
    expect(pictures.map(({ source, status }) => [source, status])).toEqual([
      ['https://pictures.example/b.jpg', 'waiting'],
      ['https://pictures.example/c.jpg', 'waiting'],
      [null, 'ready'],
    ]);
  });

  it('refuses a price that no longer stands above a tier, and only its row', async () => {
    await load(knurl({ ...KNOB, ...BRASS }, { ...SECOND, ...CHROME }));
    await db
      .update(variants)
      .set({ wholeSaleQtyOne: 10, wholeSalePriceOne: usd(4) })
      .where(eq(variants.productNum, 'RK-BR'));
    const rows = [
      { ...KNOB, ...BRASS, price: '4' },
      { ...SECOND, ...CHROME, price: '5' },
    ];
    const { rows: answers } = await load(knurl(...rows));
    expect(answers).toMatchObject([
      { status: 'error', issues: [{ column: 'wholeSalePriceOne' }] },
      { status: 'ok' },
    ]);
    expect([(await variant('RK-BR')).price, (await variant('RK-CH')).price]).toEqual([4.25, 5]);
  });

  it('does not undo a sale that happens meanwhile', async () => {
    await load(knurl({ ...KNOB, ...BRASS }));
    const { _id } = await variant('RK-BR');
    const { stock: _, ...withoutStock } = BRASS;
    await Promise.all([
      load(knurl({ ...KNOB, ...withoutStock, price: '4.99' })),
      ...Array.from({ length: 5 }, () =>
        db
          .update(variants)
          .set({ stock: sql`${variants.stock} - 1` })
          .where(eq(variants._id, _id)),
      ),
    ]);
    expect(await variant('RK-BR')).toMatchObject({ price: 4.99, stock: 5 });
  });

  it('two imports of one file at once make each product once', async () => {
    const file = knurl({ ...KNOB, ...BRASS }, { ...SECOND, ...CHROME });
    const reports = await Promise.all([load(file), load(file), load(file)]);
    expect(reports.map(tally).sort()).toEqual([
      [0, 0, 1],
      [0, 0, 1],
      [1, 0, 0],
    ]);
    expect(await db.select().from(variants)).toHaveLength(2);
  });
});

describe('what stands already', () => {
  it('a product number of another product is an error of its row; the other rows come in', async () => {
    await makeVariant(db, { productNum: 'rk-ch' }, { title: 'Square Knob', importKey: 'square-knob' });
    const report = await load(knurl({ ...KNOB, ...BRASS }, { ...SECOND, ...CHROME }));
    expect([tally(report), tally(report.variants)]).toEqual([
      [1, 0, 0],
      [1, 0, 0],
    ]);
    expect(report.rows[1]).toEqual({
      row: 3,
      status: 'error',
      issues: [{ column: 'productNum', reason: 'RK-CH belongs to the product "Square Knob"' }],
    });
    const [run] = await db.select().from(importRuns).orderBy(sql`${importRuns.startedAt} desc`).limit(1);
    expect(run).toMatchObject({ created: 1, errors: [{ row: 3, column: 'productNum' }] });
  });

  it('a product that staff made is taken over by its product numbers', async () => {
    const made = await makeVariant(db, { productNum: 'RK-BR', price: usd(9) }, { title: 'Knob' });
    const report = await load(knurl({ ...KNOB, ...BRASS }));
    expect([tally(report), tally(report.variants)]).toEqual([
      [0, 1, 0],
      [0, 1, 0],
    ]);
    expect(await product()).toMatchObject({
      _id: made.productId,
      title: 'Round Knob',
      importKey: 'round-knob',
    });
  });

  it('a deleted product is made anew', async () => {
    await load(knurl({ ...KNOB, ...BRASS }));
    const now = new Date().toISOString();
    await db.update(products).set({ deletedAt: now });
    await db.update(variants).set({ deletedAt: now });
    const report = await load(knurl({ ...KNOB, ...BRASS }));
    expect(tally(report)).toEqual([1, 0, 0]);
    expect(await db.select().from(products)).toHaveLength(2);
  });

  it('vendors and tags are found however they are capitalised', async () => {
    await load(knurl({ ...KNOB, ...BRASS }));
    const report = await load(
      knurl({
        ...KNOB,
        ...BRASS,
        'product.vendor': 'HARROW & PIKE',
        'product.categories': 'knobs',
        'product.subcategories': 'KNOBS > round',
      }),
    );
    expect(tally(report)).toEqual([0, 0, 1]);
    const alike = await db.select().from(vendors).where(sql`lower(${vendors.name}) = 'harrow & pike'`);
    expect(alike.map(({ name }) => name)).toEqual(['Harrow & Pike']);
  });
});

describe('ways of loading', () => {
  it('a preview says what would happen and writes nothing', async () => {
    const report = await load(knurl({ ...KNOB, ...BRASS }), { preview: true });
    expect([tally(report), tally(report.variants), report.pictures]).toEqual([[1, 0, 0], [1, 0, 0], 2]);
    expect(await db.select().from(products)).toEqual([]);
  });

  it('create leaves what stands, update adds nothing', async () => {
    await load(knurl({ ...KNOB, ...BRASS }));
    const file = knurl(
      { ...KNOB, ...BRASS, price: '1', 'product.title': 'Knob' },
      { ...SECOND, ...CHROME },
      { ...KNOB, 'product.key': 'other', ...CHROME, productNum: 'OT-1' },
    );
    const updated = await load(file, { mode: 'update' });
    expect([tally(updated), tally(updated.variants)]).toEqual([
      [0, 1, 0],
      [0, 1, 0],
    ]);
    expect(updated.rows.map(({ status }) => status)).toEqual(['ok', 'skipped', 'skipped']);
    const created = await load(file.replace(',1,6,10', ',2,6,10'), { mode: 'create' });
    expect([tally(created), tally(created.variants)]).toEqual([
      [1, 1, 0],
      [2, 0, 0],
    ]);
    expect(created.rows.map(({ status }) => status)).toEqual(['skipped', 'ok', 'ok']);
    expect(await variant('RK-BR')).toMatchObject({ price: 1 });
  });
});

it('descriptions are sanitised, and stay the same when loaded again', async () => {
  const file = knurl({
    ...KNOB,
    ...BRASS,
    'product.description': '<p onclick="x()">3/4" <b>knob</p><script>x</script>',
  });
  await load(file);
  expect((await product()).description).toBe('<p>3/4" <b>knob</b></p>');
  expect(tally(await load(file))).toEqual([0, 0, 1]);
});

it('a damaged file brings what is right in it, and says so of every row', async () => {
  const report = await load(fixture('damaged-shopify'));
  expect([tally(report), tally(report.variants)]).toEqual([
    [3, 0, 0],
    [4, 0, 0],
  ]);
  expect(report.rows).toHaveLength(45);
  const count = (status: string) => report.rows.filter(row => row.status === status).length;
  expect([count('ok'), count('error'), count('skipped')]).toEqual([4, 38, 3]);
  const [run] = await db.select().from(importRuns).orderBy(sql`${importRuns.startedAt} desc`).limit(1);
  expect(run?.errors).toHaveLength(38);
});
