import { expect, it } from 'vitest';
import { orderDateIssue, promiseIssue } from '#shared/rules/order-dates.ts';

it.each([
  ['2026-10-27', 'can be October 28, 2026 at the earliest'],
  ['2025-01-01', 'can be October 28, 2026 at the earliest'],
  ['2026-10-28', null],
  ['2026-11-28', null],
  ['2027-11-28', null],
  ['2027-11-29', 'can be November 28, 2027 at the latest'],
])('on November 28 an order of %s: %s', (date, issue) => {
  expect(orderDateIssue(date, '2026-11-28')).toBe(issue);
});

it('nothing is promised for a day more than a year ahead', () => {
  expect(promiseIssue('2027-11-29', '2026-11-28')).toBeNull();
  expect(promiseIssue('2027-11-30', '2026-11-28')).toBe('can be November 29, 2027 at the latest');
});
