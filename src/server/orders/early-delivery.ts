import { fieldError } from '#server/errors.ts';
import { longDate } from '#shared/rules/order-facts.ts';

/** Throws `invalid` for a delivery before the order's own date; both are days of the shop. */
export function refuseEarlyDelivery(deliveryDate: string | undefined, date: string): void {
  if (deliveryDate !== undefined && deliveryDate < date)
    throw fieldError('deliveryDate', `is before the order’s own date, ${longDate(date)}`);
}
