import { counterOf } from '#server/counts.ts';
import type { PaymentRow } from '#server/payments/batches.ts';
import { DECLINES } from '#server/payments/gateway.ts';

const settled = counterOf('payments_settled_total', 'Card payments whose outcome became known.', {
  outcome: ['succeeded', 'declined', 'canceled'],
});
const declines = counterOf('payment_refusals_total', 'Card payments that were declined, by reason.', {
  reason: Object.keys(DECLINES),
});
const refunds = counterOf(
  'refunds_total',
  'Refunds whose outcome became known; by_hand: found at the payment service, came_back: the bank sent it back.',
  { outcome: ['succeeded', 'refused', 'by_hand', 'came_back'] },
);
const WEBHOOKS = ['acted_on', 'repeated', 'bad_signature', 'other_mode', 'unreadable', 'failed'] as const;
const webhooks = counterOf('gateway_webhooks_total', 'Events that the payment service sent, by outcome.', {
  outcome: WEBHOOKS,
});

/** Counts a payment whose outcome was recorded just now, once that is committed. */
export function countSettled({ status, declineReason }: Pick<PaymentRow, 'status' | 'declineReason'>): void {
  if (status === 'declined' && declineReason) declines.inc({ reason: declineReason });
  if (status === 'succeeded' || status === 'declined' || status === 'canceled') {
    settled.inc({ outcome: status });
  }
}

export const countRefundOutcome = (outcome: 'succeeded' | 'refused' | 'by_hand' | 'came_back'): void =>
  refunds.inc({ outcome });

export const countWebhook = (outcome: (typeof WEBHOOKS)[number]): void => webhooks.inc({ outcome });
