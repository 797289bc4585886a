/** A name that nobody reads, beside the one of ours that it seems to mean. */
export interface Misspelt {
  given: string;
  meant: string;
}

/** Shorter names (PORT, MAIL) are a letter away from too many of others'. */
const SHORTEST = 7;

/**
 * Names that are ours but for a slip: another case or other underscores, or one letter wrong, missing, too many or
 * in its neighbour's place, once in the whole or once a word. DATABASE_PORT is others', and far enough from ours.
 */
export function misspelt(given: Iterable<string>, known: readonly string[]): Misspelt[] {
  const found: Misspelt[] = [];
  for (const name of given) {
    if (known.includes(name)) continue;
    const meant = known.find(ours => ours.replace(/_/g, '').length >= SHORTEST && isSlip(name, ours));
    if (meant !== undefined) found.push({ given: name, meant });
  }
  return found;
}

export const hint = ({ given, meant }: Misspelt): string =>
  `${given} is not a variable of the shop: did you mean ${meant}?`;

function isSlip(name: string, ours: string): boolean {
  const plain = (text: string) => text.toUpperCase().replace(/[^A-Z\d]/g, '');
  if (isOneOff(plain(name), plain(ours))) return true;
  const words = name.toUpperCase().split(/[^A-Z\d]+/);
  const own = ours.split('_');
  return words.length === own.length && words.every((word, at) => isOneOff(word, own[at] ?? ''));
}

/** Equal, or equal but for one letter that is wrong, missing, too many, or swapped with the next. */
function isOneOff(one: string, other: string): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const [a, b] = [one.slice(same), other.slice(same)];
  return (
    a === b ||
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a.slice(2) === b.slice(2) && a[0] === b[1] && a[1] === b[0])
  );
}
