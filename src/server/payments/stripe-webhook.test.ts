import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { logEntries } from '#server/logs/tables.ts';
import { expireHolds } from '#server/orders/cancel-order.ts';
import { orderEvents, orders } from '#server/orders/tables.ts';
import { gatewayEvents, refunds } from '#server/payments/tables.ts';
import { makeUser } from '#server/test/factories.ts';
import { HELD, intentIn, later, refusal, SOLD, StripeShop, UNDONE } from '#server/test/stripe-shop.ts';

let at: StripeShop;
beforeAll(async () => {
  at = await StripeShop.open();
});
afterEach(() => at.reset());
afterAll(() => at.close());

describe('Stripe’s webhook', () => {
  it('may come before the answer to the charge', async () => {
    const order = await at.heldOrder();
    const heard: unknown[] = [];
    at.beforeAnswer = async () => {
      heard.push(await at.deliver(at.succeeded(at.intentOf(order))), (await at.standing(order)).status);
    };
    expect((await at.charge(order, at.cardOf('approve'))).status).toBe('paid');
    expect(heard).toEqual([200, 'Submitted']);
    expect(await at.standing(order)).toEqual(SOLD);
  });

  it('may come instead of the answer, twice, at once and out of order', async () => {
    const order = await at.heldOrder();
    await at.chargeUnheard(order);
    const intent = at.intentOf(order);
    const event = at.succeeded(intent);
    const events = [
      at.fake.signedEvent('payment_intent.payment_failed', { ...intent, status: 'requires_payment_method' }),
      event,
      event,
      at.fake.signedEvent('payment_intent.created', intent),
      at.succeeded(intent),
      at.fake.signedEvent('payment_intent.processing', { ...intent, status: 'processing' }),
    ];
    expect(await Promise.all(events.map(event => at.deliver(event)))).toEqual(events.map(() => 200));
    expect(await at.deliver(event)).toBe(200);
    expect(await at.standing(order)).toEqual(SOLD);
    const id = JSON.parse(String(event.body)).id;
    expect(await at.shop.app.db.$count(gatewayEvents, eq(gatewayEvents.eventId, id))).toBe(1);
  });

  it('is believed in nothing but that something happened', async () => {
    const order = await at.heldOrder();
    const asked = await at.charge(order, at.cardOf('needs_confirmation'));
    const intent = at.fake.intent(intentIn(asked));
    const claimed = { ...intent, status: 'succeeded', amount_received: 1083 };
    expect(await at.deliver(at.succeeded(claimed))).toBe(200);
    expect(await at.standing(order)).toEqual({ ...HELD, payments: ['requires_action'] });
  });

  it('is refused with a signature that is wrong, old or missing, or over another body', async () => {
    const order = await at.heldOrder();
    await at.chargeUnheard(order);
    const event = at.succeeded(at.intentOf(order));
    const refused = [
      at.succeeded(at.intentOf(order), { secret: 'whsec_another' }),
      at.succeeded(at.intentOf(order), { ageSeconds: 3600 }),
      { ...event, signature: '' },
      { ...event, signature: 'nonsense' },
      { ...event, body: Buffer.from(String(event.body).replace('succeeded', 'succeedeD')) },
      { ...event, body: Buffer.alloc(0) },
    ];
    for (const one of refused) expect(await at.deliver(one)).toBe(400);
    expect(await at.standing(order)).toMatchObject({ status: 'Held', payments: ['unknown'] });
  });

  it('is refused where it is signed and makes no sense', async () => {
    const order = await at.heldOrder();
    await at.chargeUnheard(order);
    const intent = at.intentOf(order);
    const odd = [
      at.fake.signedText('not JSON'),
      at.fake.signedText('null'),
      at.fake.signedText('[]'),
      at.fake.signedText('{}'),
      at.fake.signedText(JSON.stringify({ id: 'evt_1', type: 'payment_intent.succeeded', livemode: false })),
      at.fake.signedText(JSON.stringify({ id: 5, type: {}, livemode: 'no', data: { object: intent } })),
      at.fake.signedEvent('payment_intent.succeeded', { ...intent, id: 'pi_\u0000' }),
      at.fake.signedEvent('payment_intent.succeeded', { ...intent, id: undefined }),
      at.fake.signedEvent('payment_intent.succeeded', { ...intent, metadata: { payment_id: 7 } }),
      at.fake.signedEvent('refund.updated', { payment_intent: { id: null } }),
      at.fake.signedEvent('x'.repeat(1000), intent),
    ];
    for (const one of odd) expect(await at.deliver(one), String(one.body)).toBe(400);
    expect(await at.standing(order)).toMatchObject({ status: 'Held', payments: ['unknown'] });
  });

  it('of what is not the shop’s is answered and changes nothing', async () => {
    const order = await at.heldOrder();
    await at.charge(order, at.cardOf('approve'));
    const foreign = { id: 'pi_foreign', object: 'payment_intent', metadata: {} };
    for (const object of [
      foreign,
      { ...foreign, metadata: { payment_id: 'order 17' } },
      { ...foreign, metadata: { payment_id: randomUUID() } },
    ]) {
      expect(await at.deliver(at.succeeded(object))).toBe(200);
    }
    const charged = {
      id: 'ch_1',
      object: 'charge',
      payment_intent: 'pi_foreign',
      metadata: { refund_id: 'x' },
    };
    expect(await at.deliver(at.fake.signedEvent('charge.refunded', charged))).toBe(200);
    expect(
      await at.deliver(at.fake.signedEvent('customer.created', { id: 'cus_1', object: 'customer' })),
    ).toBe(200);
    expect(await at.standing(order)).toEqual(SOLD);
  });

  it('is answered with a failure while Stripe can’t be asked, so that it comes again', async () => {
    const order = await at.heldOrder();
    await at.chargeUnheard(order);
    const event = at.succeeded(at.intentOf(order));
    at.fake.fail('server_error');
    expect(await at.deliver(event)).toBe(502);
    expect(await at.standing(order)).toMatchObject({ status: 'Held', payments: ['unknown'] });
    expect(await at.deliver(event)).toBe(200);
    expect(await at.standing(order)).toEqual(SOLD);
  });

  it('answers others in the one error shape', async () => {
    const answer = await at.server.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: { 'content-type': 'text/plain' },
      payload: 'hello',
    });
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});

