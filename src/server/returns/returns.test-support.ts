import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import { moveOrder } from '#server/orders/order-status.ts';
import { orders } from '#server/orders/tables.ts';
import { refunds, storeCreditEntries } from '#server/payments/tables.ts';
import { type MadeVariant, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, type Selling } from '#server/test/selling.ts';
import { variants } from '#server/variants/tables.ts';
import type { ReturnStatus } from '#shared/enumerations.ts';
import type { Order } from '#shared/schemas/orders.ts';

/** Buys goods and sends them back; `staff`: who takes them. */
export function returning(shop: Selling, staff: SessionUser) {
  async function fulfilled(order: Order): Promise<Order> {
    await moveOrder(shop.app, staff, { _id: order._id, to: 'Processing' });
    return moveOrder(shop.app, staff, { _id: order._id, to: 'Ready', allPicked: true });
  }

  /** Three knobs at 10.00 by card, at the counter: 30.00 and 2.48 of tax. */
  async function bought(said: { storeCredit?: number } = {}) {
    const { db } = shop.app;
    const knob = await makeVariant(db, { price: usd(10), stock: 50 });
    const buyer = await makeUser(db);
    const credit = said.storeCredit ?? 0;
    if (credit > 0) {
      await db.insert(storeCreditEntries).values({ user: buyer._id, kind: 'granted', amount: usd(credit) });
    }
    const asked = { cart: [lineOf(knob, 3)], shippingMethod: 'local' as const, useStoreCredit: credit > 0 };
    const { total } = await shop.as(buyer).orders.getCost(asked);
    const { _id } = await shop
      .as(buyer)
      .orders.submit({ ...guest, ...asked, total, idempotencyKey: randomUUID() });
    const card = { testOutcome: 'approve' as const };
    const { order } = await shop.as(buyer).payments.charge({ order: { _id }, card });
    return { buyer, knob, order: await fulfilled(order) };
  }

  const ask = (
    user: SessionUser,
    order: Order,
    { variantId }: MadeVariant,
    quantity: number,
    said: object = {},
  ) =>
    shop.as(user).returns.create({
      orderId: order._id,
      lines: [{ variantId, quantity, reason: 'Wrong finish' }],
      ...said,
    });

  const move = (_id: string, status: ReturnStatus, said: object = {}) =>
    shop.as(staff).returns.update({ _id, status, ...said });

  const stockOf = async ({ variantId }: MadeVariant) =>
    (await shop.app.db.select().from(variants).where(eq(variants._id, variantId)))[0]?.stock;

  async function givenBack({ _id }: Order) {
    await shop.app.jobs.drain();
    const { db } = shop.app;
    const made = await db.select().from(refunds).where(eq(refunds.order, _id)).orderBy(asc(refunds._id));
    const [row] = await db.select().from(orders).where(eq(orders._id, _id));
    return {
      refunds: made.map(({ status, amount }) => [status, amount]),
      amountRefunded: row?.amountRefunded,
      amountCredited: row?.amountCredited,
      paid: row?.paid,
    };
  }

  return { fulfilled, bought, ask, move, stockOf, givenBack };
}
