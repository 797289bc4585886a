import type { DemoClock } from '#demo/clock.ts';
import { demoId } from '#demo/demo-id.ts';
import type { OrderRows } from '#demo/orders/order-rows.ts';
import type { PlacedOrder } from '#demo/orders/place-orders.ts';
import { paymentOf, refund } from '#demo/orders/settle-order.ts';
import type { ReturnStatus } from '#shared/enumerations.ts';
import { type Money, subtractMoney, ZERO } from '#shared/rules/money.ts';
import { figuresOfLines } from '#shared/rules/totals.ts';

/** One line of an order that came back, or is about to. */
export interface ReturnedLine {
  position: number;
  quantity: number;
  status: ReturnStatus;
  reason: string;
  received: boolean;
  refund: Money;
  at: string;
  updatedAt: string;
}

const REASONS = [
  'Wrong center-to-center, my mistake',
  'The finish is warmer than on the screen',
  'Ordered two too many boxes',
  'One piece has a scratch',
  'Too big for the drawers',
];

/** Whether something of an order came back; whole lines of finished card orders do. */
export function returnOf(order: PlacedOrder, clock: DemoClock): ReturnedLine | null {
  const { dice, fate, occasion, priced, paymentType } = order;
  const { daysAgo } = occasion;
  const may =
    fate.status === 'Completed' && paymentType === 'credit-card' && daysAgo > 10 && occasion.buyer.user;
  if (!may || !dice.chance(0.1)) return null;
  const position = dice.int(0, priced.cart.length - 1);
  const line = priced.cart[position];
  if (!line || line.isBundle || line.lineTotal === 0) return null;
  const status: ReturnStatus =
    daysAgo > 45
      ? dice.pick(['Refunded', 'Refunded', 'Refunded', 'Rejected'] as const)
      : dice.pick(['Requested', 'Approved', 'Received', 'Refunded'] as const);
  const figures = figuresOfLines([line]);
  return {
    position,
    quantity: line.quantity,
    status,
    reason: dice.pick(REASONS),
    received: status === 'Received' || status === 'Refunded',
    // Goods and their tax; what shipping cost stays.
    refund: status === 'Refunded' ? subtractMoney(figures.total, figures.shipping) : ZERO,
    at: clock.later(occasion.at, 24 * 7),
    updatedAt: clock.later(occasion.at, 24 * 9),
  };
}

export function recordReturn(order: PlacedOrder, returned: ReturnedLine, rows: OrderRows): void {
  const { position, quantity, status, reason, received, refund: amount, at, updatedAt } = returned;
  const _id = demoId('return', order.number);
  const { user } = order.occasion.buyer;
  rows.returns.push({
    _id,
    order: order._id,
    user: user?._id ?? null,
    status,
    notes: status === 'Rejected' ? 'The bag had been opened and screws are missing.' : '',
    refund: amount,
    quickbooksId: null,
    createdAt: at,
    updatedAt,
  });
  rows.returnLines.push({
    _id: demoId('return line', order.number),
    return: _id,
    line: demoId('order line', `${order.number} ${position}`),
    quantity,
    received: received ? quantity : 0,
    reason,
  });
  if (status === 'Refunded' && amount > 0)
    refund(order, rows, { payment: paymentOf(order), amount, reason: 'return', at: updatedAt });
}
