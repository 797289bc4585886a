import { type SQL, sql } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import { type Db, rows } from '#server/database/db.ts';
import { contains } from '#server/database/like.ts';
import { CATALOGUE } from '#server/listing/facet-counts.ts';
import { type Lexicon, lexiconOf } from '#server/search/lexicon.ts';
import { indexWords, mendWord, type WordIndex } from '#server/search/mend-words.ts';
import { placedTokens, type Span, type Token } from '#server/search/question-tokens.ts';
import { type Reading, readQuestion } from '#server/search/read-question.ts';
import { MISSPELLINGS, NOISE } from '#server/search/trade-words.ts';
import type { Vocabulary } from '#server/search/vocabulary.ts';
import { bare, sold } from '#server/variants/find-numbers.ts';
import { singular } from '#shared/rules/singular.ts';

/** A question as it is answered. */
export interface SearchText extends Reading {
  /** The question that was asked, without accents, in lower case. */
  needle: string;
  /** The question as its tokens were read from it, and where each of them stands. */
  line: string;
  spans: Span[];
  /** The mended question where it differs from what was asked. */
  mended: string | null;
  /** The words that no product has together with the rest, as they were typed. */
  leftOut: string[];
}

/** Lower case without accents or blanks at the ends, as the search tables hold it. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

const FRACTIONS = /[¼½¾⅐-⅞]/gu;

/** One character for a fraction, and dashes of all kinds, as keyboards have them. */
const typed = (text: string): string =>
  text
    .replace(FRACTIONS, sign => ` ${sign.normalize('NFKD').replace('\u2044', '/')}`)
    .replace(/[\u2010-\u2015\u2212]/gu, '-')
    .replace(/\u2044/gu, '/');

/** In the letters that were typed, unless those that are read are not as many. */
function lineOf(asked: string): string {
  const line = typed(asked).trim();
  const folded = fold(line);
  return folded.length === line.length ? line : folded;
}

/**
 * Reads a question (docs/search.md). A word that neither this shop nor the trade knows is taken for the nearest one
 * that they do; numbers stay as they are, but for dashes that were left out.
 */
export async function readSearch(
  db: Db,
  cache: Cache,
  vocabulary: Vocabulary,
  asked: string,
): Promise<SearchText> {
  const lexicon = lexiconOf(vocabulary);
  const line = lineOf(asked);
  const { tokens: asTyped, spans } = placedTokens(fold(line));
  const numbers = await writtenNumbers(db, cache, asTyped);
  const tokens = asTyped.map((token): Token => {
    const number = numbers.get(token.text);
    return number === undefined ? token : { is: 'number', text: number };
  });
  const doubtful = tokens.filter(isDoubtful);
  const known = doubtful.length > 0 ? await knownWords(db, cache, lexicon) : NOTHING_KNOWN;
  const last = tokens.at(-1);
  const unknown = doubtful.filter(token => !isKnown(token.text, known, token === last));
  const mends = await mendsOf(
    db,
    cache,
    known,
    unknown.map(({ text }) => text),
  );
  const better = tokens.map((token): Token => {
    const mend = token.is === 'word' ? mends.get(token.text) : undefined;
    return mend === undefined ? token : { is: 'word', text: mend };
  });
  return {
    ...readQuestion(better, lexicon, word => known.names.has(word)),
    needle: fold(asked),
    line,
    spans,
    mended: mends.size === 0 ? null : better.map(({ text }) => text).join(' '),
    leftOut: [],
  };
}

/** Fewer letters and digits begin too many numbers, and are finishes, threads and sizes as well. */
const SQUEEZED_FROM = 5;

const squeezed = (text: string): string => text.replace(/[^a-z0-9]/g, '');

const maySqueeze = ({ is, text }: Token): boolean =>
  (is === 'number' || is === 'bare') && squeezed(text).length >= SQUEEZED_FROM;

/**
 * Numbers that were typed without their dashes, or with others, as the shop writes them; those that stand somewhere as
 * they were typed stay as they are. The beginning of a number does, for it may still be typed.
 */
async function writtenNumbers(
  db: Db,
  cache: Cache,
  tokens: readonly Token[],
): Promise<ReadonlyMap<string, string>> {
  const found = tokens.filter(maySqueeze).map(async ({ text }): Promise<[string, string][]> => {
    const number = await cache.get(CATALOGUE, `number ${text}`, () => writtenNumber(db, text));
    return number === null ? [] : [[text, number]];
  });
  return new Map((await Promise.all(found)).flat());
}

