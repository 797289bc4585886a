/** What the demo shop sells, as a buyer would write it down; `demo-catalogue.ts` makes products of it. */
export interface Line {
  title: string;
  vendor: keyof typeof VENDORS;
  /** Base dollars of the smallest size. */
  price: number;
  style: 'Modern' | 'Traditional' | 'Farmhouse';
  finishes: Finish[];
  sizes: string[];
}

/** Invented makers with the letters that begin their product numbers. */
export const VENDORS = {
  'Harrow & Pike': 'HP',
  'Calder Works': 'CW',
  Lindqvist: 'LQ',
  Brightwater: 'BW',
  'Tamsen Home': 'TH',
} as const;

export type Finish = 'Satin Nickel' | 'Matte Black' | 'Satin Brass' | 'Polished Chrome' | 'Oil-Rubbed Bronze';

/** Finishes with the letters that end a product number and the colour of their swatch. */
export const FINISHES: Record<Finish, { code: string; hex: string; hex2?: string }> = {
  'Satin Nickel': { code: 'SN', hex: '#b8b0a4' },
  'Matte Black': { code: 'MB', hex: '#232426' },
  'Satin Brass': { code: 'SB', hex: '#c2a068' },
  'Polished Chrome': { code: 'PC', hex: '#dfe3e6', hex2: '#a9b0b5' },
  'Oil-Rubbed Bronze': { code: 'OB', hex: '#453229', hex2: '#7a5138' },
};

const ALL = Object.keys(FINISHES) as Finish[];
const WARM: Finish[] = ['Satin Brass', 'Oil-Rubbed Bronze', 'Matte Black'];
const COOL: Finish[] = ['Satin Nickel', 'Matte Black', 'Polished Chrome'];
const [SMALL, BOTH] = [['1-1/4"'], ['1-1/8"', '1-3/8"']];
const [SHORT, USUAL, LONG] = [
  ['3"', '3-3/4"'],
  ['3-3/4"', '5-1/16"'],
  ['3-3/4"', '5-1/16"', '6-5/16"', '8-13/16"'],
];

const line = (
  title: string,
  vendor: Line['vendor'],
  price: number,
  style: Line['style'],
  finishes: Finish[],
  sizes: string[],
): Line => ({ title, vendor, price, style, finishes, sizes });

export const KNOBS: Record<'mushroom' | 'square' | 'ring', Line[]> = {
  mushroom: [
    line('Avalon Mushroom Knob', 'Harrow & Pike', 4.25, 'Traditional', ALL, SMALL),
    line('Bexley Round Knob', 'Calder Works', 3.6, 'Traditional', COOL, BOTH),
    line('Wren Cottage Knob', 'Tamsen Home', 2.95, 'Farmhouse', WARM, SMALL),
    line('Holm Dome Knob', 'Lindqvist', 5.4, 'Modern', COOL, SMALL),
    line('Fenwick Knob', 'Brightwater', 3.15, 'Traditional', ALL, SMALL),
    line('Maren Domed Knob', 'Lindqvist', 6.1, 'Modern', WARM, BOTH),
  ],
  square: [
    line('Quarry Square Knob', 'Calder Works', 4.8, 'Modern', COOL, SMALL),
    line('Ansel Square Knob', 'Lindqvist', 5.95, 'Modern', ALL, SMALL),
    line('Larkin Block Knob', 'Harrow & Pike', 4.6, 'Modern', COOL, BOTH),
    line('Dover Square Knob', 'Brightwater', 3.85, 'Traditional', WARM, SMALL),
  ],
  ring: [
    line('Ripple Ring Knob', 'Harrow & Pike', 5.2, 'Traditional', ALL, SMALL),
    line('Marlow Stepped Knob', 'Calder Works', 4.95, 'Traditional', WARM, BOTH),
    line('Orchard Ring Knob', 'Tamsen Home', 3.7, 'Farmhouse', WARM, SMALL),
    line('Halo Ring Knob', 'Lindqvist', 6.75, 'Modern', COOL, SMALL),
  ],
};

export const PULLS: Record<'bar' | 'arch' | 'cup', Line[]> = {
  bar: [
    line('Avalon Bar Pull', 'Harrow & Pike', 6.85, 'Modern', ALL, LONG),
    line('Slate Bar Pull', 'Calder Works', 5.95, 'Modern', COOL, USUAL),
    line('Tollgate Bar Pull', 'Brightwater', 4.9, 'Modern', COOL, LONG),
    line('Nord Slim Bar Pull', 'Lindqvist', 8.6, 'Modern', WARM, USUAL),
    line('Mercer Bar Pull', 'Harrow & Pike', 7.4, 'Modern', COOL, USUAL),
    line('Juno Bar Pull', 'Tamsen Home', 4.35, 'Modern', WARM, USUAL),
    line('Linden T-Bar Pull', 'Lindqvist', 7.95, 'Modern', COOL, SHORT),
  ],
  arch: [
    line('Bexley Arch Pull', 'Calder Works', 5.3, 'Traditional', ALL, USUAL),
    line('Wren Bow Pull', 'Tamsen Home', 3.95, 'Farmhouse', WARM, USUAL),
    line('Fenwick Arch Pull', 'Brightwater', 4.45, 'Traditional', COOL, USUAL),
    line('Harbour Arch Pull', 'Harrow & Pike', 6.2, 'Traditional', WARM, USUAL),
    line('Maren Arch Pull', 'Lindqvist', 7.6, 'Modern', COOL, USUAL),
    line('Thorn Bow Pull', 'Calder Works', 5.75, 'Farmhouse', WARM, SHORT),
  ],
  cup: [
    line('Apothecary Cup Pull', 'Harrow & Pike', 7.25, 'Farmhouse', ALL, SHORT),
    line('Orchard Cup Pull', 'Tamsen Home', 5.1, 'Farmhouse', WARM, ['3"']),
    line('Bexley Bin Pull', 'Calder Works', 6.4, 'Traditional', COOL, SHORT),
    line('Fenwick Cup Pull', 'Brightwater', 5.65, 'Traditional', WARM, ['3"']),
  ],
};

