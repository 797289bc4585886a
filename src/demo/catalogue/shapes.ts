import type { Center } from '#demo/catalogue/sizes.ts';

/** A form that decorative hardware comes in. */
export interface Shape {
  noun: string;
  type: 'Knob' | 'Pull' | 'Hook';
  category: string;
  subcategory: string;
  /** Dollars of the smallest size at price 1. */
  price: number;
  /** Each further size costs so much more, as a share. */
  dearer: number;
  /** Ounces of the smallest size. */
  oz: number;
  /** Knobs and hooks: the option that names the size, and the sizes with what they stand out. */
  sizes?: {
    option: 'Diameter' | 'Size' | 'Length';
    dimension: 'diameter' | 'width' | 'length' | 'height';
    of: [string, string][];
  };
  /** Pulls: centers, and how much longer than its center each is. */
  centers?: { of: Center[]; longer: number; projection: string; thick?: string };
  /** Says what the form is, in a sentence that begins with the noun. */
  words: string[];
  screws: string;
}

const ONE_SCREW = 'one 8-32 x 1" machine screw';
const TWO_SCREWS = 'two 8-32 x 1" machine screws';

const knob = (
  noun: string,
  subcategory: string,
  sizes: NonNullable<Shape['sizes']>,
  [price, oz]: [number, number],
  words: string[],
): Shape => ({
  noun,
  type: 'Knob',
  category: 'Knobs',
  subcategory,
  price,
  dearer: 0.14,
  oz,
  sizes,
  words,
  screws: ONE_SCREW,
});

const pull = (
  noun: string,
  subcategory: string,
  centers: NonNullable<Shape['centers']>,
  [price, oz]: [number, number],
  words: string[],
): Shape => ({
  noun,
  type: 'Pull',
  category: 'Pulls',
  subcategory,
  price,
  dearer: 0.16,
  oz,
  centers,
  words,
  screws: TWO_SCREWS,
});

const round = (...of: [string, string][]) => ({ option: 'Diameter', dimension: 'diameter', of }) as const;
const wide = (...of: [string, string][]) => ({ option: 'Size', dimension: 'width', of }) as const;
const sized = <T>(list: T) => list as unknown as NonNullable<Shape['sizes']>;

