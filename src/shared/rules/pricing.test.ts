import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPERTY, RUNS } from '#shared/rules/arbitraries.test-support.ts';
import { type Money, toMoney, ZERO } from '#shared/rules/money.ts';
import {
  basePrice,
  bundlePrice,
  isCheaper,
  nextTierHint,
  priceAtStep,
  pricePerPiece,
  priceSteps,
  tierPrice,
  unitPrice,
  type VariantPrices,
  validateWholesale,
  wholesaleOffers,
  wholesalePrice,
} from '#shared/rules/pricing.ts';
import {
  fieldsOfTiers,
  givenTiers,
  type TierFields,
  tiersOfFields,
} from '#shared/schemas/quantity-prices.ts';

const usd = (amount: number) => amount as Money;

const FIELDS = {
  wholeSaleQtyOne: 10,
  wholeSalePriceOne: usd(5.4),
  wholeSaleQtyTwo: 25,
  wholeSalePriceTwo: usd(5),
  wholeSaleQtyThree: 100,
  wholeSalePriceThree: usd(4.2),
};
const knob: VariantPrices = { price: usd(6), quantityPrices: tiersOfFields(FIELDS) };

/** Rising quantities with falling prices, the highest of them the base price; so many tiers of three. */
function inOrder(counts: readonly number[], cents: readonly number[], tiers = 3) {
  const quantities = counts.toSorted((a, b) => a - b).slice(0, tiers);
  const [price = ZERO, ...prices] = cents.toSorted((a, b) => b - a).map(toMoney);
  const step = (quantity: number, at: number) => ({ quantity, price: prices[at] ?? ZERO });
  return { price, quantityPrices: quantities.map(step) };
}

/** Asks as somebody does who has a special price for it. */
const specially = (price: Money | null) => ({
  variantId: 'it',
  specialPrices: new Map(price === null ? [] : [['it', price]]),
});

describe('the wholesale price', () => {
  it.each([
    [1, 6],
    [9, 6],
    [10, 5.4],
    [11, 5.4],
    [24, 5.4],
    [25, 5],
    [26, 5],
    [99, 5],
    [100, 4.2],
    [101, 4.2],
    [100_000, 4.2],
  ])('for %i is %f [MONEY-01]', (quantity, price) => expect(wholesalePrice(knob, quantity)).toBe(price));

  it.each([
    ['no tier', { wholeSaleQtyOne: null, wholeSaleQtyTwo: null, wholeSaleQtyThree: null }, 6],
    ['threshold 0', { wholeSaleQtyOne: 0, wholeSaleQtyTwo: 0, wholeSaleQtyThree: 0 }, 6],
    ['no price', { wholeSalePriceOne: null, wholeSalePriceTwo: null, wholeSalePriceThree: null }, 6],
    ['tier three alone unset', { wholeSaleQtyThree: null }, 5],
    ['tier two unset between', { wholeSaleQtyTwo: null, wholeSaleQtyThree: 5000 }, 5.4],
  ])('never comes from an unset tier: %s [MONEY-01]', (_, unset, price) => {
    const quantityPrices = tiersOfFields({ ...FIELDS, ...unset });
    expect(wholesalePrice({ ...knob, quantityPrices }, 1000)).toBe(price);
  });

  it('is the base price where there are no tiers', () => {
    expect(wholesalePrice({ price: usd(3), quantityPrices: [] }, 50)).toBe(3);
  });
});

describe('a price tier', () => {
  const all = { scope: 'all' as const, ref: '', percent: 5 };
  const blum = { scope: 'vendor' as const, ref: 'Blum', percent: 12.5 };
  const hinges = { scope: 'category' as const, ref: 'hinges', percent: 20 };
  const of = { vendor: 'Blum', categories: ['hinges', 'soft-close'] };

  it.each([
    ['none', [], of, null],
    ['everything', [all], of, 9.5],
    ['its vendor', [blum], of, 8.75],
    ['its category', [hinges], of, 8],
    ['the best of several, wherever it stands', [all, hinges, blum], of, 8],
    ['not of another vendor', [blum], { vendor: 'blum', categories: [] }, null],
    ['not of another category', [hinges], { vendor: null, categories: ['pulls'] }, null],
    ['not without a vendor', [{ ...blum, ref: '' }], { vendor: null }, null],
    ['0 percent', [{ ...all, percent: 0 }], of, 10],
    ['100 percent', [{ ...all, percent: 100 }], of, 0],
  ])('matches %s', (_, tiers, facts, price) => expect(tierPrice(usd(10), tiers, facts)).toBe(price));

  it('rounds the price that is left, half a cent up', () => {
    expect(tierPrice(usd(0.05), [{ ...all, percent: 50 }], of)).toBe(0.03);
    expect(tierPrice(usd(6.85), [{ ...all, percent: 12.5 }], of)).toBe(5.99);
  });
});

