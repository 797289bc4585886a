import type { Db } from '#server/database/db.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { usd } from '#server/test/factories.ts';
import type { variants } from '#server/variants/tables.ts';

/** An order of long ago that was delivered: one of each thing, given away. */
export async function pastOrder(
  db: Db,
  of: { user: string | null; name: string; email: string; key: string },
  things: readonly (typeof variants.$inferSelect)[],
): Promise<void> {
  const { key, ...buyer } = of;
  const [order] = await db
    .insert(orders)
    .values({
      ...buyer,
      status: 'Completed',
      orderKey: key.repeat(32),
      idempotencyKey: `filled ${key}`,
      requestHash: '',
      paymentType: 'credit-card',
      shippingMethod: 'local',
      date: '2026-01-01',
      deliveryDate: '2026-01-02',
      subTotal: usd(0),
      discount: usd(0),
      shipping: usd(0),
      tax: usd(0),
      taxRate: 0,
      storeCredit: usd(0),
      total: usd(0),
    })
    .returning();
  if (!order) throw new Error('no order was made');
  const free = { itemShipping: usd(0), itemTax: usd(0), itemDiscount: usd(0), itemCredit: usd(0) };
  await db.insert(orderLines).values(
    things.map(({ _id, product_id, productNum }, position) => ({
      order: order._id,
      position,
      productId: product_id ?? _id,
      variantId: _id,
      name: 'Zephyr Hook',
      productNum,
      quantity: 1,
      fulfilled: 1,
      price: usd(0),
      originalPrice: usd(2),
      ...free,
    })),
  );
}
