import { type Finish, finishesOf } from '#demo/catalogue/finishes.ts';
import type { MakerCode } from '#demo/catalogue/makers.ts';
import { type PlainProduct, pairs, said } from '#demo/catalogue/plain-product.ts';
import { lengths, millimetres } from '#demo/catalogue/sizes.ts';

export const OVERLAYS = ['Full overlay', 'Half overlay', 'Inset'] as const;
const OVERLAY_WORDS = {
  'Full overlay': 'The door covers the whole edge of the cabinet side, as on the outer doors of a run.',
  'Half overlay': 'Two doors share one partition, each covering half of its edge.',
  Inset: 'The door sits inside the opening, flush with the front of the case.',
};

interface Series {
  maker: MakerCode;
  name: string;
  angles: number[];
  closings: string[];
  fixings: string[];
  price: number;
  /** Thickness of doors. */
  doors: string;
  words: string;
}

const SERIES: Series[] = [
  {
    maker: 'HH',
    name: 'Haldane 300',
    angles: [95, 110, 125, 165],
    closings: ['Self close', 'Soft close', 'Free swing'],
    fixings: ['Screw-on', 'Press-in'],
    price: 3.4,
    doors: '5/8" to 1"',
    words: 'The 300 clips on and off without a tool',
  },
  {
    maker: 'HH',
    name: 'Haldane 500 Clip',
    angles: [100, 110, 155],
    closings: ['Self close', 'Soft close'],
    fixings: ['Screw-on', 'Press-in', 'Tool-free'],
    price: 4.6,
    doors: '5/8" to 1-1/8"',
    words: 'The damper of the 500 sits inside the cup and can be switched off on small doors',
  },
  {
    maker: 'CW',
    name: 'Calder',
    angles: [110, 165],
    closings: ['Self close', 'Soft close'],
    fixings: ['Screw-on', 'Press-in'],
    price: 3.1,
    doors: '5/8" to 7/8"',
    words: 'Calder’s plain clip-on hinge is in more kitchens here than any other',
  },
  {
    maker: 'LQ',
    name: 'Lindqvist Thin-Door',
    angles: [94, 110],
    closings: ['Self close', 'Soft close'],
    fixings: ['Screw-on', 'Press-in'],
    price: 4.85,
    doors: '3/8" to 3/4"',
    words: 'A cup only 8 mm deep, for thin doors and aluminum frames',
  },
  {
    maker: 'BW',
    name: 'Brightwater Contractor',
    angles: [105, 110],
    closings: ['Self close', 'Soft close'],
    fixings: ['Screw-on'],
    price: 2.2,
    doors: '5/8" to 3/4"',
    words: 'Sold by the box to people who hang forty doors a day',
  },
  {
    maker: 'KM',
    name: 'Kestrel Onyx',
    angles: [110, 155],
    closings: ['Soft close'],
    fixings: ['Screw-on', 'Press-in', 'Tool-free'],
    price: 5.9,
    doors: '5/8" to 1"',
    words: 'Black all through, for dark interiors where a nickel arm would shine',
  },
];

const CLOSING_COST: Record<string, number> = { 'Soft close': 1.55, 'Free swing': 0.92 };
const CLOSING_CODE: Record<string, string> = { 'Self close': 'S', 'Soft close': 'D', 'Free swing': 'F' };
const FIXING_COST: Record<string, number> = { 'Press-in': 0.15, 'Tool-free': 0.6 };

const initials = (text: string) =>
  text
    .split(/[ -]/)
    .map(word => word.charAt(0).toUpperCase())
    .join('');

function concealed(): PlainProduct[] {
  return SERIES.flatMap(series =>
    pairs(series.angles, OVERLAYS).map(([angle, overlay]) => {
      const title = `${series.name} ${angle}° Concealed Hinge, ${overlay}`;
      return {
        maker: series.maker,
        title,
        type: 'Hinge',
        category: 'Hinges',
        subcategory: 'Concealed hinges',
        shape: 'hinge',
        paragraphs: [
          `${series.words}. ${OVERLAY_WORDS[overlay]}`,
          said(
            title,
            angle > 130
              ? 'Opens far enough for roll-outs to pass the door.'
              : 'Two hinges carry a door up to 40 in high, three up to 63 in, four up to 80 in.',
            'Adjusts three ways after hanging: side to side, in and out, up and down on the plate.',
            'The cup is 35 mm across; bore it 1/2" deep with a Forstner bit. Plates are sold apart.',
          ),
        ],
        facts: [
          `Opening angle: ${angle}°`,
          `Overlay: ${overlay.toLowerCase()}`,
          `For doors of ${series.doors}`,
          'Cup: 35 mm; boring distance 3 to 7 mm',
          'Sold each, without plate',
        ],
        tags: ['European'],
        variants: pairs(series.closings, series.fixings).map(([closing, fixing]) => ({
          code: `${overlay.charAt(0)}${CLOSING_CODE[closing] ?? ''}${initials(fixing)}`,
          options: [
            ['Closing', closing],
            ['Fixing', fixing],
            ['Overlay', overlay],
            ['Opening angle', `${angle}°`],
          ],
          dollars:
            series.price * (CLOSING_COST[closing] ?? 1) * (angle > 130 ? 2.1 : 1) +
            (FIXING_COST[fixing] ?? 0),
          oz: angle > 130 ? 5.6 : 3.3,
          dimensions: lengths({ diameter: '35 mm' }),
          tiers: [10, 50, 250],
        })),
      };
    }),
  );
}

