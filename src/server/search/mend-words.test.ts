import { describe, expect, it } from 'vitest';
import { distance, indexWords, mendWord } from '#server/search/mend-words.ts';

const trade = [
  'knob',
  'pull',
  'hinge',
  'nickel',
  'black',
  'bronze',
  'champagne',
  'concealed',
  'rubbed',
  'hook',
];
const names = { block: 900, rubber: 400, avalon: 90, pulley: 2 };
const index = indexWords([
  ...trade.map(word => ({ word, products: 1, isTrade: true })),
  ...Object.entries(names).map(([word, products]) => ({ word, products, isTrade: false })),
]);

describe('a misspelt word', () => {
  it.each([
    ['nickle', 'nickel'],
    ['nikel', 'nickel'],
    ['hindge', 'hinge'],
    ['blck', 'black'],
    ['pul', 'pull'],
    ['hok', 'hook'],
    ['champain', 'champagne'],
    ['consealed', 'concealed'],
    ['avlon', 'avalon'],
  ])('%s is taken for %s', (word, meant) => expect(mendWord(word, index)).toBe(meant));

  it.each(['xy', 'zebra', 'qqq', 'x'.repeat(500)])('%.9s is left as it is', word =>
    expect(mendWord(word, index)).toBeNull(),
  );
});

it('counts letters left out, added, replaced and swapped', () => {
  expect([distance('pull', 'pull', 2), distance('pul', 'pull', 2), distance('puhl', 'pull', 2)]).toEqual([
    0, 1, 1,
  ]);
  expect([distance('nickle', 'nickel', 2), distance('abc', 'xyz', 2)]).toEqual([1, 3]);
});
