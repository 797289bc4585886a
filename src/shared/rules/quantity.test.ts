import { expect, it } from 'vitest';
import { quantityIssue, readQuantity } from '#shared/rules/quantity.ts';

it.each([
  ['1', 1],
  [' 12 ', 12],
  ['12.', 12],
  ['12.0', 12],
  ['1,200', 1200],
  ['1,200.00', 1200],
  ['1,200,000', 1_200_000],
  ['1e3', null],
  ['0x10', null],
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

it.each([
  ['12', null],
  ['100,000', null],
  ['0', 'must be a whole number, 1 or more'],
  ['1e3', 'must be a whole number, 1 or more'],
  ['100001', 'can be 100,000 at most'],
])('a quantity of %j: %s', (text, said) => {
  expect(quantityIssue(text)).toBe(said);
});
