import { expect, it } from 'vitest';
import { amountWords } from '#client/routes/admin/orders/line-words.ts';
import { toMoney, ZERO } from '#shared/rules/money.ts';

const line = {
  ...{ quantity: 3, price: toMoney(1240), originalPrice: toMoney(1500) },
  ...{ priceSource: 'base' as const, priceReason: '' },
};

it('a line of an order says its price and amount in words, for where they have no column', () => {
  expect(amountWords(line)).toBe('3 × $12.40 = $37.20');
  expect(amountWords({ ...line, quantity: 1500 })).toBe('1,500 × $12.40 = $18,600.00');
  expect(amountWords({ ...line, price: ZERO })).toBe('3 × Free');
  expect(amountWords({ ...line, priceSource: 'override', priceReason: 'as told' })).toBe(
    '3 × $12.40 = $37.20, instead of $15.00: as told',
  );
});
