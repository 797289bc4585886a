import { describe, expect, it } from 'vitest';
import { bundleStock, canSupply, sellableStock } from '#shared/rules/stock.ts';

describe('sellable stock', () => {
  it.each([
    ['what is on the shelf', { stock: 5 }, 5],
    ['never below 0', { stock: -3 }, 0],
    ['without limit when drop-shipped', { stock: 0, dropShip: true }, null],
    ['without limit with back-orders', { stock: 0, backOrder: true }, null],
    ['of a bundle, by its items', { stock: 99, isBundle: true, bundleItems: [{ quantity: 2, stock: 7 }] }, 3],
    ['of an empty bundle, its own', { stock: 9, isBundle: true, bundleItems: [] }, 9],
  ])('is %s', (_, facts, expected) => expect(sellableStock(facts)).toBe(expected));

  it.each([
    [4, true],
    [5, true],
    [6, false],
  ])('of 5 supplies %i: %s', (quantity, supplied) =>
    expect(canSupply({ stock: 5 }, quantity)).toBe(supplied),
  );

  it('without limit supplies anything', () =>
    expect(canSupply({ stock: 0, dropShip: true }, 100_000)).toBe(true));
});

describe('bundle stock', () => {
  it.each([
    [
      [
        { quantity: 2, stock: 7 },
        { quantity: 1, stock: 4 },
      ],
      3,
    ],
    [
      [
        { quantity: 2, stock: 7 },
        { quantity: 1, stock: 2 },
      ],
      2,
    ],
    [[{ quantity: 2, stock: 1 }], 0],
    [[{ quantity: 2, stock: -4 }], 0],
    [
      [
        { quantity: 2, stock: 0, dropShip: true },
        { quantity: 3, stock: 9 },
      ],
      3,
    ],
    [[{ quantity: 2, stock: 0, backOrder: true }], null],
  ])('of %j is the fewest whole bundles: %s', (items, expected) => expect(bundleStock(items)).toBe(expected));
});
