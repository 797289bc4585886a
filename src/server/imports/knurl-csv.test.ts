import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { KNURL_COLUMNS } from '#server/imports/knurl-csv.ts';
import { readCatalogue } from '#server/imports/read-catalogue.ts';
import { formatLength } from '#shared/rules/dimensions.ts';

const GOOD = {
  'product.key': 'knob',
  'product.title': 'Knob',
  productNum: 'K-1',
  price: '4.00',
};

function read(...rows: Record<string, string>[]) {
  const csv = Papa.unparse({
    fields: KNURL_COLUMNS,
    data: rows.map(row => KNURL_COLUMNS.map(name => row[name] ?? '')),
  });
  return readCatalogue(new TextEncoder().encode(csv));
}

describe('our own format', () => {
  it('reads the documented example, sizes with the unit they were given in', () => {
    const { format, products, rows, notes } = readCatalogue(
      readFileSync(new URL('../../../docs/import-example.csv', import.meta.url)),
    );
    expect({ format, notes, wrong: rows.filter(row => row.status !== 'ok') }).toEqual({
      format: 'knurl',
      notes: [],
      wrong: [],
    });
    expect(products).toMatchObject([
      {
        key: 'avalon-bar-pull',
        title: 'Avalon Bar Pull',
        fields: {
          categories: ['Pulls'],
          subcategories: [{ category: 'Pulls', name: 'Bar pulls' }],
          tags: ['Featured', 'Modern'],
          publish: true,
        },
        options: [
          { name: 'Finish', values: ['Brushed Nickel', 'Matte Black'] },
          { name: 'Center to center', values: ['3-3/4"', '5-1/16"'] },
        ],
        pictures: [{ source: 'https://pictures.example/avalon.jpg', alt: '' }],
        variants: [
          {
            productNum: 'HP-4410-BN',
            price: 6.85,
            fields: {
              label: 'New',
              stock: 120,
              wholeSaleQtyOne: 25,
              wholeSalePriceOne: 6.1,
              wholeSaleQtyTwo: 100,
              wholeSalePriceTwo: 5.4,
              wholeSaleQtyThree: undefined,
              oz: 3.2,
              dimensions: {
                centerToCenter: { mm: 95.25, unit: 'in' },
                length: { mm: 136.525, unit: 'in' },
                projection: { mm: 35, unit: 'mm' },
              },
            },
          },
          { productNum: 'HP-4411-BN' },
          { productNum: 'HP-4410-MB', fields: { stock: 0, backOrder: true } },
        ],
      },
      { key: 'shelf-pin', variants: [{ fields: { pieceSize: 10, wholeSaleQtyOne: null } }] },
    ]);
    const { centerToCenter, projection } = products[0]?.variants[0]?.fields.dimensions ?? {};
    expect([centerToCenter, projection].map(length => length && formatLength(length))).toEqual([
      '3-3/4"',
      '35 mm',
    ]);
  });

  it.each<[Record<string, string>, string, string]>([
    [{ productNum: '' }, 'productNum', 'is missing'],
    [{ price: '' }, 'price', 'is missing'],
    [{ msrp: '4.001' }, 'msrp', 'has more than two decimals'],
    [{ stock: 'many' }, 'stock', 'is not a whole number'],
    [{ stock: '-1' }, 'stock', 'is less than 0, though the variant may not be back-ordered'],
    [{ backOrder: 'perhaps' }, 'backOrder', 'is neither true nor false'],
    [{ pieceSize: '0' }, 'pieceSize', 'is less than 1'],
    [{ wholeSaleQtyOne: '1', wholeSalePriceOne: '3' }, 'wholeSaleQtyOne', 'is less than 2'],
    [{ wholeSaleQtyOne: '10', wholeSalePriceOne: '4' }, 'wholeSalePriceOne', 'must be below 4.00'],
    [{ wholeSaleQtyOne: '10' }, 'wholeSalePriceOne', 'is missing: a tier needs both'],
    [{ wholeSalePriceOne: '3' }, 'wholeSaleQtyOne', 'is missing: a tier needs both'],
    [
      { wholeSaleQtyTwo: '10', wholeSalePriceTwo: '3' },
      'wholeSaleQtyTwo',
      'is given without the tier before it',
    ],
    [
      { wholeSaleQtyOne: '10', wholeSalePriceOne: '3', wholeSaleQtyTwo: '10', wholeSalePriceTwo: '2' },
      'wholeSaleQtyTwo',
      'must be above 10',
    ],
    [
      { wholeSaleQtyOne: '10', wholeSalePriceOne: '3', wholeSaleQtyTwo: '20', wholeSalePriceTwo: '3.00' },
      'wholeSalePriceTwo',
      'must be below 3.00',
    ],
    [{ lb: '1.5' }, 'lb', 'is not a whole number'],
    [{ oz: 'heavy' }, 'oz', 'is not a weight with at most two decimals'],
    [{ centerToCenter: '96' }, 'centerToCenter', 'is not a length with its unit, such as 3-3/4" or 96 mm'],
    [{ image: 'javascript:alert(1)' }, 'image', 'is not an http or https address'],
    [{ image: '/photos/../secret' }, 'image', 'is not the address of a picture'],
    [
      { 'product.pictures': '/art/knob|data:image/png,x' },
      'product.pictures',
      'is not an http or https address',
    ],
    [{ 'product.variantLayout': '7' }, 'product.variantLayout', 'is more than 1'],
    [
      { 'product.categories': 'Knobs|Pulls', 'product.subcategories': 'Round' },
      'product.subcategories',
      '"Round" does not name one of the product\'s categories: Category > Subcategory',
    ],
  ])('%j: %s %s', (cells, column, reason) => {
    const { rows, products } = read(
      { ...GOOD, ...cells },
      { ...GOOD, 'product.key': 'other', productNum: 'K-2' },
    );
    expect(rows).toEqual([
      { row: 2, status: 'error', issues: [{ column, reason }] },
      { row: 3, status: 'ok', issues: [] },
    ]);
    expect(products.map(({ key }) => key)).toEqual(['other']);
  });

  it('names all that is wrong in a row', () => {
    const { rows } = read({ ...GOOD, price: 'x', stock: 'y', 'product.publish': 'z' });
    expect(rows[0]?.issues.map(({ column }) => column)).toEqual(['product.publish', 'price', 'stock']);
  });

  it('a wrong variant of the first row does not cost the product its other variants', () => {
    const { rows, products } = read(
      { ...GOOD, 'option1.name': 'Finish', 'option1.value': 'Brass', price: 'x' },
      { 'product.key': 'KNOB ', 'option1.value': 'Chrome', productNum: 'K-2', price: '5' },
    );
    expect(rows.map(row => row.status)).toEqual(['error', 'ok']);
    expect(products).toMatchObject([
      { title: 'Knob', options: [{ name: 'Finish', values: ['Chrome'] }], variants: [{ productNum: 'K-2' }] },
    ]);
  });
});
