import { describe, expect, it } from 'vitest';
import { listPrice, offerOf } from '#client/features/product/offer.ts';
import { toMoney } from '#shared/rules/money.ts';
import type { Variant } from '#shared/schemas/products.ts';

const variant = (price: number) =>
  ({
    price: toMoney(price),
    originalPrice: toMoney(600),
    bundleItems: [] as Variant['bundleItems'],
    wholeSaleQtyOne: 10,
    wholeSalePriceOne: toMoney(540),
    wholeSaleQtyTwo: 50,
    wholeSalePriceTwo: toMoney(450),
  }) as Variant;

describe('what so many of a variant cost', () => {
  it('is the price of the tier that the quantity reaches, and names the next', () => {
    expect(offerOf(variant(600), 9)).toMatchObject({
      price: 6,
      total: 54,
      reached: undefined,
      hint: { more: 1, price: 5.4 },
    });
    expect(offerOf(variant(600), 10)).toMatchObject({
      price: 5.4,
      total: 54,
      reached: { quantity: 10, savePercent: 10 },
      hint: { more: 40, price: 4.5 },
    });
  });

  it('is the customer’s own price where that is lower, and hints at lower ones alone', () => {
    const own = variant(500);
    expect(offerOf(own, 10)).toMatchObject({ price: 5, hint: { more: 40, price: 4.5 } });
    expect(offerOf(own, 50)).toMatchObject({ price: 4.5, hint: null });
    expect(offerOf(own, 10)).toMatchObject({ offers: [{ quantity: 50 }], reached: undefined });
    expect(offerOf(variant(600), 1).offers).toMatchObject([{ quantity: 10 }, { quantity: 50 }]);
    expect(offerOf(variant(450), 50)).toMatchObject({ price: 4.5, offers: [] });
  });

  it('holds out no price of more than can be had', () => {
    const few = { ...variant(600), stock: 9, dropShip: false, backOrder: false };
    expect(offerOf(few, 1).hint).toBeNull();
    expect(offerOf({ ...few, stock: 10 }, 1).hint).toEqual({ more: 9, price: 5.4 });
    expect(offerOf({ ...few, backOrder: true }, 1).hint).toEqual({ more: 9, price: 5.4 });
  });

  it('says what it comes from: the quantity, or what the server said of the customer’s own', () => {
    expect(offerOf(variant(600), 9).why).toEqual({ priceSource: 'base' });
    expect(offerOf(variant(600), 12).why).toEqual({ priceSource: 'wholesale', priceQuantity: 10 });
    const own = { ...variant(500), priceSource: 'special' } as Variant;
    expect(offerOf(own, 12).why).toEqual({ priceSource: 'special' });
    expect(offerOf(own, 50).why).toEqual({ priceSource: 'wholesale', priceQuantity: 50 });
  });

  it('of a set counts its parts at the whole quantity', () => {
    const part = { quantity: 10, price: toMoney(200), wholeSaleQtyOne: 50, wholeSalePriceOne: toMoney(150) };
    const set = {
      ...{ price: toMoney(1800), originalPrice: toMoney(1800), isBundle: true, stock: 9 },
      ...{ bundleItems: [part], bundleDiscountPer: 10 },
    } as unknown as Variant;
    expect(offerOf(set, 2)).toMatchObject({ price: 18, hint: { more: 3, price: 13.5 } });
    expect(offerOf(set, 5)).toMatchObject({ price: 13.5, total: 67.5, reached: { quantity: 5 } });
  });

  it('stands beside a list price that differs', () => {
    expect(listPrice(toMoney(600), toMoney(800))).toBe(8);
    expect(listPrice(toMoney(600), toMoney(600))).toBeNull();
    expect(listPrice(toMoney(600), null)).toBeNull();
  });
});
