import { describe, expect, it } from 'vitest';
import type { Money } from '#shared/rules/money.ts';
import {
  type EditedLine,
  editedFacts,
  editIssues,
  holdsOthers,
  keptSoldFor,
  type SoldLine,
} from '#shared/rules/order-edit.ts';
import { NO_UNITS } from '#shared/rules/returns.ts';
import { type CartLineFacts, priceCart } from '#shared/rules/totals.ts';

const usd = (amount: number) => amount as Money;

/** Two sets at $18 each, which are others in the catalogue by now. */
const set = (said: Partial<SoldLine> = {}): SoldLine => ({
  ...{ _id: 'set', quantity: 2, price: usd(18), originalPrice: usd(20), priceSource: 'base' },
  ...{ itemTax: usd(0), discount: usd(0), itemCredit: usd(0), fulfilled: 0, askedBack: 0, back: NO_UNITS },
  ...{
    isInReturn: false,
    unitsBeforeCoupon: 0,
    isCartPaid: false,
    isSet: true,
    hasOtherParts: true,
    isGone: false,
    soldFor: null,
    ...said,
  },
});
const issuesOf = (line: SoldLine, asked: Omit<EditedLine, '_id'>) =>
  editIssues([line], [{ _id: 'set', ...asked }], { added: 1 });
const quoted = set({ priceSource: 'quoted' });
const named = set({ priceSource: 'override' });
/** Sold at $16, by a quote, before a price was named. */
const namedSince = set({ priceSource: 'override', soldFor: usd(16) });

describe('a set that has other parts by now', () => {
  it('is told from the same one, however its parts lie and are written down', () => {
    const [knob, pull] = [
      { variant: 'knob', quantity: 2 },
      { variant: 'pull', quantity: 1 },
    ];
    expect(holdsOthers([knob, pull], [pull, knob])).toBe(false);
    expect(
      holdsOthers(
        [knob],
        [
          { ...knob, quantity: 1 },
          { ...knob, quantity: 1 },
        ],
      ),
    ).toBe(false);
    expect(holdsOthers([], [])).toBe(false);
    expect(holdsOthers([knob, pull], [knob])).toBe(true);
    expect(holdsOthers([knob], [{ ...knob, quantity: 3 }])).toBe(true);
    expect(holdsOthers([knob], [{ ...knob, variant: 'pull' }])).toBe(true);
    expect(holdsOthers([], [knob])).toBe(true);
  });

  it.each([
    [set(), { quantity: 3 }, 'quantity', /^can’t rise, .* add it as another line, or name a price$/],
    [set(), { quantity: 3, price: null }, 'quantity', /^can’t rise/],
    [quoted, { quantity: 3 }, 'quantity', /^can’t rise/],
    [named, { quantity: 3, price: null }, 'quantity', /^can’t rise/],
    [named, { quantity: 2, price: null }, 'price', /^has to be named/],
    [quoted, { quantity: 1 }, 'price', /^has to be named/],
  ])('%# is refused what it has no price for', (line, asked, field, message) => {
    expect(issuesOf(line, asked)).toEqual([
      { path: ['cart', 0, field], message: expect.stringMatching(message) },
    ]);
  });

  it.each([
    [set(), { quantity: 2 }, { sold: { price: 18, originalPrice: 20, priceSource: 'base' } }],
    [set(), { quantity: 1 }, { sold: { price: 18, originalPrice: 20, priceSource: 'base' } }],
    [set(), { quantity: 3, price: usd(17) }, { overridePrice: 17, overridden: 18 }],
    [named, { quantity: 3 }, { overridePrice: 18, overridden: 20 }],
    [named, { quantity: 2, price: usd(17) }, { overridePrice: 17, overridden: 20 }],
    [namedSince, { quantity: 2, price: usd(17) }, { overridePrice: 17, overridden: 16 }],
    [quoted, { quantity: 1, price: usd(17) }, { overridePrice: 17, overridden: 18 }],
    [set({ hasOtherParts: false }), { quantity: 3 }, {}],
    [set({ hasOtherParts: false }), { quantity: 3, price: usd(17) }, { overridePrice: 17 }],
  ])('%# keeps its price as it becomes fewer, and takes a named one', (line, asked, facts) => {
    expect(issuesOf(line, asked)).toEqual([]);
    expect(editedFacts(line, { _id: 'set', ...asked })).toEqual({ quantity: asked.quantity, ...facts });
  });

  it('is told the price in whose place a named one stands, whatever the catalogue says today', () => {
    const facts = { productId: 'set', variantId: 'set', price: usd(4), quantityPrices: [], stock: 9 };
    const edited = editedFacts(named, { _id: 'set', quantity: 2, price: usd(17) });
    const { cart } = priceCart<CartLineFacts>({
      lines: [{ ...facts, ...edited }],
      ...{ shippingMethod: 'local', shippingTiers: [], taxRate: 0, now: new Date(0) },
    });
    expect(cart).toMatchObject([{ price: 17, originalPrice: 20, priceSource: 'override' }]);
  });

  it('can be taken out, whatever its price was', () => {
    for (const line of [set(), quoted, named]) expect(issuesOf(line, { quantity: 0 })).toEqual([]);
  });
});

describe('goods that left no trace', () => {
  const gone = (said: Partial<SoldLine> = {}) =>
    set({ isSet: false, hasOtherParts: false, isGone: true, ...said });
  const at = (price: number) => ({ price, originalPrice: price, priceSource: 'base' });
  it.each([
    [gone(), { quantity: 2 }, { sold: { price: 18, originalPrice: 20, priceSource: 'base' } }],
    [gone({ priceSource: 'tier' }), { quantity: 3 }, { sold: at(18) }],
    [gone({ priceSource: 'tier' }), { quantity: 2, price: null }, { sold: at(18) }],
    [gone({ priceSource: 'override' }), { quantity: 2, price: null }, { sold: at(20) }],
    [gone({ priceSource: 'override', soldFor: usd(16) }), { quantity: 2, price: null }, { sold: at(16) }],
    [gone({ priceSource: 'override' }), { quantity: 3 }, { overridePrice: 18, overridden: 20 }],
    [gone(), { quantity: 2, price: usd(17) }, { overridePrice: 17, overridden: 18 }],
  ])('%# cost what they were sold for, unless a price is named', (line, asked, facts) => {
    expect(issuesOf(line, asked)).toEqual([]);
    expect(editedFacts(line, { _id: 'set', ...asked })).toEqual({ quantity: asked.quantity, ...facts });
  });
});

describe('the price before a named one', () => {
  it.each([
    ['is kept as one is named', quoted, 'override', 18],
    ['stays as another is named', namedSince, 'override', 16],
    ['is not known where the line came with one', named, 'override', null],
    ['is forgotten as it is taken back', namedSince, 'base', null],
  ] as const)('%s', (_name, was, now, kept) => expect(keptSoldFor(was, now)).toBe(kept));
});