describe('the unit price', () => {
  const at = (quantity: number, special: number | null, percent: number | null) =>
    unitPrice({
      ...knob,
      quantity,
      vendor: 'Blum',
      ...specially(special === null ? null : usd(special)),
      tiers: percent === null ? [] : [{ scope: 'vendor', ref: 'Blum', percent }],
    });

  it.each([
    [1, null, null, 6, 'base'],
    [10, null, null, 5.4, 'wholesale', 10],
    [24, null, null, 5.4, 'wholesale', 10],
    [10, 5.39, null, 5.39, 'special'],
    [10, 5.41, null, 5.4, 'wholesale', 10],
    [1, null, 15, 5.1, 'tier'],
    [25, null, 15, 5, 'wholesale', 25],
    [1, 5.09, 15, 5.09, 'special'],
    [1, 7, null, 6, 'base'],
    [1, 0, 15, 0, 'special'],
  ])(
    'for %i with special price %s and tier %s%% is the lowest, and says why: %f, %s',
    (quantity, special, percent, price, priceSource, priceQuantity = undefined) => {
      const said = { price, originalPrice: 6, priceSource, priceQuantity };
      expect(at(quantity, special, percent)).toEqual(said);
    },
  );

  it('of equal prices names the plainest', () => {
    expect(at(1, 6, 0).priceSource).toBe('base');
    expect(at(10, 5.4, 10).priceSource).toBe('wholesale');
    expect(at(1, 5.4, 10).priceSource).toBe('tier');
  });
});

describe('wholesale rows', () => {
  it('read quantity, price and the whole percent saved', () => {
    expect(wholesaleOffers(knob)).toEqual([
      { quantity: 10, price: 5.4, savePercent: 10 },
      { quantity: 25, price: 5, savePercent: 17 },
      { quantity: 100, price: 4.2, savePercent: 30 },
    ]);
  });

  it('round half a percent up, and leave unset tiers out', () => {
    const variant = { price: usd(2), quantityPrices: [{ quantity: 5, price: usd(1.75) }] };
    expect(wholesaleOffers(variant)).toEqual([{ quantity: 5, price: 1.75, savePercent: 13 }]);
    expect(wholesaleOffers({ price: usd(2), quantityPrices: [] })).toEqual([]);
  });

  it('leave out what is no cheaper than the customer’s own price, and stay against the base price', () => {
    const quantities = (own: number) => wholesaleOffers(knob, usd(own)).map(({ quantity }) => quantity);
    expect(quantities(6)).toEqual([10, 25, 100]);
    expect(quantities(5.41)).toEqual([10, 25, 100]);
    expect(quantities(5.4)).toEqual([25, 100]);
    expect(quantities(4.2)).toEqual([]);
    // Off their own price, however much others pay.
    expect(wholesaleOffers(knob, usd(4.3))).toEqual([{ quantity: 100, price: 4.2, savePercent: 2 }]);
    expect(wholesaleOffers({ ...knob, price: usd(0) })).toEqual([]);
  });

  it.each([
    [5.41, true],
    [5.4, false],
    [5.39, false],
  ])('say something to who pays %d for one, where one costs 5.40: %s', (own, says) => {
    expect(isCheaper({ quantity: 10, price: usd(5.4) }, usd(own))).toBe(says);
    expect(isCheaper(null, usd(own))).toBe(false);
  });
});

describe('the hint to the next tier', () => {
  it.each([
    [1, { more: 9, price: 5.4 }],
    [9, { more: 1, price: 5.4 }],
    [10, { more: 15, price: 5 }],
    [99, { more: 1, price: 4.2 }],
    [100, null],
  ])('at %i', (quantity, hint) => expect(nextTierHint(knob, quantity, null)).toEqual(hint));

  it('names only a tier below what the customer pays', () => {
    expect(nextTierHint(knob, 1, null, usd(5))).toEqual({ more: 99, price: 4.2 });
    expect(nextTierHint(knob, 1, null, usd(4.2))).toBeNull();
    expect(nextTierHint(knob, 10, null, usd(6))).toEqual({ more: 15, price: 5 });
  });

  it('names no tier that there is not enough for', () => {
    expect(nextTierHint(knob, 1, 10)).toEqual({ more: 9, price: 5.4 });
    expect(nextTierHint(knob, 1, 9)).toBeNull();
    expect(nextTierHint(knob, 10, 24)).toBeNull();
    expect(nextTierHint(knob, 1, 0)).toBeNull();
  });
});