async function writtenNumber(db: Db, text: string): Promise<string | null> {
  const start = squeezed(text);
  // Apart from the rest: the first by number would be looked for along the index of numbers, from end to end.
  const [found] = rows<{ number: string }>(
    await db.execute(sql`
      with begun as materialized (
        select lower(v.product_num) as number from variants v
        where ${bare(sql`v.product_num`)} like ${`${start}%`} and ${sold})
      select min(number) as number from begun
      where not exists (
        select from product_text t where t.published
          and (t.search_text like ${contains(text)} or t.words @@ to_tsquery('simple', ${start})))
      having count(*) > 0`),
  );
  return found ? beginning(found.number, start) : null;
}

/** Returns the part of a number that was typed. */
function beginning(number: string, start: string): string {
  let left = start.length;
  const end = [...number].findIndex(sign => /[a-z0-9]/.test(sign) && --left === 0);
  return number.slice(0, end + 1);
}

const isDoubtful = ({ is, text }: Token): boolean => is === 'word' && /^\p{L}{3,40}$/u.test(text);

interface Known {
  /** Words of titles, types, vendors and tags. */
  names: ReadonlySet<string>;
  all: WordIndex;
  has(word: string): boolean;
}

const NOTHING_KNOWN: Known = { names: new Set(), all: new Map(), has: () => true };

/** Most words that a process keeps; a catalogue of a hundred thousand products has a few thousand. */
const MAX_KNOWN = 50_000;

function knownWords(db: Db, cache: Cache, lexicon: Lexicon): Promise<Known> {
  return cache.get(CATALOGUE, 'words', async () => {
    const found = rows<{ word: string; products: number }>(
      await db.execute(sql`
        select word, products::int as products from search_words order by products desc, word limit ${MAX_KNOWN}`),
    );
    const counts = new Map(found.map(({ word, products }) => [word, products]));
    const trade = new Set([...lexicon.words, ...NOISE].filter(word => /^\p{L}{3,}$/u.test(word)));
    const all = [...new Set([...counts.keys(), ...trade])].map(word => ({
      word,
      products: counts.get(word) ?? 0,
      isTrade: trade.has(word),
    }));
    return {
      names: new Set(counts.keys()),
      all: indexWords(all),
      has: word => counts.has(word) || trade.has(word),
    };
  });
}

function isKnown(word: string, known: Known, isLast: boolean): boolean {
  if (known.has(word) || known.has(singular(word))) return true;
  if (!isLast) return false;
  for (const name of known.names) if (name.startsWith(word)) return true;
  return false;
}

/** Tells what each of these words is taken for; one that stands somewhere in the shop is taken for itself. */
async function mendsOf(
  db: Db,
  cache: Cache,
  known: Known,
  unknown: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (unknown.length === 0) return new Map();
  return cache.get(CATALOGUE, `mends ${unknown.join(' ')}`, async () => {
    const stemmed = sql`to_tsquery('english', w.word)`;
    const written = rows<{ word: string }>(
      await db.execute(sql`
        select w.word from unnest(${sql.param([...unknown])}::text[]) as w(word)
        where numnode(${stemmed}) > 0 and exists (
          select from product_text t
          where t.published and t.words @@ (${stemmed} || to_tsquery('simple', w.word) || ${marked('~', stemmed)}))`),
    );
    const stays = new Set(written.map(({ word }) => word));
    return new Map(
      unknown.flatMap((word): [string, string][] => {
        const mend =
          MISSPELLINGS[word] ??
          (stays.has(word) ? null : (mendWord(word, known.all) ?? mendWord(singular(word), known.all)));
        return mend && mend !== word ? [[word, mend]] : [];
      }),
    );
  });
}

/** The words of a query as they stand in one place alone: `^` the title, `~` the description. */
export function marked(mark: '^' | '~', query: SQL): SQL {
  const inPlace = `'${mark}\\1'`;
  return sql`regexp_replace((${query})::text, '''([^'']+)''', ${inPlace}, 'g')::tsquery`;
}

/** Letters from which on a question is looked for anywhere in titles and numbers; trigrams need as many. */
export const CONTAINS_FROM = 3;