interface PlainLine {
  title: string;
  vendor: keyof typeof VENDORS;
  price: number;
  description: string;
}

export const HINGES: PlainLine[] = [
  {
    title: 'Calder 110° Concealed Hinge',
    vendor: 'Calder Works',
    price: 3.1,
    description: 'Clip-on hinge for doors of 5/8" to 7/8". Adjusts three ways after hanging.',
  },
  {
    title: 'Calder 165° Wide-Angle Hinge',
    vendor: 'Calder Works',
    price: 9.4,
    description: 'Swings clear of roll-outs and corner cabinets. Screw-on cup of 35 mm.',
  },
  {
    title: 'Brightwater Compact Hinge',
    vendor: 'Brightwater',
    price: 2.45,
    description: 'One-piece hinge for face frames; no mounting plate to line up.',
  },
  {
    title: 'Lindqvist Thin-Door Hinge',
    vendor: 'Lindqvist',
    price: 4.85,
    description: 'A shallow cup for doors from 3/8", also for aluminium frames.',
  },
  {
    title: 'Lindqvist Blind-Corner Hinge',
    vendor: 'Lindqvist',
    price: 6.95,
    description: 'For doors that close against a blind corner panel.',
  },
  {
    title: 'Harrow 45° Angled Hinge',
    vendor: 'Harrow & Pike',
    price: 7.3,
    description: 'Brings the door of a diagonal corner cabinet flush with its neighbours.',
  },
];

export const SLIDES: PlainLine[] = [
  {
    title: 'Calder Full-Extension Slide',
    vendor: 'Calder Works',
    price: 9.8,
    description: 'Side-mount ball-bearing slide, the whole drawer comes out. Sold in pairs.',
  },
  {
    title: 'Calder Soft-Close Slide',
    vendor: 'Calder Works',
    price: 15.6,
    description: 'Full extension with a damper that takes over for the last two inches.',
  },
  {
    title: 'Brightwater Three-Quarter Slide',
    vendor: 'Brightwater',
    price: 6.4,
    description: 'Epoxy-coated roller slide for light drawers. Sold in pairs.',
  },
  {
    title: 'Lindqvist Undermount Slide',
    vendor: 'Lindqvist',
    price: 28.9,
    description: 'Hidden under the drawer, soft close, tool-free adjustment of height and tilt.',
  },
  {
    title: 'Ironclad Heavy-Duty Slide',
    vendor: 'Harrow & Pike',
    price: 36.5,
    description: 'Carries 220 lb: pantries, tool drawers and printers. Locks when open.',
  },
  {
    title: 'Push-to-Open Slide',
    vendor: 'Lindqvist',
    price: 19.7,
    description: 'For fronts without a handle: press, and the drawer comes to meet you.',
  },
];

/** Small parts by the bag: `pieces` in one sold unit. */
export const PARTS: (PlainLine & { pieces: [string, number][] })[] = [
  {
    title: 'Shelf Pin, 5 mm',
    vendor: 'Brightwater',
    price: 2.4,
    description: 'Nickel-plated steel with a flat spoon.',
    pieces: [
      ['Bag of 20', 20],
      ['Box of 500', 500],
    ],
  },
  {
    title: 'Shelf Pin, 1/4"',
    vendor: 'Brightwater',
    price: 2.6,
    description: 'Nickel-plated steel with a flat spoon.',
    pieces: [
      ['Bag of 20', 20],
      ['Box of 500', 500],
    ],
  },
  {
    title: 'Breakaway Screw, 8-32 x 1-3/4"',
    vendor: 'Harrow & Pike',
    price: 3.2,
    description: 'Snaps to length for drawer fronts of any thickness.',
    pieces: [
      ['Bag of 10', 10],
      ['Bag of 100', 100],
    ],
  },
  {
    title: 'Clear Door Bumper',
    vendor: 'Tamsen Home',
    price: 1.95,
    description: 'Self-adhesive, 3/8" across. Doors close without a sound.',
    pieces: [
      ['Sheet of 25', 25],
      ['Roll of 1000', 1000],
    ],
  },
  {
    title: 'Pull Drilling Template',
    vendor: 'Harrow & Pike',
    price: 11.5,
    description: 'Steel bushings for every usual center from 3" to 12".',
    pieces: [['One', 1]],
  },
  {
    title: 'Hinge Screw, #6 x 5/8"',
    vendor: 'Calder Works',
    price: 4.1,
    description: 'Euro head, zinc, for hinge cups and plates.',
    pieces: [
      ['Bag of 50', 50],
      ['Box of 1000', 1000],
    ],
  },
  {
    title: 'Felt Drawer Pad',
    vendor: 'Tamsen Home',
    price: 2.15,
    description: 'Self-adhesive wool felt, 1/8" thick.',
    pieces: [
      ['Sheet of 40', 40],
      ['Roll of 500', 500],
    ],
  },
];
