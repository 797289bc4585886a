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
import { waitingActs } from '#server/waiting-acts/tables.ts';
import type { NextStatus } from '#shared/office-lists.ts';
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
  it('waits until an Admin has decided on what was asked for of it', async () => {
    const order = await gratis();
    const { version } = await shop.as(trade.admin).orders.byId({ id: order._id });
    const [act] = await shop.app.db
      .insert(waitingActs)
      .values({
        ...{ kind: 'edit', order: order._id, version, input: {}, key: randomUUID(), amount: usd(1) },
        ...{ words: 'a change', askedBy: trade.employee._id },
      })
      .returning();
    expect(await refusal(remove(order))).toMatchObject({
      reason: 'order_state',
      message: 'Something that was asked for of this order waits for an Admin. Decide on it first.',
    });
    await shop.as(trade.admin).approvals.decide({ _id: act?._id ?? '', approve: false });
    await remove(order);
    expect(await rowsOf(order)).toEqual([0, 0, 0]);
  });

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

  it('is refused once goods are with the customer, and what the books name is not offered to be canceled then', async () => {
    const hand = async (order: Order) => {
      const { _id } = order;
      await moveOrder(shop.app, trade.employee, { _id, to: 'Processing' });
      const cart = order.cart.map(line => ({ _id: line._id, fulfilled: 1 }));
      await shop.as(trade.employee).orders.adminPatch({ _id, status: 'Ready', cart });
      await shop.as(trade.employee).orders.handOver({ _id, key: randomUUID(), collectedBy: 'Tom Hollis' });
      return order;
    };
    const before = await stockOf(sample);
    const free = await hand(await gratis());
    expect(await refusal(remove(free))).toMatchObject({
      reason: 'order_state',
      message: 'Goods of this order have been handed over. They come back by a return.',
    });
    expect((await rowsOf(free))[0]).toBe(1);
    expect(await stockOf(sample)).toBe((before ?? 0) - 3);

    const owed = await shop.as(trade.primary).orders.submit({ ...onTerms(knob, 2), total: usd(21.65) });
    expect((await refusal(remove(owed))).message).toMatch(/deleted\. It can be canceled instead\.$/);
    const { reason, message, details } = await refusal(remove(await hand(owed)));
    expect([reason, details]).toMatchObject(['in_the_books', { mayCancel: false }]);
    expect(message).toMatch(/so it can’t be deleted\.$/);
  });

  it('and canceling are offered where they can be done, and nowhere else', { timeout: 120_000 }, async () => {
    const { employee, admin } = trade;
    const desk = shop.as(employee).orders;
    const to = async (order: Order, ...statuses: NextStatus[]) => {
      for (const status of statuses) {
        await moveOrder(shop.app, employee, { _id: order._id, to: status, allPicked: true });
      }
      return order;
    };
    const canceled = async (order: Order) => {
      await desk.cancel({ _id: order._id });
      return order;
    };
    const handed = async (order: Order) => {
      await to(order, 'Processing');
      const cart = order.cart.map(line => ({ _id: line._id, fulfilled: 1 }));
      await desk.adminPatch({ _id: order._id, status: 'Ready', cart });
      await desk.handOver({ _id: order._id, key: randomUUID(), collectedBy: 'Tom' });
      return order;
    };
    const sentBack = async (order: Order) => {
      await to(order, 'Processing', 'Ready');
      const lines = [{ variantId: sample.variantId, quantity: 1, reason: 'bent' }];
      await shop.as(employee).returns.create({ orderId: order._id, lines });
      return order;
    };
    const kinds: [string, cancel: boolean, remove: boolean, () => Promise<Order>][] = [
      ['Held', false, false, () => place()],
      ['paid', true, false, () => paidOrder(shop)],
      ['paid and canceled', false, false, async () => canceled(await paidOrder(shop))],
      ['for nothing', true, true, gratis],
      ['Ready', true, true, async () => to(await gratis(), 'Processing', 'Ready')],
      ['handed over in part', false, false, async () => handed(await gratis())],
      ['asked back', false, false, async () => sentBack(await gratis())],
      ['Shipped', false, false, async () => to(await gratis(), 'Processing', 'Shipped')],
      ['Completed', false, false, async () => to(await gratis(), 'Processing', 'Shipped', 'Completed')],
      ['Canceled', false, true, async () => canceled(await gratis())],
    ];
    const isDone = (work: Promise<unknown>) => work.then(() => true).catch(() => false);
    for (const [kind, mayCancel, mayDelete, make] of kinds) {
      const [one, other] = [await make(), await make()];
      const facts = await shop.as(admin).orders.record({ id: one._id });
      expect([kind, facts.mayCancel, facts.mayDelete]).toEqual([kind, mayCancel, mayDelete]);
      // One that is canceled is answered as it is.
      const isOver = facts.status === 'Canceled';
      expect([kind, isOver || (await isDone(desk.cancel({ _id: one._id })))]).toEqual([
        kind,
        isOver || mayCancel,
      ]);
      const seen = await desk.record({ id: other._id });
      expect([kind, seen.mayCancel, seen.mayDelete]).toEqual([kind, mayCancel, false]);
      expect([kind, await isDone(remove(other))]).toEqual([kind, mayDelete]);
    }
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
