import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orderEvents, orders } from '#server/orders/tables.ts';
import { refundPayment } from '#server/payments/refunds.ts';
import { gatewayEvents, payments, refunds } from '#server/payments/tables.ts';
import { makeUser } from '#server/test/factories.ts';
import { SOLD, StripeShop } from '#server/test/stripe-shop.ts';
import { removeExpired } from '#server/upkeep.ts';

let at: StripeShop;
beforeAll(async () => {
  at = await StripeShop.open();
});
afterEach(() => at.reset());
afterAll(() => at.close());

/** A paid order that its buyer canceled; its refund is queued. */
async function canceledOrder() {
  const buyer = await makeUser(at.shop.app.db);
  const order = await at.heldOrder(buyer);
  await at.shop.as(buyer).payments.charge({ order: { _id: order._id }, card: at.cardOf('approve') });
  await at.shop.as(buyer).orders.cancel({ _id: order._id });
  const { db } = at.shop.app;
  const [refund] = await db.select().from(refunds).where(eq(refunds.order, order._id));
  return { order, refundId: refund?._id ?? '' };
}

async function booksOf({ _id }: { _id: string }) {
  const { db } = at.shop.app;
  const [row] = await db.select().from(orders).where(eq(orders._id, _id));
  const events = await db.select().from(orderEvents).where(eq(orderEvents.order, _id));
  return {
    alert: row?.alert,
    amountPaid: row?.amountPaid,
    amountRefunded: row?.amountRefunded,
    refunds: events.map(({ name }) => name).filter(name => name.startsWith('refund')),
  };
}

