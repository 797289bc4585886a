import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RETURN_STATUSES } from '#shared/enumerations.ts';
import { type Money, sumMoney, toMoney } from '#shared/rules/money.ts';
import { askedReturn, canMoveReturn, returnShare, spreadRefund } from '#shared/rules/returns.ts';

const usd = (amount: number) => amount as Money;
const line = (said: Partial<Parameters<typeof returnShare>[0]> = {}) => ({
  quantity: 3,
  price: usd(10),
  itemTax: usd(2.48),
  discount: usd(1),
  itemCredit: usd(0),
  ...said,
});

describe('what somebody typed to send back', () => {
  const returnable = [
    { variantId: 'pull', left: 30 },
    { variantId: 'knob', left: 1 },
  ];

  it.each([
    ['30', 30],
    [' 12.0 ', 12],
    ['1', 1],
  ])('%j is asked for', (pull, quantity) => {
    expect(askedReturn({ pull, reason: 'Arrived damaged' }, returnable)).toEqual({
      asked: [{ variantId: 'pull', quantity }],
      issues: [],
    });
  });

  it.each(['', '0', ' '])('%j is none of it', pull => {
    expect(askedReturn({ pull, knob: '1' }, returnable)).toEqual({
      asked: [{ variantId: 'knob', quantity: 1 }],
      issues: [],
    });
    expect(askedReturn({ pull }, returnable)).toEqual({ asked: [], issues: [] });
  });

  it.each([
    ['31', 'You can return at most 30.'],
    ['1.5', 'Please enter a whole number.'],
    ['-3', 'Please enter a whole number.'],
    ['all', 'Please enter a whole number.'],
  ])('%j is refused where it stands', (pull, message) => {
    expect(askedReturn({ pull }, returnable).issues).toEqual([{ path: ['pull'], message }]);
  });
});

describe('what returned units were worth', () => {
  it.each([
    // 30.00 + 2.48 − 1.00 = 31.48; thirds of it are 10.49, 10.50 and 10.49.
    [line(), 0, 1, 10.49, 0],
    [line(), 1, 1, 10.5, 0],
    [line(), 2, 1, 10.49, 0],
    [line(), 0, 3, 31.48, 0],
    [line(), 0, 2, 20.99, 0],
    // Store credit goes back as store credit.
    [line({ itemCredit: usd(6) }), 0, 1, 8.49, 2],
    [line({ itemCredit: usd(31.48) }), 0, 3, 0, 31.48],
    // A free product is worth nothing.
    [line({ quantity: 1, price: usd(0), itemTax: usd(0), discount: usd(0) }), 0, 1, 0, 0],
    [line(), 0, 0, 0, 0],
  ])('%# is exact', (of, before, units, money, storeCredit) => {
    expect(returnShare(of, before, units)).toEqual({ money, storeCredit });
  });

  it('add up to the whole line, however it comes back', () => {
    const cents = fc.integer({ min: 0, max: 5_000_000 }).map(toMoney);
    const lines = fc.record({
      quantity: fc.integer({ min: 1, max: 500 }),
      price: cents,
      itemTax: cents,
      discount: fc.constant(usd(0)),
      itemCredit: fc.constant(usd(0)),
    });
    fc.assert(
      fc.property(lines, fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 20 }), (of, sizes) => {
        const shares: Money[] = [];
        let before = 0;
        for (const size of [...sizes, of.quantity]) {
          const units = Math.min(size, of.quantity - before);
          shares.push(returnShare(of, before, units).money);
          before += units;
        }
        const whole = returnShare(of, 0, of.quantity).money;
        return (
          Math.round(sumMoney(shares) * 100) === Math.round(whole * 100) && shares.every(one => one >= 0)
        );
      }),
    );
  });
});

describe('a refund', () => {
  it.each([
    // In money and store credit worth, granted in all, still to be paid; then refund, store credit, off the debt, out.
    [30, 0, null, 0, 30, 0, 0, 30],
    [30, 0, null, 100, 30, 0, 30, 0],
    [30, 0, null, 12.5, 30, 0, 12.5, 17.5],
    [30, 0, 20, 0, 20, 0, 0, 20],
    [30, 0, 30.01, 0, 30, 0, 0, 30],
    [30, 0, 0, 5, 0, 0, 0, 0],
    [30, 6, null, 0, 30, 6, 0, 30],
    [30, 6, 33, 0, 30, 3, 0, 30],
    [30, 6, 30, 0, 30, 0, 0, 30],
    [30, 6, 36.01, 0, 30, 6, 0, 30],
    [0, 6, 2, 0, 0, 2, 0, 0],
    [30, 6, 31, 12.5, 30, 1, 12.5, 17.5],
  ])('of %f and %f in credit, granted %f, with %f open', (money, used, granted, open, ...expected) => {
    const worth = { money: usd(money), storeCredit: usd(used) };
    const spread = spreadRefund({ worth, granted: granted === null ? null : usd(granted), open: usd(open) });
    expect([spread.refund, spread.storeCredit, spread.offDebt, spread.paidOut]).toEqual(expected);
  });
});

it('a return goes on by its steps alone', () => {
  const moves = RETURN_STATUSES.flatMap(from =>
    RETURN_STATUSES.filter(to => canMoveReturn(from, to)).map(to => `${from} ${to}`),
  );
  expect(moves).toEqual([
    'Requested Approved',
    'Requested Received',
    'Requested Rejected',
    'Approved Received',
    'Approved Rejected',
    'Received Refunded',
  ]);
});
