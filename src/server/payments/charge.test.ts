import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logEntries } from '#server/logs/tables.ts';
import { emails } from '#server/mail/tables.ts';
import { expireHolds } from '#server/orders/cancel-order.ts';
import { orderEvents, orders } from '#server/orders/tables.ts';
import { tellOfRefund } from '#server/orders/tell-customer.ts';
import { reconcileOpenPayments } from '#server/payments/charge.ts';
import { settlePayment } from '#server/payments/settle.ts';
import { paymentAllocations, payments, refunds } from '#server/payments/tables.ts';
import { makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, reasonOf, refusal, type Selling } from '#server/test/selling.ts';
import { variants } from '#server/variants/tables.ts';
import { type Money, toCents } from '#shared/rules/money.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { Card } from '#shared/schemas/payments.ts';

let shop: Selling;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** A Held order of one knob at $10, picked up at the store: 10.83 with tax. */
async function heldOrder(stock = 5): Promise<Order & { variantId: string }> {
  const knob = await makeVariant(shop.app.db, { price: usd(10), stock });
  const order = await shop.as(null).orders.submit({
    ...guest,
    cart: [lineOf(knob, 1)],
    shippingMethod: 'local',
    total: 10.83 as Money,
    idempotencyKey: randomUUID(),
  });
  return { ...order, variantId: knob.variantId };
}

const charge = (order: Order, card: Card) =>
  shop.as(null).payments.charge({ order: { _id: order._id, orderKey: order.orderKey }, card });

const orderRow = async (_id: string) =>
  (await shop.app.db.select().from(orders).where(eq(orders._id, _id)))[0];
const paymentsOf = (order: string) =>
  shop.app.db.select().from(payments).where(eq(payments.order, order)).orderBy(asc(payments._id));
const stockOf = async (_id: string) =>
  (await shop.app.db.select().from(variants).where(eq(variants._id, _id)))[0]?.stock;

/** Makes a hold's or payment's time pass without waiting for it. */
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);

describe('a card that is approved', () => {
  it('submits the order, marks it paid and queues one confirmation', async () => {
    const order = await heldOrder();
    const answer = await charge(order, { testOutcome: 'approve' });
    expect(answer).toMatchObject({
      status: 'paid',
      order: { status: 'Submitted', paid: true, amountPaid: 10.83 },
    });
    expect(await shop.app.db.$count(emails, eq(emails.order, order._id))).toBe(1);
    const again = await charge(order, { testOutcome: 'approve' });
    expect(again.status).toBe('paid');
    expect(await paymentsOf(order._id)).toHaveLength(1);
    expect(await shop.app.db.$count(emails, eq(emails.order, order._id))).toBe(1);
  });

  it('pays once for a double click', async () => {
    const order = await heldOrder();
    const answers = await Promise.all([1, 2, 3, 4].map(() => charge(order, { testOutcome: 'approve' })));
    expect(answers.map(answer => answer.status)).toEqual(['paid', 'paid', 'paid', 'paid']);
    expect(await paymentsOf(order._id)).toHaveLength(1);
    expect(await shop.app.db.$count(paymentAllocations, eq(paymentAllocations.order, order._id))).toBe(1);
  });
});

it('is written down in dollars as everywhere', async () => {
  const knob = await makeVariant(shop.app.db, { price: usd(1200), stock: 1 });
  const order = await shop.as(null).orders.submit({
    ...guest,
    cart: [lineOf(knob, 1)],
    shippingMethod: 'local',
    total: 1299 as Money,
    idempotencyKey: randomUUID(),
  });
  await charge(order, { testOutcome: 'approve' });
  const { db } = shop.app;
  const [entry] = await db.select().from(logEntries).where(eq(logEntries.subject, order._id));
  expect(entry?.description).toBe('Card payment of $1,299.00 succeeded (test).');
  const events = await db.select().from(orderEvents).where(eq(orderEvents.order, order._id));
  expect(events.find(({ name }) => name === 'paid')?.description).toBe('$1,299.00 by card');
});

