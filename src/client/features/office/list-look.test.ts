import { expect, it } from 'vitest';
import { readLook } from '#client/features/office/list-look.ts';
import { isSameQuery, textsOfQuery } from '#client/features/office/view-address.ts';

it.each<[string, unknown, unknown]>([
  ['as it was kept', { columns: ['total', 'number'], density: 'compact' }, ['total', 'number']],
  [
    'without columns that are gone',
    { columns: ['number', 'margin', 'po'], density: 'compact' },
    ['number', 'po'],
  ],
])('the look of a list is read %s', (_, kept, columns) => {
  expect(readLook('orders', JSON.stringify(kept))).toEqual({ columns, density: 'compact' });
});

it.each([
  ['nothing', null],
  ['what is no JSON', '{'],
  ['what is no look', '7'],
  ['columns that are all gone', '{"columns":["margin"],"density":"compact"}'],
  ['columns that are no list', '{"columns":"number","density":"compact"}'],
  ['a density that is none', '{"columns":["number"],"density":"tight"}'],
])('there is none in %s', (_, text) => expect(readLook('orders', text)).toBeNull());

it('a query is written as an address has it', () => {
  expect(
    textsOfQuery({ view: 'all', status: ['Ready', 'Shipped'], paid: false, atLeast: 5, to: undefined }),
  ).toEqual({ view: 'all', status: 'Ready,Shipped', paid: 'no', atLeast: '5' });
});

it('queries are the same in whatever order they say it', () => {
  expect(isSameQuery({ view: 'all', paid: true }, { paid: true, view: 'all' })).toBe(true);
  expect(isSameQuery({ view: 'all' }, { view: 'all', paid: true })).toBe(false);
  expect(isSameQuery({ view: 'all', status: ['Ready'] }, { view: 'all', status: ['Held'] })).toBe(false);
});