const FRAME_OVERLAYS = ['1/4"', '3/8"', '1/2"', '5/8"', '3/4"', '1"', '1-1/4"', '1-3/8"', '1-1/2"'];
const FRAME_SERIES: { maker: MakerCode; name: string; price: number; words: string }[] = [
  {
    maker: 'HH',
    name: 'Haldane Compact 30',
    price: 3.6,
    words: 'One piece: the arm screws straight to the edge of the frame, and there is no plate to line up',
  },
  {
    maker: 'BW',
    name: 'Brightwater Compact',
    price: 2.45,
    words: 'A one-piece hinge for face frames at a price for whole buildings',
  },
  {
    maker: 'CW',
    name: 'Calder Wrap',
    price: 2.9,
    words: 'The arm wraps the frame, so the screws are not seen when the door is open',
  },
];

function faceFrame(): PlainProduct[] {
  return pairs(FRAME_SERIES, FRAME_OVERLAYS).map(([series, overlay]) => ({
    maker: series.maker,
    title: `${series.name} Face-Frame Hinge, ${overlay} Overlay`,
    type: 'Hinge',
    category: 'Hinges',
    subcategory: 'Face-frame hinges',
    shape: 'face-frame-hinge',
    paragraphs: [
      `${series.words}.`,
      `For doors that cover the frame by ${overlay} on the hinge side. Measure the door, subtract the opening, halve the rest: that is your overlay.`,
    ],
    facts: [
      `Overlay: ${overlay}`,
      'For face frames 3/4" thick and 1-1/2" wide or more',
      'Opens 105°',
      'With screws',
    ],
    variants: pairs(['Self close', 'Soft close'], [1, 10, 50]).map(([closing, pieces]) => ({
      code: `${CLOSING_CODE[closing] ?? ''}${pieces}`,
      options: [
        ['Closing', closing],
        ['Pack', pieces === 1 ? 'One' : `Box of ${pieces}`],
        ['Frame overlay', overlay],
      ],
      dollars: series.price * (CLOSING_COST[closing] ?? 1) * pieces ** 0.93,
      oz: 2.8 * pieces,
      pieceSize: pieces,
      dimensions: lengths({ diameter: '35 mm' }),
      tiers: pieces === 1 ? [10, 50, 200] : [4, 12],
    })),
  }));
}

const BUTT_SIZES: [size: string, width: string, oz: number][] = [
  ['1-1/2"', '7/8"', 0.9],
  ['2"', '1-3/8"', 1.8],
  ['2-1/2"', '1-11/16"', 2.9],
  ['3"', '2"', 4.4],
  ['3-1/2"', '2-3/8"', 6.8],
  ['4"', '2-3/4"', 9.6],
];
const BUTT_KINDS: {
  maker: MakerCode;
  kind: string;
  price: number;
  finishes: Finish[];
  sizes: number;
  words: string;
}[] = [
  {
    maker: 'HH',
    kind: 'Ball Tip Butt Hinge',
    price: 4.2,
    finishes: finishesOf('SN PB AB OB MB'),
    sizes: 6,
    words: 'Ball tips on a fixed pin, for inset doors where the knuckle shows',
  },
  {
    maker: 'HH',
    kind: 'Flat Tip Butt Hinge',
    price: 3.6,
    finishes: finishesOf('SN PB MB WH'),
    sizes: 6,
    words: 'A plain barrel without ornament, five knuckles, tight pin',
  },
  {
    maker: 'HH',
    kind: 'No-Mortise Hinge',
    price: 2.4,
    finishes: finishesOf('SN AB PB MB WH'),
    sizes: 4,
    words: 'One leaf folds into the other, so the gap is right without a chisel',
  },
  {
    maker: 'SR',
    kind: 'Extruded Brass Butt Hinge',
    price: 14.5,
    finishes: finishesOf('PB AB PN OB SN'),
    sizes: 6,
    words: 'Leaves cut from extruded bar, with square corners and a finial that unscrews',
  },
  {
    maker: 'SR',
    kind: 'Steeple Tip Hinge',
    price: 15.8,
    finishes: finishesOf('PB AB PN OB'),
    sizes: 5,
    words: 'Steeple finials as on Georgian bookcases',
  },
  {
    maker: 'MY',
    kind: 'Marine Butt Hinge',
    price: 9.2,
    finishes: finishesOf('PC PN SN'),
    sizes: 5,
    words: 'Cast leaves and a riveted pin that salt does not seize',
  },
];

