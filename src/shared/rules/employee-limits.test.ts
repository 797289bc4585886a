import { describe, expect, it } from 'vitest';
import { isOwnAccount, mostAlone, takesOffTooMuch } from '#shared/rules/employee-limits.ts';
import type { Money } from '#shared/rules/money.ts';

const usd = (amount: number) => amount as Money;
const alone = (forOrder: number, today: number, order: number | null, day: number | null) =>
  mostAlone(
    { forOrder: usd(forOrder), today: usd(today) },
    {
      employeeOrderLimit: order === null ? null : usd(order),
      employeeDayLimit: day === null ? null : usd(day),
    },
  );

describe('an amount that an Employee gives back alone', () => {
  it.each([
    // Given for the order, given today, limit of an order, of a day.
    [0, 0, null, null, null],
    [0, 0, 100, null, 100],
    [90, 90, 100, null, 10],
    [0, 490, 100, 500, 10],
    [95, 490, 100, 500, 5],
    [0, 0, 0, null, 0],
    [0, 0, null, 0, 0],
    // A limit that was lowered since.
    [50, 50, 20, null, 0],
  ])(
    'after %f for the order and %f today, limits %s and %s, is at most %s',
    (forOrder, today, order, day, most) => {
      expect(alone(forOrder, today, order, day)).toBe(most);
    },
  );
});

describe('an account is of somebody of the staff', () => {
  const they = (company: string | null) => ({ _id: 'they', company, email: 'they@knurl.example' });
  const account = (user: string | null, company: string | null, email = '') => ({ user, company, email });

  it.each([
    [they(null), account('they', null), true],
    [they(null), account('they', 'mill'), true],
    [they(null), account('other', null), false],
    [they(null), account(null, null), false],
    [they(null), null, false],
    [they('mill'), account('other', 'mill'), true],
    [they('mill'), account(null, 'mill'), true],
    [they('mill'), account('other', 'yard'), false],
    [they('mill'), account('other', null), false],
    [they(null), account(null, null, 'They@knurl.example'), true],
    [they(null), account(null, null, 'other@knurl.example'), false],
    // Staff may leave their own address on what they order for somebody else.
    [they(null), account('other', null, 'they@knurl.example'), false],
    [they(null), account(null, 'mill', 'they@knurl.example'), false],
  ])('%o, account %o: %s', (staff, of, isTheirs) => {
    expect(isOwnAccount(staff, of)).toBe(isTheirs);
  });
});

describe('a price that staff name', () => {
  const at = (price: number, ours: number) => [{ price: price as Money, ours: ours as Money }];

  it.each([
    [9, 10, 10, false],
    [8.99, 10, 10, true],
    [11, 10, 0, false],
    [10, 10, 0, false],
    [9.99, 10, 0, true],
    [0, 10, 100, false],
    [0, 10, null, false],
    // Ten per cent of 0.05 are half a cent.
    [0.05, 0.05, 10, false],
    [0.04, 0.05, 10, true],
  ])(
    'of %f instead of %f, with %s per cent to take off, needs an Admin: %s',
    (price, ours, percent, needs) => {
      expect(takesOffTooMuch(at(price, ours), percent)).toBe(needs);
    },
  );

  it('needs one where one of many does', () => {
    expect(takesOffTooMuch([...at(10, 10), ...at(5, 10)], 10)).toBe(true);
    expect(takesOffTooMuch([], 0)).toBe(false);
  });
});
