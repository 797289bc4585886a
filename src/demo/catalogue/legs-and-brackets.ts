import { type Finish, finishesOf } from '#demo/catalogue/finishes.ts';
import { type PlainProduct, pairs, said } from '#demo/catalogue/plain-product.ts';
import { lengths } from '#demo/catalogue/sizes.ts';

const WOODS: [name: string, code: string, price: number][] = [
  ['Poplar, paint grade', 'P', 1],
  ['Maple', 'M', 1.25],
  ['Red oak', 'O', 1.2],
  ['Walnut', 'W', 1.9],
  ['Cherry', 'C', 1.6],
];

const LEGS: [
  name: string,
  subcategory: string,
  width: string,
  heights: string[],
  dollars: number,
  words: string,
][] = [
  [
    'Tapered Leg',
    'Wood legs',
    '2-1/2"',
    ['4"', '6"', '8"', '15-1/4"', '28"', '35-1/4"'],
    8.5,
    'Four sides that taper to half their width, as on Shaker tables',
  ],
  [
    'Turned Farmhouse Leg',
    'Wood legs',
    '3-1/2"',
    ['15-1/4"', '28"', '35-1/4"', '42"'],
    26,
    'A stout turning with a square top to take an apron',
  ],
  [
    'Square Island Leg',
    'Wood legs',
    '3-1/2"',
    ['34-1/2"', '35-1/4"', '42"'],
    38,
    'Square from top to bottom, to stand at the corner of an island',
  ],
  [
    'Fluted Island Post',
    'Wood legs',
    '3-1/2"',
    ['34-1/2"', '35-1/4"', '42"'],
    54,
    'Flutes stopped by turned rings, for kitchens with crown molding',
  ],
  [
    'Queen Anne Leg',
    'Wood legs',
    '2-3/4"',
    ['8"', '15-1/4"', '28"'],
    18.5,
    'A cabriole curve that ends in a pad foot',
  ],
  [
    'Mid-Century Angled Leg',
    'Wood legs',
    '1-1/2"',
    ['4"', '6"', '8"', '12"', '16"'],
    7.2,
    'A cone with a threaded bolt; plates for straight and angled mounting are sold apart',
  ],
  [
    'Round Tapered Leg',
    'Wood legs',
    '2"',
    ['4"', '6"', '8"', '12"', '16"', '28"'],
    6.9,
    'Turned without a ring or a bead',
  ],
  [
    'Bun Foot',
    'Bun feet',
    '4"',
    ['2-1/2"', '3"', '3-1/2"', '4-1/2"'],
    9.4,
    'A flattened ball under chests and base cabinets',
  ],
  ['Shaker Bun Foot', 'Bun feet', '3-1/2"', ['3"', '4"', '5"'], 8.8, 'A bun with a straight neck'],
  [
    'Bracket Foot',
    'Bun feet',
    '5"',
    ['3"', '4"', '4-1/2"'],
    16.4,
    'Two mitred halves, glued, with a block behind',
  ],
];

function woodLegs(): PlainProduct[] {
  return LEGS.flatMap(([name, subcategory, width, heights, dollars, words]) =>
    heights.map((height, step) => ({
      maker: 'OT' as const,
      title: `${name}, ${height}`,
      type: 'Leg',
      category: 'Furniture legs',
      subcategory,
      shape: 'furniture-leg',
      paragraphs: [
        `${words}. ${width} at its widest.`,
        said(
          `${name} ${height}`,
          'Turned from one blank where the wood allows, else glued from three with the grain matched.',
          'Sanded to 180 and left bare: prime it, oil it or stain it the day it arrives, before the air does.',
          'Legs of 34-1/2" carry a 1-1/2" counter at the usual 36".',
        ),
      ],
      facts: [`Height: ${height}`, `Width: ${width}`, 'Unfinished', 'Sold each'],
      tags: ['Unfinished'],
      local: Number.parseInt(height, 10) > 30,
      variants: WOODS.map(([wood, code, dearer]) => ({
        code,
        options: [
          ['Wood', wood],
          ['Leg height', height],
        ] as [string, string][],
        dollars: dollars * (1 + step * 0.24) * dearer,
        oz: 5 + Number.parseInt(height, 10) * (width === '3-1/2"' ? 3.6 : 1.3),
        dimensions: lengths({ height, width }),
        tiers: [4, 12, 48],
      })),
    })),
  );
}

