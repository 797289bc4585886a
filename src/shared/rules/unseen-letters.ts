/** Format letters (zero widths, directions, tags) and whatever else shows nothing. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Letters that look like a blank and are none. */
const BLANKS = /[\u2800\u3164\uFFA0]/g;

/** A letter or mark of a script that some invisible letters are spelled with, as Persian and Hindi are. */
const JOINED = String.raw`(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}])[\p{L}\p{M}]`;

const STRAY = new RegExp(
  [
    // Kept: the flag of a region, the joints and looks of emoji, variants of ideographs, joiners in a word.
    String.raw`(?<kept>\u{1F3F4}[\u{E0030}-\u{E007A}]+\u{E007F}`,
    String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
    String.raw`(?<=[\p{Extended_Pictographic}#*\d])[\uFE0E\uFE0F]`,
    String.raw`(?<=\p{Script=Han})[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
    String.raw`(?<=${JOINED})[\u200C\u200D](?=${JOINED}))`,
    UNSEEN.source,
  ].join('|'),
  'gu',
);

/** A name, or any text of one line, as it is seen: without letters that show nothing or turn the others around. */
export const withoutUnseen = (text: string): string => text.replace(BLANKS, ' ').replace(UNSEEN, '');

/** The same for prose, where such letters stay as long as they do their proper work: in emoji, in words that join. */
export const withoutStray = (text: string): string =>
  text.replace(BLANKS, ' ').replace(STRAY, (_match, kept?: string) => kept ?? '');
