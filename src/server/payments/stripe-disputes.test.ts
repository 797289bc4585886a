import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { logEntries } from '#server/logs/tables.ts';
import { orderEvents, orders } from '#server/orders/tables.ts';
import { disputes } from '#server/payments/tables.ts';
import { type Held, StripeShop } from '#server/test/stripe-shop.ts';

let at: StripeShop;
beforeAll(async () => {
  at = await StripeShop.open();
});
afterEach(() => at.reset());
afterAll(() => at.close());

const DUE = new Date('2031-03-14T23:59:59Z');
const opened = ({ id }: { id: string }) =>
  `The card payment of $10.83 is disputed (product not received; ${id}): answer it at the payment service by March 14, 2031 with proof of the order and its delivery; send nothing more of this order and don’t refund it in the meantime.`;

async function disputedOrder() {
  const order = await at.heldOrder();
  await at.charge(order, at.cardOf('approve'));
  return { order, dispute: at.fake.dispute(at.intentOf(order).id, DUE) };
}

const tell = (type: string, dispute: object) =>
  at.deliver(at.fake.signedEvent(`charge.dispute.${type}`, structuredClone(dispute)));

async function standing({ _id }: Held) {
  const { db } = at.shop.app;
  const [row] = await db.select().from(orders).where(eq(orders._id, _id));
  const events = await db.select().from(orderEvents).where(eq(orderEvents.order, _id));
  const log = await db.select().from(logEntries).where(eq(logEntries.subject, _id));
  const rows = await db.select().from(disputes).where(eq(disputes.order, _id));
  return {
    alert: row?.alert,
    events: events.filter(({ name }) => name.startsWith('dispute')).map(({ name }) => name),
    logged: log.filter(({ category }) => category === 'dispute').length,
    disputes: rows.map(({ status, amount }) => [status, amount]),
  };
}

it('tells staff what to do, once, however often it is told of', async () => {
  const { order, dispute } = await disputedOrder();
  const event = at.fake.signedEvent('charge.dispute.created', dispute);
  expect(await Promise.all([event, event, event].map(one => at.deliver(one)))).toEqual([200, 200, 200]);
  expect(await tell('funds_withdrawn', dispute)).toBe(200);
  expect(await standing(order)).toEqual({
    alert: opened(dispute),
    events: ['dispute opened'],
    logged: 1,
    disputes: [['needs_response', 10.83]],
  });
});

it('stays off the list of staff who took it off, until something changes', async () => {
  const { order, dispute } = await disputedOrder();
  await tell('created', dispute);
  const { db } = at.shop.app;
  await db.update(orders).set({ alert: '' }).where(eq(orders._id, order._id));
  await tell('funds_withdrawn', dispute);
  expect((await standing(order)).alert).toBe('');
  Object.assign(dispute, { status: 'under_review' });
  await tell('updated', dispute);
  expect((await standing(order)).alert).toMatch(/ was answered; the bank will decide\./);
});

it('that was won is off the list, and stands in the order’s history', async () => {
  const { order, dispute } = await disputedOrder();
  const { db } = at.shop.app;
  await db.update(orders).set({ alert: 'Call him first.' }).where(eq(orders._id, order._id));
  await tell('created', dispute);
  expect((await standing(order)).alert).toBe(`Call him first.\n${opened(dispute)}`);
  Object.assign(dispute, { status: 'won' });
  await tell('closed', dispute);
  await tell('funds_reinstated', dispute);
  expect(await standing(order)).toEqual({
    alert: 'Call him first.',
    events: ['dispute opened', 'dispute won'],
    logged: 2,
    disputes: [['won', 10.83]],
  });
});

it('beside another of the same charge is told of by itself: the end of one leaves the other to be answered', async () => {
  const { order, dispute } = await disputedOrder();
  const other = at.fake.dispute(at.intentOf(order).id, DUE);
  await tell('created', dispute);
  await tell('created', other);
  expect((await standing(order)).alert?.split('\n')).toEqual([opened(dispute), opened(other)]);
  Object.assign(dispute, { status: 'won' });
  await tell('closed', dispute);
  expect((await standing(order)).alert).toBe(opened(other));
});

it('that was lost says so in the place of what was to do', async () => {
  const { order, dispute } = await disputedOrder();
  await tell('created', dispute);
  Object.assign(dispute, { status: 'lost' });
  await tell('closed', dispute);
  await tell('closed', dispute);
  const { alert, ...rest } = await standing(order);
  expect(alert).toMatch(/^The dispute over \$10\.83 \(product not received; \w+\) was lost, [^\n]*$/);
  expect(rest).toEqual({
    events: ['dispute opened', 'dispute lost'],
    logged: 2,
    disputes: [['lost', 10.83]],
  });
});

it('counts as Stripe says now, in whatever order its events come', async () => {
  const { order, dispute } = await disputedOrder();
  const created = structuredClone(dispute);
  Object.assign(dispute, { status: 'won' });
  await tell('closed', dispute);
  await tell('created', created);
  expect(await standing(order)).toMatchObject({
    alert: '',
    events: ['dispute won'],
    disputes: [['won', 10.83]],
  });
});

it.each([
  ['warning_needs_response', 'needs_response'],
  ['warning_under_review', 'under_review'],
  ['warning_closed', 'won'],
  ['prevented', 'lost'],
  ['appeal_needs_response', 'needs_response'],
])('that Stripe calls %s is %s', async (status, expected) => {
  const { order, dispute } = await disputedOrder();
  Object.assign(dispute, { status });
  await tell('updated', dispute);
  expect((await standing(order)).disputes).toEqual([[expected, 10.83]]);
});

it('is told again while Stripe can’t be asked', async () => {
  const { order, dispute } = await disputedOrder();
  at.fake.fail('server_error');
  const event = at.fake.signedEvent('charge.dispute.created', dispute);
  expect(await at.deliver(event)).toBe(502);
  expect((await standing(order)).alert).toBe('');
  expect(await at.deliver(event)).toBe(200);
  expect((await standing(order)).alert).toBe(opened(dispute));
});

it('of a payment that is not the shop’s, or that Stripe does not know, changes nothing', async () => {
  const { order } = await disputedOrder();
  const invented = { id: 'dp_invented', object: 'dispute', payment_intent: at.intentOf(order).id };
  expect(await tell('created', invented)).toBe(200);
  expect(await standing(order)).toEqual({ alert: '', events: [], logged: 0, disputes: [] });
});
