import { expect, it } from 'vitest';
import { tierText } from '#client/features/prices/tier-text.ts';
import { toMoney } from '#shared/rules/money.ts';

it.each([
  [833, '10+ $8.32'],
  [832, ''],
  [806, ''],
])('who pays %i cents for one is told %j of 10 at 8.32', (own, text) => {
  expect(tierText({ quantity: 10, price: toMoney(832) }, toMoney(own))).toBe(text);
  expect(tierText(null, toMoney(own))).toBe('');
});
