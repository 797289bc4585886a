import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPERTY, RUNS } from '#shared/rules/arbitraries.test-support.ts';
import { type Money, toMoney } from '#shared/rules/money.ts';
import {
  cheapestPacks,
  MAX_PIECES,
  type PackMix,
  type PackOffer,
  packName,
  thingOf,
} from '#shared/rules/packs.ts';
import { priceAtStep } from '#shared/rules/pricing.ts';

const usd = (amount: number) => amount as Money;
const sold = (
  variantId: string,
  pieceSize: number,
  price: number,
  stock: number | null = null,
): PackOffer => ({
  variantId,
  pieceSize,
  steps: [{ quantity: 1, price: usd(price) }],
  stock,
});
const single = sold('single', 1, 1);
const bag = sold('bag', 10, 8);
const box = sold('box', 25, 18);

const told = (mix: PackMix | null) =>
  mix && [mix.packs.map(pack => `${pack.quantity} ${pack.variantId}`).join(' + '), mix.pieces, mix.total];

describe('the cheapest packs', () => {
  it.each([
    // 11 singles are 11.00, two bags 16.00, a box 18.00.
    [11, '1 single + 1 bag', 11, 9],
    [10, '1 bag', 10, 8],
    // Eight singles cost what a bag does: the bag is one pack.
    [8, '1 bag', 10, 8],
    [7, '7 single', 7, 7],
    // Two bags and two singles, or a box: 18.00 both ways.
    [22, '1 box', 25, 18],
    [25, '1 box', 25, 18],
    [26, '1 single + 1 box', 26, 19],
    [45, '2 bag + 1 box', 45, 34],
  ])('for %d pieces: %s', (pieces, packs, given, total) => {
    expect(told(cheapestPacks(pieces, [single, bag, box]))).toEqual([packs, given, total]);
  });

  it('go no further than the stock', () => {
    const offers = [sold('single', 1, 1, 3), sold('bag', 10, 8, 1)];
    expect(told(cheapestPacks(13, offers))).toEqual(['3 single + 1 bag', 13, 11]);
    expect(cheapestPacks(14, offers)).toBeNull();
    expect(cheapestPacks(1, [sold('single', 1, 1, 0)])).toBeNull();
  });

  it('take more of one pack where its wholesale price makes that cheaper', () => {
    const steps = [
      { quantity: 1, price: usd(1) },
      { quantity: 10, price: usd(0.5) },
    ];
    expect(told(cheapestPacks(6, [{ ...single, steps }]))).toEqual(['10 single', 10, 5]);
    expect(told(cheapestPacks(5, [{ ...single, steps }]))).toEqual(['5 single', 5, 5]);
  });

  it('are none for nothing, for halves, and beyond what anybody asks for', () => {
    for (const pieces of [0, -1, 1.5, Number.NaN, MAX_PIECES + 1]) {
      expect(cheapestPacks(pieces, [single])).toBeNull();
    }
    expect(cheapestPacks(5, [])).toBeNull();
    expect(cheapestPacks(MAX_PIECES, [single, bag, box])?.total).toBe(72_000);
  });

  const offers = fc
    .array(
      fc.record({
        pieceSize: fc.integer({ min: 1, max: 8 }),
        cents: fc.integer({ min: 0, max: 60 }),
        step: fc.option(fc.tuple(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 0, max: 60 }))),
        stock: fc.option(fc.integer({ min: 0, max: 9 })),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map(list =>
      list.map(
        ({ pieceSize, cents, step, stock }, index): PackOffer => ({
          variantId: `offer ${index}`,
          pieceSize,
          steps: [
            { quantity: 1, price: toMoney(cents) },
            ...(step ? [{ quantity: step[0], price: toMoney(Math.min(step[1], cents)) }] : []),
          ],
          stock,
        }),
      ),
    );

  /** Every mix there is, one after the other. */
  function bestOfAll(pieces: number, list: readonly PackOffer[]): [cents: number, packs: number] | null {
    const [offer, ...others] = list;
    if (!offer) return pieces <= 0 ? [0, 0] : null;
    let best: [number, number] | null = null;
    // A wholesale price may make more worth while than is needed.
    const most = Math.min(offer.stock ?? 99, Math.max(8, Math.ceil(Math.max(0, pieces) / offer.pieceSize)));
    for (let quantity = 0; quantity <= most; quantity++) {
      const rest = bestOfAll(pieces - quantity * offer.pieceSize, others);
      if (!rest) continue;
      const price = Math.round((priceAtStep(offer.steps, quantity) ?? 0) * 100);
      const found: [number, number] = [rest[0] + quantity * price, rest[1] + quantity];
      if (!best || found[0] < best[0] || (found[0] === best[0] && found[1] < best[1])) best = found;
    }
    return best;
  }

  it('are the cheapest and fewest of all mixes, and cost what they say', PROPERTY, () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 24 }), offers, (pieces, list) => {
        const mix = cheapestPacks(pieces, list);
        const best = bestOfAll(pieces, list);
        if (!mix || !best) {
          expect([mix, best]).toEqual([null, null]);
          return;
        }
        const of = (id: string) => list.find(offer => offer.variantId === id) as PackOffer;
        const cents = mix.packs.map(
          ({ variantId, quantity }) =>
            quantity * Math.round((priceAtStep(of(variantId).steps, quantity) ?? 0) * 100),
        );
        const count = mix.packs.reduce((sum, pack) => sum + pack.quantity, 0);
        expect([cents.reduce((sum, one) => sum + one, 0), count]).toEqual(best);
        expect(Math.round(mix.total * 100)).toBe(best[0]);
        expect(mix.pieces).toBe(
          mix.packs.reduce((sum, pack) => sum + pack.quantity * of(pack.variantId).pieceSize, 0),
        );
        expect(mix.pieces).toBeGreaterThanOrEqual(pieces);
        for (const { variantId, quantity } of mix.packs) {
          expect(quantity).toBeLessThanOrEqual(of(variantId).stock ?? quantity);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe('packs of one thing', () => {
  const kind = (values: Record<string, string>, more: object = {}) => ({
    ...{ productId: 'p', variantGroup: '' },
    options: Object.entries(values).map(([name, value]) => ({ name, value })),
    ...more,
  });

  it('differ in nothing but the option that names them', () => {
    const one = thingOf(kind({ Finish: 'Brass', Pack: 'One' }));
    expect(thingOf(kind({ Pack: 'Box of 25', Finish: 'Brass' }))).toBe(one);
    expect(thingOf(kind({ Finish: 'Brass' }))).toBe(one);
    expect(thingOf(kind({ Finish: 'Nickel', Pack: 'One' }))).not.toBe(one);
    expect(thingOf(kind({ Finish: 'Brass', 'Screw length': '1"' }))).not.toBe(one);
    expect(thingOf(kind({ Finish: 'Brass' }, { productId: 'q' }))).not.toBe(one);
    expect(thingOf(kind({ Finish: 'Brass' }, { variantGroup: 'Long' }))).not.toBe(one);
  });

  it('are called by that option, else by what is in one', () => {
    expect(packName({ ...kind({ Pack: 'Box of 25' }), pieceSize: 25 })).toBe('Box of 25');
    expect(packName({ ...kind({}), pieceSize: 10 })).toBe('pack of 10');
    expect(packName({ ...kind({ Finish: 'Brass' }), pieceSize: 1 })).toBe('single');
  });
});
