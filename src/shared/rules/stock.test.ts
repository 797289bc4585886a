import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPERTY, RUNS } from '#shared/rules/arbitraries.test-support.ts';
import {
  type BundleItemStock,
  bundleStock,
  canSupply,
  canSupplyBesides,
  lowerTo,
  type StockFacts,
  sellableStock,
  shortages,
  stockDemand,
  stockWords,
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

const knobs = (quantity: number, stock: number, flags: Partial<StockFacts> = {}) => ({
  variantId: 'knob',
  stock,
  quantity,
  ...flags,
});
const sets = (quantity: number, stock: number) => ({
  ...bundle([item(4, stock)]),
  variantId: 'set',
  quantity,
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
    const kits = stockDemand({ ...bundle([item(2, stock)]), variantId: 'kit', quantity: 4 });
    const knob = { stock, variantId: 'knob', quantity };
    expect(canSupplyBesides(knob, kits)).toBe(supplied);
    expect(canSupplyBesides({ ...knob, backOrder: true }, kits)).toBe(true);
    expect(canSupplyBesides({ ...knob, variantId: 'other' }, kits)).toBe(true);
  });

  it.each([
    [0, -1, true],
    [0, 0, false],
    [1, 0, true],
    [1, 1, false],
    [-3, -1, true],
    [-3, 0, false],
  ])('of %i pieces, with %i that others take, supplies one: %s', (stock, pieces, supplied) => {
    const others = [{ variant: 'knob', pieces }];
    expect(canSupplyBesides({ stock, variantId: 'knob', quantity: 1 }, others)).toBe(supplied);
    expect(canSupplyBesides({ ...bundle([item(1, stock)]), variantId: 'kit', quantity: 1 }, others)).toBe(
      supplied,
    );
  });
});

describe('what a cart is short of', () => {
  it.each<[string, Parameters<typeof shortages>[0], (number | null)[]]>([
    ['nothing, to the last piece', [knobs(5, 5)], [null]],
    ['what one asks beyond that', [knobs(6, 5)], [5]],
    ['all of it', [knobs(6, 0)], [0]],
    ['the later line of two', [knobs(3, 5), knobs(3, 5)], [null, 2]],
    ['nothing when drop-shipped', [knobs(9, 0, { dropShip: true })], [null]],
    ['nothing with back-orders', [knobs(9, 0, { backOrder: true })], [null]],
    ['bundles, by what other lines take of their items', [knobs(3, 10), sets(2, 10)], [null, 1]],
    ['what bundles took before', [sets(2, 10), knobs(3, 10)], [null, 2]],
  ])('%s', (_, cart, short) => expect(shortages(cart)).toEqual(short));

  it('can all be supplied once each line takes what there is', PROPERTY, () => {
    const line = fc.record({ set: fc.boolean(), quantity: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), fc.integer({ min: 0, max: 40 }), (lines, stock) => {
        const cart = lines.map(({ set, quantity }) => (set ? sets(quantity, stock) : knobs(quantity, stock)));
        const left = shortages(cart);
        const taken = cart.map((one, index) => ({ ...one, quantity: left[index] ?? one.quantity }));
        for (const [index, one] of taken.entries()) {
          expect(canSupplyBesides(one, taken.toSpliced(index, 1).flatMap(stockDemand))).toBe(true);
          const more = { ...one, quantity: one.quantity + 1 };
          const earlier = taken.slice(0, index).flatMap(stockDemand);
          if (left[index] !== null) expect(canSupplyBesides(more, earlier)).toBe(false);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe('lines lowered to what is left', () => {
  it.each<[string, [sets: number, knobs: number], Map<string, number>, number[]]>([
    ['take what they ask for where there is as much', [1, 3], new Map([['knob', 7]]), [1, 3]],
    ['take the rest, the first line first', [2, 3], new Map([['knob', 10]]), [2, 2]],
    ['take whole sets alone', [3, 1], new Map([['knob', 7]]), [1, 1]],
    ['take nothing where nothing is left', [1, 1], new Map([['knob', 0]]), [0, 0]],
    ['take nothing where more was sold than there was', [1, 1], new Map([['knob', -4]]), [0, 0]],
    ['know no limit of what is not named', [9, 9], new Map([['screw', 0]]), [9, 9]],
  ])('%s', (_, [setCount, knobCount], left, expected) => {
    const asked = [sets(setCount, 99), knobs(knobCount, 99)];
    expect(lowerTo(asked, left)).toEqual(expected);
  });
});

describe('stock in words', () => {
  it.each<[StockFacts, number, string]>([
    [{ stock: 1200 }, 1, '1,200 in stock'],
    [{ stock: 5 }, 5, '5 in stock'],
    [{ stock: 5 }, 6, 'Only 5 in stock'],
    [{ stock: 0 }, 1, 'Out of stock'],
    [{ stock: 0, backOrder: true }, 9, 'Available to order'],
    [{ stock: 0, dropShip: true }, 9, 'Ships from the maker'],
    [bundle([item(4, 10)]), 1, '2 in stock'],
  ])('%j for %d: %s', (facts, quantity, words) => expect(stockWords(facts, quantity)).toBe(words));
});
