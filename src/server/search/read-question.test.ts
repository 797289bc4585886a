import { describe, expect, it } from 'vitest';
import { lexiconOf } from '#server/search/lexicon.ts';
import { tokensOf } from '#server/search/question-tokens.ts';
import { type Part, readQuestion } from '#server/search/read-question.ts';
import { sizeKey } from '#server/search/size-keys.ts';
import type { FacetValue, Vocabulary } from '#server/search/vocabulary.ts';

const group = (name: string, first: number, values: string[], hex: string | null = null) => ({
  name,
  values: values.map(
    (value, index): FacetValue => ({
      key: first + index,
      name,
      value,
      hex,
      hex2: null,
      aliases: value === 'Weathered Copper' ? ['WC-9'] : [],
    }),
  ),
});
const groups = [
  group(
    'Finish',
    1,
    ['Satin Nickel', 'Polished Nickel', 'Matte Black', 'Satin Brass', 'Weathered Copper'],
    '#888',
  ),
  group('Closing', 20, ['Soft close', 'Free swing']),
  group('Overlay', 30, ['Full overlay', 'Half overlay']),
  group('Load', 40, ['75 lb', '100 lb']),
];
const none = () => [];
const vocabulary: Vocabulary = {
  facets: new Map(),
  groups,
  vendors: new Map(),
  vendorKeys: none,
  tagKeys: none,
  subcategoryKeys: none,
  facetKeys: none,
  synonyms: { 'Garden Gate': ['avalon'] },
};
const lexicon = lexiconOf(vocabulary);
const NAMES = new Set(['avalon', 'modern']);
const read = (question: string) => readQuestion(tokensOf(question), lexicon, word => NAMES.has(word));
const partOf = (question: string, said: string): Part | undefined =>
  read(question).parts.find(part => part.said === said);
const saidIn = (question: string) => read(question).parts.map(part => part.said);

describe('sizes', () => {
  it.each([
    ['3-3/4 pull', 95.25],
    ['3 3/4" pull', 95.25],
    ["3-3/4'' pull", 95.25],
    ['3.75 in pull', 95.25],
    ['3,75 inch pull', 95.25],
    ['3.75 pull', 95.25],
    ['96 mm pull', 96],
    ['96mm pull', 96],
    ['9.6cm pull', 96],
    ['pull 96', 96],
    ['96 c/c pull', 96],
    ['pull 96mm centers', 96],
    ['5 inch pull', 127],
    ['pull 5"', 127],
  ])('of holes in %j are %d mm', (question, mm) => {
    const [first] = read(question).parts.flatMap(part => part.sizes);
    expect(first).toContain(sizeKey('centerToCenter', mm));
    expect(first).not.toContain(sizeKey('length', mm));
    expect(read(question).parts).toHaveLength(2);
  });

  it('take what is nominally the same, and nothing farther than a millimetre', () => {
    const sizes = partOf('3-3/4 pull', '3-3/4')?.sizes[0];
    expect(sizes).toContain(sizeKey('centerToCenter', 96));
    expect(sizes).not.toContain(sizeKey('centerToCenter', 101.6));
    expect(partOf('5-1/16 pull', '5-1/16')?.sizes[0]).toContain(sizeKey('centerToCenter', 128));
  });

  it('said loosely are tried after those that are meant', () => {
    const [exact, loose] = partOf('5 inch pull', '5 inch')?.sizes ?? [];
    expect(exact).not.toContain(sizeKey('centerToCenter', 128.6));
    expect(loose).toContain(sizeKey('centerToCenter', 128.6));
    expect(partOf('slide 18"', '18"')?.sizes[1]).toContain(sizeKey('length', 450));
    expect(partOf('4" pull', '4"')?.sizes.flat()).not.toContain(sizeKey('centerToCenter', 96));
  });

  it('are those of the kind', () => {
    expect(partOf('1-1/4 knob', '1-1/4')?.sizes[0]).toContain(sizeKey('diameter', 31.75));
    expect(partOf('slides 20', '20')?.sizes[0]).toContain(sizeKey('length', 508));
    expect(partOf('450 runner', '450')?.sizes[0]).toContain(sizeKey('length', 450));
    expect(partOf('knob 4020', '4020')?.number).toBe('4020');
  });

  it('are no threads, loads or angles', () => {
    const threads = read('8-32 x 1-3/4 screw').parts;
    expect(threads.find(({ said }) => said === '8-32')).toMatchObject({ any: [['8', '32']], sizes: [] });
    expect(partOf('slide 100#', '100 lb')?.facets).toEqual([41]);
    expect(partOf('slide 100lbs', '100 lb')?.facets).toEqual([41]);
    expect(partOf('hinge 110°', '110')?.sizes).toEqual([]);
  });
});

