/** A word that shoppers may mean, and how many products have it; words of the trade come before others. */
export interface KnownWord {
  word: string;
  products: number;
  isTrade: boolean;
}

/** Words by their length, so that only those that can be near are compared. */
export type WordIndex = ReadonlyMap<number, readonly (KnownWord & { letters: number })[]>;

export function indexWords(words: Iterable<KnownWord>): WordIndex {
  const index = new Map<number, (KnownWord & { letters: number })[]>();
  for (const known of words) {
    const kept = { ...known, letters: lettersOf(known.word) };
    const same = index.get(known.word.length);
    if (same) same.push(kept);
    else index.set(known.word.length, [kept]);
  }
  return index;
}

const SHORT = 5;
const SHORTEST = 3;
const MAX_LENGTH = 40;

/** The known word nearest to a misspelt one, or null. Short words are mended by one letter, others by two. */
export function mendWord(word: string, index: WordIndex): string | null {
  if (word.length < SHORTEST || word.length > MAX_LENGTH) return null;
  const most = word.length <= SHORT ? 1 : 2;
  const letters = lettersOf(word);
  let best: { word: string; score: number } | null = null;
  for (let length = word.length - most; length <= word.length + most; length++) {
    for (const known of index.get(length) ?? []) {
      // Each edit changes two letters of the set at most.
      if (bits(letters ^ known.letters) > 2 * most) continue;
      const edits = distance(word, known.word, most);
      if (edits > most) continue;
      // Nearly any other word is near one so short.
      if (word.length === SHORTEST && !(known.isTrade && known.word[0] === word[0])) continue;
      const score =
        edits * 10 -
        (known.word[0] === word[0] ? 6 : 0) -
        (known.isTrade ? 4 : 0) -
        Math.log10(1 + known.products);
      if (!best || score < best.score) best = { word: known.word, score };
    }
  }
  return best?.word ?? null;
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

function bits(set: number): number {
  let count = 0;
  for (let left = set; left !== 0; left &= left - 1) count++;
  return count;
}

/** Letters left out, added, replaced or swapped with the next; more than `most` is `most + 1`. */
export function distance(one: string, other: string, most: number): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      let edits = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      }
      row.push(edits);
      least = Math.min(least, edits);
    }
    if (least > most) return most + 1;
    [before, last] = [last, row];
  }
  return last[other.length] ?? most + 1;
}
