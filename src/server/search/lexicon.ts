import { FAMILIES, SURFACES, TRADE_FINISHES } from '#server/search/trade-finishes.ts';
import {
  FEATURES,
  GRAMMAR,
  KINDS,
  type KindMeaning,
  type KindName,
  STYLES,
} from '#server/search/trade-words.ts';
import type { Vocabulary } from '#server/search/vocabulary.ts';
import { singular } from '#shared/rules/singular.ts';

export interface FinishSaid {
  /** Values of filters, if the shop has any such. */
  facets: number[];
  /** Its names. */
  names: string[];
}

/** Phrases that questions are read by: the trade's, and the values of this shop's filters. */
export interface Lexicon {
  finishes: ReadonlyMap<string, FinishSaid>;
  /** Values of filters that are no finish: "soft close", "full overlay", "100 lb". */
  values: ReadonlyMap<string, number[]>;
  /** Phrases of the shop's own synonyms, with what its products are called instead. */
  synonyms: ReadonlyMap<string, readonly string[]>;
  /** Every word of the above. */
  words: ReadonlySet<string>;
}

const lexicons = new WeakMap<Vocabulary, Lexicon>();

export function lexiconOf(vocabulary: Vocabulary): Lexicon {
  const known = lexicons.get(vocabulary);
  if (known) return known;
  const made = makeLexicon(vocabulary);
  lexicons.set(vocabulary, made);
  return made;
}

/** Writes a phrase in the form in which phrases are compared: words and numbers apart, singular, lower case. */
export function phraseOf(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .map(singular)
    .join(' ');
}

/** A finish's phrase with its surface as the trade has it: "brushed nickel" and "satin nickel" are one. */
export function finishPhrase(phrase: string): string {
  const words = phrase.split(' ');
  return words.map((word, index) => (index < words.length - 1 ? (SURFACES[word] ?? word) : word)).join(' ');
}

const BY_LETTERS_ONLY = /^[\p{L} ]{3,}$/u;
const MAX_VALUE_LENGTH = 60;

function makeLexicon({ groups, synonyms }: Vocabulary): Lexicon {
  const finishes = new Map<string, FinishSaid>();
  const values = new Map<string, number[]>();
  const colours = new Map<string, number[]>();
  for (const { name, values: listed } of groups) {
    const isColour = /finish|colou?r/i.test(name) || listed.some(({ hex }) => hex !== null);
    for (const { key, value, aliases } of listed) {
      if (value.length > MAX_VALUE_LENGTH) continue;
      for (const text of [value, ...aliases]) {
        const phrase = phraseOf(text);
        if (phrase === '') continue;
        if (isColour) add(colours, finishPhrase(phrase), key);
        else if (BY_LETTERS_ONLY.test(phrase) || / lb$/.test(phrase)) add(values, phrase, key);
      }
    }
  }
  for (const [phrase, facets] of colours) finishes.set(phrase, { facets, names: surfacesOf(phrase) });
  addTrade(finishes, colours);
  const own = new Map(
    Object.entries(synonyms).map(([phrase, names]) => [phraseOf(phrase), names.map(phraseOf)]),
  );
  return {
    finishes,
    values,
    synonyms: own,
    words: wordsOf([...finishes.keys(), ...values.keys(), ...own.keys(), ...TRADE_PHRASES]),
  };
}

function addTrade(finishes: Map<string, FinishSaid>, colours: ReadonlyMap<string, number[]>): void {
  for (const [family, means] of Object.entries(FAMILIES)) {
    const facets = [...colours].flatMap(([phrase, keys]) =>
      means.some(meant => ` ${phrase} `.includes(` ${meant} `)) ? keys : [],
    );
    if (facets.length > 0) finishes.set(family, { facets: [...new Set(facets)], names: [...means] });
  }
  for (const { name, says, codes } of TRADE_FINISHES) {
    const names = [name, ...says].map(finishPhrase);
    const facets = [...new Set(names.flatMap(phrase => colours.get(phrase) ?? []))];
    const said = { facets, names: surfacesOf(name) };
    for (const phrase of [...names, ...codes]) {
      if (!finishes.has(phrase) || (facets.length > 0 && !(phrase in FAMILIES))) finishes.set(phrase, said);
    }
  }
}

/** A name with every word for its surface. */
function surfacesOf(name: string): string[] {
  const [first = '', ...others] = name.split(' ');
  const same = Object.keys(SURFACES).filter(word => SURFACES[word] === SURFACES[first]);
  return others.length > 0 && first in SURFACES ? same.map(word => [word, ...others].join(' ')) : [name];
}

function add(map: Map<string, number[]>, phrase: string, key: number): void {
  const keys = map.get(phrase);
  if (keys) keys.push(key);
  else map.set(phrase, [key]);
}

export const kindsByPhrase: ReadonlyMap<string, KindName> = new Map(
  Object.entries(KINDS).flatMap(([kind, { says }]) =>
    says.flatMap((phrase): [string, KindName][] => [
      [phrase, kind as KindName],
      [phrase.replaceAll(' ', ''), kind as KindName],
    ]),
  ),
);

export const kindMeaning = (kind: KindName): KindMeaning => KINDS[kind];

const TRADE_PHRASES: readonly string[] = [
  ...kindsByPhrase.keys(),
  ...[...STYLES, ...FEATURES].flatMap(({ says, is }) => [
    ...says,
    ...is,
    ...says.map(one => one.replaceAll(' ', '')),
  ]),
  ...TRADE_FINISHES.flatMap(({ name, says, codes }) => [name, ...says, ...codes]),
  ...Object.keys(SURFACES),
  ...Object.keys(FAMILIES),
  ...GRAMMAR,
];

const wordsOf = (phrases: readonly string[]): ReadonlySet<string> =>
  new Set(phrases.flatMap(phrase => phrase.split(/[^\p{L}\p{N}]+/u)).filter(word => word !== ''));
