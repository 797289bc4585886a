import { finishesOf } from '#demo/catalogue/finishes.ts';
import type { MakerCode } from '#demo/catalogue/makers.ts';
import { type PlainProduct, pairs } from '#demo/catalogue/plain-product.ts';
import { lengths } from '#demo/catalogue/sizes.ts';

/** Knobs that are sold alone or with a backplate: the backplate is the variant's group, the finish its option. */
const KNOBS: [
  maker: MakerCode,
  name: string,
  shape: string,
  finishes: string,
  dollars: number,
  diameter: string,
][] = [
  ['SR', 'Ridley Beehive Knob', 'ring-knob', 'PB AB PN OB SN', 9.4, '1-1/4"'],
  ['SR', 'Stowe Pedestal Knob', 'mushroom-knob', 'PB PN AB', 10.2, '1-3/8"'],
  ['HP', 'Pike Bungalow Knob', 'square-knob', 'OB AB MB SN', 6.8, '1-1/4"'],
  ['TH', 'Tamsen Pressed-Glass Knob', 'glass-knob', 'PN AB MB', 8.9, '1-1/2"'],
  ['MY', 'Marlin Bay Ship’s Knob', 'ball-knob', 'PB PC PN', 8.2, '1-1/4"'],
];
const GROUPS: [name: string, code: string, dollars: number][] = [
  ['Knob alone', 'K', 0],
  ['With round backplate', 'R', 3.4],
  ['With long backplate', 'L', 5.2],
];

export function groupedKnobs(): PlainProduct[] {
  return KNOBS.map(([maker, title, shape, finishes, dollars, diameter], place) => ({
    maker,
    title,
    type: 'Knob',
    category: 'Knobs',
    subcategory: 'Knobs with backplates',
    shape,
    paragraphs: [
      'A backplate hides the scars of the hardware that was there before, and keeps nails off the paint. Choose the knob alone or with one of two plates; knob and plate share a single screw.',
    ],
    facts: [
      `Diameter: ${diameter}`,
      'Round plate: 2" across',
      'Long plate: 1" x 4"',
      'One 8-32 screw of 1" and one of 1-1/4"',
    ],
    tags: ['Traditional'],
    // The long plate was never cast in every finish.
    variants: pairs(GROUPS, finishesOf(finishes))
      .filter((_, index) => index < finishesOf(finishes).length * 3 - (place % 2 === 0 ? 1 : 0))
      .map(([[group, code, more], finish]) => ({
        code,
        group,
        options: [['Finish', finish]],
        dollars: dollars + more,
        oz: 2.2 + more,
        finish,
        dimensions: lengths({ diameter, projection: '1-1/4"' }),
        tiers: [10, 25, 100],
      })),
  }));
}
