import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createApiKey } from '#server/auth/api-keys.ts';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { moveOrder } from '#server/orders/order-status.ts';
import { orderEvents, orderLines, orders } from '#server/orders/tables.ts';
import { appRouter } from '#server/router.ts';
import { failure } from '#server/test/accounts.ts';
import { ask, DOORS } from '#server/test/doors.ts';
import { makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, paidOrder, reasonOf, type Selling } from '#server/test/selling.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';
import type { Order } from '#shared/schemas/orders.ts';

let shop: Selling;
let app: FastifyInstance;
let staff: SessionUser;
let buyer: SessionUser;
const keys = new Map<string, string>();
beforeAll(async () => {
  shop = await openShop();
  app = await buildApp(shop.app, { router: appRouter, longestLoopDelayMs: 60_000 });
  staff = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  buyer = await makeUser(shop.app.db);
  for (const user of [staff, buyer]) {
    keys.set(user._id, (await createApiKey(shop.app.db, user, { name: 'test', scopes: KEY_SCOPES })).key);
  }
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

/** Five knobs and two pulls, sent to Austin and paid. */
async function bought(): Promise<Order> {
  const { db } = shop.app;
  const lines = [
    lineOf(await makeVariant(db, { price: usd(10) }), 5),
    lineOf(await makeVariant(db, { price: usd(20) }), 2),
  ];
  const caller = shop.as(buyer);
  const asked = { cart: lines, shippingMethod: 'ground' as const };
  const { total } = await caller.orders.getCost(asked);
  const { _id } = await caller.orders.submit({ ...guest, ...asked, total, idempotencyKey: randomUUID() });
  return (await caller.payments.charge({ order: { _id }, card: { testOutcome: 'approve' } })).order;
}

const stored = async ({ _id }: Order) => ({
  order: (await shop.app.db.select().from(orders).where(eq(orders._id, _id)))[0],
  lines: await shop.app.db
    .select()
    .from(orderLines)
    .where(eq(orderLines.order, _id))
    .orderBy(asc(orderLines._id)),
});
const history = async ({ _id }: Order) =>
  (
    await shop.app.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.order, _id))
      .orderBy(asc(orderEvents.date), asc(orderEvents._id))
  ).map(
    ({ name, description, userEmail }) => `${name}: ${description}${userEmail === staff.email ? '' : ' ?'}`,
  );
const mailsOf = async ({ _id }: Order, template: string) =>
  (await shop.app.db.select().from(emails).where(eq(emails.order, _id)).orderBy(asc(emails._id))).filter(
    mail => mail.template === template,
  );

