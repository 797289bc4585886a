import { describe, expect, it } from 'vitest';
import { ORDER_STATUSES, type OrderStatus } from '#shared/enumerations.ts';
import {
  canCancel,
  canMove,
  customerMayCancel,
  nextStatuses,
  type OrderMover,
  returnableQuantity,
} from '#shared/rules/order-status.ts';

const MOVERS: OrderMover[] = ['system', 'staff', 'customer'];

describe('an order', () => {
  it.each<[OrderMover, string[]]>([
    ['system', ['Held→Submitted', 'Held→Canceled']],
    ['customer', ['Held→Canceled', 'Submitted→Canceled']],
    [
      'staff',
      [
        'Submitted→Processing',
        'Submitted→Canceled',
        'Processing→Ready',
        'Processing→Shipped',
        'Processing→Canceled',
        'Ready→Shipped',
        'Ready→Completed',
        'Ready→Canceled',
        'Shipped→Completed',
      ],
    ],
  ])('is moved by %s along these ways and no other', (mover, expected) => {
    const ways = ORDER_STATUSES.flatMap(from =>
      ORDER_STATUSES.filter(to => canMove(from, to, mover)).map(to => `${from}→${to}`),
    );
    expect(ways).toEqual(expected);
  });

  it('ends Completed or Canceled', () => {
    for (const mover of MOVERS) {
      expect(nextStatuses('Completed', mover)).toEqual([]);
      expect(nextStatuses('Canceled', mover)).toEqual([]);
    }
  });

  it('offers staff the next steps in their order', () => {
    expect(nextStatuses('Processing', 'staff')).toEqual(['Ready', 'Shipped', 'Canceled']);
  });

  it('is canceled by the customer while Submitted, not later', () => {
    expect(canCancel('Submitted', 'customer')).toBe(true);
    expect(canCancel('Processing', 'customer')).toBe(false);
    expect(canCancel('Shipped', 'staff')).toBe(false);
  });
});

it.each<[OrderStatus, boolean, boolean]>([
  ['Held', true, true],
  ['Submitted', true, false],
  ['Processing', false, false],
  ['Ready', false, false],
  ['Shipped', false, false],
  ['Completed', false, false],
  ['Canceled', false, false],
])('a %s order is canceled by its owner: %s, by its key alone: %s', (status, owner, key) => {
  expect([customerMayCancel(status, true), customerMayCancel(status, false)]).toEqual([owner, key]);
});

describe('returnable', () => {
  it.each<[OrderStatus, number]>([
    ['Held', 0],
    ['Submitted', 0],
    ['Processing', 0],
    ['Ready', 3],
    ['Shipped', 3],
    ['Completed', 3],
    ['Canceled', 0],
  ])('of a %s order with 4 of 5 fulfilled and 1 returned are %i', (status, units) => {
    expect(returnableQuantity(status, { quantity: 5, fulfilled: 4, returned: 1 })).toBe(units);
  });

  it('is never below 0', () => {
    expect(returnableQuantity('Shipped', { quantity: 5, fulfilled: 2, returned: 3 })).toBe(0);
  });
});
