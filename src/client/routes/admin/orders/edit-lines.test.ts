import { describe, expect, it } from 'vitest';
import { askedLines, type EditLine, linesOf } from '#client/routes/admin/orders/edit-lines.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';

const stored = (_id: string, more: object = {}) => ({
  ...{ _id, name: 'Knob', productNum: 'K-1', productId: 'p', variantId: 'v', quantity: 4, price: 10 },
  ...{ priceSource: 'base', fulfilled: 0, ...more },
});
const order = {
  carts: [],
  cart: [
    stored('plain', { fulfilled: 2 }),
    stored('named', { price: 8, priceSource: 'override', priceReason: 'scratched' }),
    stored('gift', { price: 0, priceSource: 'free' }),
  ],
} as unknown as OrderRecord;

const typed = (changes: Record<string, Partial<EditLine>>) =>
  askedLines(
    order,
    linesOf(order).map(line => ({ ...line, ...changes[line.key] })),
  );

describe('the lines of an order that is changed', () => {
  it('are sent as they stand while nothing is typed; what a coupon gives is not theirs', () => {
    expect(linesOf(order).map(({ key, price, reason, note }) => [key, price, reason, note])).toEqual([
      ['plain', '', '', '2 fulfilled'],
      ['named', '8.00', 'scratched', ''],
    ]);
    expect(typed({})).toEqual({
      cart: [
        { _id: 'plain', quantity: 4 },
        { _id: 'named', quantity: 4 },
      ],
      issues: [],
    });
  });

  it('name a price with its reason, or take it back', () => {
    expect(
      typed({ plain: { price: '$9.5', reason: ' last one ' }, named: { price: '', reason: '' } }).cart,
    ).toEqual([
      { _id: 'plain', quantity: 4, price: 9.5, priceReason: 'last one' },
      { _id: 'named', quantity: 4, price: null },
    ]);
  });

  it('say what can’t be read, beside each field', () => {
    const { issues } = typed({ plain: { quantity: '2.5', price: 'x' }, named: { price: '7', reason: ' ' } });
    expect(issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['cart.0.quantity', 'must be a whole number, 1 or more'],
      ['cart.0.price', 'is not an amount of money'],
      ['cart.1.priceReason', 'Give a reason for this price'],
    ]);
  });
});
