import { finishesOf } from '#demo/catalogue/finishes.ts';
import { type PlainProduct, pairs } from '#demo/catalogue/plain-product.ts';
import { lengths } from '#demo/catalogue/sizes.ts';
import { type Pack, type Small, small } from '#demo/catalogue/small-goods.ts';

const PINS = {
  type: 'Shelf hardware',
  category: 'Shelf hardware',
  subcategory: 'Shelf pins',
  shape: 'shelf-pin',
};
const PIN_PACKS: Pack[] = [
  ['Bag of 20', 20],
  ['Bag of 100', 100],
  ['Box of 500', 500],
];
const SHELF: Small[] = [
  ...['5 mm', '1/4"', '3 mm', '7 mm'].flatMap((bore): Small[] => [
    {
      maker: 'BK',
      title: `Spoon Shelf Pin, ${bore}`,
      dollars: 0.17,
      words: `A flat spoon on a ${bore} pin, steel, for shelves that are moved about`,
      facts: [`Bore: ${bore}`, 'Carries 45 lb a pin in hardwood'],
      finishes: finishesOf('SN AB MB'),
      packs: PIN_PACKS,
      oz: 0.12,
    },
    {
      maker: 'BK',
      title: `L-Shaped Shelf Pin, ${bore}`,
      dollars: 0.14,
      words: `Bent steel on a ${bore} pin; the shelf covers all of it but the edge`,
      facts: [`Bore: ${bore}`, 'Carries 35 lb a pin'],
      finishes: finishesOf('SN AB'),
      packs: PIN_PACKS,
      oz: 0.1,
    },
  ]),
  {
    maker: 'LQ',
    title: 'Lindqvist Glass Shelf Pin, 5 mm',
    dollars: 0.42,
    words: 'A pin with a soft clear cap, so that glass neither slides nor clicks',
    facts: ['Bore: 5 mm', 'For glass of 6 to 10 mm'],
    finishes: finishesOf('SN PC'),
    packs: [
      ['Bag of 20', 20],
      ['Bag of 100', 100],
    ],
    oz: 0.12,
  },
  {
    maker: 'LQ',
    title: 'Lindqvist Locking Shelf Pin, 5 mm',
    dollars: 0.55,
    words: 'Snaps over a 3/4" shelf and keeps it from tipping forward',
    facts: ['Bore: 5 mm', 'For shelves of 3/4"'],
    colors: ['Clear', 'White'],
    packs: [
      ['Bag of 20', 20],
      ['Bag of 100', 100],
    ],
    oz: 0.15,
  },
  {
    maker: 'SR',
    title: 'Solid Brass Shelf Pin and Sleeve, 1/4"',
    dollars: 1.15,
    words: 'Turned pin and a pressed sleeve that hides torn veneer around the bore',
    facts: ['Bore: 5/16" for the sleeve', 'Pin and sleeve'],
    finishes: finishesOf('PB AB PN'),
    packs: [
      ['Bag of 4', 4],
      ['Bag of 20', 20],
      ['Bag of 100', 100],
    ],
    oz: 0.3,
  },
  {
    maker: 'BK',
    title: 'Hidden Shelf Wire, 9-7/8"',
    dollars: 0.9,
    words: 'A bent wire that slides into a groove in the shelf’s end: nothing is seen',
    facts: ['Bores: 1/8", 9-7/8" apart'],
    packs: [
      ['Bag of 10', 10],
      ['Bag of 50', 50],
    ],
    oz: 0.5,
  },
];

const STANDARDS: [string, number, string][] = [
  ['Recessed Shelf Standard', 4.6, 'Let into a 5/8" groove; clips move by half inches'],
  ['Surface Shelf Standard', 3.8, 'Screws to the face of the side, no groove needed'],
  ['Double-Slot Wall Standard', 6.4, 'For brackets of closets and shops; 1" steps'],
];

function standards(): PlainProduct[] {
  return STANDARDS.map(([title, dollars, words]) => ({
    maker: 'BK',
    title,
    type: 'Shelf hardware',
    category: 'Shelf hardware',
    subcategory: 'Shelf standards',
    shape: 'shelf-pin',
    paragraphs: [`${words}. Cuts with a hacksaw; number the ends before you do.`],
    facts: ['Steel', 'Lengths: 24", 36", 48", 72"'],
    variants: pairs(['24"', '36"', '48"', '72"'], finishesOf('SN WH MB')).map(([length, finish], index) => ({
      code: `${Number.parseInt(length, 10)}`,
      options: [
        ['Finish', finish],
        ['Standard length', length],
      ],
      dollars: dollars * (1 + Math.floor(index / 3) * 0.45),
      oz: Number.parseInt(length, 10) * 0.28,
      finish,
      dimensions: lengths({ length, width: '5/8"' }),
      tiers: [10, 50],
    })),
  }));
}

const UTILITY: Small[] = [
  {
    maker: 'BK',
    title: 'Robe Hook, Single',
    dollars: 3.9,
    words: 'A short single arm for the back of a bath door',
    facts: ['Stands out 1-5/8"'],
    finishes: finishesOf('SN PC MB OB WH'),
    packs: [['One', 1]],
    oz: 2.4,
  },
  {
    maker: 'BK',
    title: 'Schoolhouse Hook',
    dollars: 4.4,
    words: 'The double hook of cloakrooms, cast in iron',
    facts: ['3-1/2" high', 'Stands out 2-1/4"'],
    finishes: finishesOf('OB MB AP'),
    packs: [
      ['One', 1],
      ['Box of 12', 12],
    ],
    oz: 4.6,
  },
  {
    maker: 'TH',
    title: 'Utility Ceiling Hook',
    dollars: 1.9,
    words: 'For plants and lamps, with a toggle for plasterboard',
    facts: ['Carries 20 lb'],
    finishes: finishesOf('WH SN MB'),
    packs: [
      ['One', 1],
      ['Bag of 10', 10],
    ],
    oz: 1.2,
  },
  {
    maker: 'MY',
    title: 'Locker Hook, Stainless',
    dollars: 7.8,
    words: 'A broad hook without a point, for wet gear',
    facts: ['Stainless steel 316', 'Carries 60 lb'],
    finishes: finishesOf('SN PC'),
    packs: [
      ['One', 1],
      ['Box of 12', 12],
    ],
    oz: 3.9,
  },
  {
    maker: 'CW',
    title: 'Wardrobe Triple Hook',
    dollars: 8.6,
    words: 'Three arms that turn to lie flat',
    facts: ['5" high', 'Stands out 3"'],
    finishes: finishesOf('SN MB SB'),
    packs: [['One', 1]],
    oz: 6.1,
  },
];

export function shelfAndHookProducts(): PlainProduct[] {
  const hook = { type: 'Hook', category: 'Hooks', subcategory: 'Utility hooks', shape: 'coat-hook' };
  return [...SHELF.map(one => small(PINS, one)), ...standards(), ...UTILITY.map(one => small(hook, one))];
}
