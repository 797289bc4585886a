import { type SQL, sql } from 'drizzle-orm';

/** A LIKE pattern for what contains the text. */
export function contains(text: string): string {
  return `%${escapeLike(text)}%`;
}

/** Has a text stand for itself within a LIKE pattern. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, character => `\\${character}`);
}

/**
 * A text in small letters, for this to be looked for in it. If that is ASCII, no other letters need small ones, which
 * takes a tenth of the time; indexes of trigrams are over exactly that.
 */
export function inSmallLetters(text: SQL, search: string): SQL {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
  return /^[\x00-\x7f]*$/.test(search) ? sql`lower((${text}) collate "C")` : sql`lower(${text})`;
}

/** Shorter ones are in nearly every text, and no index finds them within a word. */
export const FOUND_ANYWHERE_FROM = 3;

/**
 * Condition that a text has each word of a search, anywhere; one of one or two letters has to begin a word. The text is
 * in small letters, with a blank before each word, the first one too.
 */
export function hasWords(text: SQL, search: string): SQL {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return sql.join(
    words.map(word => sql`${text} like ${word.length < FOUND_ANYWHERE_FROM ? begins(word) : contains(word)}`),
    sql` and `,
  );
}

const begins = (word: string) => `% ${escapeLike(word)}%`;
