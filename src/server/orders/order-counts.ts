import { counterOf } from '#server/counts.ts';
import { AppError } from '#server/errors.ts';
import { PAYMENT_TYPES } from '#shared/enumerations.ts';
import type { Order } from '#shared/schemas/orders.ts';

const placed = counterOf('orders_placed_total', 'Orders that were written. Held ones wait for a card.', {
  payment_type: PAYMENT_TYPES,
  status: ['Held', 'Submitted'],
});
const submitted = counterOf('orders_submitted_total', 'Orders that were submitted, at once or once paid.', {
  payment_type: PAYMENT_TYPES,
});
const refused = counterOf('order_refusals_total', 'Orders that were refused, by reason.', {
  reason: ['figures_changed', 'out_of_stock', 'unexpected'],
});

type Counted = Pick<Order, 'paymentType' | 'status'>;

/** An order was written, and that is committed. */
export function countPlaced({ paymentType, status }: Counted): void {
  placed.inc({ payment_type: paymentType, status: status === 'Held' ? 'Held' : 'Submitted' });
  if (status !== 'Held') countSubmitted({ paymentType });
}

/** A Held order was paid, and that is committed. */
export function countSubmitted({ paymentType }: Pick<Counted, 'paymentType'>): void {
  submitted.inc({ payment_type: paymentType });
}

/** The reasons are those of the errors table, so that there are no more labels than rows. */
export function countRefusal(error: unknown): void {
  refused.inc({ reason: error instanceof AppError ? error.reason : 'unexpected' });
}
