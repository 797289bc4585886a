import { expect, it } from 'vitest';
import { quantityIssue } from '#client/features/office/quantity-issue.ts';

it.each([
  ['12', null],
  ['100,000', null],
  ['0', 'must be a whole number, 1 or more'],
  ['1e3', 'must be a whole number, 1 or more'],
  ['100001', 'can be 100,000 at most'],
])('a quantity of %j: %s', (text, said) => {
  expect(quantityIssue(text)).toBe(said);
});
