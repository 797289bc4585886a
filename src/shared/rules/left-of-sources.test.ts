import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leftOfSources, type Out, type Source } from '#shared/rules/left-of-sources.ts';

const came = (kind: Source['kind'], since: string, cents: number, isInDoubt = false): Source => ({
  ...{ kind, since, cents, isInDoubt, _id: `${kind} of ${since}` },
});
const went = (kind: Out['kind'], at: string, cents: number, of: string | null = null): Out => ({
  ...{ kind, at, cents, of },
});

describe('what went out is of', () => {
  it('money of its kind before any other, though that came later', () => {
    const sources = [came('check', '1', 100), came('cash', '2', 50)];
    expect(leftOfSources(sources, [went('check', '3', 50)])).toEqual([50, 50]);
    expect(leftOfSources(sources, [went('cash', '3', 50)])).toEqual([100, 0]);
  });

  it('the latest of its kind first', () => {
    const sources = [came('cash', '1', 30), came('cash', '2', 30)];
    expect(leftOfSources(sources, [went('cash', '3', 40)])).toEqual([20, 0]);
  });

  it('what had come in by then: no card and no check that came since', () => {
    const sources = [came('cash', '1', 90), came('card', '3', 90), came('check', '3', 90)];
    expect(leftOfSources(sources, [went('credit', '2', 90)])).toEqual([0, 90, 90]);
    expect(leftOfSources(sources, [went('cash', '2', 90)])).toEqual([0, 90, 90]);
    expect(leftOfSources([came('check', '1', 90), came('cash', '3', 90)], [went('cash', '2', 90)])).toEqual([
      ...[0, 90],
    ]);
  });

  it('the very receipt that it names', () => {
    const sources = [came('cash', '1', 30), came('cash', '2', 30)];
    expect(leftOfSources(sources, [went('cash', '3', 30, 'cash of 1')])).toEqual([0, 30]);
  });

  it('money that is certain, before that of a charge whose bank has still to decide', () => {
    const sources = [came('cash', '1', 50), came('card', '2', 50, true)];
    expect(leftOfSources(sources, [went('credit', '3', 50)])).toEqual([0, 50]);
    expect(leftOfSources(sources, [went('credit', '3', 80)])).toEqual([0, 20]);
    const cards = [came('card', '1', 50, true), came('card', '3', 50)];
    expect(leftOfSources(cards, [went('credit', '2', 50)])).toEqual([50, 0]);
  });

  it('the others’ money where its own is gone, a card’s at last', () => {
    const sources = [came('card', '1', 50), came('check', '3', 20)];
    expect(leftOfSources(sources, [went('cash', '2', 30, 'cash of 0')])).toEqual([40, 0]);
    expect(leftOfSources(sources, [went('cash', '2', 90)])).toEqual([0, 0]);
  });
});

it('takes off exactly what went out, as far as something is there, and never below nothing', () => {
  const moment = fc.constantFrom('1', '2', '3', '4');
  const source = fc.record({
    kind: fc.constantFrom<Source['kind']>('card', 'cash', 'check'),
    ...{ since: moment, cents: fc.nat(500), isInDoubt: fc.boolean(), _id: fc.constantFrom('a', 'b', 'c') },
  });
  const out = fc.record({
    kind: fc.constantFrom<Out['kind']>('cash', 'check', 'credit'),
    ...{ at: moment, cents: fc.nat(500), of: fc.constantFrom(null, 'a', 'gone') },
  });
  fc.assert(
    fc.property(fc.array(source, { maxLength: 5 }), fc.array(out, { maxLength: 5 }), (sources, outs) => {
      const left = leftOfSources(sources, outs);
      const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);
      const [brought, gone] = [sources, outs].map(all => sum(all.map(({ cents }) => cents))) as [
        number,
        number,
      ];
      expect(left.every((cents, index) => cents >= 0 && cents <= (sources[index]?.cents ?? 0))).toBe(true);
      expect(sum(left)).toBe(Math.max(0, brought - gone));
    }),
  );
});