describe('an event', () => {
  it('of live payments is refused by a shop whose key is for testing, until its secret is put right', async () => {
    const order = await at.heldOrder();
    await at.chargeUnheard(order);
    const event = at.succeeded(at.intentOf(order), { livemode: true });
    const log = await at.logged(async () => expect(await at.deliver(event)).toBe(400));
    expect(log).toContain('an event of the other mode');
    expect(await at.standing(order)).toMatchObject({ status: 'Held', payments: ['unknown'] });
    const id = JSON.parse(String(event.body)).id;
    expect(await at.shop.app.db.$count(gatewayEvents, eq(gatewayEvents.eventId, id))).toBe(0);
  });

  it('of a charge made here that no order knows is answered, and told to whoever reads the log', async () => {
    const order = await at.heldOrder();
    await at.charge(order, at.cardOf('approve'));
    const stray = at.intentOf(order);
    const metadata = { payment_id: randomUUID(), order_id: randomUUID() };
    // Stands for books that were set back to before this charge.
    const log = await at.logged(async () => {
      at.fake.fail('server_error');
      const event = at.succeeded({ ...stray, id: 'pi_gone', metadata });
      expect(await at.deliver(event)).toBe(502);
      expect(await at.deliver(event)).toBe(200);
    });
    expect(log).not.toContain('charged for no order');
    const copy = { ...stray, id: `${stray.id}x`, metadata };
    at.fake.addIntent(copy);
    const warned = await at.logged(async () => expect(await at.deliver(at.succeeded(copy))).toBe(200));
    expect(warned).toContain('cards were charged for no order that is known');
    expect(await at.standing(order)).toEqual(SOLD);
  });

  it('that comes again after days changes nothing, remembered or not', async () => {
    const order = await at.heldOrder();
    await at.chargeUnheard(order);
    const event = at.succeeded(at.intentOf(order));
    expect(await at.deliver(event)).toBe(200);
    const { db } = at.shop.app;
    const ofEvent = eq(gatewayEvents.eventId, JSON.parse(String(event.body)).id);
    const longAgo = new Date(Date.now() - 4 * 86_400_000).toISOString();
    await db.update(gatewayEvents).set({ receivedAt: longAgo }).where(ofEvent);
    await removeExpired(db);
    expect(await at.deliver(at.fake.sentAgain(event))).toBe(200);
    await db.delete(gatewayEvents).where(ofEvent);
    expect(await at.deliver(at.fake.sentAgain(event))).toBe(200);
    await at.shop.app.jobs.drain({ delayed: true });
    expect(await at.standing(order)).toEqual(SOLD);
  });

  it('of a charge that was refunded by hand looks up that refund by its own reference, and finds it', async () => {
    const order = await at.heldOrder();
    await at.charge(order, at.cardOf('approve'));
    const { id } = at.intentOf(order);
    const byHand = at.fake.refundByHand(id, 300);
    const ofCharge = { id: 'ch_1', object: 'charge', payment_intent: id, metadata: {} };
    const hear = async () => {
      await at.deliver(at.fake.signedEvent('charge.refunded', ofCharge));
      await at.shop.app.jobs.drain({ delayed: true });
    };
    const log = await at.logged(async () => {
      for (let n = 0; n < 2; n++) await hear();
      expect(await booksOf(order)).toMatchObject({ amountRefunded: 3 });
      at.fake.returnRefund(byHand.id, 'lost_or_stolen_card');
      await hear();
    });
    expect(await booksOf(order)).toMatchObject({ amountRefunded: 0 });
    expect(log).not.toContain('not known to the payment service');
  });

  it('of a charge that waits for its bank, and was given up before its call arrived, has it canceled', async () => {
    const order = await at.heldOrder();
    await at.charge(order, at.cardOf('needs_confirmation'));
    const [intent] = [...at.fake.intents.values()].filter(one => one.metadata.order_id === order._id);
    if (!intent) throw new Error('no charge was begun');
    const { db } = at.shop.app;
    const waiting = at.fake.signedEvent('payment_intent.requires_action', intent);
    expect(await at.deliver(waiting)).toBe(200);
    expect(intent.status).toBe('requires_action');
    // The sweep leaves it so when it finds nothing at Stripe.
    await db
      .update(payments)
      .set({ status: 'canceled', reference: null })
      .where(eq(payments.order, order._id));
    await db.delete(gatewayEvents);
    expect(await at.deliver(at.fake.sentAgain(waiting))).toBe(200);
    expect(intent.status).toBe('canceled');
    expect(await at.standing(order)).toMatchObject({ status: 'Held', payments: ['canceled'], charged: [] });
  });

  it('of the charge that comes after its refund changes nothing', async () => {
    const { order } = await canceledOrder();
    await at.shop.app.jobs.drain({ delayed: true });
    const before = [await at.standing(order), await booksOf(order)];
    expect(before).toMatchObject([
      { status: 'Canceled', stock: 2, charged: [1083], refunded: [1083] },
      { alert: '', amountRefunded: 10.83 },
    ]);
    const intent = at.intentOf(order);
    const late = [
      at.succeeded(intent),
      at.fake.signedEvent('payment_intent.created', { ...intent, status: 'requires_payment_method' }),
      at.fake.signedEvent('payment_intent.canceled', { ...intent, status: 'canceled' }),
      at.fake.signedEvent('charge.succeeded', { id: 'ch_3', object: 'charge', payment_intent: intent.id }),
    ];
    for (const event of late) expect(await at.deliver(event)).toBe(200);
    await at.shop.app.jobs.drain({ delayed: true });
    await at.sweep(order);
    expect([await at.standing(order), await booksOf(order)]).toEqual(before);
  });

  it('of a refund that comes before the answer to it counts it once', async () => {
    const { order, refundId } = await canceledOrder();
    const { app } = at.shop;
    await Promise.all([refundPayment(app, refundId), refundPayment(app, refundId)]);
    const made = at.fake.refunds.filter(one => one.payment_intent === at.intentOf(order).id);
    expect(made).toHaveLength(1);
    await at.deliver(at.fake.signedEvent('refund.created', made[0] ?? {}));
    await app.jobs.drain({ delayed: true });
    expect(await booksOf(order)).toMatchObject({ amountRefunded: 10.83, refunds: ['refund succeeded'] });
  });
});

it('a refund that is refused tells staff why, once', async () => {
  const { order, refundId } = await canceledOrder();
  at.fake.refundByHand(at.intentOf(order).id, 1083);
  const { app } = at.shop;
  await Promise.all([refundPayment(app, refundId), refundPayment(app, refundId)]);
  await app.jobs.drain({ delayed: true });
  expect(await booksOf(order)).toEqual({
    alert: 'A refund of $10.83 was refused by the payment service. Charge has already been refunded.',
    amountPaid: 10.83,
    // The refund that was made by hand is found.
    amountRefunded: 10.83,
    refunds: ['refund failed', 'refund made at the payment service'],
  });
});
