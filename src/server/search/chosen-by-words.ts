import { placedTokens } from '#server/search/question-tokens.ts';
import type { Part } from '#server/search/read-question.ts';
import { sizeTenths } from '#server/search/size-keys.ts';
import { fold, type SearchText } from '#server/search/text.ts';
import { GRAMMAR } from '#server/search/trade-words.ts';
import type { FacetValue, Vocabulary } from '#server/search/vocabulary.ts';

/** The values of filters that a part means: a finish those that are called so, a size those of that length. */
export function meantValues({ facets, sizes }: Part, vocabulary: Vocabulary): FacetValue[] {
  const said = facets.flatMap(key => vocabulary.facets.get(key) ?? []);
  if (sizes.length === 0) return said;
  const wanted = new Set(sizes.flat().map(sizeTenths));
  const long = sizedValues(vocabulary).filter(({ tenths }) => tenths.some(length => wanted.has(length)));
  return [...said, ...long.map(({ facet }) => facet)];
}

/** The parts that mean values of this filter. */
export const partsIn = ({ parts }: SearchText, filter: string, vocabulary: Vocabulary): Part[] =>
  parts.filter(part => meantValues(part, vocabulary).some(({ name }) => name === filter));

interface Sized {
  facet: FacetValue;
  /** Lengths that its name tells, in tenths of millimetres. */
  tenths: number[];
}

const sized = new WeakMap<Vocabulary, Sized[]>();

function sizedValues(vocabulary: Vocabulary): Sized[] {
  const known = sized.get(vocabulary);
  if (known) return known;
  const made = [...vocabulary.facets.values()].flatMap((facet): Sized[] => {
    const { tokens } = placedTokens(fold(facet.value));
    const tenths = tokens.flatMap(token => (token.is === 'length' ? Math.round(token.mm * 10) : []));
    return tenths.length === 0 ? [] : [{ facet, tenths }];
  });
  sized.set(vocabulary, made);
  return made;
}

/** The question as it was typed, but for what these parts say; '' if nothing is left to ask. */
export function withoutParts({ line, spans }: SearchText, parts: readonly Part[]): string {
  const dropped = new Set(parts.flatMap(({ places }) => places.map(place => spans[place])));
  const left: string[] = [];
  let from = 0;
  for (const span of spans) {
    if (!dropped.has(span)) continue;
    left.push(line.slice(from, Math.max(from, span.first)));
    from = Math.max(from, span.end);
  }
  left.push(line.slice(from, Math.max(from, spans.at(-1)?.end ?? 0)));
  return trimmed(left.join(' '));
}

const EDGES = /^[\s,;:&+/|-]+|[\s,;:&+/|-]+$/g;

/** Without the "in" of "pull in brass", and what else led to the words that are gone. */
function trimmed(text: string): string {
  const words = text.replace(EDGES, '').split(/\s+/);
  const isLeading = (word: string | undefined) => word !== undefined && GRAMMAR.has(word.toLowerCase());
  while (isLeading(words.at(-1))) words.pop();
  while (isLeading(words.at(0))) words.shift();
  return words.join(' ').replace(EDGES, '');
}