it('takes the shop’s own words for what they stand for', () => {
  expect(partOf('garden gates knob', 'garden gates')).toMatchObject({
    any: [['garden', 'gate'], ['avalon']],
    within: 'names',
  });
});

describe('finishes', () => {
  it.each([
    ['satin nickel pull', [1]],
    ['brushed nickel pull', [1]],
    ['sn pull', [1]],
    ['us15 pull', [1]],
    ['nickel pull', [1, 2]],
    ['black pull', [3]],
    ['matt black pull', [3]],
    ['flat black pull', [3]],
    ['brushed gold pull', [4]],
    ['weathered copper pull', [5]],
    ['wc-9 pull', [5]],
  ])('%j', (question, facets) => {
    expect(read(question).parts.find(part => part.facets.length > 0)?.facets).toEqual(facets);
  });

  it('that the shop has no value for are words, in all their ways', () => {
    const antique = read('aged brass hook').parts.find(({ said }) => said === 'aged brass');
    expect(antique?.facets).toEqual([]);
    expect(antique?.any).toContainEqual(['antique', 'brass']);
  });

  it('of two letters alone are the beginning of something', () => {
    expect(partOf('sn', 'sn')?.facets).toEqual([]);
  });
});

describe('kinds', () => {
  it.each([
    ['handles', 'pull'],
    ['drawer pull', 'pull'],
    ['nob', 'knob'],
    ['drawer runners', 'slide'],
    ['shelf pegs', 'shelf pin'],
    ['latches', 'catch'],
    ['feet', 'leg'],
  ])('%j means %j', (question, kind) => {
    expect(read(question).parts[0]?.any).toContainEqual(kind.split(' '));
  });

  it('are named last, or before what they are for', () => {
    expect(read('knob backplate').parts.flatMap(part => part.heads)).toEqual(['backplate', 'plate']);
    expect(read('handles for shaker doors')).toMatchObject({ parts: [{ heads: ['pull', 'handle'] }] });
    expect(read('handles for shaker doors').soft).toEqual(['shaker', 'door']);
  });

  it('say what a word beside them means', () => {
    expect(partOf('bin pull', 'bin')?.any).toContainEqual(['cup']);
    expect(partOf('cup hinge', 'cup')?.any).toContainEqual(['concealed']);
    expect(partOf('fridge handle', 'fridge')?.any).toEqual([['appliance']]);
    expect(partOf('concealed slide', 'concealed')?.any).toContainEqual(['undermount']);
  });

  it('bring features along, written together or apart', () => {
    for (const said of ['soft close', 'softclose', 'soft-close', 'damped']) {
      expect(read(`${said} hinge`).parts.find(part => part.facets.includes(20))?.any).toEqual([
        ['soft', 'close'],
      ]);
    }
    expect(partOf('full overlay hinge', 'full overlay')?.facets).toEqual([30]);
  });
});

describe('other words', () => {
  it('are looked for unless they say nothing', () => {
    expect(saidIn('the avalon knob for my kitchen')).toEqual(['knob', 'avalon']);
    expect(saidIn('kitchen')).toEqual(['kitchen']);
    expect(saidIn('for the')).toEqual(['for', 'the']);
  });

  it('are looked for in descriptions where no name has them', () => {
    expect(partOf('avalon knob', 'avalon')?.within).toBe('names');
    expect(partOf('lacquered knob', 'lacquered')?.within).toBe('names and description');
  });

  it('are numbers where they have digits', () => {
    expect(partOf('hp-4020', 'hp-4020')?.number).toBe('hp-4020');
    expect(partOf('bk9014', 'bk9014')?.number).toBe('bk9014');
  });
});

it.each([
  '',
  ' ',
  '"',
  "'''",
  '()|&!:*<->',
  '/////',
  '1/0',
  '0/0"',
  '9'.repeat(300),
  '½½½',
  '🔩',
  '\u202eknob',
  'a-'.repeat(900),
])('reads whatever is typed: %.20j', question => {
  for (const { any } of read(question).parts) {
    for (const word of any.flat()) expect(word).toMatch(/^[\p{L}\p{N}]+$/u);
  }
});
