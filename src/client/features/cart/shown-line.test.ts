import { describe, expect, it } from 'vitest';
import { pricesOf, shownWorkingLine } from '#client/features/cart/shown-line.ts';
import { workingLine } from '#client/features/cart/working-line.test-support.ts';
import { toMoney } from '#shared/rules/money.ts';
import type { CostLine } from '#shared/schemas/cart-lines.ts';

const line = workingLine({ quantity: 4, quantityPrices: [{ quantity: 10, price: toMoney(617) }] });

const priced: CostLine = {
  productId: 'p1',
  variantId: 'v1',
  variantGroup: '',
  quantity: 4,
  room: '',
  name: 'Bar pull, Satin Brass',
  image: null,
  productNum: 'BP-96',
  vendor: 'Harrow & Pike',
  fulfilled: 0,
  price: toMoney(685),
  originalPrice: toMoney(685),
  priceSource: 'base',
  lb: 0,
  oz: 2,
  binLocation: '',
  variantRef: null,
  pieceSize: 1,
  stock: 40,
  dropShip: false,
  backOrder: false,
  short: null,
  isBundle: false,
  bundleItems: [],
  bundleDiscountPer: 0,
  bundleDiscount: 0,
  wholeSaleOne: { quantity: 10, price: toMoney(617) },
  wholeSaleTwo: null,
  wholeSaleThree: null,
  itemShipping: toMoney(0),
  itemTax: toMoney(0),
  itemDiscount: toMoney(0),
  itemCredit: toMoney(0),
};

describe('a line of the working cart', () => {
  it('shows what the browser remembers until the server has priced it', () => {
    expect(shownWorkingLine({ ...line, quantity: 12 })).toMatchObject({
      name: 'Bar pull',
      price: 6.17,
      lineTotal: 74.04,
      nextTier: null,
      stock: null,
      priceWas: null,
    });
    // The figures of another quantity say nothing of this one's price.
    expect(shownWorkingLine({ ...line, quantity: 12 }, priced)).toMatchObject({
      name: 'Bar pull, Satin Brass',
      price: 6.17,
      stock: '40 in stock',
      short: null,
    });
  });

  it('tells the tier ahead and the stock in words', () => {
    expect(shownWorkingLine(line, priced)).toMatchObject({
      nextTier: { more: 6, price: 6.17 },
      stock: '40 in stock',
      priceWas: null,
    });
    const left = shownWorkingLine(line, { ...priced, stock: 3, short: 3 });
    // Ten can't be had, so their price is not held out.
    expect(left).toMatchObject({ stock: 'Only 3 in stock', short: 3, nextTier: null });
  });

  it('tells what a unit cost when the price went up or down meanwhile, until that is accepted', () => {
    const dearer = { ...priced, price: toMoney(720), originalPrice: toMoney(720) };
    expect(shownWorkingLine(line, dearer).priceWas).toBe(6.85);
    const cheaper = { ...priced, price: toMoney(600), originalPrice: toMoney(600) };
    expect(shownWorkingLine(line, cheaper).priceWas).toBe(6.85);
    for (const now of [dearer, cheaper]) {
      const accepted = { ...line, ...pricesOf(now) };
      expect(shownWorkingLine(accepted, now).priceWas).toBeNull();
    }
  });

  it('takes for no change what the browser could not know: tiers of a tile, terms of one’s own', () => {
    const tile = { ...line, quantity: 50 };
    const second = { ...priced, quantity: 50, price: toMoney(550), priceSource: 'wholesale' as const };
    expect(shownWorkingLine(tile, second).priceWas).toBeNull();
    const own = { ...priced, price: toMoney(500), priceSource: 'special' as const };
    expect(shownWorkingLine(line, own).priceWas).toBeNull();
  });

  it('has no price to look forward to once it is gone', () => {
    expect(shownWorkingLine(line, undefined, 'is no longer available')).toMatchObject({
      gone: 'is no longer available',
      nextTier: null,
      stock: null,
    });
  });
});
