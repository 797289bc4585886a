import { type Finish, finishesOf } from '#demo/catalogue/finishes.ts';
import type { MakerCode } from '#demo/catalogue/makers.ts';
import { type PlainProduct, packPrice, pairs } from '#demo/catalogue/plain-product.ts';
import { lengths } from '#demo/catalogue/sizes.ts';

const FASTENERS = 'Fasteners';
type Pack = [label: string, pieces: number];

const SCREW_PACKS: Pack[] = [
  ['Bag of 25', 25],
  ['Bag of 100', 100],
  ['Box of 1000', 1000],
];

interface Screw {
  maker: MakerCode;
  name: string;
  subcategory: string;
  gauges: string[];
  lengths: string[];
  finishes: Finish[];
  cents: number;
  drive: string;
  words: string;
  packs?: Pack[];
}

const SCREWS: Screw[] = [
  {
    maker: 'BK',
    name: 'Flat-Head Wood Screw',
    subcategory: 'Wood screws',
    gauges: ['#6', '#8', '#10'],
    lengths: ['1/2"', '5/8"', '3/4"', '1"', '1-1/4"', '1-1/2"', '2"', '2-1/2"'],
    finishes: finishesOf('SN AB'),
    cents: 5,
    drive: 'Phillips',
    words: 'Deep thread, sharp point, nibs under the head that sink themselves',
  },
  {
    maker: 'BK',
    name: 'Round-Washer-Head Cabinet Screw',
    subcategory: 'Wood screws',
    gauges: ['#8'],
    lengths: ['1-1/4"', '1-3/4"', '2-1/2"', '3"'],
    finishes: finishesOf('SN WH AB MB'),
    cents: 9,
    drive: 'Square',
    words: 'Hangs cabinets: the broad head pulls the rail up tight and can be left in sight',
  },
  {
    maker: 'BK',
    name: 'Pocket-Hole Screw',
    subcategory: 'Wood screws',
    gauges: ['#7'],
    lengths: ['1"', '1-1/4"', '1-1/2"', '2-1/2"'],
    finishes: finishesOf('SN'),
    cents: 6,
    drive: 'Square',
    words: 'Self-tapping, with a washer head that seats flat in the pocket',
  },
  {
    maker: 'HH',
    name: 'Hinge Screw',
    subcategory: 'Euro and hinge screws',
    gauges: ['#6'],
    lengths: ['1/2"', '5/8"', '3/4"'],
    finishes: finishesOf('SN MB'),
    cents: 5,
    drive: 'Pozidriv',
    words: 'For cups and plates; the head lies flush in the countersink of the hinge',
  },
  {
    maker: 'HH',
    name: 'Euro System Screw',
    subcategory: 'Euro and hinge screws',
    gauges: ['6.3 mm'],
    lengths: ['11 mm', '13 mm', '16 mm'],
    finishes: finishesOf('SN'),
    cents: 5,
    drive: 'Pozidriv',
    words: 'Blunt and coarse, for 5 mm system holes in particle board',
  },
  {
    maker: 'LQ',
    name: 'Confirmat Screw',
    subcategory: 'Euro and hinge screws',
    gauges: ['7 mm'],
    lengths: ['40 mm', '50 mm', '70 mm'],
    finishes: finishesOf('SN'),
    cents: 11,
    drive: '4 mm hex',
    words: 'Joins carcasses of particle board without a dowel',
  },
  {
    maker: 'HP',
    name: 'Knob and Pull Screw',
    subcategory: 'Machine screws',
    gauges: ['8-32'],
    lengths: ['3/4"', '1"', '1-1/4"', '1-1/2"', '1-3/4"', '2"'],
    finishes: finishesOf('SN'),
    cents: 8,
    drive: 'Combination',
    words: 'Truss head, for knobs and pulls of every maker on this side of the ocean',
    packs: [
      ['Bag of 10', 10],
      ['Bag of 100', 100],
      ['Box of 500', 500],
    ],
  },
  {
    maker: 'LQ',
    name: 'Metric Knob Screw',
    subcategory: 'Machine screws',
    gauges: ['M4'],
    lengths: ['22 mm', '25 mm', '30 mm', '35 mm', '45 mm'],
    finishes: finishesOf('SN'),
    cents: 9,
    drive: 'Combination',
    words: 'For European pulls, whose threads are metric',
    packs: [
      ['Bag of 10', 10],
      ['Bag of 100', 100],
    ],
  },
];

/** Wood screws, screws of hinges and of knobs, by gauge and length. */
export function screws(): PlainProduct[] {
  return SCREWS.flatMap(one =>
    pairs(one.gauges, one.lengths).map(([gauge, length], index) => ({
      maker: one.maker,
      title: `${one.name}, ${gauge} x ${length}`,
      type: 'Fastener',
      category: FASTENERS,
      subcategory: one.subcategory,
      shape: 'wood-screw',
      paragraphs: [`${one.words}.`],
      facts: [`Gauge: ${gauge}`, `Length: ${length}`, `Drive: ${one.drive}`, 'Steel'],
      variants: pairs(one.finishes, one.packs ?? SCREW_PACKS).map(([finish, [pack, pieces]]) => ({
        code: String(pieces),
        options: [
          ['Finish', finish],
          ['Pack', pack],
          ['Screw length', length],
        ] as [string, string][],
        dollars: packPrice((one.cents + (index % one.lengths.length) * 1.1) / 100, pieces, 0.9) + 0.6,
        oz: pieces * 0.08,
        finish,
        pieceSize: pieces,
        dimensions: lengths({ length }),
        tiers: [5, 20, 50],
      })),
    })),
  );
}
