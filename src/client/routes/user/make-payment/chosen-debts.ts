import { openBalance } from '#shared/rules/figure-rows.ts';
import { type Money, sumMoney, ZERO } from '#shared/rules/money.ts';
import { cartsPayment } from '#shared/rules/totals.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { OpenOrder } from '#shared/schemas/payments.ts';

export interface ChosenDebts {
  orders: string[];
  /** The carts of the one order; null: all that is open of it. */
  cartIds: string[] | null;
  total: Money;
}

/** Carts can be paid one by one where there are several, and no other order is paid with them. */
export const payableCarts = (order: Order) =>
  order.carts.length > 1 ? order.carts.filter(cart => !cart.paid) : [];

/**
 * Returns what somebody chose to pay: an order (`carts`: those of it, if not all), and others with it. The same rule as
 * the server's.
 */
export function chosenDebts(
  order: Order | null,
  carts: readonly string[] | null,
  others: readonly OpenOrder[],
): ChosenDebts {
  const more = { orders: others.map(({ _id }) => _id), sum: sumMoney(others.map(({ open }) => open)) };
  if (!order) return { orders: more.orders, cartIds: null, total: more.sum };
  const open = openBalance(order);
  if (others.length > 0 || carts === null) {
    return { orders: [order._id, ...more.orders], cartIds: null, total: sumMoney([open, more.sum]) };
  }
  if (carts.length === 0) return { orders: [], cartIds: null, total: ZERO };
  const { amount, carts: cartIds } = cartsPayment(order.carts, carts, open);
  return { orders: [order._id], cartIds, total: amount };
}
