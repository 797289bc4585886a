import { describe, expect, it } from 'vitest';
import { orderSteps } from '#client/features/orders/order-steps.ts';
import type { OrderStatus } from '#shared/enumerations.ts';
import { toMoney, ZERO } from '#shared/rules/money.ts';

const card = { paymentType: 'credit-card', shippingMethod: 'ground', total: toMoney(1000) } as const;

/** Reached steps, where it stands in brackets, then what is ahead. */
function shown(order: Parameters<typeof orderSteps>[0]): string {
  return orderSteps(order)
    .map(({ label, isReached, isCurrent }) => (isCurrent ? `[${label}]` : isReached ? label : `-${label}`))
    .join(' ');
}

describe('the steps of an order', () => {
  it.each<[OrderStatus, string]>([
    ['Held', '[Placed] -Paid -Being prepared -Shipped -Completed'],
    ['Submitted', 'Placed [Paid] -Being prepared -Shipped -Completed'],
    ['Processing', 'Placed Paid [Being prepared] -Shipped -Completed'],
    ['Ready', 'Placed Paid Being prepared [Ready for pick-up] -Completed'],
    ['Shipped', 'Placed Paid Being prepared [Shipped] -Completed'],
    ['Completed', 'Placed Paid Being prepared Shipped [Completed]'],
    ['Canceled', 'Placed [Canceled]'],
  ])('that is %s', (status, steps) => {
    expect(shown({ ...card, status })).toBe(steps);
  });

  it('lead to the counter where it is picked up', () => {
    expect(shown({ ...card, shippingMethod: 'local', status: 'Completed' })).toBe(
      'Placed Paid Being prepared Ready for pick-up [Completed]',
    );
    expect(shown({ ...card, shippingMethod: 'local', status: 'Shipped' })).toBe(
      'Placed Paid Being prepared [Shipped] -Completed',
    );
  });

  it('have no payment where it is not paid ahead', () => {
    const steps = '[Placed] -Being prepared -Shipped -Completed';
    expect(shown({ ...card, paymentType: 'Terms', status: 'Submitted' })).toBe(steps);
    expect(shown({ ...card, total: ZERO, status: 'Submitted' })).toBe(steps);
  });
});
