import { finishPhrase, kindMeaning, kindsByPhrase, type Lexicon, phraseOf } from '#server/search/lexicon.ts';
import { nominalSizes, SPACINGS_MM, toleranceOf } from '#server/search/nominal-sizes.ts';
import type { Token } from '#server/search/question-tokens.ts';
import { MEASURES, type Measure, sizeKeys } from '#server/search/size-keys.ts';
import { FEATURES, GRAMMAR, type KindName, NOISE, SPELLINGS, STYLES } from '#server/search/trade-words.ts';
import { singular } from '#shared/rules/singular.ts';

/** One thing that a question asks for. A product has it by any of what stands here. */
export interface Part {
  /** The words that were typed, for the note that says they were left out. */
  said: string;
  /** Which of the question's tokens say it. */
  places: number[];
  /** Decides what is dropped last if no product has everything: the heavier. */
  weight: number;
  /** Words that stand together in a product's names; any of these. */
  any: string[][];
  /** The fields in which these are looked for. */
  within: 'names' | 'title' | 'names and description';
  /** The last word may still be typed. */
  open?: boolean;
  /** Part of a product number. */
  number?: string;
  /** Values of filters. */
  facets: number[];
  /** Sizes that will do; where no product has the first, the next are tried. */
  sizes: number[][];
  /** How titles say that they are such a thing. */
  heads: string[];
  /** Whether titles that have its words come first. */
  inTitle: boolean;
}

export interface Reading {
  parts: Part[];
  /** Found in a title they raise it; nothing else. */
  soft: string[];
}

const WEIGHT = { kind: 9, number: 8, style: 7, finish: 6, name: 5, size: 4, feature: 3, word: 1 } as const;
const MAX_PHRASE_LENGTH = 4;

interface Item {
  token: Token;
  place: number;
  /** The form in which phrases are compared. */
  text: string;
  isUsed: boolean;
}

/** `isName` tells words of titles, vendors and tags from those that only descriptions may have. */
export function readQuestion(
  tokens: readonly Token[],
  lexicon: Lexicon,
  isName: (word: string) => boolean,
): Reading {
  const items = tokens.map(
    (token, place): Item => ({ token, place, text: singular(token.text), isUsed: false }),
  );
  const parts: Part[] = [];
  const kind = takeKind(items, parts);
  takePhrases(items, parts, lexicon, kind);
  takeSizes(items, parts, kind);
  const soft: string[] = [];
  const after = items.findIndex(item => item.text === 'for');
  items.forEach((item, index) => {
    if (item.isUsed || GRAMMAR.has(item.text) || item.token.is === 'centers') return;
    const isSoft = NOISE.has(item.text) || (kind !== null && after >= 0 && index > after);
    if (isSoft) soft.push(item.text);
    else parts.push(wordPart(item, isName));
  });
  if (parts.length === 0) {
    parts.push(...soft.splice(0).map(text => wordPart({ token: { is: 'word', text }, place: 0 }, isName)));
  }
  if (parts.length === 0 && items[0]) parts.push(...items.map(item => wordPart(item, isName)));
  openLast(parts, tokens.at(-1));
  if (kind === null) parts.at(-1)?.heads.push(...(parts.at(-1)?.any.at(0)?.slice(-1) ?? []));
  return { parts, soft };
}

const wordsOf = (phrase: string): string[] => phrase.match(/[\p{L}\p{N}]+/gu) ?? [];

function part(said: string, weight: number, more: Partial<Part> = {}): Part {
  return {
    said,
    places: [],
    weight,
    any: [],
    within: 'names',
    facets: [],
    sizes: [],
    heads: [],
    inTitle: false,
    ...more,
  };
}

/** The longest phrases of all items from `from` on that are still free. */
function phraseAt<T>(items: readonly Item[], from: number, meaning: (phrase: string) => T | undefined) {
  for (let length = Math.min(MAX_PHRASE_LENGTH, items.length - from); length > 0; length--) {
    const slice = items.slice(from, from + length);
    if (slice.some(item => item.isUsed || item.token.is === 'centers')) continue;
    const found = meaning(slice.map(item => item.text).join(' '));
    if (found !== undefined) return { found, slice, said: slice.map(item => item.token.text).join(' ') };
  }
  return null;
}

/** Takes the kind that is named last ("knob backplate"), or before what it is for. Other kinds tell more about it. */
function takeKind(items: readonly Item[], parts: Part[]): KindName | null {
  const end = items.findIndex(item => item.text === 'for' || item.text === 'with');
  let chosen: { kind: KindName; part: Part } | null = null;
  for (let at = 0; at < items.length; at++) {
    if (chosen && end >= 0 && at >= end) break;
    const phrase = phraseAt(items, at, text => kindsByPhrase.get(text));
    if (!phrase) continue;
    for (const item of phrase.slice) item.isUsed = true;
    if (chosen) Object.assign(chosen.part, { heads: [], weight: WEIGHT.style, inTitle: true });
    const { is, heads } = kindMeaning(phrase.found);
    const found = part(phrase.said, WEIGHT.kind, { any: is.map(wordsOf), heads: [...heads] });
    parts.push(found);
    chosen = { kind: phrase.found, part: found };
  }
  return chosen?.kind ?? null;
}

function takePhrases(items: readonly Item[], parts: Part[], lexicon: Lexicon, kind: KindName | null): void {
  const styles = STYLES.filter(({ of }) => kind !== null && of.includes(kind));
  for (let at = 0; at < items.length; at++) {
    const phrase = phraseAt(items, at, text => meaningOf(text, styles, lexicon, items.length === 1));
    if (!phrase) continue;
    for (const item of phrase.slice) item.isUsed = true;
    parts.push({
      ...phrase.found,
      said: phrase.said,
      places: phrase.slice.map(({ place }) => place),
    });
  }
}

