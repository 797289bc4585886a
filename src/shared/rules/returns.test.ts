import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RETURN_STATUSES } from '#shared/enumerations.ts';
import { type Money, sumMoney, toMoney } from '#shared/rules/money.ts';
import {
  addUnits,
  askedReturn,
  canMoveReturn,
  lowerLine,
  NO_UNITS,
  type ReturnedLine,
  spreadRefund,
  unitsOf,
  worthOf,
} from '#shared/rules/returns.ts';

const usd = (amount: number) => amount as Money;
const line = (said: Partial<ReturnedLine> = {}) => ({
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
    [line({ itemCredit: usd(29) }), 0, 3, 2.48, 29],
    // A free product is worth nothing.
    [line({ quantity: 1, price: usd(0), itemTax: usd(0), discount: usd(0) }), 0, 1, 0, 0],
    [line(), 0, 0, 0, 0],
    // Halves: up in money, down in store credit.
    [
      line({ quantity: 2, price: usd(10), itemTax: usd(0), discount: usd(0), itemCredit: usd(0.01) }),
      0,
      1,
      10,
      0,
    ],
  ])('%# is exact', (of, before, units, money, storeCredit) => {
    const share = unitsOf(of, unitsOf(of, NO_UNITS, before), units);
    expect([worthOf(of.price, share), share.itemCredit]).toEqual([money, storeCredit]);
  });

  it('are no more than are left', () => {
    expect(() => unitsOf(line(), unitsOf(line(), NO_UNITS, 2), 2)).toThrow('1 are left, not 2');
  });
});

describe('a line that is lowered after a return', () => {
  it.each([
    // 31.48 less 6.00 of credit in thirds; one unit came back, then another goes.
    [line({ itemCredit: usd(6) }), 1, 2, { itemTax: 1.66, discount: 0.67, itemCredit: 4 }],
    [line({ itemCredit: usd(6) }), 1, 1, { itemTax: 0.83, discount: 0.34, itemCredit: 2 }],
    [line(), 3, 3, { itemTax: 2.48, discount: 1, itemCredit: 0 }],
  ])('%# keeps what is left', (of, came, quantity, shares) => {
    expect(lowerLine(of, unitsOf(of, NO_UNITS, came), quantity)).toEqual({ ...of, quantity, ...shares });
  });

  it.each([0, 1, 4])('never becomes %i of 3 when 2 came back', quantity => {
    expect(() => lowerLine(line(), unitsOf(line(), NO_UNITS, 2), quantity)).toThrow(RangeError);
  });

  it('pays back in all what is left of it, in money and credit, whatever happens to it in turn', {
    timeout: 60_000,
  }, () => {
    const upTo = (most: number) => fc.integer({ min: 0, max: most });
    const lines = fc
      .record({ quantity: fc.integer({ min: 1, max: 12 }), price: upTo(300), tax: upTo(40) })
      .chain(({ quantity, price, tax }) =>
        upTo(price * quantity).chain(discount =>
          upTo(price * quantity - discount).map(credit =>
            line({
              ...{ quantity, price: toMoney(price), itemTax: toMoney(tax) },
              ...{ discount: toMoney(discount), itemCredit: toMoney(credit) },
            }),
          ),
        ),
      );
    const steps = fc.array(fc.record({ isReturn: fc.boolean(), units: fc.integer({ min: 1, max: 4 }) }));
    fc.assert(
      fc.property(lines, steps, (first, acts) => {
        let of = first;
        let back = NO_UNITS;
        const given: Money[] = [];
        for (const { isReturn, units } of [...acts, { isReturn: true, units: 12 }]) {
          const some = Math.min(units, of.quantity - back.units);
          if (isReturn) {
            const share = unitsOf(of, back, some);
            given.push(worthOf(of.price, share));
            back = addUnits(back, share);
          } else of = lowerLine(of, back, Math.max(1, of.quantity - some));
        }
        const { quantity: units, itemTax, discount, itemCredit } = of;
        expect(back).toEqual({ units, itemTax, discount, itemCredit });
        const cents = (amount: Money) => Math.round(amount * 100);
        const paid = cents(of.price) * units - cents(discount) + cents(itemTax) - cents(itemCredit);
        expect(cents(sumMoney(given))).toBe(paid);
        for (const amount of [...given, itemTax, discount, itemCredit])
          expect(amount).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a refund', () => {
  it.each([
    // In money and store credit worth, granted in all, still to be paid, left of what was paid; then refund, store
    // credit, off the debt, out.
    [30, 0, null, 0, 100, 30, 0, 0, 30],
    [30, 0, null, 100, 100, 30, 0, 30, 0],
    [30, 0, null, 12.5, 100, 30, 0, 12.5, 17.5],
    [30, 0, 20, 0, 100, 20, 0, 0, 20],
    [30, 0, 30.01, 0, 100, 30, 0, 0, 30],
    [30, 0, 0, 5, 100, 0, 0, 0, 0],
    [30, 6, null, 0, 100, 30, 6, 0, 30],
    [30, 6, 33, 0, 100, 30, 3, 0, 30],
    [30, 6, 30, 0, 100, 30, 0, 0, 30],
    [30, 6, 36.01, 0, 100, 30, 6, 0, 30],
    [0, 6, 2, 0, 100, 0, 2, 0, 0],
    [30, 6, 31, 12.5, 100, 30, 1, 12.5, 17.5],
    [30, 6, null, 0, 20, 20, 6, 0, 20],
    [30, 6, null, 5, 20, 25, 6, 5, 20],
    [30, 6, 33, 0, 20, 20, 6, 0, 20],
    [30, 6, 22, 0, 20, 20, 2, 0, 20],
    [30, 6, null, 0, 0, 0, 6, 0, 0],
  ])(
    'of %f and %f in credit, granted %f, with %f open and %f left',
    (money, used, granted, open, left, ...expected) => {
      const worth = { money: usd(money), storeCredit: usd(used) };
      const said = { granted: granted === null ? null : usd(granted), open: usd(open), left: usd(left ?? 0) };
      const spread = spreadRefund({ worth, ...said });
      expect([spread.refund, spread.storeCredit, spread.offDebt, spread.paidOut]).toEqual(expected);
    },
  );
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
