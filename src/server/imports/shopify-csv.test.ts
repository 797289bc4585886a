import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCatalogue } from '#server/imports/read-catalogue.ts';
import { derivedProductNum } from '#server/imports/shopify-csv.ts';

const fixture = (name: string) =>
  readCatalogue(readFileSync(new URL(`../test/fixtures/${name}.csv`, import.meta.url)));
const read = (...lines: string[]) => readCatalogue(new TextEncoder().encode(lines.join('\n')));
const wrong = (catalogue: { rows: { status: string }[] }) =>
  catalogue.rows.filter(row => row.status !== 'ok');

describe("Shopify's own samples", () => {
  it.each([
    ['shopify-apparel', 20, 22],
    ['shopify-home-and-garden', 20, 21],
    ['shopify-jewelery', 20, 23],
  ])('%s: every row is taken', (name, products, variants) => {
    const catalogue = fixture(name);
    expect(wrong(catalogue)).toEqual([]);
    expect(catalogue.products).toHaveLength(products);
    expect(catalogue.products.flatMap(product => product.variants)).toHaveLength(variants);
  });

  it('reads a product with variants, pictures and a picture per variant', () => {
    const product = fixture('shopify-jewelery').products.find(({ key }) => key === 'gemstone');
    expect(product).toMatchObject({
      title: 'Gemstone Necklace',
      fields: {
        vendor: 'Sterling Ltd',
        type: 'Necklace',
        categories: ['Necklace'],
        tags: ['Blue', 'Gem', 'Purple', 'Silver', 'Turquoise'],
        publish: true,
      },
      options: [{ name: 'Colour', values: ['Blue', 'Purple'] }],
      variants: [
        { productNum: 'gemstone.blue', price: 27.99, fields: { msrp: 29.99, stock: 1, backOrder: false } },
        { productNum: 'gemstone.purple', price: 27.99, fields: { stock: 0 } },
      ],
    });
    expect(product?.pictures).toHaveLength(4);
    for (const variant of product?.variants ?? []) {
      expect(product?.pictures?.map(({ source }) => source)).toContain(variant.picture);
    }
  });

  it('a product with the default title has one variant and no options', () => {
    const light = fixture('shopify-home-and-garden').products.find(({ key }) => key === 'copper-light');
    expect(light).toMatchObject({ options: [], variants: [{ productNum: 'copper-light', options: [] }] });
  });

  it('turns grams into pounds and ounces', () => {
    const earrings = fixture('shopify-jewelery').products.find(({ key }) => key === 'boho-earrings');
    expect(earrings?.variants[0]?.fields).toMatchObject({ lb: 0, oz: 0.99 });
  });
});

describe('a damaged file', () => {
  it.each([
    [2, 'ok', null, null],
    [3, 'error', 'Variant Price', 'is not an amount such as 6.85'],
    [4, 'error', 'Variant Price', 'is negative'],
    [5, 'error', 'Variant Price', 'has more than two decimals'],
    [6, 'error', 'Variant Price', 'has a thousands separator: write 1234.50'],
    [7, 'error', 'Variant Price', 'is missing'],
    [8, 'error', 'Variant Price', 'is too large'],
    [9, 'error', 'Variant Inventory Qty', 'is not a whole number'],
    [10, 'error', 'Variant Inventory Qty', 'is less than 0, though the variant may not be back-ordered'],
    [11, 'ok', null, null],
    [12, 'error', 'Variant SKU', 'rk-br is already in row 2'],
    [13, 'error', null, 'has the same options as row 2'],
    [14, 'error', 'Option1 Value', 'is missing: the product has the option Finish'],
    [15, 'error', 'Option2 Value', 'is given without a name for its option'],
    [16, 'error', 'Title', 'differs from row 2 of the same product'],
    [17, 'error', 'Handle', 'is missing'],
    [18, 'error', 'Title', 'is missing'],
    [19, 'skipped', null, 'row 18, the first of this product, is wrong'],
    [20, 'skipped', null, 'is empty'],
    [21, 'skipped', null, 'is empty'],
    [22, 'error', 'Title', 'is longer than 255 characters'],
    [23, 'error', 'Title', 'contains characters that are not allowed'],
    [24, 'error', null, 'has unbalanced quotes'],
    [25, 'error', null, 'has unbalanced quotes'],
    [26, 'ok', null, null],
    [27, 'error', null, 'has 26 cells, but the header names 24 columns'],
    [28, 'error', 'Published', 'is neither true nor false'],
    [29, 'error', 'Variant Inventory Policy', 'is neither deny nor continue'],
    [30, 'error', 'Variant Grams', 'is not a number of at least 0'],
    [31, 'error', 'Variant Grams', 'is not a number of at least 0'],
    [32, 'error', 'Image Src', 'is not the address of a picture'],
    [33, 'error', 'Image Src', 'is not an http or https address'],
    [34, 'error', 'Image Src', 'is not an http or https address'],
    [35, 'error', 'Image Src', 'is an address with a password'],
    [36, 'error', 'Image Position', 'is not a whole number'],
    [37, 'error', null, 'has neither a variant nor a picture'],
    [38, 'error', 'Gift Card', 'gift cards cannot be sold here'],
    [39, 'error', 'Variant SKU', 'RK-BR is already in row 2, of the product "round-knob"'],
    [40, 'error', 'Option2 Name', 'names an option twice'],
    [41, 'error', 'Vendor', 'has characters that are not UTF-8: save the file as "CSV UTF-8"'],
    [42, 'error', 'Variant SKU', 'is longer than 80 characters'],
    [43, 'error', 'Variant Price', 'is not an amount such as 6.85'],
    [44, 'error', 'Variant Price', 'is not an amount such as 6.85'],
    [45, 'error', 'Cost per item', 'is not an amount such as 6.85'],
    [46, 'ok', null, null],
  ])('row %i: %s %s %s', (row, status, column, reason) => {
    const answer = fixture('damaged-shopify').rows.find(other => other.row === row);
    const issues = reason === null ? [] : [{ ...(column && { column }), reason }];
    expect(answer).toEqual({ row, status, issues });
  });

  it('answers every row, and takes what is right', () => {
    const { rows, products, notes } = fixture('damaged-shopify');
    expect(rows.map(({ row }) => row)).toEqual(rows.map((_, index) => index + 2));
    expect(products.map(({ key, variants }) => [key, variants.map(({ productNum }) => productNum)])).toEqual([
      ['round-knob', ['RK-BR', 'RK-ZI']],
      ['bar-pull', ['BP-1']],
      ['last-knob', ['ZK-1']],
    ]);
    expect(products[1]).toMatchObject({
      fields: { tags: ['Modern', 'Bar'] },
      pictures: [],
      variants: [{ fields: { lb: 1, oz: 0, msrp: 12, cost: 3.1 } }],
    });
    expect(notes).toEqual(['The column "Shelf Colour" is unknown and was not read.']);
  });
});

