import { expect, it } from 'vitest';
import { marginOf, marginText } from '#shared/rules/margin.ts';
import type { Money } from '#shared/rules/money.ts';

const usd = (amount: number) => amount as Money;

it.each([
  [12.4, 6.2, 50],
  [10, 6.66, 33.4],
  [3, 2, 33.3],
  [10, 10, 0],
  [10, 12.5, -25],
  [0.01, 0, 100],
])('at %f, of goods that cost %f, is %f per cent', (price, cost, margin) => {
  expect(marginOf(usd(price), usd(cost))).toBe(margin);
});

it('is not known without a cost or a price', () => {
  expect(marginOf(usd(10), null)).toBeNull();
  expect(marginOf(usd(0), usd(3))).toBeNull();
});

it.each([
  [49.5, '49.5%'],
  [-250, '−250.0%'],
])('a margin of %f reads %s', (margin, text) => expect(marginText(margin)).toBe(text));
