import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { notifications } from '#server/notifications/tables.ts';
import { cancelOrder } from '#server/orders/cancel-order.ts';
import { moveOrder } from '#server/orders/order-status.ts';
import { patchOrder } from '#server/orders/patch-order.ts';
import { orderEvents, orderLines, orders } from '#server/orders/tables.ts';
import { makeUser } from '#server/test/factories.ts';
import { mailsTo } from '#server/test/mails.ts';
import { guest, openShop, paidOrder, refusal, type Selling } from '#server/test/selling.ts';
import { ORDER_STATUSES, type OrderStatus } from '#shared/enumerations.ts';
import type { NextStatus } from '#shared/office-lists.ts';
import { canMove } from '#shared/rules/order-status.ts';
import type { Order } from '#shared/schemas/orders.ts';

let shop: Selling;
let staff: SessionUser;
let customer: SessionUser;

beforeAll(async () => {
  shop = await openShop();
  staff = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  customer = await makeUser(shop.app.db);
});
afterAll(() => shop.close());

const put = (order: Order, status: OrderStatus) =>
  shop.app.db
    .update(orders)
    .set({ status, heldUntil: status === 'Held' ? new Date().toISOString() : null })
    .where(eq(orders._id, order._id));

const stored = async ({ _id }: Order) => {
  const [row] = await shop.app.db.select().from(orders).where(eq(orders._id, _id));
  return row;
};
/** Lists what was told since the confirmation: mails, and notifications of the account. */
async function told({ _id, user }: Order) {
  const { db } = shop.app;
  const sent = await db.select().from(emails).where(eq(emails.order, _id)).orderBy(asc(emails.createdAt));
  const noted = user
    ? await db
        .select()
        .from(notifications)
        .where(eq(notifications.user, user))
        .orderBy(asc(notifications._id))
    : [];
  return {
    mails: sent.map(({ template }) => template).filter(template => template !== 'order-confirmation'),
    notes: noted
      .filter(({ link, type }) => link === `/user/orders/${_id}` && type !== 1)
      .map(({ type, title }) => [type, title]),
  };
}
const history = async ({ _id }: Order) =>
  (
    await shop.app.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.order, _id))
      .orderBy(asc(orderEvents.date), asc(orderEvents._id))
  ).map(({ name, description, userEmail }) => `${name}: ${description} (${userEmail})`);

const NEXT: NextStatus[] = ['Processing', 'Ready', 'Shipped', 'Completed'];
const ways = ORDER_STATUSES.flatMap(from => NEXT.map(to => [from, to] as const));