function butt(): PlainProduct[] {
  return BUTT_KINDS.flatMap(({ maker, kind, price, finishes, sizes, words }) =>
    BUTT_SIZES.slice(0, sizes).map(([size, width, oz], step) => ({
      maker,
      title: `${size} ${kind}, Pair`,
      type: 'Hinge',
      category: 'Hinges',
      subcategory: 'Butt hinges',
      shape: 'butt-hinge',
      paragraphs: [
        `${words}. ${size} high and ${width} open, sold by the pair with screws in the same finish.`,
        'As a rule: hinges of 2" for doors up to 24" high, 2-1/2" up to 40", and a third hinge above that.',
      ],
      facts: [
        `Height: ${size}`,
        `Width open: ${width}`,
        'Two hinges and their screws',
        'Left and right alike',
      ],
      tags: ['Traditional'],
      variants: finishes.map(finish => ({
        code: String(Math.round(millimetres(size))),
        options: [
          ['Finish', finish],
          ['Hinge height', size],
        ],
        dollars: price * (1 + step * 0.32),
        oz: oz * 2,
        finish,
        pieceSize: 2,
        dimensions: lengths({ height: size, width }),
        tiers: [10, 25, 100],
      })),
    })),
  );
}

const SPECIAL: [maker: MakerCode, title: string, dollars: number, words: string][] = [
  ['LQ', 'Lindqvist Blind-Corner Hinge', 6.95, 'For doors that close against the filler of a blind corner'],
  [
    'HP',
    'Harrow 45° Angled Hinge',
    7.3,
    'Brings the door of a diagonal corner cabinet flush with its neighbors',
  ],
  ['HH', 'Haldane Bi-Fold Corner Hinge', 8.2, 'Joins the two leaves of a lazy-Susan door'],
  ['HH', 'Haldane 270° Wrap Hinge', 11.4, 'Lays the door flat against the outside of the case'],
  ['HH', 'Haldane Glass Door Hinge', 9.6, 'Clamps glass of 4 to 6 mm, no hole to drill'],
  ['KM', 'Kestrel Lift-Up Flap Hinge', 18.5, 'Holds a flap open at any angle between 30 and 100 degrees'],
  ['LQ', 'Lindqvist Pie-Cut Corner Hinge', 12.8, 'Opens 165 degrees so that both leaves swing clear'],
  ['HH', 'Haldane Refrigerator Panel Hinge', 14.9, 'A sliding door-on-door joint for built-in appliances'],
  ['MY', 'Marlin Bay Lift-Off Hinge', 8.4, 'The door comes away upward, for engine boxes and access panels'],
  ['CW', 'Calder Mini Cup Hinge', 4.3, 'A 26 mm cup for doors of boxes and small cabinets'],
];

const PLATES: [maker: MakerCode, title: string, dollars: number][] = [
  ['HH', 'Haldane Wing Mounting Plate', 1.15],
  ['HH', 'Haldane Inline Mounting Plate', 1.25],
  ['HH', 'Haldane Face-Frame Adapter Plate', 1.6],
  ['CW', 'Calder Cam-Adjust Plate', 0.95],
  ['LQ', 'Lindqvist System-Hole Plate', 1.4],
];

function special(): PlainProduct[] {
  const hinges = SPECIAL.map(
    ([maker, title, dollars, words]): PlainProduct => ({
      maker,
      title,
      type: 'Hinge',
      category: 'Hinges',
      subcategory: 'Specialty hinges',
      shape: 'hinge',
      paragraphs: [
        `${words}. Measured drawings are in the box; call us before you drill if yours is an odd corner.`,
      ],
      facts: ['Adjusts three ways', 'With screws', 'Sold each'],
      variants: ['Self close', 'Soft close'].map(closing => ({
        code: CLOSING_CODE[closing] ?? '',
        options: [['Closing', closing]],
        dollars: dollars * (CLOSING_COST[closing] ?? 1),
        oz: 6.2,
        tiers: [10, 50],
      })),
    }),
  );
  const plates = PLATES.map(
    ([maker, title, dollars]): PlainProduct => ({
      maker,
      title,
      type: 'Hinge',
      category: 'Hinges',
      subcategory: 'Hinge plates',
      shape: 'hinge',
      paragraphs: [
        'The plate decides the overlay: each millimetre more of height takes one millimetre off it. Keep the hinge, change the plate, and the reveal comes right.',
      ],
      facts: ['37 mm from the edge, holes 32 mm apart', 'Nickel-plated steel', 'Sold each'],
      variants: ['0 mm', '3 mm', '6 mm', '9 mm'].map(height => ({
        code: height.replace(/\D/g, ''),
        options: [['Plate height', height]],
        dollars: dollars + Number.parseInt(height, 10) * 0.04,
        oz: 1.1,
        tiers: [10, 50, 250],
      })),
    }),
  );
  return [...hinges, ...plates];
}

export const hingeProducts = (): PlainProduct[] => [...concealed(), ...faceFrame(), ...butt(), ...special()];
