import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { orderEvents } from '#server/orders/tables.ts';
import { openPicking } from '#server/test/picked.ts';
import { reasonOf, refusal } from '#server/test/selling.ts';
import { clock } from '#server/time-and-chance.ts';
import type { Order } from '#shared/schemas/orders.ts';

const { shop, erin, dana, fifty, begin, finish, stateOf, historyOf, readyMails, picking, close } =
  await openPicking();
afterAll(close);

const handOver = ({ _id }: Order, collectedBy = 'Tom Hollis', key = randomUUID(), user = erin) =>
  shop.as(user).orders.handOver({ _id, collectedBy, key });
const handed = async (order: Order) =>
  (await historyOf(order)).filter(event => event.startsWith('handed over'));

/** Has the shop receive so many units of each line as a return. */
async function sendBack(order: Order, units: readonly number[]): Promise<void> {
  const lines = order.cart.flatMap(({ variantId }, index) =>
    units[index] ? [{ variantId, quantity: units[index], reason: 'Ordered by mistake' }] : [],
  );
  const { _id } = await shop.as(dana).returns.create({ orderId: order._id, lines, key: randomUUID() });
  for (const status of ['Approved', 'Received'] as const) await shop.as(erin).returns.update({ _id, status });
}

describe('handing over what is ready (rule O18)', () => {
  it('names who collected it, and completes the order', async () => {
    const order = await fifty();
    await finish(await begin(order));
    expect(await handOver(order)).toEqual({ status: 'Completed', ordered: 50, fulfilled: 50 });
    expect((await historyOf(order)).slice(-2)).toEqual([
      'handed over: 50 of 50 to Tom Hollis',
      'status: Ready → Completed',
    ]);
    expect((await picking().sheet({ id: order._id })).handed).toMatchObject([
      { to: 'Tom Hollis', units: 50 },
    ]);
  });

  it('leaves an order ready that has open lines, until they are handed over, too', async () => {
    const order = await fifty();
    await finish(await begin(order), { 'P-1': 6 });
    expect(await handOver(order)).toEqual({ status: 'Ready', ordered: 50, fulfilled: 46 });
    const { reason, message } = await refusal(handOver(order));
    expect([reason, message]).toEqual([
      'order_state',
      'All that was picked of this order has been handed over already, or came back.',
    ]);
    await finish(await begin(order));
    expect(await readyMails(order)).toHaveLength(2);
    expect(await handOver(order, 'Dana Hollis')).toMatchObject({ status: 'Completed' });
    expect(await handed(order)).toEqual([
      'handed over: 46 of 50 to Tom Hollis',
      'handed over: 4 of 50 to Dana Hollis, 50 in all',
    ]);
    const { ready, handed: times } = await picking().sheet({ id: order._id });
    expect(ready).toBe(0);
    expect(times).toMatchObject([
      { to: 'Tom Hollis', units: 46 },
      { to: 'Dana Hollis', units: 4 },
    ]);
  });

  it('happens once, however often and at once it is sent', async () => {
    const order = await fifty();
    await finish(await begin(order));
    const key = randomUUID();
    const all = await Promise.all([1, 2, 3].map(() => handOver(order, 'Tom Hollis', key)));
    expect(all.map(({ status }) => status)).toEqual(['Completed', 'Completed', 'Completed']);
    expect(await handed(order)).toHaveLength(1);

    const other = await fifty();
    await finish(await begin(other));
    const two = await Promise.allSettled([handOver(other, 'Tom'), handOver(other, 'Dana')]);
    expect(two.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await handed(other)).toHaveLength(1);
  });

  it('hands over and sends nothing that came back before it was collected', async () => {
    const whole = await fifty();
    await finish(await begin(whole));
    await sendBack(whole, [40, 10]);
    expect(await reasonOf(handOver(whole))).toBe('order_state');
    const send = shop.as(erin).orders.adminPatch({ _id: whole._id, status: 'Shipped' });
    const { reason, message } = await refusal(send);
    expect([reason, message]).toEqual([
      'order_state',
      'Nothing of this order lies ready to be sent any more.',
    ]);
    expect(await handed(whole)).toEqual([]);
    // It is over, which takes it off the desk.
    await shop.as(erin).orders.adminPatch({ _id: whole._id, status: 'Completed' });

    const part = await fifty();
    await finish(await begin(part), { 'P-1': 6 });
    await sendBack(part, [15, 0]);
    expect(await handOver(part)).toMatchObject({ status: 'Ready' });
    // Units of theirs, which they had been given.
    await sendBack(part, [5, 6]);
    expect(await reasonOf(handOver(part))).toBe('order_state');
    await finish(await begin(part));
    expect(await handOver(part)).toMatchObject({ status: 'Completed' });
    expect(await handed(part)).toEqual([
      'handed over: 31 of 50 to Tom Hollis',
      'handed over: 4 of 50 to Tom Hollis, 35 in all',
    ]);
  });

  it('keeps an order of which goods are with the customer from being canceled', async () => {
    const order = await fifty();
    await finish(await begin(order), { 'P-1': 6 });
    await handOver(order);
    const { reason, message } = await refusal(
      shop.as(erin).orders.cancel({ _id: order._id, reason: 'by mistake' }),
    );
    expect([reason, message]).toEqual([
      'order_state',
      'Goods of this order have been handed over. They come back by a return.',
    ]);
    expect(await stateOf(order)).toEqual({ status: 'Ready', fulfilled: [40, 6] });
  });

  it('leaves a completed order with all of it counted', async () => {
    const order = await fifty();
    await finish(await begin(order));
    await handOver(order);
    const cart = [{ _id: order.cart[0]?._id ?? '', fulfilled: 39 }];
    const { issues } = await refusal(shop.as(erin).orders.adminPatch({ _id: order._id, cart }));
    expect(issues).toEqual([
      { path: ['cart', 0, 'fulfilled'], message: 'can’t be less: the order is Completed' },
    ]);
    expect(await stateOf(order)).toEqual({ status: 'Completed', fulfilled: [40, 10] });
  });

  it('keeps the count of each line from falling below what was handed over of it', async () => {
    const order = await fifty();
    await finish(await begin(order), { 'P-1': 6 });
    await handOver(order);
    const [knobs = '', pulls = ''] = order.cart.map(({ _id }) => _id);
    const count = (...cart: { _id: string; fulfilled: number }[]) =>
      shop.as(erin).orders.adminPatch({ _id: order._id, cart });
    const less = 'is less than the 40 that were handed over';
    // Neither by itself, nor with as many more of another line.
    for (const others of [[], [{ _id: pulls, fulfilled: 10 }]]) {
      const { reason, issues } = await refusal(count({ _id: knobs, fulfilled: 36 }, ...others));
      expect([reason, issues]).toEqual(['invalid', [{ path: ['cart', 0, 'fulfilled'], message: less }]]);
    }
    expect(await stateOf(order)).toEqual({ status: 'Ready', fulfilled: [40, 6] });

    // Goods that came since are still the shop's own to count.
    await count({ _id: pulls, fulfilled: 10 });
    await count({ _id: pulls, fulfilled: 7 });
    expect((await refusal(count({ _id: pulls, fulfilled: 5 }))).issues).toEqual([
      { path: ['cart', 0, 'fulfilled'], message: 'is less than the 6 that were handed over' },
    ]);
    await count({ _id: pulls, fulfilled: 10 });
    expect(await handOver(order, 'Dana Hollis')).toMatchObject({ status: 'Completed', fulfilled: 50 });
  });

  it('lets no count fall of an order that was handed over before each line was written down', async () => {
    const order = await fifty();
    await finish(await begin(order), { 'P-1': 6 });
    await handOver(order);
    await shop.app.db
      .update(orderEvents)
      .set({ details: { key: randomUUID(), to: 'Tom Hollis', units: 46 } })
      .where(and(eq(orderEvents.order, order._id), eq(orderEvents.name, 'handed over')));
    const cart = [{ _id: order.cart[1]?._id ?? '', fulfilled: 5 }];
    const { issues } = await refusal(shop.as(erin).orders.adminPatch({ _id: order._id, cart }));
    expect(issues?.[0]?.message).toBe('is less than the 6 that were handed over');
  });

  it('counts what was handed over in whichever order its transactions began', async () => {
    const order = await fifty();
    await finish(await begin(order), { 'P-1': 6 });
    await handOver(order);
    const [, pulls = ''] = order.cart.map(({ _id }) => _id);
    const count = (fulfilled: number) =>
      shop.as(erin).orders.adminPatch({ _id: order._id, cart: [{ _id: pulls, fulfilled }] });
    await count(9);
    await handOver(order);
    const ofSecond = sql`(${orderEvents.details} ->> 'units')::int = 49`;
    const before = new Date(clock.ms() - 3_600_000).toISOString();
    await shop.app.db
      .update(orderEvents)
      .set({ date: before })
      .where(and(eq(orderEvents.order, order._id), ofSecond));
    expect(await reasonOf(handOver(order))).toBe('order_state');
    expect((await refusal(count(8))).issues?.[0]?.message).toBe('is less than the 9 that were handed over');
    await count(10);
    expect(await handOver(order)).toMatchObject({ status: 'Completed' });
    expect(await handed(order)).toContain('handed over: 1 of 50 to Tom Hollis, 50 in all');
  });

  it('wants a name, and an order that is ready', async () => {
    const order = await fifty();
    const { details } = await refusal(handOver(order));
    expect(details).toEqual({ order: { _id: order._id, status: 'Submitted' } });
    await finish(await begin(order));
    await expect(handOver(order, '  ')).rejects.toThrow('is required');
    await expect(handOver(order, 'x'.repeat(121))).rejects.toThrow('collectedBy');
    expect(await reasonOf(handOver(order, 'Dana', randomUUID(), dana))).toBe('forbidden');
    expect(await reasonOf(handOver({ ...order, _id: randomUUID() }))).toBe('not_found');
    expect(await stateOf(order)).toEqual({ status: 'Ready', fulfilled: [40, 10] });
    expect(await handed(order)).toEqual([]);
  });
});

describe('what has left the shop', () => {
  it('of an order that is sent in parts is no longer counted down', async () => {
    const order = await fifty({ shippingMethod: 'ground' });
    const [knobs = '', pulls = ''] = order.cart.map(({ _id }) => _id);
    const patch = (said: object) => shop.as(erin).orders.adminPatch({ _id: order._id, ...said });
    await patch({ status: 'Processing', cart: [{ _id: knobs, fulfilled: 40 }] });
    // On the table it is counted as often as it takes.
    await patch({ cart: [{ _id: knobs, fulfilled: 30 }] });
    await patch({ status: 'Shipped' });
    const cart = [
      { _id: pulls, fulfilled: 10 },
      { _id: knobs, fulfilled: 29 },
    ];
    expect((await refusal(patch({ cart }))).issues).toEqual([
      { path: ['cart', 1, 'fulfilled'], message: 'is less than the 30 that have left the shop' },
    ]);
    expect(await stateOf(order)).toEqual({ status: 'Shipped', fulfilled: [30, 0] });
    await patch({ cart: [{ _id: knobs, fulfilled: 40 }] });
    expect(await stateOf(order)).toEqual({ status: 'Shipped', fulfilled: [40, 0] });
  });
});
