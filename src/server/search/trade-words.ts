import type { Measure } from '#server/search/size-keys.ts';

/**
 * How people of the trade name things, and shoppers who heard it from them. Single words stand in the singular;
 * of several words each may be run together with the next ("softclose").
 */
export interface Meaning {
  says: readonly string[];
  /** The names that catalogues give it: any of these, with all of its words. */
  is: readonly string[];
}

export interface KindMeaning extends Meaning {
  /** The words by which the title of such a product says what it is. */
  heads: readonly string[];
  /** Which lengths somebody means who names one. */
  sized: readonly Measure[];
  /** How a bare number is read: up to this it is inches, from that on millimetres; between them and without, no size. */
  bare?: { inchesTo: number; mmFrom: number };
}

const FACE: Measure[] = ['diameter', 'width', 'length', 'height', 'named'];
const LONG: Measure[] = ['length', 'height', 'named'];

export const KINDS = {
  pull: {
    says: [
      'pull',
      'handle',
      'handel',
      'handl',
      'hanle',
      'draw pull',
      'drawer pull',
      'cabinet pull',
      'door pull',
    ],
    is: ['pull', 'handle'],
    heads: ['pull', 'handle'],
    sized: ['centerToCenter'],
    bare: { inchesTo: 25, mmFrom: 32 },
  },
  knob: {
    says: ['knob', 'nob', 'pull knob'],
    is: ['knob'],
    heads: ['knob'],
    sized: FACE,
    bare: { inchesTo: 2, mmFrom: 20 },
  },
  hinge: { says: ['hinge', 'henge'], is: ['hinge'], heads: ['hinge'], sized: FACE },
  slide: {
    says: [
      'slide',
      'runner',
      'glide',
      'drawer track',
      'drawer slide',
      'draw slide',
      'drawer runner',
      'drawer glide',
    ],
    is: ['slide', 'runner'],
    heads: ['slide', 'runner'],
    sized: ['length', 'named'],
    bare: { inchesTo: 30, mmFrom: 200 },
  },
  hook: { says: ['hook', 'hok'], is: ['hook'], heads: ['hook'], sized: [...LONG, 'projection'] },
  catch: { says: ['catch', 'latch'], is: ['catch', 'latch'], heads: ['catch', 'latch'], sized: LONG },
  lock: { says: ['lock', 'cam lock'], is: ['lock'], heads: ['lock'], sized: [...FACE, 'thickness'] },
  shelfPin: {
    says: [
      'shelf pin',
      'shelf peg',
      'shelf support',
      'shelf clip',
      'shelf rest',
      'shelf stud',
      'shelf support pin',
    ],
    is: ['shelf pin', 'shelf peg', 'shelf support', 'shelf clip'],
    heads: ['pin', 'peg', 'support', 'clip'],
    sized: FACE,
  },
  leg: {
    says: ['leg', 'foot', 'feet', 'furniture leg', 'furniture foot'],
    is: ['leg', 'foot', 'feet'],
    heads: ['leg', 'foot', 'feet'],
    sized: ['height', 'length', 'named'],
    bare: { inchesTo: 40, mmFrom: 60 },
  },
  leveler: {
    says: ['leveler', 'leveller', 'leveling foot'],
    is: ['leveler', 'leveling'],
    heads: ['leveler'],
    sized: LONG,
  },
  caster: { says: ['caster', 'castor'], is: ['caster', 'castor'], heads: ['caster', 'castor'], sized: FACE },
  bracket: { says: ['bracket', 'brace'], is: ['bracket', 'brace'], heads: ['bracket', 'brace'], sized: LONG },
  screw: {
    says: ['screw', 'handle bolt', 'machine screw'],
    is: ['screw', 'bolt'],
    heads: ['screw', 'bolt'],
    sized: LONG,
  },
  bumper: {
    says: ['bumper', 'door dot', 'bump on', 'silencer', 'door buffer', 'bumper pad'],
    is: ['bumper'],
    heads: ['bumper'],
    sized: FACE,
  },
  pad: { says: ['pad', 'felt pad'], is: ['pad'], heads: ['pad'], sized: FACE },
  backplate: {
    says: ['backplate', 'back plate'],
    is: ['backplate', 'back plate'],
    heads: ['backplate', 'plate'],
    sized: FACE,
  },
  template: {
    says: ['template', 'jig', 'drill guide'],
    is: ['template', 'jig'],
    heads: ['template', 'jig'],
    sized: LONG,
  },
} satisfies Record<string, KindMeaning>;

export type KindName = keyof typeof KINDS;