describe('a card that is not', () => {
  it('can be tried ten times an order, and no more', async () => {
    const order = await heldOrder();
    for (let n = 0; n < 10; n++) {
      expect(await reasonOf(charge(order, { testOutcome: 'decline' }))).toBe('card_declined');
    }
    expect(await reasonOf(charge(order, { testOutcome: 'approve' }))).toBe('too_many');
    expect(await paymentsOf(order._id)).toHaveLength(10);
  });

  it('says why it was declined, keeps order and stock, and lets another card pay [CHK-12]', async () => {
    const order = await heldOrder();
    expect(await reasonOf(charge(order, { testOutcome: 'decline' }))).toBe('card_declined');
    expect(await reasonOf(charge(order, { testOutcome: 'insufficient_funds' }))).toBe('insufficient_funds');
    expect((await orderRow(order._id))?.status).toBe('Held');
    expect(await stockOf(order.variantId)).toBe(4);
    expect((await charge(order, { testOutcome: 'approve' })).status).toBe('paid');
    expect((await paymentsOf(order._id)).map(payment => payment.status).sort()).toEqual([
      'declined',
      'declined',
      'succeeded',
    ]);
  });

  it('can be the same card again after a decline', async () => {
    const order = await heldOrder();
    expect(await reasonOf(charge(order, { testOutcome: 'decline' }))).toBe('card_declined');
    expect(await reasonOf(charge(order, { testOutcome: 'decline' }))).toBe('card_declined');
    expect(await paymentsOf(order._id)).toHaveLength(2);
  });

  it('waits for its confirmation, and pays once that is given', async () => {
    const order = await heldOrder();
    const asked = await charge(order, { testOutcome: 'needs_confirmation' });
    expect(asked.status).toBe('requires_action');
    expect(asked.clientSecret).toEqual(expect.any(String));
    const [waiting] = await paymentsOf(order._id);
    const answer = await charge(order, { paymentIntent: waiting?.reference ?? '' });
    expect(answer).toMatchObject({ status: 'paid', order: { status: 'Submitted' } });
    expect(await paymentsOf(order._id)).toHaveLength(1);
  });

  it('gives an abandoned confirmation up for another card', async () => {
    const order = await heldOrder();
    await charge(order, { testOutcome: 'needs_confirmation' });
    expect((await charge(order, { testOutcome: 'approve' })).status).toBe('paid');
    expect((await paymentsOf(order._id)).map(payment => payment.status).sort()).toEqual([
      'canceled',
      'succeeded',
    ]);
  });
});

describe('an answer that got lost', () => {
  it('is left to the reconciling job, which finds the charge', async () => {
    const order = await heldOrder();
    expect(await reasonOf(charge(order, { testOutcome: 'slow' }))).toBe('gateway_unavailable');
    // Nothing else may be charged while nobody knows.
    expect(await reasonOf(charge(order, { testOutcome: 'approve' }))).toBe('gateway_unavailable');
    await shop.app.db
      .update(payments)
      .set({ updatedAt: later(-5).toISOString() })
      .where(eq(payments.order, order._id));
    await reconcileOpenPayments(shop.app);
    expect(await orderRow(order._id)).toMatchObject({ status: 'Submitted', paid: true });
    expect(await paymentsOf(order._id)).toHaveLength(1);
  });

  it('ends the same whether webhook or answer comes first, and however often', async () => {
    const order = await heldOrder();
    await reasonOf(charge(order, { testOutcome: 'slow' }));
    const [payment] = await paymentsOf(order._id);
    const success = { status: 'succeeded' as const, reference: 'test_late', amount: toCents(order.total) };
    await Promise.all([1, 2, 3].map(() => settlePayment(shop.app, payment?._id ?? '', success)));
    expect(await orderRow(order._id)).toMatchObject({ status: 'Submitted', amountPaid: 10.83 });
    expect(await shop.app.db.$count(emails, eq(emails.order, order._id))).toBe(1);
  });
});

