import type { DIMENSION_NAMES } from '#shared/schemas/products.ts';

/** The kind that a product has to be, by its own facts; `judge-searches.ts` says by which (the `KINDS`). */
export type Kind =
  | 'knob'
  | 'pull'
  | 'bar pull'
  | 'bow pull'
  | 'cup pull'
  | 'appliance pull'
  | 'hinge'
  | 'concealed hinge'
  | 'face-frame hinge'
  | 'butt hinge'
  | 'slide'
  | 'side-mount slide'
  | 'undermount slide'
  | 'center-mount slide'
  | 'hook'
  | 'catch'
  | 'shelf pin'
  | 'leg'
  | 'bracket'
  | 'screw'
  | 'bumper';

/** The facts that make a product right for a search. One and the same variant of it has to satisfy all of them. */
export interface Right {
  kind: Kind;
  /** The variant's finish is one of these. */
  finish?: string[];
  /** Millimetres that are meant: the variant has such a dimension within 1 mm of one of them. */
  mm?: { of: readonly (typeof DIMENSION_NAMES)[number][]; are: number[] };
  /** Each found in the title, the subcategories, the tags or the variant's options. */
  named?: RegExp[];
  /** Each found there or in the description. */
  told?: RegExp[];
}

export interface TypedSearch {
  query: string;
  kind: 'typo' | 'size' | 'trade';
  right: Right;
}

const search = (kind: TypedSearch['kind'], query: string, is: Kind, more: Omit<Right, 'kind'> = {}) => ({
  query,
  kind,
  right: { kind: is, ...more },
});

const drilled = (...are: number[]) => ({ of: ['centerToCenter'] as const, are });
const long = (...are: number[]) => ({ of: ['length'] as const, are });
/** The face of a knob, be it round, square or oval. */
const across = (...are: number[]) => ({ of: ['diameter', 'width', 'length'] as const, are });

const SOFT_CLOSE = /soft[- ]?clos/i;
const FULL_EXTENSION = /full[- ]?extension/i;

/**
 * Sixty searches as people type them, written before the search was tuned and not to be changed for its sake.
 *
 * A size is what the trade means by it: 3-3/4" is 95.25 and 96 mm, a "5 inch" pull is drilled at 5-1/16" (128 mm) as
 * nobody makes one at 127, an "18 inch" slide is one of 450 mm where runners are sold in millimetres. Brushed nickel
 * is satin nickel, and brass alone is any brass. A finish that is a code is the builders' hardware code (US10B).
 */