describe('the steps of a price', () => {
  it('begin at one and name each quantity from which on a unit costs something else', () => {
    expect(priceSteps(knob)).toEqual([
      { quantity: 1, price: 6 },
      { quantity: 10, price: 5.4 },
      { quantity: 25, price: 5 },
      { quantity: 100, price: 4.2 },
    ]);
    // A tier that the customer's own price undercuts is no step.
    expect(priceSteps({ ...knob, ...specially(usd(5)) })).toEqual([
      { quantity: 1, price: 5 },
      { quantity: 100, price: 4.2 },
    ]);
    expect(priceAtStep([], 1)).toBeNull();
  });

  it('say for every quantity what a customer pays for a unit', PROPERTY, () => {
    const price = fc.integer({ min: 0, max: 2000 });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 2, max: 40 }), { minLength: 3, maxLength: 3 }),
        fc.array(price, { minLength: 4, maxLength: 4 }),
        fc.option(price),
        fc.option(fc.integer({ min: 0, max: 100 })),
        fc.integer({ min: 1, max: 50 }),
        (thresholds, cents, special, percent, quantity) => {
          const asked = {
            ...inOrder(thresholds, cents),
            ...specially(special === null ? null : toMoney(special)),
            tiers: percent === null ? [] : [{ scope: 'all' as const, ref: '', percent }],
          };
          expect(priceAtStep(priceSteps(asked), quantity)).toBe(unitPrice({ ...asked, quantity }).price);
        },
      ),
      { numRuns: RUNS },
    );
  });
});

describe('bundles and bags', () => {
  const items = [
    { price: usd(4.99), quantityPrices: [], quantity: 2 },
    { price: usd(1.25), quantityPrices: [], quantity: 4 },
  ];

  it.each([
    [0, 14.98],
    [10, 13.48],
    [33.33, 9.99],
    [100, 0],
  ])('a bundle less %f%% costs %f', (percent, price) => expect(bundlePrice(items, percent)).toBe(price));

  it('a bundle is priced by its items, whatever its row says', () => {
    const ownPrices = { price: usd(99), quantityPrices: [] };
    const bundle = { ...ownPrices, isBundle: true, bundleItems: items, bundleDiscountPer: 10 };
    expect(basePrice(bundle)).toBe(13.48);
    expect(basePrice({ ...bundle, bundleItems: [] })).toBe(99);
    expect(basePrice({ ...bundle, isBundle: false })).toBe(99);
    expect(unitPrice({ ...bundle, quantity: 1, ...specially(usd(13)) })).toEqual({
      price: 13,
      originalPrice: 13.48,
      priceSource: 'special',
    });
  });

  // 10 knobs and 20 pulls, less 15 %; the shop's SET-QUILLAN-KS10K20P-SN.
  const knobs = { ...knob, variant: 'knob', quantity: 10 };
  const pulls = {
    variant: 'pull',
    quantity: 20,
    price: usd(7),
    quantityPrices: [
      { quantity: 25, price: usd(6.3) },
      { quantity: 100, price: usd(5.6) },
    ],
  };
  const unpriced = { price: usd(0), quantityPrices: [] };
  const set = { ...unpriced, isBundle: true, bundleItems: [knobs, pulls], bundleDiscountPer: 15 };

  it('a bundle counts its items at the whole quantity, and says from how many bundles on', () => {
    // 10 × 5.40 + 20 × 7, less 15 %: what everybody pays for one.
    expect(unitPrice({ ...set, quantity: 1 })).toEqual({
      price: 164.9,
      originalPrice: 164.9,
      priceSource: 'base',
    });
    expect(unitPrice({ ...set, quantity: 2 })).toMatchObject({
      price: 153,
      originalPrice: 164.9,
      priceSource: 'wholesale',
      priceQuantity: 2,
    });
    expect(unitPrice({ ...set, quantity: 9 })).toMatchObject({ price: 137.7, priceQuantity: 5 });
    expect(priceSteps(set)).toEqual([
      { quantity: 1, price: 164.9 },
      { quantity: 2, price: 153 },
      { quantity: 3, price: 149.6 },
      { quantity: 5, price: 137.7 },
      { quantity: 10, price: 130.9 },
    ]);
    expect(wholesaleOffers(set)[0]).toEqual({ quantity: 2, price: 153, savePercent: 7 });
    expect(nextTierHint(set, 2, null)).toEqual({ more: 1, price: 149.6 });
  });

  it('a bundle’s own step counts where it is lower than what its items make of it', () => {
    const stepped = { ...set, quantityPrices: [{ quantity: 2, price: usd(160) }] };
    expect(unitPrice({ ...stepped, quantity: 2 }).price).toBe(153);
    const low = { ...set, quantityPrices: [{ quantity: 2, price: usd(150) }] };
    expect(unitPrice({ ...low, quantity: 2 })).toMatchObject({ price: 150, priceQuantity: 2 });
    expect(unitPrice({ ...low, quantity: 5 })).toMatchObject({ price: 137.7, priceQuantity: 5 });
  });

  it('what a customer pays for the items he pays in the bundle', () => {
    const specialPrices = new Map([['pull', usd(5)]]);
    // 10 × 5.40 + 20 × 5, less 15 %.
    const own = { price: 130.9, originalPrice: 164.9, priceSource: 'special' };
    expect(unitPrice({ ...set, quantity: 1, specialPrices })).toEqual(own);
    expect(unitPrice({ ...set, quantity: 3, specialPrices }).price).toBe(127.5);
    const tiers = [{ scope: 'vendor' as const, ref: 'Blum', percent: 50 }];
    const ofBlum = { ...set, bundleItems: [knobs, { ...pulls, vendor: 'Blum' }] };
    // The tier of a part's vendor, though the set itself is of none: 10 × 5.40 + 20 × 3.50.
    expect(unitPrice({ ...ofBlum, quantity: 1, tiers })).toMatchObject({ price: 105.4, priceSource: 'tier' });
    expect(unitPrice({ ...set, quantity: 1, tiers }).priceSource).toBe('base');
  });

  it.each([
    [10, 10, 1],
    [9.99, 10, 1],
    [0.25, 10, 0.03],
    [0.24, 10, 0.02],
    [7, 1, 7],
  ])('%f for %i pieces is %f a piece', (price, size, each) =>
    expect(pricePerPiece(usd(price), size)).toBe(each),
  );
});