describe('money that must go back', () => {
  it('is refunded once when the guest canceled during the payment, and is not called late', async () => {
    const order = await at.heldOrder();
    at.beforeAnswer = async () => {
      await at.shop.as(null).orders.cancel({ _id: order._id, orderKey: order.orderKey });
    };
    expect(await refusal(at.charge(order, at.cardOf('approve')))).toBe('order_state');
    await at.shop.app.jobs.drain({ delayed: true });
    expect(await at.standing(order)).toMatchObject({ charged: [1083], refunded: [1083] });
  });

  it('is refunded once when the hold ran out during the payment [CHK-12]', async () => {
    const order = await at.heldOrder();
    at.beforeAnswer = () => expireHolds(at.shop.app, later(16));
    expect(await refusal(at.charge(order, at.cardOf('approve')))).toBe('hold_expired');
    await at.deliver(at.succeeded(at.intentOf(order)));
    await at.shop.app.jobs.drain({ delayed: true });
    await at.sweep(order);
    const undone = { ...UNDONE, mails: 1, payments: ['succeeded'], charged: [1083], refunded: [1083] };
    expect(await at.standing(order)).toEqual(undone);
    const [row] = await at.shop.app.db.select().from(orders).where(eq(orders._id, order._id));
    expect(row?.alert).toContain('refunded');
  });

  it('is refunded once when the reply was lost and the order expired before anybody knew', async () => {
    const order = await at.heldOrder();
    expect(await at.chargeUnheard(order)).toBe('gateway_unavailable');
    await expireHolds(at.shop.app, later(16));
    at.fake.fail('drop_reply', 2);
    await at.shop.app.jobs.drain();
    await at.sweep(order);
    await Promise.all([
      at.deliver(at.succeeded(at.intentOf(order))),
      at.shop.app.jobs.drain({ delayed: true }),
    ]);
    await at.shop.app.jobs.drain({ delayed: true });
    const undone = { ...UNDONE, mails: 1, payments: ['succeeded'], charged: [1083], refunded: [1083] };
    expect(await at.standing(order)).toEqual(undone);
  });

  it('is refunded when Stripe charged another amount, and the order waits for another card', async () => {
    const order = await at.heldOrder();
    const asked = await at.charge(order, at.cardOf('needs_confirmation'));
    const intent = at.fake.intent(intentIn(asked));
    Object.assign(intent ?? {}, { amount: 500 });
    at.fake.authenticate(String(intent?.id), 'confirmed');
    await at.deliver(at.succeeded(intent ?? {}));
    await at.shop.app.jobs.drain();
    const back = { mails: 1, charged: [500], refunded: [500] };
    expect(await at.standing(order)).toEqual({ ...HELD, ...back, payments: ['succeeded'] });
    await at.charge(order, at.cardOf('approve'));
    expect(await at.standing(order)).toEqual({
      ...SOLD,
      mails: 2,
      payments: ['succeeded', 'succeeded'],
      charged: [500, 1083],
      refunded: [500],
    });
  });

  it('is refunded once when the order is canceled, however often and whatever Stripe answers at first', async () => {
    const buyer = await makeUser(at.shop.app.db);
    const order = await at.heldOrder(buyer);
    await at.shop.as(buyer).payments.charge({ order: { _id: order._id }, card: at.cardOf('approve') });
    await at.shop.as(buyer).orders.cancel({ _id: order._id, reason: 'wrong size' });
    await at.shop.as(buyer).orders.cancel({ _id: order._id });
    at.fake.fail('drop_reply', 3);
    await at.shop.app.jobs.drain({ delayed: true });
    const [refund] = at.fake.refunds.filter(one => one.payment_intent === at.intentOf(order).id);
    await at.deliver(at.fake.signedEvent('refund.updated', refund ?? {}));
    await at.shop.app.jobs.drain({ delayed: true });
    expect(await at.standing(order)).toMatchObject({ status: 'Canceled', stock: 2, refunded: [1083] });
    const rows = await at.shop.app.db.select().from(refunds).where(eq(refunds.order, order._id));
    expect(rows.map(row => [row.status, row.amount])).toEqual([['succeeded', 10.83]]);
    const [row] = await at.shop.app.db.select().from(orders).where(eq(orders._id, order._id));
    expect(row).toMatchObject({ amountRefunded: 10.83, paid: false });
  });
});

