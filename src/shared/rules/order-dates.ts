import { MAX_ORDER_DATE_AHEAD_DAYS, MAX_ORDER_DATE_BACK_DAYS, MAX_PROMISE_DAYS } from '#shared/constants.ts';
import { addDays } from '#shared/rules/open-hours.ts';
import { longDate } from '#shared/rules/order-facts.ts';

/**
 * Says why an order can't be of this day, null where it can (rule O4): a year that was mistyped stands on papers for good.
 * Both are days of the shop.
 */
export function orderDateIssue(date: string, today: string): string | null {
  const first = addDays(today, -MAX_ORDER_DATE_BACK_DAYS);
  const last = addDays(today, MAX_ORDER_DATE_AHEAD_DAYS);
  if (date < first) return `can be ${longDate(first)} at the earliest`;
  return date > last ? `can be ${longDate(last)} at the latest` : null;
}

/** Says why nothing can be promised for this day, null where it can; both are days of the shop. */
export function promiseIssue(day: string, today: string): string | null {
  const last = addDays(today, MAX_PROMISE_DAYS);
  return day > last ? `can be ${longDate(last)} at the latest` : null;
}
