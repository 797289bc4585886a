import { expect, it } from 'vitest';
import { rowWords, warningsOf } from '#client/routes/admin/bids/price-rows.ts';
import { toMoney } from '#shared/rules/money.ts';
import type { Bid } from '#shared/schemas/bids.ts';

const dollars = (cents: number) => toMoney(cents);

it('a line of a bid says in words what has no column on a phone', () => {
  expect(rowWords({ cost: dollars(720), margin: 40, amount: dollars(3600) })).toBe(
    'cost $7.20, margin 40.0%, comes to $36.00',
  );
  expect(rowWords({ cost: null, margin: null, amount: dollars(3600) })).toBe('comes to $36.00');
  expect(rowWords({ cost: null, margin: null, amount: null })).toBe('');
});

it.each([
  [{}, '', []],
  [{}, '6.00', []],
  [{}, '5.99', ['K-1: $5.99 is below its cost of $6.00.']],
  [{}, 'five', []],
  [{ stock: 9 }, '', ['K-1: 10 asked for, only 9 in stock.']],
  [{ stock: 0 }, '1', ['K-1: $1.00 is below its cost of $6.00.', 'K-1: 10 asked for, none in stock.']],
  [{ stock: 0, backOrder: true }, '', []],
  [{ stock: 0, gone: true }, '', ['K-1 is no longer available.']],
])('a quote of goods %o at "%s" is warned of: %j', (more, price, warnings) => {
  const line = {
    ...{ variantId: 'v', name: 'Knob', productNum: 'K-1', quantity: 10, stock: 10 },
    ...{ dropShip: false, backOrder: false, gone: false, ...more },
  };
  const prices = [{ variantId: 'v', ours: 12, cost: 6, quoted: null }];
  expect(warningsOf({ cart: [line], prices } as unknown as Bid, { 'price v': price })).toEqual(warnings);
});
