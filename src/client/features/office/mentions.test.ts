import { describe, expect, it } from 'vitest';
import { mentionAt, mentionedIn, offered, partsOf, withMention } from '#client/features/office/mentions.ts';

const person = (_id: string, name: string) => ({ _id, name, email: `${_id}@shop.test` });
const ann = person('ann', 'Ann');
const lee = person('lee', 'Ann Lee');
const max = person('max', 'Max Öhm');
const twin = person('twin', 'Ann Lee');
const PEOPLE = [ann, lee, max];

describe('a name that is being typed', () => {
  it.each([
    ['@', 1, { start: 0, typed: '' }],
    ['ask @An', 7, { start: 4, typed: 'An' }],
    ['ask\n@Ann L', 10, { start: 4, typed: 'Ann L' }],
    ['(@max', 5, { start: 1, typed: 'max' }],
    ['@Ann and @m', 11, { start: 9, typed: 'm' }],
    // The caret stands in the middle.
    ['ask @An today', 7, { start: 4, typed: 'An' }],
  ])('is found in %j at %i', (text, caret, found) => {
    expect(mentionAt(text, caret)).toEqual(found);
  });

  it.each([
    ['ann@shop.test', 13],
    ['@Ann\nlook', 9],
    ['no name', 7],
    ['@Ann', 0],
    [`@${'x'.repeat(41)}`, 42],
  ])('is none in %j at %i', (text, caret) => {
    expect(mentionAt(text, caret)).toBeNull();
  });
});

it('people are offered by each word of their name and by their address', () => {
  const names = (typed: string) => offered(PEOPLE, typed).map(({ _id }) => _id);
  expect(names('')).toEqual(['ann', 'lee', 'max']);
  expect(names('LEE')).toEqual(['lee']);
  expect(names('öh')).toEqual(['max']);
  expect(names('ann l')).toEqual(['lee']);
  expect(names('max@')).toEqual(['max']);
  expect(names('nn')).toEqual([]);
  const many = Array.from({ length: 20 }, (_, n) => person(`${n}`, `Ann ${n}`));
  expect(offered(many, 'ann')).toHaveLength(8);
});

it('a name takes the place of what was typed of it', () => {
  const text = 'ask @an today';
  const mention = mentionAt(text, 7);
  expect(mention && withMention(text, 7, mention, lee)).toEqual({ text: 'ask @Ann Lee today', caret: 13 });
});

describe('whom a comment names', () => {
  it('is cut out of its words, the longest name first', () => {
    expect(partsOf('@ann lee, and @Ann; not x@Ann', PEOPLE)).toEqual([
      { text: '@ann lee', people: [lee] },
      { text: ', and ', people: [] },
      { text: '@Ann', people: [ann] },
      { text: '; not x@Ann', people: [] },
    ]);
    expect(partsOf('@Annie', PEOPLE)).toEqual([{ text: '@Annie', people: [] }]);
    expect(partsOf('', PEOPLE)).toEqual([]);
  });

  it('is told once each, whether chosen or typed', () => {
    expect(mentionedIn('@Max Öhm @Ann @max öhm', PEOPLE, [])).toEqual(['max', 'ann']);
    expect(mentionedIn('nobody', PEOPLE, ['ann'])).toEqual([]);
  });

  it('is whoever was chosen where two share a name', () => {
    expect(mentionedIn('@Ann Lee', [...PEOPLE, twin], ['twin'])).toEqual(['twin']);
    expect(mentionedIn('@Ann Lee', [...PEOPLE, twin], [])).toEqual(['lee', 'twin']);
  });
});
