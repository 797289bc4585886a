import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { notifications } from '#server/notifications/tables.ts';
import { orders } from '#server/orders/tables.ts';
import { givenBack, payouts } from '#server/payments/tables.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, onTerms, openShop, paidOrder, type Selling } from '#server/test/selling.ts';

let shop: Selling;
let clerk: SessionUser;
beforeAll(async () => {
  shop = await openShop();
  clerk = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
});
afterAll(() => shop.close());

const money = (method: 'check' | 'cash', amount: number, of: { company?: string; order?: string }) => ({
  ...{ ...of, method, number: method === 'check' ? '7' : '', amount: usd(amount) },
  ...{ receivedOn: '2026-11-24', note: '', key: randomUUID() },
});

/** Looks at what a cancel would give back. */
const lookedAt = async (order: string) => (await shop.as(clerk).refunds.look({ order })).onCancel;

async function mailOf(order: string): Promise<string> {
  const [mail] = await shop.app.db
    .select()
    .from(emails)
    .where(and(eq(emails.order, order), eq(emails.template, 'order-canceled')));
  return mail?.text ?? '';
}

it('a canceled order that a check paid says where its money stays, not that nothing was charged', async () => {
  const company = await makeCompany(shop.app.db, { creditLimit: usd(500), taxExempt: true });
  const buyer = await makeUser(shop.app.db, { company });
  const knob = await makeVariant(shop.app.db, { price: usd(10) });
  const { _id } = await shop.as(buyer).orders.submit(onTerms(knob, 4));
  await shop.as(clerk).receipts.take(money('check', 40, { company }));
  expect(await lookedAt(_id)).toEqual([{ way: 'account', amount: 40 }]);
  await shop.as(buyer).orders.cancel({ _id, reason: 'ordered twice' });
  const text = await mailOf(_id);
  expect(text).toContain('$40.00 stays on your account');
  expect(text).not.toContain('not been charged');
  const [row] = await shop.app.db.select().from(orders).where(eq(orders._id, _id));
  expect(row?.alert).toBe('');
  const { entries } = await shop.as(clerk).orders.history({ id: _id });
  expect(entries).not.toContainEqual(expect.objectContaining({ name: 'refund at will' }));
  expect(entries).toContainEqual(
    expect.objectContaining({
      name: 'canceled',
      description: '$40.00 stays on their account; ordered twice',
    }),
  );
});

it('cash that a cancel gives back is told to its customer and to staff, and bears who canceled', async () => {
  const { db } = shop.app;
  // A card paid 10.83 of it; what was added is paid in cash.
  const { _id } = await paidOrder(shop);
  const { version, cart, orderNumber } = await shop.as(clerk).orders.byId({ id: _id });
  const edit = {
    ...{ _id, version, idempotencyKey: randomUUID(), mail: false },
    cart: [{ _id: cart[0]?._id ?? '', quantity: 4 }],
  };
  const { edit: seen } = await shop.as(clerk).orders.adminReplace({ ...edit, preview: true });
  await shop.as(clerk).orders.adminReplace({ ...edit, figures: seen.after });
  await shop.as(clerk).receipts.take(money('cash', 32.47, { order: _id }));
  expect(await lookedAt(_id)).toEqual([
    { way: 'cash', amount: 32.47 },
    { way: 'card', amount: 10.83 },
  ]);
  await shop.as(clerk).orders.cancel({ _id });
  const text = await mailOf(_id);
  expect(text).toContain('$10.83 is being refunded to the card that paid.');
  expect(text).toContain('$32.47 is handed out to you in cash at the store.');
  const handOuts = `Hand out $32.47 in cash for order ${orderNumber}, which was canceled.`;
  const [row] = await db.select().from(orders).where(eq(orders._id, _id));
  expect(row).toMatchObject({ status: 'Canceled', alert: handOuts });
  const { entries } = await shop.as(clerk).orders.history({ id: _id });
  expect(entries).toContainEqual(
    expect.objectContaining({ name: 'refund at will', description: '$32.47 in cash: order canceled' }),
  );
  const told = await db
    .select()
    .from(notifications)
    .where(and(eq(notifications.user, clerk._id), eq(notifications.link, `/admin/orders/${_id}`)));
  expect(told.map(({ details }) => details)).toContain(handOuts);
  expect(await db.select().from(payouts).where(eq(payouts.order, _id))).toMatchObject([
    { way: 'cash', amount: 32.47, createdBy: clerk._id },
  ]);
  const acts = await db.select().from(givenBack).where(eq(givenBack.order, _id));
  expect(acts).toMatchObject([{ cause: 'cancel', user: clerk._id, approvedBy: null }]);
});

it('a check that came in at the counter goes back by check, as was said, though the order has a customer since', async () => {
  const buyer = await makeUser(shop.app.db, {});
  const knob = await makeVariant(shop.app.db, { price: usd(10) });
  const cart = [lineOf(knob, 4)];
  const { total } = await shop.as(clerk).orders.priceForStaff({ cart });
  const { _id } = await shop.as(clerk).orders.createByStaff({
    ...{ cart, total, paymentType: 'Check', idempotencyKey: randomUUID() },
  });
  await shop.as(clerk).receipts.take(money('check', total, { order: _id }));
  await shop.app.db.update(orders).set({ user: buyer._id }).where(eq(orders._id, _id));
  const back = [{ way: 'check', amount: total }];
  expect(await lookedAt(_id)).toEqual(back);
  await shop.as(clerk).orders.cancel({ _id });
  expect(await shop.app.db.select().from(payouts).where(eq(payouts.order, _id))).toMatchObject(back);
});
