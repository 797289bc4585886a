import type { OrderRows } from '#demo/orders/order-rows.ts';
import type { boughtTogether, learnedOrders } from '#server/suggestions/tables.ts';

/** The facts that the shop learns from its orders: pieces sold by product, and which products go together. */
export interface Learned {
  sold: Map<string, number>;
  together: (typeof boughtTogether.$inferInsert)[];
  orders: (typeof learnedOrders.$inferInsert)[];
}

export function learnFrom({ orders, orderLines }: OrderRows): Learned {
  const live = new Set(
    orders.filter(({ status }) => status !== 'Canceled' && status !== 'Held').map(({ _id }) => _id),
  );
  const sold = new Map<string, number>();
  const products = new Map<string, Set<string>>();
  for (const { order, productId, quantity } of orderLines) {
    if (!live.has(order)) continue;
    sold.set(productId, (sold.get(productId) ?? 0) + quantity);
    const of = products.get(order);
    if (of) of.add(productId);
    else products.set(order, new Set([productId]));
  }
  const pairs = new Map<string, number>();
  for (const of of products.values())
    for (const product of of)
      for (const other of of)
        if (product !== other) pairs.set(`${product} ${other}`, (pairs.get(`${product} ${other}`) ?? 0) + 1);
  return {
    sold,
    together: [...pairs].map(([pair, times]) => {
      const [product = '', other = ''] = pair.split(' ');
      return { product, other, orders: times };
    }),
    orders: [...live].map(order => ({ order })),
  };
}
