import { describe, expect, it } from 'vitest';
import { withoutStray, withoutUnseen } from '#shared/rules/unseen-letters.ts';

const HIDDEN: [what: string, letter: string][] = [
  ['a zero-width space', '\u200B'],
  ['a zero-width joiner', '\u200D'],
  ['a zero-width non-joiner', '\u200C'],
  ['a word joiner', '\u2060'],
  ['a byte-order mark', '\uFEFF'],
  ['a soft hyphen', '\u00AD'],
  ['an override to the left', '\u202E'],
  ['an isolate', '\u2066'],
  ['a mark to the right', '\u200F'],
  ['an Arabic letter mark', '\u061C'],
  ['a tag', '\u{E0041}'],
  ['a variation selector', '\uFE0F'],
  ['a grapheme joiner', '\u034F'],
  ['an interlinear anchor', '\uFFF9'],
];

describe.each(HIDDEN)('%s between Latin letters', (_what, letter) => {
  it('is taken out of names and of prose', () => {
    expect(withoutUnseen(`Ac${letter}me`)).toBe('Acme');
    expect(withoutStray(`Ac${letter}me`)).toBe('Acme');
    expect(withoutUnseen(letter.repeat(3))).toBe('');
  });
});

it('letters that look like a blank are one', () => {
  expect(withoutUnseen('Acme\u3164Hardware\u2800Co')).toBe('Acme Hardware Co');
});

it.each([
  'Müller & Søn, 北京五金, Ελλάς, Ромашка, שלום',
  'line one\nline two\ttabbed',
  'naïve — “quoted” … 3-3/4″ × 96 mm ®',
])('what is seen stays: %j', text => {
  expect(withoutUnseen(text)).toBe(text);
  expect(withoutStray(text)).toBe(text);
});

it.each([
  ['a family', '👩‍👩‍👧'],
  ['a trade with its skin tone', '👷🏽‍♀️'],
  ['a red heart', '❤️'],
  ['a keycap', '1️⃣'],
  ['the flag of Scotland', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['a Persian word', 'می‌خواهم'],
  ['a Sinhala word', 'ශ්‍රී'],
  ['a variant of an ideograph', '辻\u{E0100}'],
])('prose keeps %s', (_what, text) => {
  expect(withoutStray(`so ${text}, so`)).toBe(`so ${text}, so`);
});

it('prose keeps no joiner beside a letter that joins nothing, and no direction', () => {
  expect(withoutStray('می\u200C a\u200Cخ \u202Eabc\u202C 👩\u200Dx')).toBe('می aخ abc 👩x');
});
