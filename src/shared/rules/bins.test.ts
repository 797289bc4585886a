import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPERTY, RUNS } from '#shared/rules/arbitraries.test-support.ts';
import { compareBins, groupByBin, type Take } from '#shared/rules/bins.ts';

const bin = fc.oneof(
  fc.constantFrom('', 'A2', 'A02', 'A10', 'a2', 'B-1', 'B-10', 'Wall 3', '7'),
  fc.string({ maxLength: 5 }),
);
const take: fc.Arbitrary<Take> = fc.record({
  bin,
  variant: fc.constantFrom('v1', 'v2', 'v3'),
  pieces: fc.integer({ min: 1, max: 500 }),
  isPriceNamed: fc.boolean(),
  order: fc.constantFrom('o1', 'o2', 'o3'),
  name: fc.constant('Knob'),
  productNum: fc.constantFrom('K-1', 'K-2'),
});
const sum = (counts: readonly { pieces: number }[]) => counts.reduce((all, { pieces }) => all + pieces, 0);

describe('bins', () => {
  it('come in the order in which one walks past them, what lies in none last', () => {
    expect(['B1', '', 'A10', 'A2', 'A02', 'A1'].toSorted(compareBins)).toEqual([
      ...['A1', 'A02', 'A2', 'A10', 'B1', ''],
    ]);
  });

  it('have one order, whichever way they are compared', PROPERTY, () => {
    fc.assert(
      fc.property(bin, bin, bin, (one, other, third) => {
        expect(Math.sign(compareBins(one, other))).toBe(-Math.sign(compareBins(other, one)) + 0);
        expect(compareBins(one, other) === 0).toBe(one === other);
        if (compareBins(one, other) <= 0 && compareBins(other, third) <= 0) {
          expect(compareBins(one, third)).toBeLessThanOrEqual(0);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe('the picking list over several orders', () => {
  it('goes to each bin once and says who takes how many, and whose price staff named', () => {
    const plain = { isPriceNamed: false };
    const named = { isPriceNamed: true };
    const knob = { variant: 'v1', productNum: 'K-1', name: 'Knob' };
    const pull = { variant: 'v2', productNum: 'K-10', name: 'Pull' };
    const hinge = { variant: 'v3', productNum: 'K-9', name: 'Hinge' };
    expect(
      groupByBin([
        { ...knob, ...plain, bin: 'A10', pieces: 4, order: 'one' },
        { ...pull, ...plain, bin: 'A2', pieces: 1, order: 'one' },
        { ...knob, ...plain, bin: 'A10', pieces: 6, order: 'two' },
        { ...hinge, ...named, bin: 'A2', pieces: 2, order: 'two' },
        { ...knob, ...named, bin: 'A10', pieces: 1, order: 'one' },
      ]),
    ).toEqual([
      {
        bin: 'A2',
        lines: [
          { ...hinge, pieces: 2, takers: [{ order: 'two', pieces: 2, ...named }] },
          { ...pull, pieces: 1, takers: [{ order: 'one', pieces: 1, ...plain }] },
        ],
      },
      {
        bin: 'A10',
        lines: [
          {
            ...knob,
            pieces: 11,
            takers: [
              { order: 'one', pieces: 5, ...named },
              { order: 'two', pieces: 6, ...plain },
            ],
          },
        ],
      },
    ]);
  });

  it('loses no piece and names no bin, variant or order twice', PROPERTY, () => {
    fc.assert(
      fc.property(fc.array(take, { maxLength: 30 }), takes => {
        const bins = groupByBin(takes);
        expect(bins.map(one => one.bin)).toEqual([...new Set(takes.map(one => one.bin))].sort(compareBins));
        for (const { bin: where, lines } of bins) {
          expect(new Set(lines.map(({ variant }) => variant)).size).toBe(lines.length);
          for (const { variant, pieces, takers } of lines) {
            const own = takes.filter(one => one.bin === where && one.variant === variant);
            expect(pieces).toBe(sum(own));
            expect(sum(takers)).toBe(pieces);
            for (const { order, pieces: part, isPriceNamed } of takers) {
              const theirs = own.filter(one => one.order === order);
              expect([part, isPriceNamed]).toEqual([sum(theirs), theirs.some(one => one.isPriceNamed)]);
            }
          }
        }
        expect(bins.flatMap(({ lines }) => lines).reduce((all, line) => all + line.pieces, 0)).toBe(
          sum(takes),
        );
      }),
      { numRuns: RUNS },
    );
  });
});
