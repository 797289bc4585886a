import type { ProductFields, SubcategoryName, VariantFields } from '#server/imports/catalogue.ts';
import {
  type Cells,
  readAmount,
  readBoolean,
  readInteger,
  readLength,
  readList,
  readPicture,
  readProse,
  readText,
  Wrong,
} from '#server/imports/cells.ts';
import type { Format } from '#server/imports/gather.ts';
import { DIMENSION_NAMES, type Dimensions } from '#shared/schemas/products.ts';
import { TIER_FIELDS } from '#shared/schemas/quantity-prices.ts';

const PRODUCT_COLUMNS = {
  'product.title': 'title',
  'product.description': 'description',
  'product.type': 'type',
  'product.vendor': 'vendor',
  'product.categories': 'categories',
  'product.subcategories': 'subcategories',
  'product.tags': 'productTags',
  'product.publish': 'publish',
  'product.sale': 'sale',
  'product.flammable': 'flammable',
  'product.local': 'local',
  'product.dropShip': 'productDropShip',
  'product.locationCode': 'locationCode',
  'product.variantLayout': 'variantLayout',
  'product.relatedProductText': 'relatedProductText',
  'product.pictures': 'pictures',
  'option1.name': 'option1.name',
  'option2.name': 'option2.name',
  'option3.name': 'option3.name',
};

const VARIANT_COLUMNS = [
  'option1.value',
  'option2.value',
  'option3.value',
  'productNum',
  'title:variantTitle',
  'label',
  'variantGroup',
  'tags',
  'price',
  'msrp',
  'cost',
  'stock',
  'backOrder',
  'dropShip',
  'pieceSize',
  ...TIER_FIELDS.flat(),
  'lb',
  'oz',
  'binLocation',
  'quickbooksId',
  'image',
  ...DIMENSION_NAMES,
];

/** Every column of our own format in its usual order (docs/import.md). */
export const KNURL_COLUMNS = ['product.key', ...Object.keys(PRODUCT_COLUMNS), ...VARIANT_COLUMNS].map(
  column => column.split(':')[0] ?? column,
);

const NAMES = new Map([
  ['product.key', 'key'],
  ...Object.entries(PRODUCT_COLUMNS).map(([header, name]) => [header.toLowerCase(), name] as const),
  ...VARIANT_COLUMNS.map(column => {
    const [header = column, name = column] = column.split(':');
    return [header.toLowerCase(), name] as const;
  }),
]);

/** Reads our own format: a row per variant, columns named after the fields of products and variants (rule C1). */
export const knurlFormat: Format = {
  name: 'knurl',
  required: { key: 'product.key', title: 'product.title', productNum: 'productNum', price: 'price' },
  columnOf: header => NAMES.get(header),
  keyOf: cells => cells.need('key', readText(255))?.toLowerCase(),
  productColumns: Object.values(PRODUCT_COLUMNS),
  hasOptions: () => true,
  readProduct,
  isVariant: () => true,
  readVariant,
  readPictures,
};

function readProduct(cells: Cells): Partial<ProductFields> {
  const categories = cells.take('categories', readList('|', 80), []);
  return {
    description: cells.take('description', readProse(100_000), ''),
    // An empty type is left to the table's own default.
    type: cells.take('type', readText(80), undefined),
    vendor: cells.take('vendor', readText(120), null),
    categories,
    subcategories: readSubcategories(cells, categories),
    tags: cells.take('productTags', readList('|', 80), []),
    publish: cells.take('publish', readBoolean, false),
    sale: cells.take('sale', readBoolean, false),
    flammable: cells.take('flammable', readBoolean, false),
    local: cells.take('local', readBoolean, false),
    dropShip: cells.take('productDropShip', readBoolean, false),
    locationCode: cells.take('locationCode', readText(60), ''),
    variantLayout: cells.take('variantLayout', readInteger(0, 1), 0),
    relatedProductText: cells.take('relatedProductText', readProse(2000), ''),
  };
}

