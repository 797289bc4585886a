/** A word of names in the singular, near enough to compare it by; lower case. */
export function singular(word: string): string {
  if (/\d/.test(word) || word.length < 4) return word;
  if (/(ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2);
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}