export const SHAPES = {
  'mushroom-knob': knob(
    'Mushroom Knob',
    'Round knobs',
    sized(round(['1"', '15/16"'], ['1-1/4"', '1-1/16"'], ['1-1/2"', '1-3/16"'])),
    [3.4, 1.1],
    [
      'has a full, domed face on a slender stem',
      'is the knob that everybody draws when asked for one: a dome on a stem',
    ],
  ),
  'ring-knob': knob(
    'Ring Knob',
    'Round knobs',
    sized(round(['1-1/8"', '1"'], ['1-3/8"', '1-1/8"'])),
    [3.8, 1.3],
    ['is turned with concentric rings that catch the light', 'steps down from rim to center in fine rings'],
  ),
  'square-knob': knob(
    'Square Knob',
    'Square and faceted knobs',
    sized(wide(['1"', '1"'], ['1-1/4"', '1-1/8"'])),
    [4.1, 1.6],
    [
      'has a flat, square face with eased edges',
      'is a square block on a round stem, so it never needs straightening twice',
    ],
  ),
  'ball-knob': knob(
    'Ball Knob',
    'Round knobs',
    sized(round(['3/4"', '1"'], ['1"', '1-1/8"'], ['1-1/4"', '1-3/8"'])),
    [3.6, 1.2],
    ['is a plain ball on a neck', 'is a true sphere, easy to grip with wet hands'],
  ),
  'oval-knob': knob(
    'Oval Knob',
    'Oval knobs',
    sized({
      option: 'Length',
      dimension: 'length',
      of: [
        ['1-1/4"', '1"'],
        ['1-1/2"', '1-1/8"'],
      ],
    }),
    [3.9, 1.3],
    ['is an egg laid on its side, with a bead around the base', 'has the oval face of old drawer knobs'],
  ),
  't-knob': knob(
    'T-Knob',
    'T-knobs',
    sized({
      option: 'Length',
      dimension: 'length',
      of: [
        ['1-5/8"', '1-1/4"'],
        ['2"', '1-3/8"'],
      ],
    }),
    [4.3, 1.5],
    [
      'is a short bar on one post, with room for two fingers behind it',
      'gives a drawer the grip of a pull with a single hole',
    ],
  ),
  'faceted-knob': knob(
    'Faceted Knob',
    'Square and faceted knobs',
    sized(wide(['1-1/8"', '1-1/16"'], ['1-3/8"', '1-3/16"'])),
    [4.9, 1.7],
    [
      'is cut like a stone, eight faces around a flat top',
      'throws small reflections from each of its facets',
    ],
  ),
  'cone-knob': knob(
    'Cone Knob',
    'Round knobs',
    sized(round(['3/4"', '1"'], ['1"', '1-1/4"'])),
    [3.5, 1.0],
    ['widens from the door to a flat, dished face', 'is a plain cone, widest where the fingers are'],
  ),
  'glass-knob': knob(
    'Glass Knob',
    'Glass knobs',
    sized(round(['1-1/4"', '1-1/4"'], ['1-1/2"', '1-3/8"'])),
    [6.2, 1.8],
    ['sets clear pressed glass on a metal base', 'has the pressed-glass face of a 1920s butler’s pantry'],
  ),
  'knurled-knob': knob(
    'Knurled Knob',
    'Knurled knobs',
    sized(round(['3/4"', '1-1/16"'], ['1"', '1-1/8"'], ['1-1/4"', '1-1/4"'])),
    [5.4, 1.5],
    [
      'is cross-cut around the rim, so that it never slips',
      'has a diamond knurl like the grip of a good tool',
    ],
  ),
  'bar-pull': pull(
    'Bar Pull',
    'Bar pulls',
    { of: [76, 96, 128, 160, 192, 224, 320], longer: 50, projection: '1-3/8"', thick: '1/2"' },
    [5.1, 2.4],
    [
      'is a round bar on two posts that runs past them at both ends',
      'is a solid bar, set in from its ends on two posts',
    ],
  ),
  'arch-pull': pull(
    'Arch Pull',
    'Arch pulls',
    { of: [76, 96, 128, 160, 192], longer: 14, projection: '1-1/4"', thick: '7/16"' },
    [4.6, 2.1],
    ['rises in one gentle bow that leaves room for four fingers', 'is a single curve from post to post'],
  ),
  'cup-pull': pull(
    'Cup Pull',
    'Cup pulls',
    { of: [64, 76, 96, 128], longer: 22, projection: '1"' },
    [5.6, 2.8],
    [
      'is a bin pull to hook your fingers under, as on old shop counters',
      'is a half shell that keeps knuckles off the drawer front',
    ],
  ),
  'wire-pull': pull(
    'Wire Pull',
    'Wire pulls',
    { of: [76, 89, 96, 102, 128], longer: 9, projection: '1-5/16"', thick: '5/16"' },
    [3.2, 1.5],
    ['is bent from one rod, nothing more', 'is the plain bent handle of school desks and file drawers'],
  ),
  'square-bar-pull': pull(
    'Square Bar Pull',
    'Bar pulls',
    { of: [76, 96, 128, 160, 192, 224, 320], longer: 12, projection: '1-5/16"', thick: '3/8"' },
    [5.6, 2.7],
    [
      'is a squared bar with crisp corners that turn into its posts',
      'reads as one flat line across the front',
    ],
  ),
  'ring-pull': {
    ...pull(
      'Ring Pull',
      'Ring and bail pulls',
      { of: [32, 64], longer: 28, projection: '7/8"' },
      [5.2, 2.2],
      ['hangs a ring from a small rosette', 'is a drop ring on a backplate, quiet when it falls'],
    ),
  },
  'bail-pull': pull(
    'Bail Pull',
    'Ring and bail pulls',
    { of: [64, 76, 89, 96], longer: 20, projection: '1"' },
    [5.9, 2.4],
    ['swings between two posts and lies flat when let go', 'is a swinging handle as on Georgian chests'],
  ),
  'tab-pull': pull(
    'Edge Pull',
    'Edge pulls',
    { of: [32, 96, 128, 192], longer: 8, projection: '1-1/16"' },
    [4.4, 1.2],
    [
      'screws to the back of the door and shows only a lip',
      'folds over the edge of a drawer front, almost out of sight',
    ],
  ),
  'flush-pull': pull(
    'Flush Pull',
    'Flush pulls',
    { of: [64, 96, 128], longer: 24, projection: '1/16"' },
    [7.4, 2.6],
    ['is let into the door, level with its face', 'is a recessed cup for sliding doors and tight passages'],
  ),
  'knurled-bar-pull': pull(
    'Knurled Bar Pull',
    'Bar pulls',
    { of: [96, 128, 160, 192, 224, 320], longer: 46, projection: '1-3/8"', thick: '1/2"' },
    [7.2, 2.9],
    ['has a diamond knurl along its bar', 'is cross-cut where the hand takes it, and smooth at the ends'],
  ),
  'appliance-pull': {
    ...pull(
      'Appliance Pull',
      'Appliance pulls',
      { of: [305, 457, 610], longer: 40, projection: '2-1/4"', thick: '3/4"' },
      [44, 16],
      [
        'is made for panelled refrigerators and dishwashers, where a cabinet pull would bend',
        'is the family’s big handle, heavy enough for a freezer door',
      ],
    ),
    category: 'Appliance pulls',
    dearer: 0.3,
    screws: 'two 1/4-20 x 1-3/4" screws with washers',
  },
  'coat-hook': {
    noun: 'Coat Hook',
    type: 'Hook',
    category: 'Hooks',
    subcategory: 'Coat hooks',
    price: 6.4,
    dearer: 0.2,
    oz: 4.2,
    sizes: {
      option: 'Size',
      dimension: 'height',
      of: [
        ['3"', '1-5/8"'],
        ['5"', '3"'],
      ],
    },
    words: [
      'carries a winter coat on its long arm and a bag on the short one',
      'has two arms with rounded ends that leave no mark',
    ],
    screws: 'two #8 x 1" wood screws in the same finish',
  },
} satisfies Record<string, Shape>;

export type ShapeSlug = keyof typeof SHAPES;

export const shapeOf = (slug: ShapeSlug): Shape => SHAPES[slug];
