import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { returning } from '#server/returns/returns.test-support.ts';
import { returnLines } from '#server/returns/tables.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';
import { stockMoves } from '#server/variants/tables.ts';

let shop: Selling;
let staff: SessionUser;
let goods: ReturnType<typeof returning>;
beforeAll(async () => {
  shop = await openShop();
  staff = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  goods = returning(shop, staff);
});
afterAll(() => shop.close());

describe('what comes back', () => {
  it('brings to the shelf what can be sold again, and keeps the fee that staff say', async () => {
    const { buyer, knob, order } = await goods.bought();
    const made = await goods.ask(buyer, order, knob, 3);
    const line = { _id: made.lines[0]?._id, received: 2 };
    const tooMany = goods.move(made._id, 'Received', { lines: [{ ...line, scrapped: 3 }] });
    expect((await refusal(tooMany)).issues).toEqual([
      { path: ['lines', 0, 'scrapped'], message: 'is more than the 2 that came back' },
    ]);
    await goods.move(made._id, 'Received', { lines: [{ ...line, scrapped: 1 }] });
    expect(await goods.stockOf(knob)).toBe(48);
    const moves = await shop.app.db.select().from(stockMoves).where(eq(stockMoves.return, made._id));
    expect(moves.map(({ reason, pieces, after }) => [reason, pieces, after])).toEqual([
      ['return', 1, 48],
      ['scrap', 0, 48],
    ]);
    // Two thirds of 32.48.
    const above = goods.move(made._id, 'Refunded', { fee: usd(21.66) });
    expect((await refusal(above)).issues).toEqual([
      { path: ['fee'], message: 'is more than the $21.65 that the goods were worth' },
    ]);
    const both = goods.move(made._id, 'Refunded', { fee: usd(5), refund: usd(16.66) });
    expect((await refusal(both)).issues).toEqual([
      {
        path: ['refund'],
        message: 'is more than the $21.65 that the goods were worth, less the fee of $5.00',
      },
    ]);
    expect(await goods.move(made._id, 'Refunded', { fee: usd(5) })).toMatchObject({ refund: 16.65, fee: 5 });
    expect((await goods.givenBack(order)).refunds).toEqual([['succeeded', 16.65]]);
  });

  it('never gives back more than is left of what was paid', async () => {
    const { buyer, knob, order } = await goods.bought();
    const { version } = await shop.as(staff).orders.byId({ id: order._id });
    const goodwill = { order: order._id, version, way: 'card', amount: usd(10), reason: 'late' } as const;
    await shop.as(staff).refunds.make({ ...goodwill, key: randomUUID() });
    const made = await goods.ask(buyer, order, knob, 3);
    await goods.move(made._id, 'Received');
    for (const refundTo of ['card', 'credit'] as const)
      expect((await refusal(goods.move(made._id, 'Refunded', { refundTo }))).issues).toEqual([
        { path: ['refund'], message: 'is more than the $22.48 that can go back this way' },
      ]);
    expect((await refusal(goods.move(made._id, 'Refunded', { refundTo: 'cash' }))).issues).toMatchObject([
      { path: ['refundTo'] },
    ]);
    await goods.move(made._id, 'Refunded', { refund: usd(22.48) });
    expect((await goods.givenBack(order)).amountRefunded).toBe(32.48);
  });

  it('gives store credit that was used back as a whole, though less is left of the money', async () => {
    // 25.98 by card, of which 10.00 go back for another reason.
    const { buyer, knob, order } = await goods.bought({ storeCredit: 6 });
    const { version } = await shop.as(staff).orders.byId({ id: order._id });
    const goodwill = { order: order._id, version, way: 'card', amount: usd(10), reason: 'late' } as const;
    await shop.as(staff).refunds.make({ ...goodwill, key: randomUUID() });
    const made = await goods.ask(buyer, order, knob, 3);
    await goods.move(made._id, 'Received');
    expect((await refusal(goods.move(made._id, 'Refunded'))).issues).toEqual([
      {
        path: ['refund'],
        message:
          'is more than the $21.98 that can be given back, $6.00 of it as the store credit that was used',
      },
    ]);
    const settled = await goods.move(made._id, 'Refunded', { refund: usd(21.98) });
    expect(settled).toMatchObject({ refund: 15.98, storeCredit: 6 });
    expect((await shop.as(buyer).storeCredit.balance()).balance).toBe(6);
  });

  it('keeps what it took, also where a version before wrote no shares', async () => {
    const { db } = shop.app;
    const { buyer, knob, order } = await goods.bought();
    const first = await goods.ask(buyer, order, knob, 1);
    await goods.move(first._id, 'Received');
    const paid = [(await goods.move(first._id, 'Refunded')).refund];
    const unknown = { itemTax: null, itemDiscount: null, itemCredit: null };
    await db.update(returnLines).set(unknown).where(eq(returnLines.return, first._id));
    // 3 × 10.00 and 2.48 of tax: the first unit took 0.83 of it, and one less is ordered now.
    const before = await shop.as(staff).orders.byId({ id: order._id });
    const cart = before.cart.map(({ _id }) => ({ _id, quantity: 3 }));
    const asked = { _id: order._id, version: before.version, idempotencyKey: randomUUID(), cart };
    const { edit } = await shop.as(staff).orders.adminReplace({ ...asked, preview: true, reason: 'look' });
    await shop.as(staff).orders.adminReplace({ ...asked, reason: 'look', figures: edit.after });
    const [kept] = await db.select().from(returnLines).where(eq(returnLines.return, first._id));
    expect(kept).toMatchObject({ itemTax: 0.83, itemDiscount: 0, itemCredit: 0 });
    for (let n = 0; n < 2; n += 1) {
      const made = await goods.ask(buyer, order, knob, 1);
      await goods.move(made._id, 'Received');
      paid.push((await goods.move(made._id, 'Refunded')).refund);
    }
    expect(paid.reduce((sum, one) => sum + Math.round(one * 100), 0)).toBe(3248);
  });
});

