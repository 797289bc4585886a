import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { notifications } from '#server/notifications/tables.ts';
import { orders } from '#server/orders/tables.ts';
import { accountEntries, givenBack, payouts } from '#server/payments/tables.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, onTerms, openShop, paidOrder, type Selling } from '#server/test/selling.ts';
import { sumMoney } from '#shared/rules/money.ts';

let shop: Selling;
let clerk: SessionUser;
beforeAll(async () => {
  shop = await openShop();
  clerk = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
});
afterAll(() => shop.close());

const money = (
  method: 'check' | 'cash' | 'transfer',
  amount: number,
  of: { company?: string; user?: string; order?: string },
) => ({
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
  for (const name of ['refund at will', 'to hand out'])
    expect(entries).not.toContainEqual(expect.objectContaining({ name }));
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
    expect.objectContaining({ name: 'to hand out', description: '$32.47 in cash: order canceled' }),
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

it.each([
  ['cash', 'cash', 'in cash'],
  ['transfer', 'check', 'by check'],
] as const)(
  '%s goes back the way it came, also of who has an account, whose books are even',
  async (came, way, words) => {
    const { db } = shop.app;
    const company = await makeCompany(db, { creditLimit: usd(500), taxExempt: true });
    const buyer = await makeUser(db, { company });
    const knob = await makeVariant(db, { price: usd(10) });
    const owed = async () =>
      sumMoney(
        (await db.select().from(accountEntries).where(eq(accountEntries.company, company))).map(
          ({ amount }) => amount,
        ),
      );
    const { _id } = await shop.as(buyer).orders.submit(onTerms(knob, 4));
    const taken = await shop.as(clerk).receipts.take(money(came, 60, { company }));
    expect(await owed()).toBe(-20);
    const { version, cart } = await shop.as(clerk).orders.byId({ id: _id });
    const edit = {
      ...{ _id, version, idempotencyKey: randomUUID() },
      cart: [{ _id: cart[0]?._id ?? '', quantity: 3 }],
    };
    const { edit: seen } = await shop.as(clerk).orders.adminReplace({ ...edit, preview: true });
    expect(seen.back).toEqual([{ way, amount: 10 }]);
    const lower = await shop.as(clerk).orders.adminReplace({ ...edit, figures: seen.after });
    expect(lower).toMatchObject({ total: 30, amountPaid: 30, paid: true });
    expect(await owed()).toBe(-20);

    expect(await lookedAt(_id)).toEqual([{ way, amount: 30 }]);
    await shop.as(clerk).orders.cancel({ _id });
    expect(await mailOf(_id)).toContain('$30.00');
    const [row] = await db.select().from(orders).where(eq(orders._id, _id));
    expect(row?.alert).toContain('$30.00');
    expect(row?.alert).toContain('$10.00');
    const { entries } = await shop.as(clerk).orders.history({ id: _id });
    expect(entries).toContainEqual(
      expect.objectContaining({ name: 'to hand out', description: `$30.00 ${words}: order canceled` }),
    );
    const out = await db.select().from(payouts).where(eq(payouts.order, _id)).orderBy(payouts.createdAt);
    expect(out).toMatchObject([
      { way, amount: 10 },
      { way, amount: 30 },
    ]);
    // 20.00 never paid anything, and stays.
    const debts = await shop.as(clerk).receipts.debts({ company });
    expect([await owed(), debts.onAccount, debts.owed]).toEqual([-20, 20, 0]);

    // It never came: the company has 40.00 in its hands that were not its own.
    const admin = await makeUser(db, { permissionLevel: 'Admin' });
    await shop.as(admin).receipts.bounce({ _id: taken._id, mistake: 'it was another company’s' });
    const after = await shop.as(clerk).receipts.debts({ company });
    expect([await owed(), after.onAccount, after.owed]).toEqual([40, 0, 40]);
  },
);

it('cash of a person who has an account is handed out to them', async () => {
  const buyer = await makeUser(shop.app.db, {});
  const knob = await makeVariant(shop.app.db, { price: usd(10) });
  const cart = [lineOf(knob, 4)];
  const { total } = await shop.as(clerk).orders.priceForStaff({ user: buyer._id, cart });
  const { _id } = await shop.as(clerk).orders.createByStaff({
    ...{ user: buyer._id, cart, total, paymentType: 'Cash', idempotencyKey: randomUUID() },
  });
  await shop.as(clerk).receipts.take(money('cash', total, { user: buyer._id }));
  await shop.as(clerk).orders.cancel({ _id });
  expect(await shop.app.db.select().from(payouts).where(eq(payouts.order, _id))).toMatchObject([
    { way: 'cash', amount: total },
  ]);
  expect(await shop.as(clerk).receipts.debts({ user: buyer._id })).toMatchObject({ onAccount: 0, owed: 0 });
});
