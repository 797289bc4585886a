import { expect, it } from 'vitest';
import { askedQuantity } from '#client/features/office/asked-quantity.ts';

it.each([
  ['12', 12, null],
  ['100,000', 100_000, null],
  ['0', null, 'must be a whole number, 1 or more'],
  ['1e3', null, 'must be a whole number, 1 or more'],
  ['100001', null, 'must be at most 100,000'],
])('a quantity of %j: %s, %s', (text, quantity, wrong) => {
  expect(askedQuantity(text)).toEqual({ quantity, wrong });
});