describe.each(DOORS)('what staff change of an order through %s', door => {
  const send = (input: Record<string, unknown>, user: SessionUser | null = staff) =>
    ask(app, door, {
      procedure: 'orders.adminPatch',
      method: 'PATCH',
      url: '/api/v1/orders/admin',
      input,
      headers: user ? { authorization: `Bearer ${keys.get(user._id)}` } : {},
    });
  const patch = async ({ _id }: Order, said: Record<string, unknown>) => {
    const answer = await send({ _id, ...said });
    expect(answer).toMatchObject({ status: 200 });
    return answer.body as Order;
  };
  const counts = ({ cart }: Order) => cart.map(({ fulfilled }) => fulfilled);
  const count = ({ cart }: Order, ...fulfilled: number[]) => ({
    cart: fulfilled.map((units, index) => ({ _id: cart[index]?._id, fulfilled: units })),
  });

  it('sends it in parts: the lines as they are counted, a mail for each parcel', async () => {
    const order = await bought();
    await patch(order, { status: 'Processing' });
    const first = { carrier: 'FedEx', number: '794644812045' };
    const sent = await patch(order, { ...count(order, 3), status: 'Shipped', tracking: [first] });
    expect([sent.status, ...counts(sent)]).toEqual(['Shipped', 3, 0]);
    expect(sent.tracking).toMatchObject([first]);
    const [mail] = await mailsOf(order, 'order-shipped');
    expect(mail?.text).toContain('Part of your order');
    expect(mail?.text).toContain('So far: 3 of 7');
    expect(mail?.text).toMatch(/Still to come: 2 × Round knob \d+, 2 × Round knob \d+/);

    const tooEarly = await send({ _id: order._id, status: 'Completed' });
    expect(failure(tooEarly)).toEqual({ status: 400, reason: 'invalid', fields: ['status'] });
    expect(counts((await patch(order, {})) as Order)).toEqual([3, 0]);

    const second = { carrier: 'UPS', number: '1Z999AA10123456784' };
    const rest = await patch(order, { ...count(order, 5, 2), tracking: [first, second] });
    expect(counts(rest)).toEqual([5, 2]);
    expect(rest.tracking[0]).toEqual(sent.tracking[0]);
    const mails = await mailsOf(order, 'order-shipped');
    expect(mails).toHaveLength(2);
    expect(mails[1]?.text).toContain('1Z999AA10123456784');
    expect(mails[1]?.text).toContain('The rest of your order');
    expect(mails[1]?.text).toMatch(/In this delivery: 2 × Round knob \d+, 2 × Round knob \d+/);
    expect(mails[1]?.text).not.toContain('Still to come');

    expect((await patch(order, { status: 'Completed' })).status).toBe('Completed');
    expect((await history(order)).slice(-7)).toEqual([
      'status: Submitted → Processing',
      `fulfilled: 3 of 5 ${order.cart[0]?.productNum}`,
      'tracking: FedEx 794644812045',
      'status: Processing → Shipped',
      `fulfilled: 5 of 5 ${order.cart[0]?.productNum}, 2 of 2 ${order.cart[1]?.productNum}`,
      'tracking: FedEx 794644812045, UPS 1Z999AA10123456784',
      'status: Shipped → Completed',
    ]);
  });

  it('sends all of it where staff say so, and what was counted where somebody did', async () => {
    const [whole, counted] = [await bought(), await bought()];
    await patch(whole, { status: 'Processing' });
    expect(failure(await send({ _id: whole._id, status: 'Shipped' }))).toEqual({
      status: 409,
      reason: 'not_counted',
    });
    const both = await send({ _id: whole._id, status: 'Shipped', allPicked: true, ...count(whole, 3) });
    expect(failure(both)).toEqual({ status: 400, reason: 'invalid', fields: ['allPicked'] });
    expect(counts(await patch(whole, { status: 'Shipped', allPicked: true }))).toEqual([5, 2]);
    await patch(counted, { status: 'Processing' });
    await patch(counted, count(counted, 4));
    expect(counts(await patch(counted, { status: 'Ready' }))).toEqual([4, 0]);
    expect((await mailsOf(counted, 'order-ready'))[0]?.text).toContain('Part of your order');
    const none = await bought();
    await patch(none, { status: 'Processing' });
    const empty = await send({ _id: none._id, ...count(none, 0, 0), status: 'Shipped' });
    expect(failure(empty)).toEqual({ status: 409, reason: 'not_counted' });
    expect((await stored(none)).order?.status).toBe('Processing');
  });

  it('tells the customer of what comes to the counter later, and only where more came', async () => {
    const order = await bought();
    await patch(order, { status: 'Processing' });
    await patch(order, { ...count(order, 3), status: 'Ready' });
    await patch(order, count(order, 2));
    expect(await mailsOf(order, 'order-ready')).toHaveLength(1);
    await patch(order, count(order, 5, 1));
    const [, later] = await mailsOf(order, 'order-ready');
    expect(later?.text).toMatch(/In this delivery: 3 × Round knob \d+, 1 × Round knob \d+/);
    expect(later?.text).toContain('So far: 6 of 7');
    await patch(order, { allPicked: true });
    const mails = await mailsOf(order, 'order-ready');
    expect(mails).toHaveLength(3);
    expect(mails[2]?.text).toContain('The rest of your order');
    expect((await history(order)).at(-1)).toBe(`fulfilled: 2 of 2 ${order.cart[1]?.productNum}`);
  });

  it('keeps counts between what is asked back and what was ordered', async () => {
    const [order, other] = [await bought(), await bought()];
    await patch(order, { status: 'Processing' });
    await patch(order, { ...count(order, 4), status: 'Ready' });
    const variantId = order.cart[0]?.variantId ?? '';
    await shop.as(buyer).returns.create({
      orderId: order._id,
      lines: [{ variantId, quantity: 3, reason: 'too long' }],
    });
    const before = await stored(order);
    for (const [cart, fields] of [
      [[{ _id: order.cart[0]?._id, fulfilled: 6 }], ['cart.0.fulfilled']],
      [[{ _id: order.cart[0]?._id, fulfilled: 2 }], ['cart.0.fulfilled']],
      [[{ _id: other.cart[0]?._id, fulfilled: 1 }], ['cart.0._id']],
      [[1, 1].map(fulfilled => ({ _id: order.cart[1]?._id, fulfilled })), ['cart.1._id']],
      [[{ _id: order.cart[1]?._id, fulfilled: -1 }], ['cart.0.fulfilled']],
      [[{ _id: order.cart[1]?._id, fulfilled: 1, price: 0 }], ['cart.0.price']],
    ] as const) {
      const answer = await send({ _id: order._id, cart, notes: 'never kept' });
      expect(failure(answer)).toEqual({ status: 400, reason: 'invalid', fields });
    }
    expect(await stored(order)).toEqual(before);
    expect(counts(await patch(order, count(order, 3)))).toEqual([3, 0]);
  });

  it('corrects whom it goes to, and writes down what was there', async () => {
    const order = await bought();
    const said = {
      shippingAddress: '7 Quarry Road',
      shippingState: 'texas',
      poNumber: 'PO-9',
      notes: 'Ring twice',
    };
    const patched = await patch(order, { ...said, name: order.name });
    expect(patched).toMatchObject({
      ...said,
      shippingState: 'TX',
      total: order.total,
      version: order.version + 1,
    });
    expect((await history(order)).at(-1)).toBe('edited: poNumber, shippingAddress, notes');
    const events = await shop.app.db.select().from(orderEvents).where(eq(orderEvents.order, order._id));
    const event = events.find(({ name }) => name === 'edited');
    expect(event?.details).toMatchObject({
      before: { shippingAddress: '12 Mill Lane', poNumber: '', notes: '' },
    });
    expect(failure(await send({ _id: order._id, shippingCity: '' }))).toMatchObject({
      fields: ['shippingCity'],
    });
  });

  it('takes no amount, no owner and no status that is not staff’s', async () => {
    const order = await bought();
    const before = await stored(order);
    for (const said of [
      { total: 1 },
      { subTotal: 1 },
      { discount: 10 },
      { paid: true },
      { user: staff._id },
      { paymentType: 'Cash' },
      { shippingMethod: 'air' },
      { status: 'Canceled' },
      { status: 'Submitted' },
      { name: '' },
      { email: 'nobody' },
      { tracking: [{ carrier: '', number: '1' }] },
    ]) {
      const answer = await send({ _id: order._id, ...said });
      expect(failure(answer)).toMatchObject({ status: 400, reason: 'invalid' });
      expect(failure(answer).fields?.join()).toContain(Object.keys(said)[0]);
    }
    expect(await stored(order)).toEqual(before);
  });

  it('refuses what somebody changed meanwhile, and what its status does not allow', async () => {
    const order = await bought();
    const { _id, version } = order;
    for (const said of [
      { status: 'Shipped' },
      count(order, 1),
      { tracking: [{ carrier: 'UPS', number: '1' }] },
    ]) {
      expect(failure(await send({ _id, ...said }))).toEqual({ status: 409, reason: 'order_state' });
    }
    await patch(order, { version, notes: 'first' });
    expect(failure(await send({ _id, version, notes: 'second' }))).toEqual({ status: 409, reason: 'stale' });
    await shop.as(staff).orders.cancel({ _id });
    expect(failure(await send({ _id, notes: 'third' }))).toEqual({ status: 409, reason: 'order_state' });
    expect((await stored(order)).order?.notes).toBe('first');
  });

  it('is staff’s alone', async () => {
    const order = await bought();
    expect(failure(await send({ _id: order._id, notes: 'mine' }, buyer))).toEqual({
      status: 403,
      reason: 'forbidden',
    });
    expect(failure(await send({ _id: order._id, notes: 'mine' }, null)).status).toBe(401);
    expect(failure(await send({ _id: randomUUID(), notes: 'x' }))).toEqual({
      status: 404,
      reason: 'not_found',
    });
  });
});

