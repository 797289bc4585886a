import { expect, it } from 'vitest';
import { rowWords } from '#client/routes/admin/bids/price-rows.ts';
import { toMoney } from '#shared/rules/money.ts';

const dollars = (cents: number) => toMoney(cents);

it('a line of a bid says in words what has no column on a phone', () => {
  expect(rowWords({ cost: dollars(720), margin: 40, amount: dollars(3600) })).toBe(
    'cost $7.20, margin 40.0%, comes to $36.00',
  );
  expect(rowWords({ cost: null, margin: null, amount: dollars(3600) })).toBe('comes to $36.00');
  expect(rowWords({ cost: null, margin: null, amount: null })).toBe('');
});
