import type { MakerCode } from '#demo/catalogue/makers.ts';
import { type PlainProduct, pairs, said } from '#demo/catalogue/plain-product.ts';
import { lengths } from '#demo/catalogue/sizes.ts';

import { CENTER, HEAVY, SLIDES, type Slide, UNDER } from '#demo/catalogue/slide-lines.ts';

const CODES: Record<string, string> = {
  Zinc: 'Z',
  Black: 'B',
  White: 'W',
  Almond: 'A',
  'For 5/8" sides': '58',
  'For 3/4" sides': '34',
};

const isUnder = ({ subcategory }: Slide) => subcategory === UNDER;
/** Center slides are sold singly, all others in pairs. */
const pieces = ({ subcategory }: Slide) => (subcategory === CENTER ? 1 : 2);

function priceOf({ price, lengths: all }: Slide, length: string, color: string, boxes: number): number {
  const step = all.indexOf(length);
  return price * (1 + step * 0.085) * (color === 'Black' || color === 'White' ? 1.06 : 1) * boxes ** 0.94;
}

function slide(one: Slide, of: readonly string[]): PlainProduct {
  const [only] = of;
  const title = of.length === 1 && only ? `${one.name}, ${only}` : one.name;
  const boxes = one.split && one.subcategory !== HEAVY ? [1, isUnder(one) ? 6 : 10] : [1];
  const unit = pieces(one) === 2 ? 'pair' : 'slide';
  return {
    maker: one.maker,
    title,
    type: 'Slide',
    category: 'Drawer slides',
    subcategory: one.subcategory,
    shape: one.shape,
    paragraphs: [
      `${one.words}. ${one.load} lb a ${unit}, measured on an 18" drawer.`,
      said(
        title,
        isUnder(one)
          ? 'The drawer is 1-1/4" narrower than the opening with 5/8" sides; its bottom is recessed 1/2". Bore two 6 mm holes in the back.'
          : `Leave ${one.thickness} on each side between drawer and case, no less: a slide that binds is a slide that was squeezed.`,
        'Choose the longest slide that is shorter than the cabinet’s depth inside, less the thickness of an inset front.',
        'Holes are on 32 mm centers; the screws are in the bag.',
      ),
    ],
    facts: [
      `Extension: ${one.extension.toLowerCase()}`,
      `Closing: ${one.closing.toLowerCase()}`,
      `Load: ${one.load} lb a ${unit}`,
      ...(of.length === 1 ? [`Length: ${only}`] : [`Lengths: ${of.join(', ')}`]),
      `Clearance: ${one.thickness} a side`,
      unit === 'pair' ? 'Sold in pairs, with screws' : 'Sold each, with screws',
    ],
    tags: one.closing === 'Soft close' ? ['Soft close'] : [],
    variants: pairs(pairs(of, one.colors), boxes).map(([[length, color], count]) => ({
      code: `${Number.parseInt(length, 10)}${CODES[color] ?? ''}${count > 1 ? `X${count}` : ''}`,
      options: [
        ['Slide length', length],
        [isUnder(one) ? 'Drawer sides' : 'Color', color],
        ['Slide closing', one.closing],
        ['Load', `${one.load} lb`],
        ...(boxes.length > 1
          ? [['Pack', count === 1 ? 'One pair' : `Box of ${count} pairs`] as [string, string]]
          : []),
      ],
      dollars: priceOf(one, length, color, count),
      oz: (Number.parseInt(length, 10) * 1.55 + one.load / 12) * count,
      pieceSize: pieces(one) * count,
      dimensions: lengths({ length, thickness: one.thickness }),
      tiers: count > 1 ? [4, 12] : [10, 25, 100],
    })),
    popularity:
      one.closing === 'Soft close' && of.length === 1 && ['18"', '20"', '21"', '22"'].includes(only ?? '')
        ? 0.75
        : undefined,
  };
}

const PARTS: [maker: MakerCode, title: string, dollars: number, words: string][] = [
  [
    'KM',
    'Kestrel Undermount Locking Device, Pair',
    4.2,
    'Left and right; with these the drawer lifts off its slides at a squeeze',
  ],
  [
    'KM',
    'Kestrel Rear Mounting Bracket, Pair',
    3.1,
    'Brings the back of a slide to the back of a face-frame cabinet',
  ],
  [
    'KM',
    'Kestrel Face-Frame Bracket, Pair',
    3.6,
    'Fastens a side-mount slide to a frame without a filler strip',
  ],
  [
    'CW',
    'Calder Slide Spacer Block, Bag of 10',
    5.4,
    'Half-inch blocks that bring slides flush with the frame',
  ],
  ['LQ', 'Lindqvist Tilt-Adjust Clip, Pair', 6.9, 'Sets a drawer front plumb after it has been hung'],
  [
    'BW',
    'Brightwater Drawer Slide Jig',
    18.5,
    'Two jigs that hold slides level while you screw; magnets keep them in place',
  ],
];

export function slideProducts(): PlainProduct[] {
  const slides = SLIDES.flatMap(one =>
    one.split ? one.lengths.map(length => slide(one, [length])) : [slide(one, one.lengths)],
  );
  const parts = PARTS.map(
    ([maker, title, dollars, words]): PlainProduct => ({
      maker,
      title,
      type: 'Slide',
      category: 'Drawer slides',
      subcategory: 'Slide parts',
      shape: 'undermount-slide',
      paragraphs: [`${words}.`],
      facts: ['With screws'],
      variants: [{ code: 'P', options: [], dollars, oz: 4, tiers: [10, 50] }],
    }),
  );
  return [...slides, ...parts];
}
