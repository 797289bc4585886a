import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { notifications } from '#server/notifications/tables.ts';
import { orders } from '#server/orders/tables.ts';
import { givenBack, payouts } from '#server/payments/tables.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { onTerms, openShop, paidOrder, type Selling } from '#server/test/selling.ts';

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
  await shop.as(buyer).orders.cancel({ _id });
  const text = await mailOf(_id);
  expect(text).toContain('$40.00 stays on your account');
  expect(text).not.toContain('not been charged');
  const [row] = await shop.app.db.select().from(orders).where(eq(orders._id, _id));
  expect(row?.alert).toBe('');
  const { entries } = await shop.as(clerk).orders.history({ id: _id });
  expect(entries).not.toContainEqual(expect.objectContaining({ name: 'refund at will' }));
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
