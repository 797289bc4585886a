import { CENTERS, type Center } from '#demo/catalogue/sizes.ts';

/** An invented maker: how it numbers its goods and whether each size is a product of its own. */
export interface Maker {
  name: string;
  email: string;
  phone: string;
  contact: string;
  /** First product, and the step to the next one. */
  numbers: { first: number; step: number };
  /** A product number of product `base`, of a size and a finish where it has them. */
  number(base: number, size: string, finish: { code: string; us: string | null } | null): string;
  /** Each size is a product of its own, its finishes are the variants. */
  split: boolean;
  /** Sizes are written in millimetres. */
  metric: boolean;
  warranty: string;
  /** The words that are said of the maker in descriptions. */
  words: string;
}

const dashed = (...parts: (string | number)[]) => parts.filter(part => part !== '').join('-');
const usCode = (finish: { code: string; us: string | null } | null) => finish?.us ?? finish?.code ?? '';

const maker = (
  name: string,
  contact: string,
  [first, step]: [number, number],
  number: Maker['number'],
  more: Partial<Maker> & Pick<Maker, 'words'>,
): Maker => {
  const host = `${name.toLowerCase().replace(/[^a-z]+/g, '')}.example`;
  return {
    name,
    contact,
    email: `orders@${host}`,
    phone: `(800) 555-01${String(10 + (first % 89)).padStart(2, '0')}`,
    numbers: { first, step },
    number,
    split: false,
    metric: false,
    warranty: 'Limited lifetime warranty on the finish, indoors',
    ...more,
  };
};

export const MAKERS = {
  HP: maker(
    'Harrow & Pike',
    'Ruth Harrow',
    [4000, 10],
    (base, size, finish) => dashed('HP', base, size, finish?.code ?? ''),
    { words: 'Harrow & Pike have cast hardware for kitchens since the days of the pie safe' },
  ),
  CW: maker(
    'Calder Works',
    'Tom Calder',
    [1200, 7],
    (base, size, finish) => dashed(`CW${base}`, `${size}${finish?.code ?? ''}`),
    { split: true, words: 'Calder Works press and polish in one hall, so finishes match from box to box' },
  ),
  LQ: maker(
    'Lindqvist',
    'Elin Lindqvist',
    [204, 2],
    (base, size, finish) => dashed('LQ', base, size, finish?.code ?? ''),
    { metric: true, words: 'Lindqvist draw for cabinets without ornament, and hold half a millimetre' },
  ),
  BW: maker(
    'Brightwater',
    'Grace Oyelaran',
    [31020, 3],
    (base, size, finish) => `BW${base}${size && !finish ? `-${size}` : ''}${finish?.code ?? ''}`,
    { split: true, words: 'Brightwater is what builders put into a hundred kitchens at a time' },
  ),
  TH: maker(
    'Tamsen Home',
    'Jo Tamsen',
    [710, 5],
    (base, size, finish) => dashed('TH', base, finish?.code ?? '', size),
    { split: true, words: 'Tamsen Home make the plain, friendly things of a farmhouse kitchen' },
  ),
  SR: maker(
    'Stowe & Ridley',
    'Amos Ridley',
    [1120, 4],
    (base, size, finish) => dashed(`SR${base}`, size, usCode(finish)),
    {
      split: true,
      words: 'Stowe & Ridley pour solid brass in sand, file it by hand and stamp the back of every piece',
      warranty: 'Guaranteed for as long as you own the cabinet',
    },
  ),
  VS: maker(
    'Verano Studio',
    'Paola Verano',
    [88, 1],
    (base, size, finish) => dashed(`V${String(base).padStart(3, '0')}`, size, finish?.code ?? ''),
    {
      split: true,
      metric: true,
      words: 'Verano Studio machine each piece from bar stock; there is no seam to find',
      warranty: 'Five years on finish and thread',
    },
  ),
  MY: maker(
    'Marlin Bay',
    'Cal Whitcombe',
    [560, 6],
    (base, size, finish) => dashed('MY', base, size, usCode(finish)),
    { split: true, words: 'Marlin Bay began with ships’ lockers, and still tests everything in salt spray' },
  ),
  KM: maker(
    'Kestrel Motion',
    'Iris Beckmann',
    [3200, 20],
    (base, size, finish) => dashed(`KM${base}`, size, finish?.code ?? ''),
    {
      metric: true,
      warranty: 'Tested to 75,000 openings under full load',
      words: 'Kestrel Motion make nothing but what slides, and test it until it stops',
    },
  ),
  HH: maker(
    'Haldane Hinge',
    'Peter Haldane',
    [71, 1],
    (base, size, finish) => dashed(`H${base}`, size, finish?.code ?? ''),
    {
      metric: true,
      warranty: 'Lifetime mechanical warranty',
      words: 'Haldane hinges adjust three ways, and stay where they are set',
    },
  ),
  BK: maker(
    'Bracken Supply',
    'Denise Bracken',
    [9001, 1],
    (base, size, finish) => dashed(`BK${base}`, size, finish?.code ?? ''),
    { warranty: 'Replaced without questions', words: 'Bracken Supply fill the drawers that every shop has' },
  ),
  OT: maker(
    'Oakline Turnings',
    'Harlan Voss',
    [41, 1],
    (base, size, finish) => dashed('OT', base, size, finish?.code ?? ''),
    {
      warranty: 'One year on the turning; wood moves, and that is not a fault',
      words: 'Oakline turn from kiln-dried stock and sand to 180',
    },
  ),
} satisfies Record<string, Maker>;

export type MakerCode = keyof typeof MAKERS;

export const makerOf = (code: MakerCode): Maker => MAKERS[code];

/** A center as this maker writes it. */
export function centerOf(maker: Maker, mm: Center): string {
  return maker.metric ? `${mm} mm` : `${CENTERS[mm]} (${mm} mm)`;
}
