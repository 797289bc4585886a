import type { OrderStatus } from '#shared/enumerations.ts';
import type { Order } from '#shared/schemas/orders.ts';

export interface OrderStep {
  label: string;
  isReached: boolean;
  /** Whether the order stands here. */
  isCurrent: boolean;
}

type Step = { label: string; from: readonly OrderStatus[] };

const AFTER_PACKING: readonly OrderStatus[] = ['Ready', 'Shipped', 'Completed'];
const IN_WORK: readonly OrderStatus[] = ['Processing', ...AFTER_PACKING];
const ACCEPTED: readonly OrderStatus[] = ['Submitted', ...IN_WORK];

/** The way of an order as its customer follows it; a canceled one ends where it was canceled. */
export function orderSteps(
  order: Pick<Order, 'status' | 'paymentType' | 'shippingMethod' | 'total'>,
): OrderStep[] {
  const steps = order.status === 'Canceled' ? CANCELED : stepsOf(order);
  const reached = steps.filter(({ from }) => from.includes(order.status)).length;
  return steps.map(({ label }, index) => ({
    label,
    isReached: index < reached,
    isCurrent: index === reached - 1,
  }));
}

const CANCELED: Step[] = [
  { label: 'Placed', from: ['Canceled'] },
  { label: 'Canceled', from: ['Canceled'] },
];

function stepsOf({ status, paymentType, shippingMethod, total }: Parameters<typeof orderSteps>[0]): Step[] {
  const paysFirst = paymentType === 'credit-card' && total > 0;
  const isPickedUp = status === 'Ready' || (shippingMethod === 'local' && status !== 'Shipped');
  return [
    { label: 'Placed', from: ['Held', ...ACCEPTED] },
    ...(paysFirst ? [{ label: 'Paid', from: ACCEPTED }] : []),
    { label: 'Being prepared', from: IN_WORK },
    { label: isPickedUp ? 'Ready for pick-up' : 'Shipped', from: AFTER_PACKING },
    { label: 'Completed', from: ['Completed'] },
  ];
}
