import { describe, expect, it } from 'vitest';
import { needsAdmin } from '#shared/rules/employee-limits.ts';
import type { Money } from '#shared/rules/money.ts';

const usd = (amount: number) => amount as Money;
const asked = (amount: number, forOrder: number, today: number, order: number | null, day: number | null) =>
  needsAdmin(
    usd(amount),
    { forOrder: usd(forOrder), today: usd(today) },
    {
      employeeOrderLimit: order === null ? null : usd(order),
      employeeDayLimit: day === null ? null : usd(day),
    },
  );

describe('an amount that an Employee gives back', () => {
  it.each([
    // Amount, given for the order, given today, limit of an order, of a day.
    [100, 0, 0, null, null, false],
    [100, 0, 0, 100, null, false],
    [100.01, 0, 0, 100, null, true],
    [10, 90, 90, 100, null, false],
    [10.01, 90, 0, 100, null, true],
    [10, 0, 490, 100, 500, false],
    [10.01, 0, 490, 100, 500, true],
    [0.01, 0, 0, 0, null, true],
    [0.01, 0, 0, null, 0, true],
  ])(
    'of %f after %f for the order and %f today, limits %f and %f',
    (amount, forOrder, today, order, day, needs) => {
      expect(asked(amount, forOrder, today, order, day)).toBe(needs);
    },
  );
});