it('a guest’s order gets another key with another address: who read the old mail has no way in', async () => {
  const { db } = shop.app;
  const order = await paidOrder(shop, { quantity: 2 });
  const key = async () =>
    (await db.select({ orderKey: orders.orderKey }).from(orders).where(eq(orders._id, order._id)))[0]
      ?.orderKey ?? '';
  const first = await key();
  const read = (orderKey: string) => shop.as(null).orders.byId({ id: order._id, orderKey });
  expect((await read(first)).email).toBe(guest.email);
  await shop.as(staff).orders.adminPatch({ _id: order._id, email: guest.email.toUpperCase(), notes: 'x' });
  expect(await key()).toBe(first);
  await shop.as(staff).orders.adminPatch({ _id: order._id, email: 'mended@example.com' });
  expect(await reasonOf(read(first))).toBe('not_found');
  expect((await read(await key())).email).toBe('mended@example.com');
  const own = await bought();
  const before = (await stored(own)).order?.orderKey;
  await shop.as(staff).orders.adminPatch({ _id: own._id, email: 'other@example.com' });
  expect((await stored(own)).order?.orderKey).toBe(before);
});

it('an order that is sent by two at once is sent once', async () => {
  const order = await bought();
  const { _id } = order;
  await moveOrder(shop.app, staff, { _id, to: 'Processing' });
  const move = () => shop.as(staff).orders.adminPatch({ _id, status: 'Shipped', allPicked: true });
  const answers = await Promise.all([move(), move(), move()]);
  expect(answers.map(({ status }) => status)).toEqual(['Shipped', 'Shipped', 'Shipped']);
  expect(await mailsOf(order, 'order-shipped')).toHaveLength(1);
});
