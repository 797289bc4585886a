import { withoutUnseen } from '#shared/rules/unseen-letters.ts';

/** Cyrillic and Greek letters, each beside the Latin one that it looks like. */
const PAIRS = [
  'АA ВB ЕE ЅS ІI ӀI ЈJ КK МM НH ОO РP СC ТT УY ҮY ХX ԚQ ԜW ԌG ѴV ЬB',
  'аa вb сc ԁd еe гr һh іi јj кk ӏl мm нh оo пn рp ԛq ѕs тt уy үy хx ѵv ԝw ѡw ьb',
  'ΑA ΒB ϹC ΕE ΖZ ΗH ΙI ͿJ ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX',
  'αa ϲc εe ηn ιi ϳj κk μu νv οo ρp σo τt υu χx ωw γy',
];
const LATIN = new Map(
  PAIRS.flatMap(line => line.split(' ')).map(pair => [pair.charAt(0), pair.charAt(1)] as const),
);

const onLatin = (text: string) => Array.from(text, letter => LATIN.get(letter) ?? letter).join('');

/**
 * Tells companies apart: two names that fold to the same look the same. Case, blanks and shapes of letters
 * (full-width, ligatures) make no difference, nor does a Cyrillic or Greek letter in the place of the Latin one it
 * looks like. Latin letters are never folded onto each other, and a name that has none stays, even where each of its
 * letters has a look-alike: "СОМА" is a word of its own.
 */
export function foldedName(name: string): string {
  const seen = withoutUnseen(name);
  // Accents apart, so that a letter under one is folded like a bare one; before NFKC, which turns ϲ into a sigma.
  const folded = onLatin(onLatin(seen).normalize('NFKD')).normalize('NFKC');
  const isOther =
    !/\p{Script=Latin}/u.test(seen.normalize('NFKC')) && !/[^\P{L}\p{Script=Latin}]/u.test(folded);
  return (isOther ? seen.normalize('NFKC') : folded).toLowerCase().replace(/\s+/g, ' ').trim();
}
