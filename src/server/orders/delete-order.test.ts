import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emails } from '#server/mail/tables.ts';
import { moveOrder } from '#server/orders/order-status.ts';
import { orderEvents, orderLines, orders } from '#server/orders/tables.ts';
import { type MadeVariant, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import {
  guest,
  lineOf,
  onTerms,
  openShop,
  paidOrder,
  reasonOf,
  refusal,
  type Selling,
} from '#server/test/selling.ts';
import { lastLog, makeTrade, type Trade } from '#server/test/trade.ts';
import { variants } from '#server/variants/tables.ts';
import type { Order } from '#shared/schemas/orders.ts';

let shop: Selling;
let trade: Trade;
let knob: MadeVariant;
let sample: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  trade = await makeTrade(db);
  knob = await makeVariant(db, { price: usd(10), stock: 100 });
  sample = await makeVariant(db, { price: usd(0), stock: 100 });
});
afterAll(() => shop.close());

const place = (said: object = {}) =>
  shop.as(null).orders.submit({
    ...guest,
    cart: [lineOf(knob, 1)],
    shippingMethod: 'local',
    total: usd(10.83),
    idempotencyKey: randomUUID(),
    ...said,
  });
/** A Submitted order that cost nothing. */
const gratis = () => place({ cart: [lineOf(sample, 3)], total: usd(0) });
const remove = (order: Pick<Order, '_id'>, by = trade.admin) => shop.as(by).orders.remove({ id: order._id });
const rowsOf = async ({ _id }: Pick<Order, '_id'>) => {
  const { db } = shop.app;
  return [
    await db.$count(orders, eq(orders._id, _id)),
    await db.$count(orderLines, eq(orderLines.order, _id)),
    await db.$count(orderEvents, eq(orderEvents.order, _id)),
  ];
};
const stockOf = async ({ variantId }: MadeVariant) =>
  (await shop.app.db.select().from(variants).where(eq(variants._id, variantId)))[0]?.stock;

describe('deleting an order', () => {
  it('takes a canceled one away, and leaves its number, its total and who did it in the log', async () => {
    const order = await place();
    const { _id, orderKey, orderNumber } = order;
    await shop.as(null).orders.cancel({ _id, orderKey });
    expect(await remove(order)).toEqual({ _id });
    expect(await rowsOf(order)).toEqual([0, 0, 0]);
    expect(await lastLog(shop.app.db, _id)).toMatchObject({
      type: 'order',
      name: `Deleted order ${orderNumber}`,
      user: trade.admin._id,
      userEmail: trade.admin.email,
      before: { orderNumber, total: 10.83, status: 'Canceled' },
    });
    expect(await reasonOf(remove(order))).toBe('not_found');
    expect((await place()).orderNumber).toBeGreaterThan(orderNumber);
  });

  it.each(['Submitted', 'Processing', 'Ready'] as const)(
    'cancels one that is %s by the way',
    async status => {
      const before = await stockOf(sample);
      const order = await gratis();
      const [processing, ready] = [status !== 'Submitted', status === 'Ready'];
      if (processing) await moveOrder(shop.app, trade.employee, { _id: order._id, to: 'Processing' });
      if (ready) await moveOrder(shop.app, trade.employee, { _id: order._id, to: 'Ready', allPicked: true });
      await remove(order);
      expect(await rowsOf(order)).toEqual([0, 0, 0]);
      expect(await stockOf(sample)).toBe(before);
      const [told] = await shop.app.db.select().from(emails).where(eq(emails.template, 'order-canceled'));
      expect(told?.to).toBe(order.email);
      await shop.app.db.delete(emails);
    },
  );

  it('is refused while something in the books names it, canceled or not, with the offer to cancel', async () => {
    const paid = await paidOrder(shop);
    const owed = await shop.as(trade.primary).orders.submit({ ...onTerms(knob, 1), total: usd(10.83) });
    const declined = await place();
    const { _id, orderKey } = declined;
    await reasonOf(
      shop.as(null).payments.charge({ order: { _id, orderKey }, card: { testOutcome: 'decline' } }),
    );
    for (const order of [paid, declined, owed]) {
      expect(await refusal(remove(order))).toMatchObject({
        reason: 'in_the_books',
        // An order that waits for its card runs out by itself.
        details: { order: { _id: order._id, status: order.status }, mayCancel: order.status !== 'Held' },
      });
      const { _id: id, orderKey: key, status } = order;
      if (status === 'Held') await shop.as(null).orders.cancel({ _id: id, orderKey: key });
      else await shop.as(trade.admin).orders.cancel({ _id: id });
      expect(await refusal(remove(order))).toMatchObject({
        reason: 'in_the_books',
        details: { order: { status: 'Canceled' }, mayCancel: false },
      });
      expect((await rowsOf(order))[0]).toBe(1);
    }
  });

  it('is refused for one that waits for its card, or has left the house', async () => {
    expect(await refusal(remove(await place()))).toMatchObject({
      reason: 'order_state',
      details: { order: { status: 'Held' } },
    });
    const order = await gratis();
    for (const to of ['Processing', 'Shipped'] as const) {
      await moveOrder(shop.app, trade.employee, { _id: order._id, to, allPicked: true });
    }
    expect(await refusal(remove(order))).toMatchObject({
      reason: 'order_state',
      details: { order: { status: 'Shipped' } },
    });
  });

  it('is an Admin’s alone: who may see it gets a 403, everybody else a 404', async () => {
    const buyer = await makeUser(shop.app.db);
    const order = await shop.as(buyer).orders.submit({
      ...guest,
      cart: [lineOf(sample, 1)],
      shippingMethod: 'local',
      total: usd(0),
      idempotencyKey: randomUUID(),
    });
    expect(await reasonOf(remove(order, trade.employee))).toBe('forbidden');
    expect(await reasonOf(remove(order, buyer))).toBe('forbidden');
    expect(await reasonOf(remove(order, trade.stranger))).toBe('not_found');
    expect(await reasonOf(shop.as(null).orders.remove({ id: order._id }))).toBe('signed_out');
    expect((await rowsOf(order))[0]).toBe(1);
  });
});
