import { expect, it } from 'vitest';
import { unappliedIssues } from '#client/routes/shop/checkout/unapplied-code.ts';
import { COUPON_NOT_APPLIED } from '#shared/messages.ts';

it.each([
  ['SPRING', '', [{ path: ['coupon'], message: COUPON_NOT_APPLIED }]],
  ['  ', '', []],
  ['', '', []],
  ['SPRING', 'TENTH', []],
])(
  'a code %j that was typed beside the applied one %j keeps the order from being placed',
  (typed, applied, issues) => {
    expect(unappliedIssues(typed, applied)).toEqual(issues);
  },
);
