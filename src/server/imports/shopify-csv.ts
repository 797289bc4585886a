import { createHash } from 'node:crypto';
import type { ProductFields, VariantFields } from '#server/imports/catalogue.ts';
import {
  type Cells,
  readAmount,
  readBoolean,
  readDecimal,
  readInteger,
  readList,
  readProse,
  readText,
  readUrl,
  Wrong,
} from '#server/imports/cells.ts';
import type { Format } from '#server/imports/gather.ts';
import type { OptionValue } from '#shared/schemas/products.ts';

/** Shopify's product CSV, by the old and the new spelling of its header (docs/import.md). */
const COLUMNS: Record<string, string> = {
  handle: 'key',
  'url handle': 'key',
  title: 'title',
  'body (html)': 'description',
  description: 'description',
  vendor: 'vendor',
  type: 'type',
  'product category': 'productCategory',
  tags: 'tags',
  published: 'published',
  'published on online store': 'published',
  status: 'status',
  'option1 name': 'option1.name',
  'option2 name': 'option2.name',
  'option3 name': 'option3.name',
  'option1 value': 'option1.value',
  'option2 value': 'option2.value',
  'option3 value': 'option3.value',
  'variant sku': 'productNum',
  sku: 'productNum',
  'variant price': 'price',
  price: 'price',
  'variant compare at price': 'msrp',
  'compare-at price': 'msrp',
  'cost per item': 'cost',
  'variant inventory tracker': 'tracker',
  'inventory tracker': 'tracker',
  'variant inventory qty': 'stock',
  'inventory quantity': 'stock',
  'variant inventory policy': 'policy',
  'continue selling when out of stock': 'policy',
  'variant grams': 'grams',
  'weight value (grams)': 'grams',
  'image src': 'picture',
  'product image url': 'picture',
  'image position': 'picturePosition',
  'image alt text': 'pictureAlt',
  'variant image': 'image',
  'variant image url': 'image',
  'gift card': 'giftCard',
};

