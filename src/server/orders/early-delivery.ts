import { fieldError } from '#server/errors.ts';
import { orderDateIssue, promiseIssue } from '#shared/rules/order-dates.ts';
import { longDate } from '#shared/rules/order-facts.ts';

/** Throws `invalid` for a date of the order itself that is too far from today, at the shop. */
export function refuseFarDate(date: string | undefined, today: string): void {
  const issue = date === undefined ? null : orderDateIssue(date, today);
  if (issue) throw fieldError('date', issue);
}

/** Throws `invalid` for a delivery on a day that is too far from today, at the shop. */
export function refuseFarDelivery(deliveryDate: string | undefined, today: string): void {
  const issue = deliveryDate === undefined ? null : promiseIssue(deliveryDate, today);
  if (issue) throw fieldError('deliveryDate', issue);
}

/** Throws `invalid` for a delivery before the order's own date; both are days of the shop. */
export function refuseEarlyDelivery(deliveryDate: string | undefined, date: string): void {
  if (deliveryDate !== undefined && deliveryDate < date)
    throw fieldError('deliveryDate', `is before the order’s own date, ${longDate(date)}`);
}
