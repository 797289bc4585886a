import type { Collection, Style } from '#demo/catalogue/collections.ts';
import type { Step } from '#demo/catalogue/decorative.ts';
import { descriptionOf } from '#demo/catalogue/demo-product.ts';
import { finishFacts } from '#demo/catalogue/finishes.ts';
import type { Maker } from '#demo/catalogue/makers.ts';
import type { Shape } from '#demo/catalogue/shapes.ts';
import { diceFor } from '#demo/dice.ts';
import { formatLength } from '#shared/rules/dimensions.ts';

interface Facts {
  collection: Collection;
  maker: Maker;
  shape: Shape;
  steps: Step[];
  title: string;
}

const STYLE_WORDS: Record<Style, string[]> = {
  Modern: ['No ornament, even edges', 'Straight lines and nothing else', 'Drawn with a ruler'],
  Transitional: ['Neither old nor new', 'A little softer than modern, a little plainer than traditional'],
  Traditional: ['A profile that has been right for a century', 'Turned and stepped like good joinery'],
  Farmhouse: ['Plain, sturdy and meant to be used', 'What a country kitchen would have had anyway'],
  Industrial: ['Made to look like the tool it is', 'Honest metal with an edge to it'],
  Coastal: ['Light on the door, easy to wipe dry', 'Made for rooms with the windows open'],
  'Mid-Century': ['Small, precise, a little playful', 'The proportions of 1958'],
};

const OPENINGS: ((facts: Facts) => string)[] = [
  ({ collection, shape, title }) =>
    `The ${plain(title)} ${first(shape.words)}. ${pickOf(STYLE_WORDS[collection.style], title)}: at home on ${collection.place}.`,
  ({ collection, shape, title }) =>
    `${pickOf(STYLE_WORDS[collection.style], title)}. This ${shape.noun.toLowerCase()} ${last(shape.words)}; we sell it most for ${collection.place}.`,
  ({ collection, shape, maker }) =>
    `${maker.words}. The ${collection.name} ${shape.noun.toLowerCase()} ${first(shape.words)}, and it looks its best on ${collection.place}.`,
  ({ collection, shape, title }) =>
    `If you are fitting out ${collection.place}, begin here: the ${plain(title)} ${last(shape.words)}.`,
  ({ collection, shape }) =>
    `Part of the ${collection.name} family, this ${shape.noun.toLowerCase()} ${first(shape.words)}. Knobs, pulls and hooks of the family come in the same finishes from the same bath, so you can mix them across a room.`,
];

const CLOSINGS: ((facts: Facts) => string)[] = [
  ({ collection }) =>
    `${collection.finishes[0]} is ${finishFacts(collection.finishes[0] ?? 'Satin Nickel').words}; ${collection.finishes[1] ?? 'Matte Black'} is ${finishFacts(collection.finishes[1] ?? 'Matte Black').words}.`,
  () =>
    'Not sure of the finish? Order one of each; what you do not use comes back for its full price within 30 days.',
  ({ shape }) =>
    shape.centers
      ? 'Measure from the middle of one screw hole to the middle of the other: that is the center-to-center size, and the one that has to match.'
      : 'A knob needs one hole. Drill it 3/16" and from the front, with a block clamped behind so that the veneer does not tear.',
  () => 'Wipe with a damp cloth; polish, vinegar and scouring pads take any finish off in time.',
  ({ shape }) =>
    `Drawer fronts thicker than 3/4" need longer screws than the ${shape.screws.replace(/^(one|two) /, '')} in the bag; see breakaway screws.`,
];

/** Writes what the page of a decorative product says; every fact in it is one of the product's own. */
export function describeDecorative(facts: Facts): string {
  const { collection, maker, shape, steps, title } = facts;
  const dice = diceFor(`words ${title}`);
  const opening = dice.pick(OPENINGS)(facts);
  const closing = dice.pick(CLOSINGS)(facts);
  return descriptionOf(
    [opening, closing],
    [
      ...sizesOf(steps, shape),
      `Material: ${materialOf(collection, shape)}`,
      `Finishes: ${collection.finishes.join(', ')}`,
      `In the bag: ${shape.screws}`,
      maker.warranty,
    ],
  );
}

function sizesOf(steps: Step[], shape: Shape): string[] {
  const [step] = steps;
  if (!step) return [];
  const { projection, length, centerToCenter } = step.dimensions;
  const stands = projection
    ? [
        `Projection: ${formatLength(projection)}${steps.length > 1 && !shape.centers ? ' (smallest size)' : ''}`,
      ]
    : [];
  if (steps.length > 1)
    return [
      `${shape.centers ? 'Centers' : 'Sizes'}: ${steps.map(({ value }) => value).join(', ')}`,
      ...stands,
    ];
  return [
    `${shape.centers ? 'Center to center' : step.option}: ${step.value}`,
    ...(centerToCenter && length ? [`Overall length: ${formatLength(length)}`] : []),
    ...stands,
  ];
}

export function materialOf({ price, style }: Collection, shape: Shape): string {
  if (shape.subcategory === 'Glass knobs') return 'pressed glass on a brass base';
  if (price >= 1.9) return 'solid brass';
  if (shape.category === 'Appliance pulls' || style === 'Industrial') return 'steel';
  return price >= 1.3 ? 'zinc and stainless steel' : 'die-cast zinc';
}

/** A title without its size. */
const plain = (title: string) => title.split(',')[0] ?? title;
const first = (words: string[]) => words[0] ?? '';
const last = (words: string[]) => words.at(-1) ?? '';
const pickOf = (words: string[], title: string) => diceFor(`style ${title}`).pick(words);