describe('a refund that came back from the bank', () => {
  /** A paid order that was canceled and refunded. */
  async function refundedOrder() {
    const buyer = await makeUser(at.shop.app.db);
    const order = await at.heldOrder(buyer);
    await at.shop.as(buyer).payments.charge({ order: { _id: order._id }, card: at.cardOf('approve') });
    await at.shop.as(buyer).orders.cancel({ _id: order._id });
    await at.shop.app.jobs.drain({ delayed: true });
    const refund = at.fake.refunds.find(one => one.payment_intent === at.intentOf(order).id);
    return { order, refundId: refund?.id ?? '' };
  }

  async function booksOf({ _id }: { _id: string }) {
    const { db } = at.shop.app;
    const [row] = await db.select().from(orders).where(eq(orders._id, _id));
    const given = await db.select().from(refunds).where(eq(refunds.order, _id)).orderBy(refunds._id);
    const events = await db.select().from(orderEvents).where(eq(orderEvents.order, _id));
    const log = await db.select().from(logEntries).where(eq(logEntries.subject, _id));
    return {
      alert: row?.alert,
      amountRefunded: row?.amountRefunded,
      refunds: given.map(refund => [refund.status, refund.amount]),
      cameBack: events.filter(({ name }) => name === 'refund came back').length,
      logged: log.filter(({ category }) => category === 'refund').length,
    };
  }

  it('is reversed in the books and shown to staff, once, whatever event tells of it and how often', async () => {
    const { order, refundId } = await refundedOrder();
    expect(await booksOf(order)).toMatchObject({ alert: '', amountRefunded: 10.83, cameBack: 0 });
    const failed = at.fake.returnRefund(refundId, 'lost_or_stolen_card');
    // The refund's own event names it; one of the charge names the charge alone.
    const ofCharge = { id: 'ch_1', object: 'charge', payment_intent: at.intentOf(order).id, metadata: {} };
    const events = [
      at.fake.signedEvent('refund.failed', failed),
      at.fake.signedEvent('refund.updated', failed),
      at.fake.signedEvent('charge.refunded', ofCharge),
    ];
    const twice = [...events, ...events];
    expect(await Promise.all(twice.map(event => at.deliver(event)))).toEqual(twice.map(() => 200));
    await at.shop.app.jobs.drain({ delayed: true });
    for (const event of events) await at.deliver(event);
    await at.deliver(at.fake.signedEvent('refund.updated', failed));
    await at.shop.app.jobs.drain({ delayed: true });
    expect(await booksOf(order)).toEqual({
      alert:
        'A refund of $10.83 came back from the customer’s bank, so they did not get it: pay them another way. Stripe could not refund: lost or stolen card.',
      amountRefunded: 0,
      refunds: [
        ['succeeded', 10.83],
        ['succeeded', -10.83],
      ],
      cameBack: 1,
      // Given, and come back.
      logged: 2,
    });
  });

  it('is found by the event of its charge, which does not name it', async () => {
    const { order, refundId } = await refundedOrder();
    at.fake.returnRefund(refundId, 'expired_or_canceled_card');
    const ofCharge = { id: 'ch_2', object: 'charge', payment_intent: at.intentOf(order).id, metadata: {} };
    await at.deliver(at.fake.signedEvent('charge.refunded', ofCharge));
    await at.shop.app.jobs.drain();
    expect((await booksOf(order)).amountRefunded).toBe(0);
  });

  it('is believed only when Stripe says so itself, and looked up later while Stripe is down', async () => {
    const { order, refundId } = await refundedOrder();
    const made = at.fake.refunds.find(({ id }) => id === refundId);
    await at.deliver(at.fake.signedEvent('refund.failed', { ...made, status: 'failed' }));
    await at.shop.app.jobs.drain({ delayed: true });
    expect(await booksOf(order)).toMatchObject({ alert: '', amountRefunded: 10.83 });

    const failed = at.fake.returnRefund(refundId, 'declined');
    at.fake.fail('server_error');
    expect(await at.deliver(at.fake.signedEvent('refund.failed', failed))).toBe(200);
    await at.shop.app.jobs.drain({ delayed: true });
    expect(await booksOf(order)).toMatchObject({ amountRefunded: 0, cameBack: 1 });
  });

  it('does not wipe off what staff were told before', async () => {
    const { order, refundId } = await refundedOrder();
    const { db } = at.shop.app;
    await db.update(orders).set({ alert: 'Call him first.' }).where(eq(orders._id, order._id));
    await at.deliver(at.fake.signedEvent('refund.failed', at.fake.returnRefund(refundId, 'unknown')));
    await at.shop.app.jobs.drain();
    expect((await booksOf(order)).alert).toMatch(/^Call him first\.\nA refund of \$10\.83 came back/);
  });
});
