import { expect, it } from 'vitest';
import { readOrderNumber } from '#shared/rules/order-number.ts';

it.each([
  ['10684', 10684],
  ['#10684', 10684],
  [' # 10 684 ', 10684],
  ['999999999', 999_999_999],
  ['1234567890', null],
  ['0', null],
  ['##1', null],
  ['1#', null],
  ['x1', null],
  ['-1', null],
  ['1.5', null],
  ['#', null],
  ['', null],
])('%j is the number %j', (written, number) => {
  expect(readOrderNumber(written)).toBe(number);
});
