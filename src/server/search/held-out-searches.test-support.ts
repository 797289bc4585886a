import type { Kind, Right, TypedSearch } from '#server/search/sixty-searches.test-support.ts';

const asked = (
  kind: TypedSearch['kind'],
  query: string,
  is: Kind,
  more: Omit<Right, 'kind'> = {},
): TypedSearch => ({ query, kind, right: { kind: is, ...more } });

const drilled = (...are: number[]) => ({ of: ['centerToCenter'] as const, are });
const long = (...are: number[]) => ({ of: ['length'] as const, are });
const SOFT_CLOSE = /soft[- ]?clos/i;

/** Twenty more, written before the search was tuned, that it was never tuned by: they say what the sixty are worth. */
export const HELD_OUT_SEARCHES: readonly TypedSearch[] = [
  asked('typo', 'satin bras knobb', 'knob', { finish: ['Satin Brass'] }),
  asked('typo', 'grafite edge pull', 'pull', { finish: ['Graphite'], named: [/\b(edge|tab|finger)\b/i] }),
  asked('typo', 'blck cup pulls', 'cup pull', { finish: ['Matte Black'] }),
  asked('typo', 'undermont drawer slide', 'undermount slide'),
  asked('typo', 'but hinge antique bras', 'butt hinge', { finish: ['Antique Brass'] }),
  asked('typo', 'polished nickle arch pull', 'bow pull', { finish: ['Polished Nickel'] }),
  asked('typo', 'rober hook', 'hook', { named: [/robe/i] }),
  asked('size', 'brushed brass 7-9/16 pull', 'pull', { finish: ['Satin Brass'], mm: drilled(192) }),
  asked('size', '3 inch pewter pulls', 'pull', { finish: ['Antique Pewter'], mm: drilled(76.2) }),
  asked('size', 'bar pull 224mm matte black', 'bar pull', { finish: ['Matte Black'], mm: drilled(224) }),
  asked('size', '18" appliance pull satin nickel', 'appliance pull', {
    finish: ['Satin Nickel'],
    mm: drilled(457.2),
  }),
  asked('size', '12 in soft close undermount slides', 'undermount slide', {
    mm: long(304.8, 300),
    told: [SOFT_CLOSE],
  }),
  asked('size', '6 inch oil rubbed bronze handles', 'pull', {
    finish: ['Oil-Rubbed Bronze'],
    mm: drilled(152.4, 160),
  }),
  asked('size', '3¾ cup pull', 'cup pull', { mm: drilled(95.25) }),
  asked('trade', 'US14 knobs', 'knob', { finish: ['Polished Nickel'] }),
  asked('trade', 'brushed gold T bar pull 5-1/16', 'bar pull', {
    finish: ['Satin Brass'],
    mm: drilled(128.6),
  }),
  asked('trade', 'refrigerator pull ORB', 'appliance pull', { finish: ['Oil-Rubbed Bronze'] }),
  asked('trade', 'half overlay euro hinges', 'concealed hinge', { named: [/half overlay/i] }),
  asked('trade', 'push latch', 'catch', { named: [/touch|push/i] }),
  asked('trade', 'gunmetal finger pull', 'pull', { finish: ['Graphite'], named: [/\b(edge|tab|finger)\b/i] }),
];