describe('staff', () => {
  it('move an order along the ways of the rule, and along no other', async () => {
    const order = await paidOrder(shop, { buyer: customer, quantity: 2 });
    const outcomes: string[] = [];
    for (const [from, to] of ways) {
      await put(order, from);
      const before = await stored(order);
      const move = moveOrder(shop.app, staff, { _id: order._id, to, allPicked: true });
      if (canMove(from, to, 'staff')) {
        expect((await move).status).toBe(to);
        expect((await stored(order))?.version).toBe((before?.version ?? 0) + 1);
        outcomes.push(`${from} → ${to}`);
      } else {
        const { reason, details } = await refusal(move);
        expect([reason, details]).toEqual(['order_state', { order: { _id: order._id, status: from } }]);
        expect(await stored(order)).toEqual(before);
      }
    }
    expect(outcomes).toEqual([
      'Submitted → Processing',
      'Processing → Ready',
      'Processing → Shipped',
      'Ready → Shipped',
      'Ready → Completed',
      'Shipped → Completed',
    ]);
    await expect(moveOrder(shop.app, staff, { _id: randomUUID(), to: 'Ready' })).rejects.toMatchObject({
      reason: 'not_found',
    });
  });

  it('tell the customer when he can come for it, and nothing of what went before', async () => {
    const order = await paidOrder(shop, { buyer: customer, quantity: 2 });
    const { _id, orderNumber } = order;
    await moveOrder(shop.app, staff, { _id, to: 'Processing' });
    expect(await told(order)).toEqual({ mails: [], notes: [] });
    await moveOrder(shop.app, staff, { _id, to: 'Ready', allPicked: true });
    const ready = [3, `Order ${orderNumber} is ready for pick-up`];
    expect(await told(order)).toEqual({ mails: ['order-ready'], notes: [ready] });
    await moveOrder(shop.app, staff, { _id, to: 'Completed' });
    expect(await told(order)).toEqual({ mails: ['order-ready'], notes: [ready] });
    expect((await history(order)).slice(-4)).toEqual([
      `status: Submitted → Processing (${staff.email})`,
      `fulfilled: 2 of 2 ${order.cart[0]?.productNum} (${staff.email})`,
      `status: Processing → Ready (${staff.email})`,
      `status: Ready → Completed (${staff.email})`,
    ]);
    const lines = await shop.app.db.select().from(orderLines).where(eq(orderLines.order, _id));
    expect(lines.map(({ quantity, fulfilled }) => [quantity, fulfilled])).toEqual([[2, 2]]);
  });

  it('send the parcels along, to a guest with the way to his order', async () => {
    const order = await paidOrder(shop, { quantity: 2 });
    const { _id } = order;
    const now = new Date('2026-11-23T15:00:00.000Z');
    await moveOrder(shop.app, staff, { _id, to: 'Processing' });
    const parcel = { carrier: 'FedEx', number: '794644812045' };
    const shipped = await patchOrder(
      shop.app,
      staff,
      { _id, status: 'Shipped', tracking: [parcel], allPicked: true },
      now,
    );
    expect(shipped.tracking).toEqual([{ ...parcel, at: now.toISOString() }]);
    expect(await told(order)).toEqual({ mails: ['order-shipped'], notes: [] });
    const sent = await mailsTo(shop.app.db, guest.email);
    const mail = sent.find(one => one.order === _id && one.template === 'order-shipped');
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('794644812045');
      expect(part).toContain('orderKey=');
    }
    expect(shipped.orderKey).toBeUndefined();
  });

  it('leave nothing of a move when one of its parts fails', async () => {
    const order = await paidOrder(shop, { buyer: customer, quantity: 2 });
    await put(order, 'Ready');
    const before = await stored(order);
    const jobs = { ...shop.app.jobs, send: () => Promise.reject(new Error('no more room')) };
    const failing = moveOrder({ ...shop.app, jobs }, staff, {
      _id: order._id,
      to: 'Shipped',
      allPicked: true,
    });
    await expect(failing).rejects.toThrow('no more room');
    expect(await stored(order)).toEqual(before);
    expect(await told(order)).toEqual({ mails: [], notes: [] });
    expect((await history(order)).at(-1)).toContain('Submitted');
  });

  it('have to count what is in an order before it is ready or sent', async () => {
    const order = await paidOrder(shop, { buyer: customer, quantity: 2 });
    for (const to of ['Ready', 'Shipped'] as const) {
      await put(order, 'Processing');
      const before = await stored(order);
      const { reason } = await refusal(moveOrder(shop.app, staff, { _id: order._id, to }));
      expect(reason).toBe('not_counted');
      expect(await stored(order)).toEqual(before);
    }
    expect(await told(order)).toEqual({ mails: [], notes: [] });
  });

  it('moving the same order at once move it once', async () => {
    const order = await paidOrder(shop, { buyer: customer, quantity: 2 });
    await put(order, 'Processing');
    const move = () => moveOrder(shop.app, staff, { _id: order._id, to: 'Ready', allPicked: true });
    const answers = await Promise.allSettled([move(), move(), move()]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await told(order)).mails).toEqual(['order-ready']);
  });
});

it('nobody else moves an order, not even its owner', async () => {
  const order = await paidOrder(shop, { buyer: customer, quantity: 2 });
  for (const [from, to] of ways) {
    await put(order, from);
    expect((await refusal(moveOrder(shop.app, customer, { _id: order._id, to }))).reason).toBe('order_state');
  }
  expect(await told(order)).toEqual({ mails: [], notes: [] });
});

it('a canceled order is told of, and its refund once it has gone through', async () => {
  const order = await paidOrder(shop, { buyer: customer, quantity: 2 });
  const { orderNumber } = order;
  await cancelOrder(shop.app, staff, { _id: order._id, reason: 'sold out' });
  const canceled = [4, `Order ${orderNumber} was canceled`];
  expect(await told(order)).toEqual({ mails: ['order-canceled'], notes: [canceled] });
  await shop.app.jobs.drain();
  expect(await told(order)).toEqual({
    mails: ['order-canceled', 'refund-issued'],
    notes: [canceled, [2, `Order ${orderNumber} was refunded`]],
  });
  expect((await stored(order))?.amountRefunded).toBe(21.65);
});
