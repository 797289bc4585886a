import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { orders } from '#server/orders/tables.ts';
import { accountEntries, refunds, storeCreditEntries } from '#server/payments/tables.ts';
import { remediesOf } from '#server/remedies.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { onTerms, openShop, paidOrder, refusal, type Selling } from '#server/test/selling.ts';
import { sumMoney } from '#shared/rules/money.ts';
import type { MakeRefund } from '#shared/schemas/give-back.ts';
import type { Order } from '#shared/schemas/orders.ts';

let shop: Selling;
let staff: SessionUser;
beforeAll(async () => {
  shop = await openShop();
  staff = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
});
afterAll(() => shop.close());

const ask = (order: Pick<Order, '_id' | 'version'>, more: Partial<MakeRefund>): MakeRefund => ({
  ...{ order: order._id, version: order.version, way: 'card', number: '', reason: 'late', key: randomUUID() },
  ...more,
});
const give = (order: Pick<Order, '_id' | 'version'>, more: Partial<MakeRefund>) =>
  shop.as(staff).refunds.make(ask(order, more));
const stored = async ({ _id }: Pick<Order, '_id'>) =>
  (await shop.app.db.select().from(orders).where(eq(orders._id, _id)))[0];
const refundMails = async ({ _id }: Pick<Order, '_id'>) =>
  (
    await shop.app.db
      .select()
      .from(emails)
      .where(and(eq(emails.order, _id), eq(emails.template, 'refund-issued')))
  ).map(({ text }) => text);
const drain = () => shop.app.jobs.drain({ delayed: true });

