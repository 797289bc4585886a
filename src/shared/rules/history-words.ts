import type { OrderEventName } from '#shared/rules/order-events.ts';

/** Puts what happened to an order into words, for staff; its description follows them. */
export const ORDER_EVENT_WORDS: Record<OrderEventName, string> = {
  submitted: 'Order placed',
  approved: 'Order approved',
  owner: 'Order given to its customer',
  status: 'Status changed',
  edited: 'Details changed',
  fulfilled: 'Counts changed',
  tracking: 'Parcels changed',
  canceled: 'Order canceled',
  paid: 'Payment received',
  'card declined': 'Card declined',
  'payment refused': 'Payment came too late',
  'refund succeeded': 'Refund made',
  'refund failed': 'Refund refused',
  'refund came back': 'Refund came back',
  'refund made at the payment service': 'Refund made at the payment service',
  'dispute opened': 'Payment disputed',
  'dispute answered': 'Dispute under review',
  'dispute won': 'Dispute won',
  'dispute lost': 'Dispute lost',
  'return requested': 'Return requested',
  return: 'Return moved on',
};
