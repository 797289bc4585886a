import { expect, it } from 'vitest';
import { readQuantity } from '#shared/rules/quantity.ts';

it.each([
  ['1', 1],
  [' 12 ', 12],
  ['12.', 12],
  ['12.0', 12],
  ['1,200', 1200],
  ['1,200.00', 1200],
  ['1,200,000', 1_200_000],
  ['1e3', 1000],
  ['', null],
  ['0', null],
  ['-3', null],
  ['1.5', null],
  ['2,5', null],
  ['1,2000', null],
  ['1 2', null],
  ['3 pcs', null],
  ['Infinity', null],
])('%j is read as %j', (text, quantity) => {
  expect(readQuantity(text)).toBe(quantity);
});
