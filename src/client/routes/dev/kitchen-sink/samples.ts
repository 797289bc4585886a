import { toMoney } from '#shared/rules/money.ts';
import type { Product, Tile, Variant } from '#shared/schemas/products.ts';
import { fieldsOfTiers, toldTiers } from '#shared/schemas/quantity-prices.ts';

/** Samples to show the pieces with; nothing of it is sold. */
const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const usd = (cents: number) => toMoney(cents);
const ART = '/art/ring-knob-satin-brass';

export const tile: Tile = {
  _id: id(1),
  variant: id(11),
  title: 'Avalon Ring Knob, 1-1/4" diameter',
  image: ART,
  label: '',
  productNum: 'AV-125-SB',
  price: usd(685),
  msrp: usd(850),
  from: usd(685),
  averageRating: 4.4,
  reviewCount: 18,
  stock: 1240,
  available: true,
  variantCount: 3,
  centers: [],
  secondImage: null,
  swatches: [
    { label: 'Satin Brass', hex: '#b8974f', hex2: null, productNum: 'KS-11', image: ART },
    { label: 'Matte Black', hex: '#222222', hex2: null, productNum: 'KS-12', image: null },
    { label: 'Two-tone', hex: '#dddddd', hex2: '#8a6d3b', productNum: 'KS-13', image: null },
  ],
  wholeSaleOne: { quantity: 25, price: usd(617) },
};

const LONG_NUMBER = 'SET-EXTRAORDINARY-KS10K20P-PN';

/** A tile in each of its states. */
export const tiles: Tile[] = [
  tile,
  {
    ...tile,
    _id: id(2),
    label: 'New',
    title: 'New, without reviews, of a long number',
    productNum: LONG_NUMBER,
    reviewCount: 0,
    from: null,
  },
  { ...tile, _id: id(3), label: 'Sale', title: 'On sale', msrp: usd(1200) },
  { ...tile, _id: id(4), title: 'Out of stock', available: false, stock: 0 },
  { ...tile, _id: id(5), title: 'Available to order, no picture', image: null, stock: 0, swatches: [] },
  { ...tile, _id: id(6), title: 'A picture that is not there', image: '/art/nowhere' },
  {
    ...tile,
    _id: id(7),
    title:
      'A title so long that it would take three lines in the tile if it were let: Extraordinarily Ornamented Appliance Pull',
    productNum: LONG_NUMBER,
    centers: ['3"', '3-3/4"', '128 mm'],
    wholeSaleOne: null,
  },
];

const quantityPrices = [
  { quantity: 25, price: usd(617) },
  { quantity: 100, price: usd(540) },
];

const variant: Variant = {
  _id: id(11),
  title: 'Avalon Ring Knob',
  product_id: id(1),
  vendor: 'Harrow & Pike',
  tags: [],
  options: [{ name: 'Finish', value: 'Satin Brass' }],
  variantGroup: '',
  label: '',
  thumbnail: null,
  image: ART,
  favorite: false,
  stock: 1240,
  backOrder: false,
  dropShip: false,
  price: usd(685),
  originalPrice: usd(685),
  msrp: usd(850),
  pieceSize: 10,
  ...toldTiers(quantityPrices),
  ...fieldsOfTiers(quantityPrices),
  productNum: 'AV-125-SB',
  lb: 0,
  oz: 2.4,
  dimensions: { diameter: { mm: 31.75, unit: 'in' }, projection: { mm: 27, unit: 'mm' } },
  isBundle: false,
  bundleItems: [],
  bundleDiscountPer: 0,
};

export const variants: [Variant, ...Variant[]] = [
  variant,
  {
    ...variant,
    _id: id(12),
    productNum: 'AV-125-MB',
    options: [{ name: 'Finish', value: 'Matte Black' }],
    stock: 0,
  },
  {
    ...variant,
    _id: id(13),
    productNum: 'AV-125-TT',
    options: [{ name: 'Finish', value: 'Two-tone' }],
    backOrder: true,
    stock: 0,
  },
];

export const product: Product = {
  _id: id(1),
  title: tile.title,
  description: '<p>A solid ring knob.</p>',
  type: 'Knob',
  image: ART,
  pictures: [{ path: ART, alt: '' }],
  flammable: false,
  sale: false,
  isBundle: false,
  bundleItems: [],
  vendor: 'Harrow & Pike',
  categories: ['Knobs'],
  subcategories: [],
  tags: [],
  options: [{ name: 'Finish', values: ['Satin Brass', 'Matte Black', 'Two-tone'] }],
  variantLayout: 0,
  dropShip: false,
  local: false,
  averageRating: 4.4,
  reviewCount: 18,
  reviews: [],
  relatedProduct: [],
  relatedProductText: '',
  suggestions: [],
  variants,
  selected: variant._id,
  updatedAt: '2026-01-01T00:00:00.000Z',
};

/** Figures of an order with everything in them. */
export const figures = {
  subTotal: usd(68_500),
  shipping: usd(995),
  tax: usd(5_086),
  taxRate: 0.0825,
  discount: usd(6_850),
  storeCredit: usd(0),
  total: usd(67_731),
};