describe('what staff give back at will', () => {
  it('goes to the card, once, and leaves the order paid and owing nothing', async () => {
    const order = await paidOrder(shop, { quantity: 10 });
    const asked = ask(order, { amount: usd(20) });
    const caller = shop.as(staff);
    await Promise.all([caller.refunds.make(asked), caller.refunds.make(asked)]);
    await drain();
    expect(await stored(order)).toMatchObject({ paid: true, amountPaid: 108.25, amountRefunded: 20 });
    expect(await shop.app.db.$count(refunds, eq(refunds.order, order._id))).toBe(1);
    expect(await refusal(caller.refunds.make({ ...asked, amount: usd(21) }))).toMatchObject({
      reason: 'key_reused',
      message: 'This was already sent with different contents. Nothing was done again.',
    });
    expect(await refusal(caller.refunds.make({ ...asked, key: randomUUID() }))).toMatchObject({
      reason: 'stale',
    });
  });

  it('is told to its customer once, whichever way it goes back', async () => {
    const buyer = await makeUser(shop.app.db);
    const order = await paidOrder(shop, { buyer, quantity: 10 });
    const asked = ask(order, { amount: usd(20), way: 'credit' });
    for (let press = 0; press < 2; press++) await shop.as(staff).refunds.make(asked);
    expect(await refundMails(order)).toEqual([
      expect.stringContaining(`We give you $20.00 of your order ${order.orderNumber} back as store credit.`),
    ]);
    const told = await shop.as(buyer).notifications.list({ type: 2, limit: 10 });
    expect(told.notifications).toMatchObject([
      { title: `Order ${order.orderNumber} was refunded`, details: '$20.00 as store credit' },
    ]);
    const now = await shop.as(staff).orders.byId({ id: order._id });
    await give(now, { amount: usd(5) });
    await drain();
    expect((await refundMails(order)).sort()).toEqual([
      expect.stringContaining('back as store credit'),
      expect.stringContaining('refunded $5.00'),
    ]);
  });

  it('is worth of units what a return of them would be, and goes with shipping', async () => {
    const order = await shop.as(staff).orders.byId({ id: (await paidOrder(shop, { quantity: 10 }))._id });
    const [line] = order.cart;
    await give(order, { lines: [{ _id: line?._id ?? '', quantity: 4 }] });
    await drain();
    // Four of ten at 10.00, and their share of 8.25 of tax.
    expect(await stored(order)).toMatchObject({ amountRefunded: 43.3, paid: true });
  });

  it('is given for the same units and the same shipping once', async () => {
    let order = await shop
      .as(staff)
      .orders.byId({ id: (await paidOrder(shop, { quantity: 10, shippingMethod: 'ground' }))._id });
    const line = order.cart[0]?._id ?? '';
    const units = (quantity: number) => ({ lines: [{ _id: line, quantity }] });
    order = await give(order, { ...units(4), shipping: usd(5) });
    expect(await shop.as(staff).refunds.look({ order: order._id })).toMatchObject({
      lines: [{ _id: line, left: 6 }],
      shippingLeft: order.shipping - 5,
    });
    expect(await refusal(give(order, units(7)))).toMatchObject({
      issues: [{ path: ['lines', 0, 'quantity'], message: 'is more than the 6 left' }],
    });
    expect(await refusal(give(order, { shipping: order.shipping }))).toMatchObject({
      issues: [{ path: ['shipping'], message: expect.stringMatching(/^is more than the \$.* left of it$/) }],
    });
    await give(order, { ...units(6), shipping: usd(order.shipping - 5) });
    await drain();
    expect(await stored(order)).toMatchObject({ amountRefunded: order.total, paid: true });
  });

  it('is given only for the amount that was seen', async () => {
    const order = await shop.as(staff).orders.byId({ id: (await paidOrder(shop, { quantity: 10 }))._id });
    const lines = [{ _id: order.cart[0]?._id ?? '', quantity: 4 }];
    const { amount } = await shop.as(staff).refunds.look({ order: order._id, lines });
    const twice = shop.as(staff).refunds.look({ order: order._id, lines: [...lines, ...lines] });
    await expect(twice).rejects.toThrow('name a line twice');
    expect(amount).toBe(43.3);
    const other = await refusal(give(order, { lines, seen: usd(43.31) }));
    expect(other).toMatchObject({ reason: 'figures_changed', details: { total: 43.3 } });
    expect(remediesOf('figures_changed', other)).toEqual([
      { text: 'Give back $43.30.', again: { change: { seen: 43.3 } } },
    ]);
    expect(await stored(order)).toMatchObject({ amountRefunded: 0 });
    await give(order, { lines, seen: usd(43.3) });
    expect(await shop.app.db.$count(refunds, eq(refunds.order, order._id))).toBe(1);
  });

  it('is not given again by a cancel once it became store credit', async () => {
    const buyer = await makeUser(shop.app.db);
    const order = await give(await paidOrder(shop, { buyer, quantity: 10 }), {
      ...{ amount: usd(60), way: 'credit' },
    });
    await shop.as(buyer).orders.cancel({ _id: order._id });
    await drain();
    expect(await stored(order)).toMatchObject({ status: 'Canceled', amountRefunded: 48.25 });
    expect((await shop.as(buyer).storeCredit.balance()).balance).toBe(60);
  });

  it('is never more than is left of what was paid, whichever way', async () => {
    const buyer = await makeUser(shop.app.db);
    let order = await paidOrder(shop, { buyer, quantity: 10 });
    order = await give(order, { amount: usd(60), way: 'credit' });
    expect(await shop.as(staff).refunds.look({ order: order._id })).toMatchObject({
      ...{ card: 48.25, byHand: 0, inAll: 48.25 },
    });
    expect(await refusal(give(order, { amount: usd(48.26) }))).toMatchObject({
      issues: [{ path: ['amount'], message: 'is more than the $48.25 that can go back this way' }],
    });
    order = await give(order, { amount: usd(48.25) });
    expect(await refusal(give(order, { amount: usd(0.01) }))).toMatchObject({ issues: [{ path: ['way'] }] });
    expect(await refusal(give(order, { amount: usd(0.01), way: 'cash' }))).toMatchObject({
      issues: [{ path: ['way'] }],
    });
    const entries = await shop.app.db
      .select()
      .from(storeCreditEntries)
      .where(eq(storeCreditEntries.user, buyer._id));
    expect(sumMoney(entries.map(({ amount }) => amount))).toBe(60);
  });

  it('by hand is of what came in by hand, and makes no company owe it again', async () => {
    const company = await makeCompany(shop.app.db, { creditLimit: usd(500), taxExempt: true });
    const buyer = await makeUser(shop.app.db, { company });
    const knob = await makeVariant(shop.app.db, { price: usd(10) });
    const order = await shop.as(buyer).orders.submit(onTerms(knob, 10));
    const open = await refusal(give(order, { amount: usd(5), way: 'cash' }));
    expect(open.reason).toBe('order_state');
    await shop.as(staff).receipts.take({
      ...{
        company,
        method: 'check',
        number: '7',
        amount: usd(100),
        receivedOn: '2026-11-24',
        key: randomUUID(),
      },
    });
    const paid = await shop.as(staff).orders.byId({ id: order._id });
    expect(await refusal(give(paid, { amount: usd(5) }))).toMatchObject({ issues: [{ path: ['way'] }] });
    // The law has it by check, in cash or as store credit.
    expect(await refusal(give(paid, { amount: usd(5), way: 'transfer' }))).toMatchObject({
      issues: [{ path: ['way'], message: expect.stringMatching(/^can’t be a transfer/) }],
    });
    await give(paid, { amount: usd(5), way: 'check', number: '99' });
    const [mail] = await refundMails(order);
    expect(mail).toContain(`We give you $5.00 of your order ${order.orderNumber} back by check.`);
    // Why staff gave it is theirs.
    expect(mail).not.toContain('late');
    expect(await stored(order)).toMatchObject({ paid: true, amountRefunded: 5 });
    const entries = await shop.app.db
      .select()
      .from(accountEntries)
      .where(eq(accountEntries.company, company));
    expect(sumMoney(entries.map(({ amount }) => amount))).toBe(0);
  });
});