export const SIXTY_SEARCHES: readonly TypedSearch[] = [
  search('typo', 'brushd nickle pull', 'pull', { finish: ['Satin Nickel'] }),
  search('typo', 'satin nikel knobs', 'knob', { finish: ['Satin Nickel'] }),
  search('typo', 'mat blak bar pull', 'bar pull', { finish: ['Matte Black'] }),
  search('typo', 'oil rubed bronze cup pull', 'cup pull', { finish: ['Oil-Rubbed Bronze'] }),
  search('typo', 'champain bronze knob', 'knob', { finish: ['Champagne Bronze'] }),
  search('typo', 'polished crome handel', 'pull', { finish: ['Polished Chrome'] }),
  search('typo', 'antiqe brass nob', 'knob', { finish: ['Antique Brass'] }),
  search('typo', 'polshed nickel bin pul', 'cup pull', { finish: ['Polished Nickel'] }),
  search('typo', 'antique pewtar drawer pull', 'pull', { finish: ['Antique Pewter'] }),
  search('typo', 'applience pull satin bras', 'appliance pull', { finish: ['Satin Brass'] }),
  search('typo', 'soft close hindge', 'hinge', { told: [SOFT_CLOSE] }),
  search('typo', 'consealed hinge full overlay', 'concealed hinge', { named: [/full overlay/i] }),
  search('typo', 'drawr slides full extention', 'slide', { told: [FULL_EXTENSION] }),
  search('typo', 'undermout slide soft clsoe', 'undermount slide', { told: [SOFT_CLOSE] }),
  search('typo', 'magnectic cabinet catch', 'catch', { named: [/magnet/i] }),
  search('typo', 'shelf suport pins', 'shelf pin'),
  search('typo', 'furnature legs', 'leg'),
  search('typo', 'coat hok matt black', 'hook', { finish: ['Matte Black'] }),
  search('typo', 'shelf braket', 'bracket', { named: [/shelf/i] }),
  search('typo', 'cabinet door bumbers', 'bumper'),

  search('size', '96mm black handle', 'pull', { finish: ['Matte Black'], mm: drilled(96) }),
  search('size', '3 3/4 bar pull', 'bar pull', { mm: drilled(95.25) }),
  search('size', '3.75 in pulls', 'pull', { mm: drilled(95.25) }),
  search('size', '5 inch brass handle', 'pull', {
    finish: ['Satin Brass', 'Polished Brass', 'Antique Brass'],
    mm: drilled(127, 128.6),
  }),
  search('size', '5-1/16 matte black pull', 'pull', {
    finish: ['Matte Black'],
    mm: drilled(128.6),
  }),
  search('size', '128 mm satin nickel bar pull', 'bar pull', {
    finish: ['Satin Nickel'],
    mm: drilled(128),
  }),
  search('size', '6-5/16" champagne bronze pull', 'pull', {
    finish: ['Champagne Bronze'],
    mm: drilled(160.3),
  }),
  search('size', '192mm c-c pull oil rubbed bronze', 'pull', {
    finish: ['Oil-Rubbed Bronze'],
    mm: drilled(192),
  }),
  search('size', '8 13/16 polished nickel pull', 'pull', {
    finish: ['Polished Nickel'],
    mm: drilled(223.8),
  }),
  search('size', '320mm bar handle', 'bar pull', { mm: drilled(320) }),
  search('size', '3" cup pull antique brass', 'cup pull', {
    finish: ['Antique Brass'],
    mm: drilled(76.2),
  }),
  search('size', '160 ctc handle satin brass', 'pull', {
    finish: ['Satin Brass'],
    mm: drilled(160),
  }),
  search('size', '12 5/8" o.c. pull graphite', 'pull', {
    finish: ['Graphite'],
    mm: drilled(320.7),
  }),
  search('size', 'full extension slides 22"', 'slide', { mm: long(558.8), told: [FULL_EXTENSION] }),
  search('size', '18 inch undermount slides', 'undermount slide', { mm: long(457.2, 450) }),
  search('size', 'drawer runners 450mm', 'slide', { mm: long(450, 457.2) }),
  search('size', '1 1/4 inch knob polished chrome', 'knob', {
    finish: ['Polished Chrome'],
    mm: across(31.75),
  }),
  search('size', '32mm knob matte black', 'knob', { finish: ['Matte Black'], mm: across(32) }),
  search('size', '8-32 x 1-3/4 screw', 'screw', { named: [/8-32/, /1[- ]3\/4/] }),
  search('size', '5mm shelf pins', 'shelf pin', { named: [/\b5 ?mm\b/i] }),

  search('trade', 'ORB knob', 'knob', { finish: ['Oil-Rubbed Bronze'] }),
  search('trade', 'SN bin pull', 'cup pull', { finish: ['Satin Nickel'] }),
  search('trade', 'US15 bar pull', 'bar pull', { finish: ['Satin Nickel'] }),
  search('trade', 'US3 knob', 'knob', { finish: ['Polished Brass'] }),
  search('trade', 'US10B appliance pull', 'appliance pull', { finish: ['Oil-Rubbed Bronze'] }),
  search('trade', 'robe hook US26', 'hook', { finish: ['Polished Chrome'] }),
  search('trade', 'antique brass cup handle', 'cup pull', { finish: ['Antique Brass'] }),
  search('trade', '128 c/c bow handle black', 'bow pull', {
    finish: ['Matte Black'],
    mm: drilled(128),
  }),
  search('trade', 't bar handle 160', 'bar pull', { mm: drilled(160) }),
  search('trade', 'handles for shaker doors', 'pull'),
  search('trade', 'fridge handle matt black', 'appliance pull', { finish: ['Matte Black'] }),
  search('trade', 'euro hinge soft close', 'concealed hinge', { told: [SOFT_CLOSE] }),
  search('trade', 'FF hinge 1/2 overlay', 'face-frame hinge', { named: [/(?<!\d[- ])1\/2/] }),
  search('trade', 'butt hinges ORB', 'butt hinge', { finish: ['Oil-Rubbed Bronze'] }),
  search('trade', 'BB slides 20', 'slide', { mm: long(508), told: [/ball[- ]?bearing|steel balls/i] }),
  search('trade', 'side mount slide full ext 100#', 'side-mount slide', {
    told: [FULL_EXTENSION, /\b100[- ]?(lb|pound)/i],
  }),
  search('trade', 'soft close undermount runner 21', 'undermount slide', {
    mm: long(533.4),
    told: [SOFT_CLOSE],
  }),
  search('trade', 'centre mount runner', 'center-mount slide'),
  search('trade', 'touch latch', 'catch', { named: [/touch|push/i] }),
  search('trade', 'shelf pegs 1/4', 'shelf pin', { named: [/(?<!\d[- ])1\/4/] }),
];