/** Columns of Shopify's that say nothing that this shop keeps. */
const OF_NO_USE =
  /^(google shopping \/|seo |variant (fulfillment service|requires shipping|taxable|barcode|weight unit|tax code)$|included \/|price \/|compare at price \/|compare-at price \/|option[123] linked to$|unit price |barcode$|charge tax$|tax code$|weight unit for display$|requires shipping$|fulfillment service$|collection$|custom product type$|standardized product type$|standard product type$)|\(product\.metafields\./;

export const shopifyFormat: Format = {
  name: 'shopify',
  required: { key: 'Handle', title: 'Title', price: 'Variant Price' },
  columnOf: header => COLUMNS[header] ?? (OF_NO_USE.test(header) ? null : undefined),
  keyOf: cells => cells.need('key', readText(255))?.toLowerCase(),
  productColumns: [
    'title',
    'description',
    'vendor',
    'productCategory',
    'type',
    'tags',
    'published',
    'status',
    'option1.name',
    'option2.name',
    'option3.name',
    'giftCard',
  ],
  hasOptions: (name, value) => !(name === 'Title' && value === 'Default Title'),
  readProduct,
  // Below a product's first row stand rows that only add a picture.
  isVariant: cells => ['option1.value', 'productNum', 'price'].some(column => cells.raw(column) !== ''),
  readVariant,
  readPictures,
};

function readProduct(cells: Cells): Partial<ProductFields> {
  if (cells.take('giftCard', readBoolean, false)) cells.refuse('giftCard', 'gift cards cannot be sold here');
  const leaf = cells.take('productCategory', readText(500), '')?.split('>').at(-1)?.trim();
  const type = cells.take('type', readText(80), '') || leaf;
  return {
    description: cells.take('description', readProse(100_000), ''),
    vendor: cells.take('vendor', readText(120), null),
    tags: cells.take('tags', readList(',', 80), []),
    publish: readPublish(cells),
    ...(type && { type, categories: [type] }),
  };
}

function readPublish(cells: Cells): boolean | undefined {
  const published = cells.take('published', readBoolean, true);
  const active = cells.take('status', readStatus, true);
  return published === undefined && active === undefined
    ? undefined
    : published !== false && active !== false;
}

function readStatus(cell: string): boolean | Wrong {
  const status = cell.toLowerCase();
  if (status === 'active') return true;
  return ['draft', 'archived', 'unlisted'].includes(status)
    ? false
    : new Wrong('is neither active, draft, archived nor unlisted');
}

function readVariant(cells: Cells, key: string, options: OptionValue[]) {
  return {
    // Spreadsheets keep leading zeros only behind an apostrophe.
    productNum:
      cells.take('productNum', cell => readText(80)(cell.replace(/^'/, '')), '') ||
      derivedProductNum(key, options),
    price: cells.need('price', readAmount),
    picture: cells.take('image', readUrl, null),
    fields: {
      // Some exports write 0 where there is no price to compare with.
      msrp: cells.take('msrp', readAmount, null) || (cells.has('msrp') ? null : undefined),
      cost: cells.take('cost', readAmount, null),
      ...readStock(cells),
      ...readWeight(cells),
    },
  };
}

/**
 * Reads what Shopify says of stock. A quantity counts, tracked or not. Without one, a variant that Shopify tracks keeps
 * the stock that it has here; one that it doesn't track is sold without limit there, so it may be back-ordered here.
 */
function readStock(cells: Cells): Partial<VariantFields> {
  const backOrder = cells.take('policy', readPolicy, false);
  if (!cells.has('stock')) return { backOrder };
  if (cells.raw('stock') === '') {
    const untracked = cells.has('tracker') && cells.raw('tracker') === '';
    return { backOrder: untracked || backOrder };
  }
  const stock = cells.take('stock', readInteger(-1_000_000, 10_000_000), 0);
  if (stock !== undefined && stock < 0 && !backOrder) {
    cells.refuse('stock', 'is less than 0, though the variant may not be back-ordered');
  }
  return { stock, backOrder };
}

function readPolicy(cell: string): boolean | Wrong {
  const policy = cell.toLowerCase();
  if (policy === 'continue' || policy === 'deny') return policy === 'continue';
  const flag = readBoolean(cell);
  return flag instanceof Wrong ? new Wrong('is neither deny nor continue') : flag;
}

const GRAMS_PER_OUNCE = 28.349523125;

function readWeight(cells: Cells): Partial<VariantFields> {
  const grams = cells.take('grams', readDecimal(1_000_000), undefined);
  if (grams === undefined) return {};
  const hundredths = Math.round((grams / GRAMS_PER_OUNCE) * 100);
  return { lb: Math.floor(hundredths / 1600), oz: (hundredths % 1600) / 100 };
}

function readPictures(cells: Cells) {
  if (!cells.has('picture')) return undefined;
  const source = cells.take('picture', readUrl, null);
  const alt = cells.take('pictureAlt', readText(512), '') ?? '';
  const position = cells.take('picturePosition', readInteger(0, 100_000), null) ?? null;
  return source ? [{ source, alt, position }] : [];
}

/**
 * A product number for a variant that has none, the same at each import: the handle and the option values,
 * `gemstone.blue`. One that the plain letters do not tell from others gets a piece of its hash.
 */
export function derivedProductNum(key: string, options: OptionValue[]): string {
  const parts = [key, ...options.map(option => option.value.toLowerCase())];
  const plain = parts.map(part => part.replace(/[^a-z0-9-]+/g, '-').replace(/^-+|-+$/g, ''));
  const readable = plain.join('.');
  const exact =
    /^[a-z0-9-]+$/.test(key) && parts.slice(1).every(part => /^[a-z0-9]+( [a-z0-9]+)*$/.test(part));
  if (exact && readable.length <= 80) return readable;
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 8);
  return `${readable.slice(0, 71)}.${hash}`;
}