function metalLegs(): PlainProduct[] {
  const kinds: [string, string[], number, string][] = [
    [
      'Hairpin Leg, Three Rods',
      ['8"', '16"', '28"', '34"'],
      12.5,
      'Cold-rolled steel, welded to a plate of 1/4"',
    ],
    ['Adjustable Metal Leg', ['4"', '6"', '8"'], 6.8, 'A steel tube with a foot that turns out by an inch'],
    ['Cabinet Leveler Leg', ['4"', '6"'], 1.9, 'Plastic, with a clip for the toe kick; four hold 600 lb'],
  ];
  return kinds.map(([title, heights, dollars, words]) => ({
    maker: 'HP',
    title,
    type: 'Leg',
    category: 'Furniture legs',
    subcategory: 'Metal legs',
    shape: 'furniture-leg',
    paragraphs: [`${words}.`],
    facts: [`Heights: ${heights.join(', ')}`, 'Sold each, with screws'],
    variants: pairs(heights, finishesOf('MB SN WH')).map(([height, finish]) => ({
      code: String(Number.parseInt(height, 10)),
      options: [
        ['Finish', finish],
        ['Leg height', height],
      ],
      dollars: dollars * (1 + heights.indexOf(height) * 0.3),
      oz: 6 + Number.parseInt(height, 10) * 1.2,
      finish,
      dimensions: lengths({ height }),
      tiers: [4, 16, 64],
    })),
  }));
}

const CORNERS: [size: string, dollars: number][] = [
  ['1"', 0.45],
  ['1-1/2"', 0.6],
  ['2"', 0.85],
  ['2-1/2"', 1.1],
  ['3"', 1.45],
  ['4"', 2.2],
];

function corners(): PlainProduct[] {
  const kinds: [string, string, Finish[]][] = [
    ['Corner Brace', 'A bent strap with four holes, countersunk', finishesOf('SN AB MB WH')],
    ['Mending Plate', 'A flat strap for butt joints that have let go', finishesOf('SN AB MB')],
    ['Flat Corner Iron', 'An L cut from sheet, for the faces of frames', finishesOf('SN AB')],
  ];
  return kinds.flatMap(([kind, words, finishes]) =>
    CORNERS.map(([size, dollars]) => ({
      maker: 'BK' as const,
      title: `${kind}, ${size}`,
      type: 'Bracket',
      category: 'Brackets',
      subcategory: 'Corner braces and plates',
      shape: 'corner-bracket',
      paragraphs: [`${words}. ${size} a leg, in steel, with screws.`],
      facts: [`Size: ${size}`, 'Steel', 'With #6 screws'],
      variants: pairs(finishes, [4, 20, 100]).map(([finish, pieces]) => ({
        code: String(pieces),
        options: [
          ['Finish', finish],
          ['Pack', pieces === 100 ? 'Box of 100' : `Bag of ${pieces}`],
        ] as [string, string][],
        dollars: dollars * pieces ** 0.88,
        oz: 0.4 * pieces,
        finish,
        pieceSize: pieces,
        dimensions: lengths({ length: size, thickness: '1/16"' }),
        tiers: [10, 50],
      })),
    })),
  );
}

const SUPPORTS: [title: string, depths: string[], dollars: number, load: string, words: string][] = [
  [
    'Countertop Support Bracket',
    ['8"', '10"', '14"', '18"', '24"'],
    19.5,
    '250 lb',
    'A welded bar of 1/2" steel that lies on top of the cabinet, under the stone',
  ],
  [
    'Hidden Island Support',
    ['12"', '16"', '20"'],
    28,
    '400 lb',
    'Screws to the back of the island and disappears under an overhang',
  ],
  [
    'Heavy-Duty Shelf Bracket',
    ['8"', '10"', '12"', '16"'],
    8.9,
    '300 lb',
    'Stamped, ribbed and powder-coated, for tools and paint',
  ],
  [
    'Floating Shelf Rod',
    ['6"', '8"', '10"'],
    7.4,
    '45 lb',
    'A plate and a rod: bore the shelf, and it hangs from nothing',
  ],
  ['Farmhouse Shelf Bracket', ['7"', '9"', '11"'], 12.8, '120 lb', 'Scrolled iron for open shelves'],
];

function supports(): PlainProduct[] {
  return SUPPORTS.map(([title, depths, dollars, load, words]) => ({
    maker: title.startsWith('Farmhouse') ? 'TH' : 'BK',
    title,
    type: 'Bracket',
    category: 'Brackets',
    subcategory: title.includes('Shelf') ? 'Shelf brackets' : 'Countertop supports',
    shape: 'corner-bracket',
    paragraphs: [`${words}.`, `Two carry ${load} when every screw is in a stud.`],
    facts: [`Depths: ${depths.join(', ')}`, `Load: ${load} a pair`, 'Sold each'],
    variants: pairs(depths, finishesOf('MB WH GR')).map(([depth, finish]) => ({
      code: String(Number.parseInt(depth, 10)),
      options: [
        ['Finish', finish],
        ['Bracket depth', depth],
      ],
      dollars: dollars * (1 + depths.indexOf(depth) * 0.22),
      oz: Number.parseInt(depth, 10) * 2.1,
      finish,
      dimensions: lengths({ length: depth }),
      tiers: [6, 24],
    })),
  }));
}

export const legAndBracketProducts = (): PlainProduct[] => [
  ...woodLegs(),
  ...metalLegs(),
  ...corners(),
  ...supports(),
];