/** `Pulls > Bar pulls`, or the bare name where the product has one category. */
function readSubcategories(cells: Cells, categories: string[] | undefined): SubcategoryName[] | undefined {
  const paths = cells.take('subcategories', readList('|', 165), []);
  return paths?.flatMap(path => {
    const [first = '', second, ...more] = path.split('>').map(part => part.trim());
    const category = second === undefined && categories?.length === 1 ? categories[0] : first;
    const name = second ?? first;
    const known = categories?.find(other => other.toLowerCase() === category?.toLowerCase());
    if (name && known && (second !== undefined || categories?.length === 1) && more.length === 0) {
      return [{ category: known, name }];
    }
    cells.refuse(
      'subcategories',
      `"${path}" does not name one of the product's categories: Category > Subcategory`,
    );
    return [];
  });
}

function readVariant(cells: Cells) {
  return {
    productNum: cells.need('productNum', readText(80)),
    price: cells.need('price', readAmount),
    picture: cells.take('image', readPicture, null),
    fields: {
      title: cells.take('variantTitle', readText(255), ''),
      label: cells.take('label', readText(40), ''),
      variantGroup: cells.take('variantGroup', readText(80), ''),
      tags: cells.take('tags', readList('|', 80), []),
      msrp: cells.take('msrp', readAmount, null),
      cost: cells.take('cost', readAmount, null),
      ...readStock(cells),
      pieceSize: cells.take('pieceSize', readInteger(1, 1_000_000), 1),
      ...readWholesale(cells),
      lb: cells.take('lb', readInteger(0, 32_000), 0),
      oz: cells.take('oz', readOunces, 0),
      binLocation: cells.take('binLocation', readText(60), ''),
      quickbooksId: cells.take('quickbooksId', readText(60), null),
      dimensions: readDimensions(cells),
    },
  };
}

/** An empty cell leaves the stock as it is: a file that knows no stock must not empty the shelves. */
function readStock(cells: Cells): Partial<VariantFields> {
  const backOrder = cells.take('backOrder', readBoolean, false);
  const dropShip = cells.take('dropShip', readBoolean, false);
  const stock = cells.take('stock', readInteger(-1_000_000, 10_000_000), undefined);
  if (stock !== undefined && stock < 0 && !backOrder && !dropShip) {
    cells.refuse('stock', 'is less than 0, though the variant may not be back-ordered');
  }
  return { backOrder, dropShip, stock };
}

function readWholesale(cells: Cells): Partial<VariantFields> {
  const fields: Partial<VariantFields> = {};
  for (const [quantity] of TIER_FIELDS) {
    fields[quantity] = cells.take(quantity, readInteger(2, 1_000_000), null);
  }
  for (const [, price] of TIER_FIELDS) fields[price] = cells.take(price, readAmount, null);
  return fields;
}

function readOunces(cell: string): number | Wrong {
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(cell)) return new Wrong('is not a weight with at most two decimals');
  return Number(cell);
}

/** Absent only when the file has none of the columns: what a file states of a variant's size, it states whole. */
function readDimensions(cells: Cells): Dimensions | undefined {
  const named = DIMENSION_NAMES.filter(name => cells.has(name));
  if (named.length === 0) return undefined;
  const dimensions: Dimensions = {};
  for (const name of named) {
    const length = cells.take(name, readLength, undefined);
    if (length) dimensions[name] = length;
  }
  return dimensions;
}

function readPictures(cells: Cells) {
  const sources = cells.take('pictures', readPictureList, []);
  return sources?.map(source => ({ source, alt: '', position: null }));
}

function readPictureList(cell: string): string[] | Wrong {
  const sources: string[] = [];
  for (const part of cell.split('|')) {
    const source = readPicture(part.trim());
    if (source instanceof Wrong) return source;
    sources.push(source);
  }
  return sources;
}
