const WORDS = /change.?me|example|default|placeholder|secret|password|letmein/i;
/** Rows as they are typed, and how many keys of one in a row are no chance: hexadecimal digits are few. */
const ROWS: readonly [string, number][] = [
  ['01234567890', 8],
  ['abcdefghijklmnopqrstuvwxyz', 8],
  ['qwertyuiop', 6],
  ['asdfghjkl', 6],
  ['zxcvbnm', 6],
];

/**
 * Whether somebody typed this secret, or took it from an example: it holds a word of such, or keys as they lie in a row,
 * is one piece again and again, or has hardly any different characters.
 */
export function isGuessable(secret: string | undefined): boolean {
  if (secret === undefined) return false;
  const fewest = secret.length < 32 ? 5 : 8;
  return WORDS.test(secret) || hasRow(secret) || isRepeated(secret) || new Set(secret).size < fewest;
}

function hasRow(secret: string): boolean {
  const forth = secret.toLowerCase();
  const back = [...forth].reverse().join('');
  return ROWS.some(([row, length]) => {
    for (let at = 0; at + length <= row.length; at++) {
      const keys = row.slice(at, at + length);
      if (forth.includes(keys) || back.includes(keys)) return true;
    }
    return false;
  });
}

/** Whether its first piece comes again to the end, the last time perhaps in part. */
function isRepeated(secret: string): boolean {
  for (let piece = 1; piece <= secret.length / 2; piece++)
    if (secret.slice(piece) === secret.slice(0, secret.length - piece)) return true;
  return false;
}
