import { describe, expect, it } from 'vitest';
import { tileOfSwatch } from '#client/features/catalog/chosen-swatch.ts';
import { toMoney } from '#shared/rules/money.ts';
import type { Tile } from '#shared/schemas/products.ts';

const swatch = { label: 'Brass', hex: '#c2a068', hex2: null, productNum: 'BP-SB', image: '/art/brass' };
const tile: Tile = {
  _id: 'product',
  variant: 'nickel',
  title: 'Bar Pull',
  image: '/art/nickel',
  label: 'Sale',
  productNum: 'BP-SN',
  price: toMoney(500),
  msrp: toMoney(700),
  from: toMoney(410),
  averageRating: 4,
  reviewCount: 2,
  stock: 9,
  available: true,
  variantCount: 2,
  centers: ['3"'],
  secondImage: '/art/nickel-side',
  swatches: [swatch],
  wholeSaleOne: { quantity: 25, price: toMoney(450) },
};
const facts = {
  _id: 'brass',
  price: toMoney(650),
  msrp: null,
  label: '',
  stock: 0,
  dropShip: false,
  backOrder: false,
  wholeSaleOne: null,
  image: '/art/brass',
};

describe('a tile whose swatch was pressed', () => {
  it('shows and links the variant at once, and sells nothing before its facts are there', () => {
    expect(tileOfSwatch(tile, swatch, null)).toMatchObject({
      productNum: 'BP-SB',
      image: '/art/brass',
      secondImage: null,
      available: false,
    });
  });

  it('then shows its number, price and stock, none of the other variant', () => {
    expect(tileOfSwatch(tile, swatch, facts)).toMatchObject({
      variant: 'brass',
      productNum: 'BP-SB',
      price: 6.5,
      msrp: null,
      from: null,
      label: '',
      stock: 0,
      available: false,
      wholeSaleOne: null,
    });
    expect(tileOfSwatch(tile, swatch, { ...facts, backOrder: true }).available).toBe(true);
    expect(tileOfSwatch(tile, { ...swatch, image: null }, { ...facts, image: null }).image).toBe(
      '/art/nickel',
    );
  });
});