describe("Shopify's format", () => {
  it('is read by its new header too', () => {
    const { products, notes, rows } = read(
      'Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Option1 name,Option1 value,Option1 Linked To,Price,Compare-at price,Cost per item,Inventory quantity,Continue selling when out of stock,Weight value (grams),Product image URL,Image position,Variant image URL,SEO title',
      "Cup Pull,Cup-Pull,,Harrow,Hardware > Cabinet hardware > Pulls,,,true,draft,'0042,Finish,Brass,,5.00,0,1.50,4,continue,28.349523125,https://pictures.example/b.jpg,2,https://pictures.example/v.jpg,",
      ',cup-pull,,,,,,,,,,Chrome,,5.50,,,,,,https://pictures.example/a.jpg,1,,',
    );
    expect(rows.every(row => row.status === 'ok')).toBe(true);
    expect(notes).toEqual([]);
    expect(products).toMatchObject([
      {
        key: 'cup-pull',
        fields: { type: 'Pulls', publish: false },
        pictures: [
          { source: 'https://pictures.example/a.jpg' },
          { source: 'https://pictures.example/b.jpg' },
          { source: 'https://pictures.example/v.jpg' },
        ],
        variants: [
          {
            productNum: '0042',
            picture: 'https://pictures.example/v.jpg',
            fields: { msrp: null, backOrder: true, stock: 4, lb: 0, oz: 1 },
          },
          { productNum: 'cup-pull.chrome', picture: null, fields: { backOrder: false } },
        ],
      },
    ]);
    expect(products[0]?.variants[1]?.fields.stock).toBeUndefined();
  });

  it('says nothing of what it has no column for', () => {
    const { products, notes } = read('Handle,Title,Variant Price', 'knob,Knob,4.25');
    expect(products[0]).toMatchObject({ fields: {}, variants: [{ productNum: 'knob', price: 4.25 }] });
    expect(products[0]?.pictures).toBeUndefined();
    const said = { ...products[0]?.fields, ...products[0]?.variants[0]?.fields };
    expect(Object.values(said).filter(value => value !== undefined)).toEqual([]);
    expect(notes).toEqual(['No column says what is published: new products are imported as drafts.']);
  });

  it('without a quantity: tracked stock stays as it is, untracked goods may be back-ordered', () => {
    const { products } = read(
      'Handle,Title,Variant Price,Variant Inventory Tracker,Variant Inventory Qty',
      'tracked,Tracked,1,shopify,',
      'untracked,Untracked,1,,',
      'counted,Counted,1,,12',
    );
    const said = products.map(({ variants }) => variants[0]?.fields);
    expect(said.map(fields => [fields?.stock, fields?.backOrder])).toEqual([
      [undefined, undefined],
      [undefined, true],
      [12, undefined],
    ]);
  });

  it('a product none of whose variants can be read is not taken, and its other rows say so', () => {
    const { products, rows } = read(
      'Handle,Title,Variant Price,Image Src',
      'knob,Knob,free,',
      'knob,,,https://pictures.example/a.jpg',
    );
    expect(products).toEqual([]);
    expect(rows.map(row => row.status)).toEqual(['error', 'skipped']);
  });

  it.each([
    ['a,b\n1,2', 'neither'],
    ['Handle,Title\nknob,Knob', 'lacks the column Variant Price'],
    ['Handle,Title,Price,Variant Price\nknob,Knob,1,1', 'twice'],
  ])('refuses the header %j', (text, word) => {
    expect(() => read(text)).toThrow(word);
  });
});

describe('derivedProductNum', () => {
  const option = (value: string) => ({ name: 'Size', value });

  it.each([
    ['knob', [], 'knob'],
    ['knob', ['Extra Large', 'Red'], 'knob.extra-large.red'],
  ])('%s %j → %s', (key, values, expected) => {
    expect(derivedProductNum(key, values.map(option))).toBe(expected);
  });

  it('tells apart what the plain letters do not, and stays within 80 characters', () => {
    const numbers = [
      ['knob', ['a b']],
      ['knob', ['a-b']],
      ['knob', ['a/b']],
      ['knob', ['a', 'b']],
      ['knob', ['赤']],
      ['knob', ['青']],
      ['knob.a', []],
      ['knob', ['x'.repeat(100)]],
      ['knob', [`${'x'.repeat(100)}y`]],
    ].map(([key, values]) => derivedProductNum(String(key), (values as string[]).map(option)));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.every(number => number.length <= 80)).toBe(true);
  });
});
