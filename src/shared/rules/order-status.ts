import type { OrderStatus } from '#shared/enumerations.ts';

/** Those who move an order: the system by payment and expiry, staff, or the customer. */
export type OrderMover = 'system' | 'staff' | 'customer';

/** Tells from each status where an order may go, and by whom (rule O6). */
const MOVES: Record<OrderStatus, Partial<Record<OrderStatus, readonly OrderMover[]>>> = {
  Held: { Submitted: ['system'], Canceled: ['system', 'customer'] },
  Submitted: { Processing: ['staff'], Canceled: ['staff', 'customer'] },
  Processing: { Ready: ['staff'], Shipped: ['staff'], Canceled: ['staff'] },
  Ready: { Shipped: ['staff'], Completed: ['staff'], Canceled: ['staff'] },
  Shipped: { Completed: ['staff'] },
  Completed: {},
  Canceled: {},
};

export function canMove(from: OrderStatus, to: OrderStatus, mover: OrderMover): boolean {
  return MOVES[from][to]?.includes(mover) ?? false;
}

/** Lists where this mover may take an order from here, in the order of its life. */
export function nextStatuses(from: OrderStatus, mover: OrderMover): OrderStatus[] {
  return (Object.keys(MOVES[from]) as OrderStatus[]).filter(to => canMove(from, to, mover));
}

export function canCancel(from: OrderStatus, mover: OrderMover): boolean {
  return canMove(from, 'Canceled', mover);
}

/** Tells whether a customer may cancel: their own order until it is being prepared; by its key alone while Held. */
export function customerMayCancel(status: OrderStatus, isHisOwn: boolean): boolean {
  return canCancel(status, 'customer') && (isHisOwn || status === 'Held');
}

const RETURNABLE: readonly OrderStatus[] = ['Ready', 'Shipped', 'Completed'];

/** Tells how many units of a line can still go back: fulfilled ones, once the order is Ready or further (rule O14). */
export function returnableQuantity(
  status: OrderStatus,
  line: { quantity: number; fulfilled: number; returned: number },
): number {
  if (!RETURNABLE.includes(status)) return 0;
  return Math.max(0, Math.min(line.fulfilled, line.quantity) - line.returned);
}
