/** A piece of a question: what was typed, and what it is by its looks alone. */
export type Token =
  | { is: 'word'; text: string }
  /** Letters and digits, perhaps with signs between: a product number or a part of one, a code. */
  | { is: 'number'; text: string }
  /** Digits alone. */
  | { is: 'bare'; text: string }
  | { is: 'length'; text: string; mm: number }
  /** The thread of a screw: 8-32. */
  | { is: 'thread'; text: string }
  /** Says that a length is measured from hole to hole. */
  | { is: 'centers'; text: string };

const MM_PER_INCH = 25.4;
const MAX_INCHES = 26;
export const MAX_TOKENS = 16;
const MAX_WORD_LENGTH = 60;

const UNIT = String.raw`(?<unit>mm|m/m|cm|inch(?:es)?|in(?!\p{L})\.?|"|”|''|′′|’’)`;
const END = String.raw`(?![\p{L}\p{N}])`;

const THREAD = /(?:[468]|10|12)-(?:24|32|40)(?![\p{L}\p{N}/])/uy;
const LOAD = /(?<load>\d{2,4})\s*(?:#|lbs?\.?(?!\p{L})|pounds?(?!\p{L}))/uy;
const ANGLE = /(?<angle>\d{2,3})\s*(?:°|deg(?:rees?)?(?!\p{L}))/uy;
const FRACTION = new RegExp(
  String.raw`(?:(?<whole>\d{1,4})(?:\s*-\s*|\s+))?(?<over>\d{1,3})\s*/\s*(?<under>\d{1,3})(?:\s*${UNIT})?${END}`,
  'uy',
);
const MEASURED = new RegExp(String.raw`(?<number>\d{1,5}(?:[.,]\d{1,4})?|\.\d{1,4})\s*${UNIT}`, 'uy');
const DECIMAL = new RegExp(String.raw`(?<number>\d{1,3}[.,]\d{1,4})${END}`, 'uy');
const CENTERS =
  /(?:c\s?[-/.]\s?c\.?|o\.\s?c\.?|cc|ctc|oc|cts|c to c|(?:on |hole )?cent(?:er|re)s?(?: to cent(?:er|re)s?)?|hole spacing)(?![\p{L}\p{N}])/uy;
const NUMBER = /[\p{L}\p{N}]+(?:[-._/][\p{L}\p{N}]+)*/uy;
const WORD = /[\p{L}\p{N}]+/uy;

/** The place of a token in the text: from its first letter up to, but not with, `end`. */
export interface Span {
  first: number;
  end: number;
}

/** `text` as `fold` leaves it; spans beside the tokens, the same for all that were read from one piece. */
export function placedTokens(text: string): { tokens: Token[]; spans: Span[] } {
  const tokens: Token[] = [];
  const spans: Span[] = [];
  for (let at = 0; at < text.length && tokens.length < MAX_TOKENS; ) {
    const next = tokenAt(text, at, tokens.at(-1));
    if (next) {
      const span = { first: at, end: at + next.length };
      for (const token of next.tokens) {
        tokens.push(token);
        spans.push(span);
      }
      at = span.end;
    } else {
      at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    }
  }
  return { tokens: tokens.slice(0, MAX_TOKENS), spans: spans.slice(0, MAX_TOKENS) };
}

export const tokensOf = (text: string): Token[] => placedTokens(text).tokens;

function tokenAt(text: string, at: number, before: Token | undefined) {
  const find = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const one = (found: RegExpExecArray, ...tokens: Token[]) => ({ tokens, length: found[0].length });
  const found = find(WORD);
  if (!found) {
    const decimal = find(MEASURED);
    return decimal ? lengthOf(decimal, one) : null;
  }
  const thread = find(THREAD);
  if (thread) return one(thread, { is: 'thread', text: thread[0] });
  const load = find(LOAD);
  if (load?.groups?.load) return one(load, ...words(load.groups.load, 'lb'));
  const angle = find(ANGLE);
  if (angle?.groups?.angle) return one(angle, ...words(angle.groups.angle));
  for (const pattern of [FRACTION, MEASURED, DECIMAL]) {
    const length = find(pattern);
    const read = length && lengthOf(length, one);
    if (read) return read;
  }
  // "Center mount" is no spacing: only what follows a length or says it in full.
  const centers = find(CENTERS);
  if (centers && (!/^cent(er|re)s?$/.test(centers[0]) || before?.is === 'length' || before?.is === 'bare')) {
    return one(centers, { is: 'centers', text: centers[0] });
  }
  const number = find(NUMBER);
  if (number && /\p{N}/u.test(number[0]) && /\p{L}|[-._/]/u.test(number[0])) {
    return one(number, { is: 'number', text: number[0].slice(0, MAX_WORD_LENGTH) });
  }
  const word = found[0].slice(0, MAX_WORD_LENGTH);
  return one(found, { is: /^\p{N}+$/u.test(word) ? 'bare' : 'word', text: word });
}

const words = (...texts: string[]): Token[] => texts.map(text => ({ is: 'word', text }));

function lengthOf<T>(found: RegExpExecArray, one: (found: RegExpExecArray, token: Token) => T): T | null {
  const { whole = '0', over, under, number, unit = '' } = found.groups ?? {};
  const part = over === undefined ? 0 : Number(over) / Number(under);
  if (!(part >= 0 && part < 1)) return null;
  const amount = number === undefined ? Number(whole) + part : Number(number.replace(',', '.'));
  const isMetric = unit === 'mm' || unit === 'm/m' || unit === 'cm';
  const isInches = !isMetric && (unit !== '' || over !== undefined || amount < MAX_INCHES);
  const mm = amount * (isInches ? MM_PER_INCH : unit === 'cm' ? 10 : 1);
  if (!(mm > 0 && mm < 100_000)) return null;
  return one(found, { is: 'length', text: found[0].trim(), mm });
}