describe('wholesale tiers of a variant', () => {
  const paths = (fields: Partial<TierFields>) =>
    validateWholesale(usd(6), givenTiers(fields)).map(issue => issue.path[0]);

  it.each<[string, Partial<TierFields>, string[]]>([
    ['rise in quantity and fall in price', {}, []],
    ['may be none', unset('One', 'Two', 'Three'), []],
    ['may be the first alone', unset('Two', 'Three'), []],
    ['start above 1', { wholeSaleQtyOne: 1 }, ['wholeSaleQtyOne']],
    ['do not repeat a quantity', { wholeSaleQtyTwo: 10 }, ['wholeSaleQtyTwo']],
    ['do not fall in quantity', { wholeSaleQtyThree: 24 }, ['wholeSaleQtyThree']],
    ['are below the base price', { wholeSalePriceOne: usd(6) }, ['wholeSalePriceOne']],
    ['do not repeat a price', { wholeSalePriceTwo: usd(5.4) }, ['wholeSalePriceTwo']],
    ['do not rise in price', { wholeSalePriceThree: usd(5.01) }, ['wholeSalePriceThree']],
    ['are not negative', { wholeSalePriceThree: usd(-1) }, ['wholeSalePriceThree']],
    ['need a price', { wholeSalePriceThree: null }, ['wholeSalePriceThree']],
    ['need a quantity', { wholeSaleQtyThree: null }, ['wholeSaleQtyThree']],
    ['are whole in quantity', { wholeSaleQtyThree: 100.5 }, ['wholeSaleQtyThree']],
    ['leave no gap', unset('One'), ['wholeSaleQtyTwo']],
    ['leave no gap in the middle', unset('Two'), ['wholeSaleQtyThree']],
  ])('%s', (_, changes, expected) => expect(paths({ ...FIELDS, ...changes })).toEqual(expected));

  it('that are accepted never make more cost more a piece', PROPERTY, () => {
    // In order, but with repeats and gaps: about half of them are refused.
    const quantities = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 3, maxLength: 3 });
    const prices = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 4, maxLength: 4 });
    const anyVariant = fc
      .tuple(quantities, prices, fc.integer({ min: 0, max: 3 }))
      .map(([counts, cents, tiers]) => inOrder(counts, cents, tiers));
    fc.assert(
      fc.property(anyVariant, fc.integer({ min: 1, max: 25 }), (variant, bought) => {
        const { price, quantityPrices } = variant;
        fc.pre(validateWholesale(price, givenTiers(fieldsOfTiers(quantityPrices))).length === 0);
        expect(wholesalePrice(variant, bought + 1)).toBeLessThanOrEqual(wholesalePrice(variant, bought));
      }),
      { numRuns: RUNS },
    );
  });
});

function unset(...names: ('One' | 'Two' | 'Three')[]): Partial<TierFields> {
  return Object.fromEntries(
    names.flatMap(name => [
      [`wholeSaleQty${name}`, null],
      [`wholeSalePrice${name}`, null],
    ]),
  );
}