describe('a hold that ran out', () => {
  it('is canceled with its stock back, and can’t be charged any more [CHK-12]', async () => {
    const order = await heldOrder(1);
    await expireHolds(shop.app, later(14));
    expect((await orderRow(order._id))?.status).toBe('Held');
    await expireHolds(shop.app, later(15.1));
    expect((await orderRow(order._id))?.status).toBe('Canceled');
    expect(await stockOf(order.variantId)).toBe(1);
    expect(await reasonOf(charge(order, { testOutcome: 'approve' }))).toBe('hold_expired');
    expect(await paymentsOf(order._id)).toHaveLength(0);
  });

  it('is not what is said of an order that was canceled: by its guest, or by staff', async () => {
    const { app } = shop;
    const canceled = await heldOrder();
    const keyOf = ({ _id, orderKey }: typeof canceled) => ({ _id, orderKey });
    await shop.as(null).orders.cancel(keyOf(canceled));
    expect(await refusal(charge(canceled, { testOutcome: 'approve' }))).toMatchObject({
      reason: 'order_state',
      details: { order: { _id: canceled._id, status: 'Canceled' } },
    });
    const paid = await heldOrder();
    await charge(paid, { testOutcome: 'approve' });
    const employee = await makeUser(app.db, { permissionLevel: 'Employee' });
    await shop.as(employee).orders.cancel({ _id: paid._id });
    expect(await reasonOf(charge(paid, { testOutcome: 'approve' }))).toBe('order_state');
  });

  it('does not turn away whoever finishes in time what he had begun', async () => {
    const order = await heldOrder();
    await charge(order, { testOutcome: 'needs_confirmation' });
    const [waiting] = await paymentsOf(order._id);
    await shop.app.db
      .update(orders)
      .set({ heldUntil: later(-1).toISOString() })
      .where(eq(orders._id, order._id));
    expect(await reasonOf(charge(order, { testOutcome: 'approve' }))).toBe('hold_expired');
    const answer = await charge(order, { paymentIntent: waiting?.reference ?? '' });
    expect(answer).toMatchObject({ status: 'paid', order: { status: 'Submitted' } });
  });

  it('gives a charge that succeeds after it back, and tells staff, and the customer how to go on', async () => {
    const order = await heldOrder(1);
    await reasonOf(charge(order, { testOutcome: 'slow' }));
    const [payment] = await paymentsOf(order._id);
    await expireHolds(shop.app, later(16));
    await settlePayment(shop.app, payment?._id ?? '', {
      status: 'succeeded',
      reference: 'test_late_charge',
      amount: toCents(order.total),
    });
    const row = await orderRow(order._id);
    expect(row).toMatchObject({ status: 'Canceled', amountPaid: 0, paid: false });
    expect(row?.alert).toMatch(/^A card payment of \$10\.83 .* refunded\.$/);
    const [refund] = await shop.app.db.select().from(refunds).where(eq(refunds.order, order._id));
    expect(refund).toMatchObject({ amount: 10.83, status: 'starting' });
    await tellOfRefund(shop.app, shop.app.db, order._id, { _id: refund?._id ?? '', amount: order.total });
    const mails = await shop.app.db.select().from(emails).where(eq(emails.order, order._id));
    const [mail] = mails.filter(({ template }) => template === 'refund-issued');
    expect(mail?.text).toContain('The time to pay for this order had run out before the payment arrived.');
    expect(mail?.text).toMatch(/Place the order again: your cart is kept\.\S*\s+http\S+\/checkout\/summary/);
  });
});

describe('who may charge', () => {
  it('is whoever has the order or its key; everyone else gets a 404', async () => {
    const order = await heldOrder();
    const stranger = await makeUser(shop.app.db);
    const call = { order: { _id: order._id }, card: { testOutcome: 'approve' as const } };
    expect(await reasonOf(shop.as(stranger).payments.charge(call))).toBe('not_found');
    expect(await reasonOf(shop.as(null).payments.charge(call))).toBe('not_found');
    expect(await paymentsOf(order._id)).toHaveLength(0);
  });
});

it('refunds what was paid when an order is canceled, once', async () => {
  const buyer = await makeUser(shop.app.db);
  const knob = await makeVariant(shop.app.db, { price: usd(10), stock: 3 });
  const order = await shop.as(buyer).orders.submit({
    ...guest,
    cart: [lineOf(knob, 1)],
    shippingMethod: 'local',
    total: 10.83 as Money,
    idempotencyKey: randomUUID(),
  });
  await shop.as(buyer).payments.charge({ order: { _id: order._id }, card: { testOutcome: 'approve' } });
  await shop.as(buyer).orders.cancel({ _id: order._id, reason: 'wrong size' });
  await shop.as(buyer).orders.cancel({ _id: order._id });
  await shop.app.jobs.drain();
  const given = await shop.app.db.select().from(refunds).where(eq(refunds.order, order._id));
  expect(given.map(refund => [refund.status, refund.amount])).toEqual([['succeeded', 10.83]]);
  expect(await orderRow(order._id)).toMatchObject({ status: 'Canceled', amountRefunded: 10.83 });
  expect(await stockOf(knob.variantId)).toBe(3);
});
