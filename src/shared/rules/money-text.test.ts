import { expect, it } from 'vitest';
import { readMoney } from '#shared/rules/money-text.ts';

it.each([
  ['12', 12],
  ['12.', 12],
  ['12.5', 12.5],
  ['.05', 0.05],
  [' $1,234.50 ', 1234.5],
  ['0', 0],
  ['', null],
  ['.', null],
  ['12.505', null],
  ['-1', null],
  ['1e3', null],
  ['12 or so', null],
  ['1234,567', null],
  ['2,50', null],
  ['1,2345', null],
  ['1,234,567.8', 1234567.8],
  ['999999999999999', null],
])('“%s” is read as %s', (text, amount) => {
  expect(readMoney(text)).toBe(amount);
});
