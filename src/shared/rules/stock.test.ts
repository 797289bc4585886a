import { describe, expect, it } from 'vitest';
import {
  type BundleItemStock,
  bundleStock,
  canSupply,
  canSupplyBesides,
  type StockFacts,
  sellableStock,
  stockDemand,
} from '#shared/rules/stock.ts';

const item = (quantity: number, stock: number, flags: Partial<BundleItemStock> = {}): BundleItemStock => ({
  variant: 'knob',
  quantity,
  stock,
  ...flags,
});
const bundle = (items: readonly BundleItemStock[], flags: Partial<StockFacts> = {}): StockFacts => ({
  stock: 99,
  isBundle: true,
  bundleItems: items,
  ...flags,
});

describe('sellable stock', () => {
  it.each<[string, StockFacts, number | null]>([
    ['what is on the shelf', { stock: 5 }, 5],
    ['never below 0', { stock: -3 }, 0],
    ['without limit when drop-shipped', { stock: 0, dropShip: true }, null],
    ['without limit with back-orders', { stock: 0, backOrder: true }, null],
    ['of a bundle, by its items', bundle([item(2, 7)]), 3],
    ['of a drop-shipped bundle, by its items', bundle([item(2, 7)], { dropShip: true }), 3],
    ['of a bundle with back-orders, by its items', bundle([item(2, 1)], { backOrder: true }), 0],
    ['of a bundle of unlimited items, without limit', bundle([item(2, 0, { dropShip: true })]), null],
    ['of an empty bundle, its own', bundle([], { stock: 9 }), 9],
    ['of an empty drop-shipped bundle, without limit', bundle([], { dropShip: true }), null],
    ['of what is no bundle any more, its own', { stock: 9, bundleItems: [item(2, 0)] }, 9],
  ])('is %s', (_, facts, expected) => {
    expect(sellableStock(facts)).toBe(expected);
    expect(canSupply(facts, expected ?? 100_000)).toBe(true);
    expect(canSupply(facts, (expected ?? Number.POSITIVE_INFINITY) + 1)).toBe(expected === null);
  });
});

describe('bundle stock', () => {
  it.each<[BundleItemStock[], number | null]>([
    [[item(2, 7), item(1, 4)], 3],
    [[item(2, 7), item(1, 2)], 2],
    [[item(2, 1)], 0],
    [[item(2, 2)], 1],
    [[item(2, -4)], 0],
    [[item(2, 0, { dropShip: true }), item(3, 9)], 3],
    [[item(2, 0, { backOrder: true })], null],
  ])('of %j is the fewest whole bundles: %s', (items, expected) => expect(bundleStock(items)).toBe(expected));
});

describe('what a line takes off the shelf', () => {
  const line = (facts: StockFacts, quantity = 3) => ({ ...facts, variantId: 'kit', quantity });

  it.each([
    ['itself', { stock: 5 }, [{ variant: 'kit', pieces: 3, limit: 5 }]],
    [
      'itself below 0, with back-orders',
      { stock: 0, backOrder: true },
      [{ variant: 'kit', pieces: 3, limit: null }],
    ],
    ['nothing, when drop-shipped', { stock: 5, dropShip: true }, []],
    [
      'its items, whatever it is itself',
      bundle([item(2, 7)], { dropShip: true }),
      [{ variant: 'knob', pieces: 6, limit: 7 }],
    ],
    ['no drop-shipped items', bundle([item(2, 7, { dropShip: true })]), []],
    ['itself, as an empty bundle', bundle([]), [{ variant: 'kit', pieces: 3, limit: 99 }]],
  ])('is %s', (_, facts, expected) => expect(stockDemand(line(facts))).toEqual(expected));

  it.each([
    [9, 1, true],
    [8, 1, false],
    [8, 2, false],
    [10, 2, true],
  ])('of %i pieces, with 8 of them in bundles, supplies %i more: %s', (stock, quantity, supplied) => {
    const kits = { ...bundle([item(2, stock)]), variantId: 'kit', quantity: 4 };
    const knob = { stock, variantId: 'knob', quantity };
    expect(canSupplyBesides(knob, [kits])).toBe(supplied);
    expect(canSupplyBesides({ ...knob, backOrder: true }, [kits])).toBe(true);
    expect(canSupplyBesides({ ...knob, variantId: 'other' }, [kits])).toBe(true);
  });
});