function meaningOf(
  phrase: string,
  styles: typeof STYLES,
  lexicon: Lexicon,
  isAlone: boolean,
): Part | undefined {
  const says = ({ says: all }: { says: readonly string[] }) =>
    all.some(one => one === phrase || one.replaceAll(' ', '') === phrase);
  const style = styles.find(says);
  if (style) {
    return part(phrase, WEIGHT.style, {
      any: style.is.map(wordsOf),
      facets: valuesOf(style.is, lexicon),
      inTitle: true,
    });
  }
  const feature = FEATURES.find(says);
  if (feature) {
    const facets = valuesOf(feature.is, lexicon);
    return part(phrase, WEIGHT.feature, {
      any: feature.is.map(wordsOf),
      within: 'names and description',
      facets,
    });
  }
  const plain = phraseOf(phrase);
  const synonyms = lexicon.synonyms.get(plain);
  if (synonyms) {
    return part(phrase, WEIGHT.name, { any: [phrase, ...synonyms].map(wordsOf), inTitle: true });
  }
  const finish = lexicon.finishes.get(finishPhrase(plain)) ?? lexicon.finishes.get(plain);
  // Two letters alone are the beginning of a word or of a number.
  if (finish && !(isAlone && phrase.length < 3)) {
    return part(phrase, WEIGHT.finish, {
      any: finish.names.map(wordsOf),
      within: finish.facets.length > 0 ? 'title' : 'names',
      facets: finish.facets,
    });
  }
  const values = lexicon.values.get(plain);
  // A single word is looked for as one: it may as well stand in a title.
  if (!values || !phrase.includes(' ')) return undefined;
  return part(phrase, WEIGHT.feature, {
    any: [wordsOf(phrase)],
    within: 'names and description',
    facets: values,
    inTitle: true,
  });
}

const valuesOf = (phrases: readonly string[], lexicon: Lexicon): number[] =>
  phrases.flatMap(phrase => lexicon.values.get(phrase) ?? []);

const ALL_BUT_DEPTH = MEASURES.filter(measure => measure !== 'projection' && measure !== 'thickness');

function takeSizes(items: readonly Item[], parts: Part[], kind: KindName | null): void {
  const centers = items.filter(({ token }) => token.is === 'centers').map(({ place }) => place);
  const hasCenters = centers.length > 0;
  for (const item of items) {
    const { token } = item;
    if (item.isUsed) continue;
    const mm =
      token.is === 'length' ? token.mm : token.is === 'bare' ? bareSize(token.text, kind, hasCenters) : null;
    if (mm === null) continue;
    item.isUsed = true;
    const sizes = hasCenters ? centersOf(mm) : sizesOf(mm, kind);
    // A bare number of no kind may be part of a product's name as well.
    const any = token.is === 'bare' && kind === null ? [[token.text]] : [];
    parts.push(part(token.text, WEIGHT.size, { any, sizes, places: [item.place, ...centers] }));
  }
}

function bareSize(text: string, kind: KindName | null, hasCenters: boolean): number | null {
  const number = Number(text);
  const bare = kind === null ? (hasCenters ? kindMeaning('pull').bare : undefined) : kindMeaning(kind).bare;
  if (!bare) return SPACINGS_MM.has(number) && kind === null ? number : null;
  if (number >= 1 && number <= bare.inchesTo) return number * 25.4;
  return number >= bare.mmFrom && number <= 3000 ? number : null;
}

const near = (measures: readonly Measure[], mm: number) => sizeKeys(measures, mm, toleranceOf(mm));

const centersOf = (mm: number): number[][] =>
  [[mm], nominalSizes('pull', mm)]
    .map(all => all.flatMap(one => near(['centerToCenter'], one)))
    .filter(keys => keys.length > 0);

function sizesOf(mm: number, kind: KindName | null): number[][] {
  const meant = kind === null ? ALL_BUT_DEPTH : kindMeaning(kind).sized;
  const tries = [
    near(meant, mm),
    nominalSizes(kind, mm).flatMap(nominal => near(meant, nominal)),
    near(MEASURES, mm),
  ];
  return tries.filter(keys => keys.length > 0);
}

function wordPart({ token, place }: Pick<Item, 'token' | 'place'>, isName: (word: string) => boolean): Part {
  const { text } = token;
  const places = [place];
  const own = wordsOf(text);
  const any = [own, ...own.flatMap(word => spellingsOf(word).map(other => [other]))].slice(
    0,
    MAX_PHRASE_LENGTH,
  );
  if (token.is === 'number' || (token.is === 'bare' && text.length > 2)) {
    return part(text, WEIGHT.number, { any, number: text, inTitle: true, places });
  }
  const isKnown = token.is !== 'word' || isName(text) || isName(singular(text));
  return part(text, isKnown ? WEIGHT.name : WEIGHT.word, {
    any,
    within: isKnown ? 'names' : 'names and description',
    inTitle: true,
    places,
  });
}

const spellingsOf = (word: string): string[] =>
  SPELLINGS.flatMap(([one, other]) => (one === word ? [other] : other === word ? [one] : []));

/** The last word of a question is taken for a beginning, as it may still be typed. */
function openLast(parts: readonly Part[], last: Token | undefined): void {
  const written = parts.find(({ said, inTitle }) => last && said === last.text && inTitle);
  if (written) written.open = true;
}
