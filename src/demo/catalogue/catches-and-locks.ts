import { finishesOf } from '#demo/catalogue/finishes.ts';
import type { PlainProduct } from '#demo/catalogue/plain-product.ts';
import { type Small, small } from '#demo/catalogue/small-goods.ts';

const MAGNETIC = {
  type: 'Catch',
  category: 'Catches and locks',
  subcategory: 'Magnetic catches',
  shape: 'magnetic-catch',
};
const ROLLER = { ...MAGNETIC, subcategory: 'Roller and ball catches' };
const TOUCH = { ...MAGNETIC, subcategory: 'Touch latches' };

const CATCHES: [typeof MAGNETIC, Small][] = [
  [
    MAGNETIC,
    {
      maker: 'BK',
      title: 'Single Magnetic Catch',
      dollars: 0.95,
      words: 'The ordinary catch of the ordinary door: 6 lb of pull, with strike and screws',
      facts: ['Pull: 6 lb', '1-7/8" long'],
      colors: ['White', 'Brown', 'Black'],
      oz: 0.9,
    },
  ],
  [
    MAGNETIC,
    {
      maker: 'BK',
      title: 'Double Magnetic Catch',
      dollars: 1.6,
      words: 'Two magnets on one base, for pairs of doors that meet in the middle',
      facts: ['Pull: 7 lb a door', '2-1/4" long'],
      colors: ['White', 'Brown'],
      oz: 1.5,
    },
  ],
  [
    MAGNETIC,
    {
      maker: 'BK',
      title: 'Heavy-Duty Magnetic Catch',
      dollars: 2.35,
      words: 'For tall pantry doors that warp a little in summer',
      facts: ['Pull: 22 lb', 'Adjusts 1/4" in depth'],
      colors: ['Aluminum'],
      oz: 2.6,
    },
  ],
  [
    MAGNETIC,
    {
      maker: 'LQ',
      title: 'Lindqvist Drill-In Magnet, 10 mm',
      dollars: 1.85,
      words: 'A magnet in a barrel: bore 10 mm and press it in, and only a dot is seen',
      facts: ['Pull: 9 lb', 'Bore 10 mm, 14 mm deep'],
      finishes: finishesOf('SN MB WH'),
      oz: 0.4,
    },
  ],
  [
    MAGNETIC,
    {
      maker: 'SR',
      title: 'Brass Cupboard Catch',
      dollars: 9.8,
      words: 'A spring bolt in a cast case with a small knob, for inset doors of old kitchens',
      facts: ['1-3/4" x 1-1/4"', 'With strike for flush doors'],
      finishes: finishesOf('PB AB PN OB'),
      packs: [['One', 1]],
      oz: 3.4,
    },
  ],
  [
    ROLLER,
    {
      maker: 'BK',
      title: 'Single Roller Catch',
      dollars: 0.85,
      words: 'A nylon roller between two springs; quieter than a magnet, and it never loses its pull',
      facts: ['Nylon on zinc-plated steel'],
      colors: ['Zinc', 'Brass'],
      oz: 0.8,
    },
  ],
  [
    ROLLER,
    {
      maker: 'BK',
      title: 'Double Roller Catch',
      dollars: 1.05,
      words: 'Two rollers grip a spear strike, for doors of garages and shops',
      facts: ['Spear strike, with screws'],
      colors: ['Zinc'],
      oz: 1.2,
    },
  ],
  [
    ROLLER,
    {
      maker: 'SR',
      title: 'Bullet Catch, 5/16"',
      dollars: 2.2,
      words: 'A spring-loaded ball in a brass barrel, let into the edge of the door',
      facts: ['Bore 5/16"', 'With dished strike'],
      finishes: finishesOf('PB AB PN'),
      oz: 0.4,
    },
  ],
  [
    ROLLER,
    {
      maker: 'SR',
      title: 'Double Ball Catch',
      dollars: 4.6,
      words: 'Two balls close on a plate, and two screws set how firmly',
      facts: ['2" long', 'Tension adjusts'],
      finishes: finishesOf('PB AB SN OB'),
      packs: [['One', 1]],
      oz: 1.7,
    },
  ],
  [
    TOUCH,
    {
      maker: 'KM',
      title: 'Kestrel Touch Latch with Magnet',
      dollars: 4.4,
      words: 'Push and the door springs out by an inch; push again and a magnet keeps it shut',
      facts: ['Throw: 1"', 'For doors to 12 lb'],
      colors: ['White', 'Grey', 'Black'],
      oz: 1.1,
    },
  ],
  [
    TOUCH,
    {
      maker: 'KM',
      title: 'Kestrel Drill-In Push Latch',
      dollars: 3.9,
      words: 'The same, hidden in a 10 mm bore in the cabinet’s edge',
      facts: ['Throw: 3/4"', 'Bore 10 mm, 50 mm deep'],
      colors: ['White', 'Grey'],
      oz: 0.7,
    },
  ],
  [
    TOUCH,
    {
      maker: 'BK',
      title: 'Child Safety Latch, Magnetic',
      dollars: 3.6,
      words: 'Locks inside the door and opens to a magnet key that you keep out of reach',
      facts: ['Key sold with each bag of 10', 'Sticks or screws'],
      colors: ['White'],
      oz: 1.9,
    },
  ],
  [
    TOUCH,
    {
      maker: 'MY',
      title: 'Marlin Bay Push-Button Latch',
      dollars: 14.5,
      words: 'Press the button to lock it level, press again to pull: no locker opens in a seaway',
      facts: ['For doors of 1/2" to 1"', 'Bore 25 mm'],
      finishes: finishesOf('PN PC SN MB'),
      packs: [['One', 1]],
      oz: 3.2,
    },
  ],
];

