import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { orderEdits, orderEvents, orders } from '#server/orders/tables.ts';
import { receipts } from '#server/receipts/tables.ts';
import { usd } from '#server/test/factories.ts';
import { endOf, many, OfficeShop } from '#server/test/office-shop.ts';
import { lineOf } from '#server/test/selling.ts';
import { expectStockExplained } from '#server/test/stock-sums.ts';
import type { EditedOrder } from '#shared/schemas/edit-order.ts';

vi.setConfig({ testTimeout: 120_000 });

let at: OfficeShop;
beforeAll(async () => {
  at = await OfficeShop.open();
});
afterAll(async () => {
  await expectStockExplained(at.db);
  await at.close();
});

describe('a double click, under one key,', () => {
  it('on a refund gives it once, and is answered the same', async () => {
    const order = await at.bought();
    const asked = at.refundOf(order, 20);
    const answers = await many(() => at.as().refunds.make(asked));
    expect(new Set(answers.map(({ version }) => version))).toEqual(new Set([order.version + 1]));
    expect(await at.refundsOf(order)).toEqual([20]);
    await at.expectBalanced(order);
  });

  it('on an edit makes it once, and is answered the same', async () => {
    const order = await at.bought();
    const asked = await at.seenEdit(order, 7);
    const answers: EditedOrder[] = await many(() => at.as().orders.adminReplace(asked));
    const [first, ...others] = answers.map(({ edit, version, total }) => ({ edit, version, total }));
    for (const one of others) expect(one).toEqual(first);
    expect(await at.db.$count(orderEdits, eq(orderEdits.order, order._id))).toBe(1);
    expect(await at.refundsOf(order)).toEqual([32.47]);
    await at.expectBalanced(order);
  });

  it('on a receipt takes it once, and is answered the same', async () => {
    const { company, order } = await at.owing();
    const asked = at.receiptOf(company, 130);
    const answers = await many(() => at.as().receipts.take(asked));
    for (const one of answers) expect(one).toEqual(answers[0]);
    expect(await at.db.$count(receipts, eq(receipts.company, company))).toBe(1);
    expect(await at.read(order)).toMatchObject({ amountPaid: 100, paid: true });
    expect(await at.as().receipts.debts({ company })).toMatchObject({ owed: 0, onAccount: 30 });
  });

  it('on an order of staff places it once, and is answered the same', async () => {
    const email = `walk-in-${randomUUID()}@example.com`;
    const asked = {
      ...{ cart: [lineOf(at.knob, 2)], total: usd(21.65), paymentType: 'Cash' as const, email },
      ...{ idempotencyKey: randomUUID(), takenAlong: { method: 'cash' as const } },
    };
    const answers = await many(() => at.as().orders.createByStaff(asked));
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1);
    expect(await at.db.$count(orders, eq(orders.email, email))).toBe(1);
    const [placed] = answers;
    expect(placed).toMatchObject({ status: 'Completed', paid: true, amountPaid: 21.65 });
    const events = await at.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.order, placed?._id ?? ''));
    expect(events.filter(({ name }) => name === 'paid')).toHaveLength(1);
  });

  it('on store credit gives it once, on a bounce takes it back once', async () => {
    const { company, order } = await at.owing();
    const grant = { company, amount: usd(9), reason: 'sorry', key: randomUUID() };
    const balances = await many(() => at.as().storeCredit.grant(grant));
    expect(new Set(balances.map(({ balance }) => balance))).toEqual(new Set([9]));
    const { _id } = await at.as().receipts.take(at.receiptOf(company, 130));
    await many(() => at.as().receipts.bounce({ _id }));
    expect(await at.read(order)).toMatchObject({ amountPaid: 0, paid: false });
    expect(await at.as().receipts.debts({ company })).toMatchObject({ owed: 100, onAccount: 0 });
    await at.expectBalanced(order);
  });

  it('on a return settles it once', async () => {
    const order = await at.bought();
    const clerkAt = at.as();
    await clerkAt.orders.adminPatch({ _id: order._id, status: 'Processing' });
    await clerkAt.orders.adminPatch({ _id: order._id, status: 'Ready', allPicked: true });
    const lines = [{ variantId: at.knob.variantId, quantity: 3, reason: 'bent' }];
    const key = randomUUID();
    const made = await many(() => at.as().returns.create({ orderId: order._id, lines, key }));
    expect(new Set(made.map(({ _id }) => _id)).size).toBe(1);
    const _id = made[0]?._id ?? '';
    await many(() => at.as().returns.update({ _id, status: 'Received' }));
    const settled = await many(() => at.as().returns.update({ _id, status: 'Refunded' }));
    expect(new Set(settled.map(({ refund }) => refund))).toEqual(new Set([32.48]));
    expect(await at.refundsOf(order)).toEqual([32.48]);
    await at.expectBalanced(order);
  });

  it('on a return that is counted and settled otherwise than usual is answered the same, and another one told', async () => {
    const caller = at.as();
    const sold = await caller.orders.createByStaff(at.saleOf(4, 43.3, { takenAlong: { method: 'cash' } }));
    const { lines, _id } = await caller.returns.create({
      orderId: sold._id,
      lines: [{ variantId: at.knob.variantId, quantity: 3, reason: 'bent' }],
    });
    const counted = [{ _id: lines[0]?._id ?? '', received: 2, scrapped: 1 }];
    await many(() => at.as().returns.update({ _id, status: 'Received', lines: counted }));
    const three = [{ ...counted[0], _id: counted[0]?._id ?? '', received: 3 }];
    expect(await endOf(() => caller.returns.update({ _id, status: 'Received', lines: three }))).toBe(
      'order_state',
    );
    // Two at 10.00 with 1.65 of the 3.30 of tax, less the fee.
    const how = { refund: usd(20), fee: usd(1.65), refundTo: 'cash' as const };
    const settled = await many(() => at.as().returns.update({ _id, status: 'Refunded', ...how }));
    for (const one of settled) expect(one).toMatchObject({ refund: 20, fee: 1.65, refundTo: 'cash' });
    expect(await at.read(sold)).toMatchObject({ amountRefunded: 20 });
    for (const other of [{ refund: usd(19) }, { fee: usd(0) }, { refundTo: 'credit' as const }]) {
      const [field] = Object.keys(how).filter(one => one in other);
      const end = await endOf(() => caller.returns.update({ _id, status: 'Refunded', ...how, ...other }));
      expect([field, end]).toEqual([field, 'order_state']);
    }
    expect(await endOf(() => caller.returns.update({ _id, refundTo: 'cash' }))).toBe('invalid refundTo');
    await at.expectBalanced(sold);
  });

  it('on a payment link charges it once, and is answered the same', async () => {
    const { order } = await at.owing();
    const { url } = await at.as().payLinks.make({ order: order._id });
    const paying = {
      ...{ order: order._id, key: new URL(url).searchParams.get('key') ?? '', total: usd(100) },
      ...{ card: { testOutcome: 'approve' as const }, idempotencyKey: randomUUID() },
    };
    const answers = await many(() => at.as(null).payLinks.pay(paying));
    for (const one of answers) expect(one).toEqual({ status: 'paid' });
    expect(await at.read(order)).toMatchObject({ amountPaid: 100, amountRefunded: 0 });
    await at.expectBalanced(order);
  });
});
