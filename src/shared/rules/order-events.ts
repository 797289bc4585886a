/**
 * Names all that can stand in an order's events. Its own file, as the shop's pages load the enumerations
 * and have no use for it.
 */
export const ORDER_EVENTS = [
  ...([
    'submitted',
    'approved',
    'owner',
    'status',
    'edited',
    'changed',
    'fulfilled',
    'tracking',
    'canceled',
  ] as const),
  ...(['paid', 'card declined', 'payment refused', 'payment link'] as const),
  ...(['refund succeeded', 'refund failed', 'refund came back'] as const),
  ...(['refund made at the payment service'] as const),
  ...(['dispute opened', 'dispute answered', 'dispute won', 'dispute lost'] as const),
  ...(['return requested', 'return', 'mailed', 'alert dismissed'] as const),
  ...([
    'taken on over limit',
    'changed over limit',
    'receipt bounced',
    'receipt taken back',
    'refund at will',
    'to hand out',
    'waits for an Admin',
    'Admin approved',
    'Admin declined',
    'request lapsed',
    'picking begun',
    'picking taken over',
    'picking left',
    'picked',
    'handed over',
  ] as const),
] as const;
export type OrderEventName = (typeof ORDER_EVENTS)[number];