const LOCKS: Small[] = [
  ...['5/8"', '7/8"', '1-1/8"', '1-3/8"', '1-3/4"'].map(
    (barrel, step): Small => ({
      maker: 'BK',
      title: `Cam Lock, ${barrel} Barrel`,
      dollars: 5.2 + step * 0.45,
      words: `A disc-tumbler cam lock for material up to ${barrel} less 1/4"; quarter turn left or right, straight and offset cams in the bag`,
      facts: [`Barrel: ${barrel}`, 'Two keys', 'Keyed alike within a box, 200 key changes'],
      finishes: finishesOf('PC AB MB'),
      packs: [
        ['One', 1],
        ['Box of 12', 12],
      ],
      oz: 2.8,
    }),
  ),
  {
    maker: 'BK',
    title: 'Drawer Deadbolt Lock',
    dollars: 8.9,
    words: 'Throws a bolt up into the frame; fits behind fronts of 3/4"',
    facts: ['Throw: 3/8"', 'Two keys'],
    finishes: finishesOf('PC AB'),
    packs: [['One', 1]],
    oz: 4.1,
  },
  {
    maker: 'BK',
    title: 'Sliding Glass Door Lock',
    dollars: 7.4,
    words: 'A ratchet bar for showcases; the cylinder comes off with its key',
    facts: ['For glass of 1/4"', 'Two keys'],
    finishes: finishesOf('PC MB'),
    packs: [['One', 1]],
    oz: 3.7,
  },
  {
    maker: 'SR',
    title: 'Full-Mortise Cupboard Lock',
    dollars: 21.5,
    words: 'A brass lock with a barrel key, for desks and bookcases',
    facts: ['Backset: 3/4"', 'Two keys and an escutcheon'],
    finishes: finishesOf('PB AB PN'),
    packs: [['One', 1]],
    oz: 5.2,
  },
  {
    maker: 'SR',
    title: 'Half-Mortise Drawer Lock',
    dollars: 18.9,
    words: 'Let into the back of the drawer front, with a strike for the rail above',
    facts: ['2" wide', 'Two keys'],
    finishes: finishesOf('PB AB'),
    packs: [['One', 1]],
    oz: 4.6,
  },
  {
    maker: 'LQ',
    title: 'Lindqvist Keyless Cabinet Lock',
    dollars: 34,
    words: 'Opens to a code of four digits; the battery lasts three years and warns a month ahead',
    facts: ['For doors of 5/8" to 1"', 'Master code'],
    finishes: finishesOf('MB SN WH'),
    packs: [['One', 1]],
    oz: 6.8,
  },
];

export function catchAndLockProducts(): PlainProduct[] {
  const lock = {
    type: 'Lock',
    category: 'Catches and locks',
    subcategory: 'Cabinet locks',
    shape: 'cam-lock',
  };
  return [...CATCHES.map(([kind, one]) => small(kind, one)), ...LOCKS.map(one => small(lock, one))];
}
