import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { openPicking } from '#server/test/picked.ts';
import { reasonOf, refusal } from '#server/test/selling.ts';
import type { Order } from '#shared/schemas/orders.ts';

const { shop, erin, dana, fifty, begin, finish, stateOf, historyOf, readyMails, picking, close } =
  await openPicking();
afterAll(close);

const handOver = ({ _id }: Order, collectedBy = 'Tom Hollis', key = randomUUID(), user = erin) =>
  shop.as(user).orders.handOver({ _id, collectedBy, key });
const handed = async (order: Order) =>
  (await historyOf(order)).filter(event => event.startsWith('handed over'));

describe('handing over what is ready (rule O18)', () => {
  it('names who collected it, and completes the order', async () => {
    const order = await fifty();
    await finish(await begin(order));
    expect(await handOver(order)).toEqual({ status: 'Completed', ordered: 50, fulfilled: 50 });
    expect((await historyOf(order)).slice(-2)).toEqual([
      'handed over: 50 of 50 to Tom Hollis',
      'status: Ready → Completed',
    ]);
    expect((await picking().sheet({ id: order._id })).handed).toMatchObject({ to: 'Tom Hollis', units: 50 });
  });

  it('leaves an order ready that has open lines, until they are handed over, too', async () => {
    const order = await fifty();
    await finish(await begin(order), { 'P-1': 6 });
    expect(await handOver(order)).toEqual({ status: 'Ready', ordered: 50, fulfilled: 46 });
    const { reason, message } = await refusal(handOver(order));
    expect([reason, message]).toEqual([
      'order_state',
      'All that was picked of this order has been handed over already.',
    ]);
    await finish(await begin(order));
    expect(await readyMails(order)).toHaveLength(2);
    expect(await handOver(order, 'Dana Hollis')).toMatchObject({ status: 'Completed' });
    expect(await handed(order)).toEqual([
      'handed over: 46 of 50 to Tom Hollis',
      'handed over: 50 of 50 to Dana Hollis',
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
