import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPERTY, RUNS } from '#shared/rules/arbitraries.test-support.ts';
import { type PickedLine, thingsToPick, unitsPicked } from '#shared/rules/picking.ts';

const knobs: PickedLine = {
  ...{ _id: 'knobs', quantity: 10, fulfilled: 4, dropShip: false, isBundle: false, items: [] },
};
const sets: PickedLine = {
  ...knobs,
  _id: 'sets',
  quantity: 3,
  fulfilled: 0,
  isBundle: true,
  items: [
    { _id: 'knob', quantity: 10, isOnShelf: true },
    { _id: 'pull', quantity: 2, isOnShelf: true },
    { _id: 'template', quantity: 1, isOnShelf: false },
  ],
};
const picked = (pieces: Record<string, number>) => (place: string) => pieces[place] ?? 0;

describe('to be picked of a line', () => {
  it('is what is not fulfilled yet, of a set each of its things', () => {
    expect(thingsToPick(knobs)).toEqual([{ place: 'knobs', each: 1, asked: 6 }]);
    expect(thingsToPick(sets)).toEqual([
      { place: 'knob', each: 10, asked: 30 },
      { place: 'pull', each: 2, asked: 6 },
    ]);
  });

  it.each<[string, Partial<PickedLine>]>([
    ['what is fulfilled', { fulfilled: 10 }],
    ['what the maker sends', { dropShip: true }],
    [
      'a set of which the maker sends all',
      { isBundle: true, items: [{ _id: 'x', quantity: 1, isOnShelf: false }] },
    ],
  ])('is nothing of %s', (_, changes) => {
    expect(thingsToPick({ ...knobs, ...changes })).toEqual([]);
    expect(unitsPicked({ ...knobs, ...changes }, () => 99)).toBe(0);
  });

  it('is the line itself of a set that holds nothing', () => {
    expect(thingsToPick({ ...knobs, isBundle: true })).toEqual([{ place: 'knobs', each: 1, asked: 6 }]);
  });
});

describe('the units that picked pieces make', () => {
  it.each([
    [{ knob: 30, pull: 6 }, 3],
    [{ knob: 29, pull: 6 }, 2],
    [{ knob: 30, pull: 1 }, 0],
    [{ knob: 30 }, 0],
  ])('are whole sets: %j make %i', (pieces, units) => {
    expect(unitsPicked(sets, picked(pieces))).toBe(units);
  });

  it('are all that is open where everything was picked, and never more', PROPERTY, () => {
    const line = fc
      .record({
        quantity: fc.integer({ min: 1, max: 500 }),
        share: fc.integer({ min: 0, max: 100 }),
        isBundle: fc.boolean(),
        items: fc.uniqueArray(
          fc.record({
            _id: fc.constantFrom('a', 'b', 'c'),
            quantity: fc.integer({ min: 1, max: 20 }),
            isOnShelf: fc.boolean(),
          }),
          { selector: ({ _id }) => _id },
        ),
      })
      .map(({ share, ...said }) => ({
        ...{ ...knobs, ...said },
        fulfilled: Math.floor((said.quantity * share) / 100),
      }));
    fc.assert(
      fc.property(
        line,
        fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 3, maxLength: 3 }),
        (some, shares) => {
          const things = thingsToPick(some);
          const open = some.quantity - some.fulfilled;
          const all = new Map(things.map(({ place, asked }) => [place, asked]));
          expect(unitsPicked(some, place => all.get(place) ?? 0)).toBe(things.length > 0 ? open : 0);
          const part = new Map(
            things.map(({ place, asked }, at) => [place, Math.floor((asked * (shares[at] ?? 0)) / 100)]),
          );
          const units = unitsPicked(some, place => part.get(place) ?? 0);
          expect(units).toBeLessThanOrEqual(open);
          for (const { place, each } of things)
            expect(units * each).toBeLessThanOrEqual(part.get(place) ?? 0);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
