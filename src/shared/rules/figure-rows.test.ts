import { describe, expect, it } from 'vitest';
import { figureRows, isUnpaid, lineAmount, openBalance, paidSoFar } from '#shared/rules/figure-rows.ts';
import { toMoney, ZERO } from '#shared/rules/money.ts';

const figures = {
  subTotal: toMoney(137000),
  discount: toMoney(100),
  shipping: toMoney(1200),
  tax: toMoney(11303),
  taxRate: 0.0825,
  storeCredit: toMoney(250),
  total: toMoney(149153),
};
const shown = (changes: Partial<typeof figures> = {}, coupon?: string) =>
  figureRows({ ...figures, ...changes }, coupon).map(({ label, amount }) => `${label}: ${amount}`);

describe('figures', () => {
  it('are shown from the subtotal down to the total', () => {
    expect(shown({}, 'KNURL10')).toEqual([
      'Subtotal: $1,370.00',
      'Discount (KNURL10): −$1.00',
      'Shipping: $12.00',
      'Tax (8.25%): $113.03',
      'Store credit: −$2.50',
      'Total: $1,491.53',
    ]);
    expect(shown()[1]).toBe('Discount: −$1.00');
  });

  it('leave out what takes nothing off, and say so where nothing is to be paid', () => {
    const plain = { discount: ZERO, storeCredit: ZERO, shipping: ZERO, tax: ZERO, taxRate: 0 };
    expect(shown(plain, 'KNURL10')).toEqual([
      'Subtotal: $1,370.00',
      'Shipping: Free',
      'Tax (exempt): $0.00',
      'Total: $1,491.53',
    ]);
  });

  it.each([
    [0.0625, '6.25%'],
    [0.07, '7%'],
    [0.088755, '8.8755%'],
  ])('say the rate %f as %s', (taxRate, text) => {
    expect(shown({ taxRate })[3]).toBe(`Tax (${text}): $113.03`);
  });
});

it('a line comes to its price times its quantity, or is free', () => {
  expect(lineAmount({ price: toMoney(617), quantity: 12 })).toBe('$74.04');
  expect(lineAmount({ price: ZERO, quantity: 1 })).toBe('Free');
});

describe('the open balance', () => {
  it.each([
    ['Submitted', 0, 0, 14.5],
    ['Submitted', 4.5, 0, 10],
    ['Completed', 14.5, 0, 0],
    ['Completed', 0, 4.5, 10],
    ['Completed', 10, 4.5, 0],
    ['Canceled', 0, 0, 0],
    ['Canceled', 14.5, 0, 0],
    ['Canceled', -4, 0, 4],
  ])('of a %s order of 14.50 with %f paid and %f credited is %f', (status, paid, credited, open) => {
    const amounts = { amountPaid: toMoney(paid * 100), amountCredited: toMoney(credited * 100) };
    const order = { status, total: toMoney(1450), ...amounts };
    expect(openBalance(order)).toBe(open);
  });
});

it.each([
  ['Submitted', false, true],
  ['Completed', false, true],
  ['Completed', true, false],
  ['Held', false, false],
  ['Canceled', false, false],
] as const)('of a %s order, paid: %s, something is to be paid: %s', (status, paid, expected) => {
  expect(isUnpaid({ status, paid })).toBe(expected);
});

it.each([
  [1450, 0, 14.5, 0],
  [0, 0, 0, 0],
  [9905, 4952, 148.57, 0],
  [-1, 1, 0, 0.01],
  [-1, 5, 0.04, 0.01],
])(
  'of %i cents, and %i that an edit gave back, %f was paid, and %f was given back of what bounced',
  (sum, takenBack, paid, keptOfBounced) => {
    const amounts = { amountPaid: toMoney(sum), amountTakenBack: toMoney(takenBack) };
    expect(paidSoFar(amounts)).toEqual({ paid, keptOfBounced });
  },
);
