import { type SQL, sql } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import { type Db, rows } from '#server/db.ts';
import { CATALOGUE } from '#server/search/facet-counts.ts';

export interface SearchText {
  /** What was asked, without accents, in lower case. */
  needle: string;
  /** What is looked for after mending. */
  words: string[];
  /** The mended question where it differs from what was asked. */
  mended: string | null;
}

const MOST_WORDS = 12;

/** Lower case without accents or blanks at the ends, as the search tables hold it. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** Apart into words and numbers, as `product_text.words` is made. */
function split(folded: string): string[] {
  return folded
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
    .slice(0, MOST_WORDS)
    .map(word => word.slice(0, 60));
}

/**
 * Reads a question. A word that no title, vendor, type or tag has is taken for the most similar one that does
 * (spike: `word %` on the words of the catalogue, never on long texts). Words with digits stay as they are.
 */
export async function readSearch(db: Db, cache: Cache, asked: string): Promise<SearchText> {
  const needle = fold(asked);
  const words = split(needle);
  const doubtful = words.filter(word => /^\p{L}{4,40}$/u.test(word));
  const known = doubtful.length === 0 ? new Set() : await knownWords(db, cache);
  const unknown = doubtful.filter(word => !known.has(word));
  if (unknown.length === 0) return { needle, words, mended: null };
  const mends = await cache.get(CATALOGUE, `mends ${unknown.join(' ')}`, () => findMends(db, unknown));
  if (mends.size === 0) return { needle, words, mended: null };
  const better = words.map(word => mends.get(word) ?? word);
  return { needle, words: better, mended: better.join(' ') };
}

/** Most words that a process keeps; a catalogue of a hundred thousand products has a few thousand. */
const MOST_KNOWN = 50_000;

function knownWords(db: Db, cache: Cache): Promise<ReadonlySet<string>> {
  return cache.get(CATALOGUE, 'words', async () => {
    const found = rows<{ word: string }>(
      await db.execute(sql`select word from search_words order by products desc, word limit ${MOST_KNOWN}`),
    );
    return new Set(found.map(({ word }) => word));
  });
}

async function findMends(db: Db, words: readonly string[]): Promise<Map<string, string>> {
  const found = rows<{ word: string; mend: string }>(
    await db.execute(sql`
      select w.word, m.word as mend
      from unnest(${sql.param([...words])}::text[]) as w(word)
      cross join lateral (
        select s.word from search_words s where s.word % w.word
        order by similarity(s.word, w.word) desc, s.products desc, s.word limit 1) m
      where not exists (
        select from search_words k
        where k.word = w.word or k.word like w.word || '%' or to_tsvector('english', k.word) @@ to_tsquery('english', w.word)
          and k.word % w.word)
        and not exists (
          select from product_text t where t.published and t.search_text like '%' || w.word || '%')`),
  );
  return new Map(found.map(row => [row.word, row.mend]));
}

/** Letters from which on a question is looked for anywhere in titles and numbers; trigrams need as many. */
export const CONTAINS_FROM = 3;

/** Condition on `product_text t`: all words, the last one as a beginning; or the question as it stands. */
export function matchesText({ needle, words }: SearchText): SQL {
  const conditions = [
    ...(words.length > 0 ? [sql`t.words @@ (${wordsQuery(words)})`] : []),
    ...(needle.length >= CONTAINS_FROM ? [sql`t.search_text like ${contains(needle)}`] : []),
  ];
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
}

// Each word both ways: stemmed, so that "knobs" finds a knob, and as it stands, for numbers and what English skips.
function wordsQuery(words: readonly string[]): SQL {
  const queries = words.map((word, index) => {
    const simple = index === words.length - 1 ? `${word}:*` : word;
    return sql`(to_tsquery('english', ${word}) || to_tsquery('simple', ${simple}))`;
  });
  return sql.join(queries, sql` && `);
}

/** The rows of `product_search s` that a question finds; looked up first, whatever else is asked of them. */
export function foundByText(text: SearchText): SQL {
  return sql`(
    with found as materialized (
      select t.product_id from product_text t where t.published and ${matchesText(text)})
    select s.* from product_search s where s.product_id = any(array(select product_id from found))) s`;
}

/** A LIKE pattern for what contains the text. */
export function contains(text: string): string {
  return `%${escapeLike(text)}%`;
}

export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, character => `\\${character}`);
}