/** The meanings that words have beside a thing of that kind. */
export const STYLES: readonly (Meaning & { of: readonly KindName[] })[] = [
  { of: ['pull'], says: ['cup', 'bin', 'scoop', 'shell', 'half moon'], is: ['cup', 'bin'] },
  { of: ['pull'], says: ['bar', 't bar', 'rod', 'boss bar'], is: ['bar'] },
  { of: ['pull'], says: ['bow', 'arch', 'arched', 'bridge'], is: ['arch', 'bow'] },
  { of: ['pull'], says: ['wire', 'd'], is: ['wire', 'd pull'] },
  { of: ['pull'], says: ['edge', 'finger', 'tab', 'lip', 'profile'], is: ['edge', 'finger', 'tab'] },
  { of: ['pull'], says: ['flush', 'recessed'], is: ['flush', 'recessed'] },
  { of: ['pull'], says: ['bail', 'drop', 'swan neck'], is: ['bail', 'drop'] },
  {
    of: ['pull'],
    says: ['appliance', 'fridge', 'refrigerator', 'freezer', 'panel ready', 'oversize', 'oversized'],
    is: ['appliance'],
  },
  { of: ['knob'], says: ['t', 't bar'], is: ['t knob'] },
  { of: ['knob'], says: ['dome', 'mushroom'], is: ['mushroom', 'dome'] },
  {
    of: ['hinge'],
    says: [
      'euro',
      'european',
      'concealed',
      'hidden',
      'cup',
      'euro concealed',
      'euro cup',
      'european concealed',
    ],
    is: ['concealed', 'euro'],
  },
  { of: ['hinge'], says: ['ff', 'face frame', 'compact', 'faceframe'], is: ['face frame'] },
  { of: ['hinge'], says: ['butt', 'broad butt', 'but'], is: ['butt'] },
  {
    of: ['hinge'],
    says: ['half overlay', 'half crank', 'partial overlay'],
    is: ['half overlay', 'partial overlay'],
  },
  {
    of: ['slide'],
    says: ['undermount', 'under mount', 'bottom mount', 'bottom', 'concealed', 'hidden'],
    is: ['undermount', 'under mount'],
  },
  { of: ['slide'], says: ['side mount', 'sidemount'], is: ['side mount'] },
  {
    of: ['slide'],
    says: ['center mount', 'centre mount', 'monorail'],
    is: ['center mount', 'centre mount', 'monorail'],
  },
  { of: ['slide'], says: ['heavy duty', 'hd'], is: ['heavy duty'] },
  { of: ['slide'], says: ['roller', 'epoxy', 'euro'], is: ['roller', 'epoxy', 'euro'] },
  {
    of: ['catch', 'lock'],
    says: ['touch', 'push', 'tip', 'push to open', 'push open'],
    is: ['touch', 'push'],
  },
  { of: ['catch', 'lock'], says: ['magnetic', 'magnet'], is: ['magnetic', 'magnet'] },
  { of: ['hook'], says: ['coat', 'hat and coat', 'hat', 'wall'], is: ['coat', 'hat', 'wall'] },
  { of: ['hook'], says: ['robe', 'bathrobe'], is: ['robe'] },
  { of: ['leg'], says: ['bun'], is: ['bun'] },
  { of: ['leg'], says: ['adjustable', 'leveling', 'levelling'], is: ['adjustable', 'leveling', 'leveler'] },
];

/** The features of goods of any kind; makers tell of them where they please, so descriptions are read for them, too. */
export const FEATURES: readonly Meaning[] = [
  { says: ['soft close', 'soft closing', 'slow close', 'slow closing', 'damped'], is: ['soft close'] },
  { says: ['self close', 'self closing'], is: ['self close'] },
  { says: ['full extension', 'full ext', 'fe', 'full extending'], is: ['full extension'] },
  { says: ['3/4 extension', '3/4 ext', 'three quarter extension'], is: ['3 4 extension'] },
  { says: ['over travel', 'overtravel'], is: ['over travel', 'overtravel'] },
  { says: ['ball bearing', 'bb', 'telescopic'], is: ['ball bearing', 'steel ball'] },
  { says: ['push to open', 'touch release', 'handleless'], is: ['push open', 'touch release'] },
  { says: ['clip on', 'clip top', 'tool free', 'toolless'], is: ['clip on', 'without tool', 'tool free'] },
];

/** One word, written in two ways. */
export const SPELLINGS: readonly (readonly [string, string])[] = [
  ['center', 'centre'],
  ['gray', 'grey'],
  ['color', 'colour'],
  ['aluminum', 'aluminium'],
  ['leveler', 'leveller'],
  ['leveling', 'levelling'],
  ['draw', 'drawer'],
];

/** Written so often that no distance is measured: the right word lies too far, or a wrong one nearer. */
export const MISSPELLINGS: Readonly<Record<string, string>> = {
  nob: 'knob',
  henge: 'hinge',
  draer: 'drawer',
  cubboard: 'cupboard',
  champange: 'champagne',
  extenshun: 'extension',
  rubed: 'rubbed',
};

/** Says nothing about what is looked for: read as words where a question has no others. */
export const NOISE: ReadonlySet<string> = new Set(
  (
    'cabinet cabinets cabinetry kitchen bathroom bath cupboard cupboards door doors drawer drawers draw furniture ' +
    'hardware ironmongery fitting fittings dresser vanity wardrobe closet house home replacement size sized finish ' +
    'finished color colour style styled look set pack piece pieces new cheap best good nice buy price'
  ).split(' '),
);

/** Never looked for. */
export const GRAMMAR: ReadonlySet<string> = new Set(
  'a an the and or of for with without over to in on at by x my your our is are need want looking some any that w'.split(
    ' ',
  ),
);