it('of whoever left no address is written to nobody', async () => {
  const { db } = shop.app;
  const knob = await makeVariant(db, { price: usd(10) });
  const caller = shop.as(staff);
  const sold = await caller.orders.createByStaff({
    ...{ cart: [lineOf(knob, 1)], total: usd(10.83), paymentType: 'Cash', idempotencyKey: randomUUID() },
    takenAlong: { method: 'cash' },
  });
  const lines = [{ variantId: knob.variantId, quantity: 1, reason: 'bent' }];
  const { _id } = await caller.returns.create({ orderId: sold._id, lines });
  await caller.returns.update({ _id, status: 'Received' });
  await caller.returns.update({ _id, status: 'Refunded', refundTo: 'cash' });
  expect(await db.$count(emails, eq(emails.order, sold._id))).toBe(0);
});

it('goods that two saved carts of an order have are asked for once, and together', async () => {
  const { db } = shop.app;
  const company = await makeCompany(db, { creditLimit: usd(500), taxExempt: true });
  const buyer = await makeUser(db, { company });
  const knob = await makeVariant(db, { price: usd(10), stock: 50 });
  const cartIds = [];
  for (const orderName of ['Kitchen', 'Bath']) {
    const { _id } = await shop.as(buyer).carts.create({ orderName, cart: [lineOf(knob, 2)] });
    cartIds.push(_id);
  }
  const placed = await shop.as(buyer).orders.submit({
    ...{ ...guest, cartIds, shippingMethod: 'local', paymentType: 'Terms' },
    ...{ total: usd(40), idempotencyKey: randomUUID() },
  });
  const order = await goods.fulfilled(placed);
  const { variantId } = knob;
  expect(await shop.as(buyer).returns.returnable({ id: order._id })).toMatchObject([{ variantId, left: 4 }]);
  const { lines } = await goods.ask(buyer, order, knob, 3);
  expect(lines.map(({ quantity }) => quantity)).toEqual([2, 1]);
  expect(await shop.as(staff).returns.returnable({ id: order._id })).toMatchObject([{ variantId, left: 1 }]);
});
