import { describe, expect, it } from 'vitest';
import { foldedName } from '#shared/rules/company-name.ts';

describe('a company name is the same', () => {
  it.each([
    ['in another case', 'ACME hardware', 'Acme Hardware'],
    ['with other blanks', ' Acme \u00A0 Hardware\u2003', 'Acme Hardware'],
    ['with a letter that shows nothing', 'Ac\u200Bme Hard\u2060ware\u202E', 'Acme Hardware'],
    ['in full width', 'Ａｃｍｅ　Ｈａｒｄｗａｒｅ', 'Acme Hardware'],
    ['in letters of formulas', '𝐀𝐜𝐦𝐞 𝓗𝓪𝓻𝓭𝔀𝓪𝓻𝓮', 'Acme Hardware'],
    ['with ligatures', 'Briefﬁx', 'Brieffix'],
    ['with accents apart', 'Mu\u0308ller', 'Müller'],
    ['with Cyrillic letters', 'Асmе Наrdwаrе', 'Acme Hardware'],
    ['with Cyrillic capitals', 'ВRАSS ТОРS', 'Brass Tops'],
    ['with a Cyrillic letter under an accent', 'Zo\u0451 Pulls', 'Zoë Pulls'],
    ['with Greek letters', 'Αcme Ηardwαre', 'Acme Hardware'],
    ['with a lunate sigma', 'Aϲme', 'Acme'],
    ['with a palochka', 'Ӏron Bеӏӏ', 'Iron Bell'],
    ['where a Latin letter stands in a Cyrillic name', 'Cкоба', 'Скоба'],
  ])('%s', (_how, given, same) => {
    expect(foldedName(given)).toBe(foldedName(same));
  });
});

describe('company names stay apart', () => {
  it.each([
    ['O’Brien', 'OBrien'],
    ['Müller', 'Muller'],
    ['Bell', 'BeII'],
    ['Corner', 'Comer'],
    ['Vv Pulls', 'W Pulls'],
    ['Acme Hardware', 'AcmeHardware'],
    ['Acme 0', 'Acme O'],
  ])('Latin ones: %s, %s', (one, other) => {
    expect(foldedName(one)).not.toBe(foldedName(other));
  });

  it.each([
    ['СОМА', 'COMA'],
    ['ΝΟΜΑ', 'NOMA'],
    ['Ромашка', 'Pomashka'],
    ['株式会社', '有限会社'],
  ])('one wholly in another script, and another: %s, %s', (one, other) => {
    expect(foldedName(one)).not.toBe(foldedName(other));
  });
});

it('folds what is folded no further, and leaves plain names readable', () => {
  for (const name of ['Acme Hardware, Inc.', 'Асmе', 'СОМА', 'Скоба', 'ΗΛΙΟΣ', '3M', '№ 5', 'ǅ']) {
    expect(foldedName(foldedName(name))).toBe(foldedName(name));
  }
  expect(foldedName('Acme  Hardware, Inc.')).toBe('acme hardware, inc.');
  expect(foldedName('СОМА')).toBe('сома');
});
