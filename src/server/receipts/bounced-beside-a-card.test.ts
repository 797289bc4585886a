import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { orderCarts } from '#server/orders/tables.ts';
import {
  type MadeVariant,
  makeCart,
  makeCompany,
  makeUser,
  makeVariant,
  usd,
} from '#server/test/factories.ts';
import { guest, lineOf, openShop, type Selling } from '#server/test/selling.ts';

let shop: Selling;
let admin: SessionUser;
let knob: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  admin = await makeUser(shop.app.db, { permissionLevel: 'Admin' });
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 1000 });
});
afterAll(() => shop.close());

const card = { testOutcome: 'approve' as const };
const check = (amount: number, of: { company?: string; order?: string }) => ({
  ...{ ...of, method: 'check' as const, number: '7', amount: usd(amount), receivedOn: '2026-11-24' },
  ...{ note: '', key: randomUUID() },
});
const read = (_id: string) => shop.as(admin).orders.byId({ id: _id });

const cartOf = (user: SessionUser, orderName: string, quantity: number) =>
  makeCart(shop.app.db, user, knob, { orderName, quantity });

it('a cart that a card paid stays paid when the check for the others bounces', async () => {
  const { db } = shop.app;
  const company = await makeCompany(db, { creditLimit: usd(1000), taxExempt: true });
  const buyer = await makeUser(db, { company });
  const order = await shop.as(buyer).orders.submit({
    ...{ ...guest, shippingMethod: 'local', paymentType: 'Terms', total: usd(50) },
    ...{ cartIds: [await cartOf(buyer, 'Kitchen', 4), await cartOf(buyer, 'Bath', 1)] },
    idempotencyKey: randomUUID(),
  });
  const [kitchen, bath] = order.carts.map(({ _id }) => _id);
  const pay = (cart: string | undefined, total: number) =>
    shop.as(buyer).orders.pay({
      ...{ orders: order._id, card, idempotencyKey: randomUUID(), total: usd(total) },
      ...(cart && { cartIds: [cart] }),
    });
  await pay(bath, 10);
  const { _id: receipt } = await shop.as(admin).receipts.take(check(40, { company }));
  expect(await read(order._id)).toMatchObject({ paid: true, amountPaid: 50 });
  await shop.as(admin).receipts.bounce({ _id: receipt });
  expect(await read(order._id)).toMatchObject({ paid: false, amountPaid: 10 });
  const stand = async () =>
    (
      await db
        .select({ _id: orderCarts._id, paid: orderCarts.paid })
        .from(orderCarts)
        .where(eq(orderCarts.order, order._id))
        .orderBy(asc(orderCarts.position))
    ).map(({ paid }) => paid);
  expect(await stand()).toEqual([false, true]);
  await pay(kitchen, 40);
  expect(await stand()).toEqual([true, true]);
  expect(await read(order._id)).toMatchObject({ paid: true, amountPaid: 50 });
});

it('of a check whose money was handed out again all is owed, with what was handed out', async () => {
  const clerk = shop.as(admin);
  const asked = { ...guest, cart: [lineOf(knob, 10)], shippingMethod: 'local' as const };
  const { total } = await shop.as(null).orders.getCost({ cart: asked.cart, shippingMethod: 'local' });
  const { _id, orderKey } = await shop
    .as(null)
    .orders.submit({ ...asked, total, idempotencyKey: randomUUID() });
  await shop.as(null).payments.charge({ order: { _id, orderKey }, card });
  const change = async (quantity: number) => {
    const { version, cart } = await read(_id);
    const edit = {
      ...{ _id, version, idempotencyKey: randomUUID(), mail: false },
      cart: [{ _id: cart[0]?._id ?? '', quantity }],
    };
    const { edit: seen } = await clerk.orders.adminReplace({ ...edit, preview: true });
    await clerk.orders.adminReplace({ ...edit, figures: seen.after });
    return seen;
  };
  // 108.25 by card; 20 knobs are 216.50, and the check pays the other 108.25.
  await change(20);
  const { _id: receipt } = await clerk.receipts.take(check(108.25, { order: _id }));
  // 15 knobs: a quarter of it all is handed out of the check; 20 again: a card pays that.
  const { back } = await change(15);
  expect(back).toMatchObject([{ way: 'check' }]);
  const out = back[0]?.amount ?? usd(0);
  await change(20);
  const link = await clerk.payLinks.make({ order: _id });
  const key = new URL(link.url).searchParams.get('key') ?? '';
  const paying = { order: _id, key, card, total: link.amount, idempotencyKey: randomUUID() };
  expect(await shop.as(null).payLinks.pay(paying)).toMatchObject({ status: 'paid' });
  expect(await read(_id)).toMatchObject({ paid: true, amountPaid: 216.5 });
  await clerk.receipts.bounce({ _id: receipt });
  // The cards paid 108.25 and as much as had been handed out, which they have in their hands.
  expect(out).toBeGreaterThan(0);
  expect(await read(_id)).toMatchObject({ paid: false, amountPaid: 108.25, total: 216.5 });
});

/** An order for 108.25 that a check paid, of which 40.00 were handed out as goodwill. */
async function soothed(more: { company?: string; user?: string }) {
  const clerk = shop.as(admin);
  const asked = { ...more, cart: [lineOf(knob, 10)] };
  const { total } = await clerk.orders.priceForStaff(asked);
  const { _id } = await clerk.orders.createByStaff({
    ...{ ...asked, total, idempotencyKey: randomUUID() },
    paymentType: more.company ? ('Terms' as const) : ('Check' as const),
  });
  const { _id: receipt } = await clerk.receipts.take({
    ...check(total, more.company || more.user ? more : { order: _id }),
    orders: [{ _id, amount: total }],
  });
  const { version } = await read(_id);
  const given = { order: _id, version, amount: usd(40), reason: 'scratched', number: '' };
  await clerk.refunds.make({ ...given, way: 'cash', key: randomUUID() });
  return { _id, receipt, total };
}

it.each(['a company', 'a person', 'a guest'])(
  'what was handed out to %s of a canceled order is owed when the check bounces, whichever comes first',
  async who => {
    const clerk = shop.as(admin);
    for (const bouncesFirst of [false, true]) {
      const company = await makeCompany(shop.app.db, { creditLimit: usd(1000), taxExempt: true });
      const owner =
        who === 'a company'
          ? { company }
          : who === 'a person'
            ? { user: (await makeUser(shop.app.db, {}))._id }
            : {};
      const { _id, receipt } = await soothed(owner);
      const acts = [
        async () => clerk.orders.cancel({ _id, reason: '' }),
        async () => clerk.receipts.bounce({ _id: receipt }),
      ];
      for (const act of bouncesFirst ? acts.toReversed() : acts) await act();
      // A guest got the rest of the check back as well, which had not come.
      const owed = who === 'a guest' && !bouncesFirst ? 108.25 : 40;
      const asked = who === 'a guest' ? { order: _id } : owner;
      const debts = await clerk.receipts.debts(asked as never);
      expect(debts).toMatchObject({ owed, onAccount: 0, orders: [{ _id, open: owed }] });
      if (debts.credit) expect(debts.credit.owed).toBe(owed);
      await clerk.receipts.take({ ...check(owed, asked), number: '8', orders: [{ _id, amount: usd(owed) }] });
      expect((await clerk.receipts.debts(asked as never)).owed).toBe(0);
    }
  },
);

it('what one card gave back of several carts counts once: a canceled order owes nothing when its check bounces', async () => {
  const clerk = shop.as(admin);
  const company = await makeCompany(shop.app.db, { creditLimit: usd(1000), taxExempt: true });
  const buyer = await makeUser(shop.app.db, { company });
  const { _id } = await shop.as(buyer).orders.submit({
    ...{ ...guest, shippingMethod: 'local', paymentType: 'Terms', total: usd(50) },
    ...{ cartIds: [await cartOf(buyer, 'Kitchen', 4), await cartOf(buyer, 'Bath', 1)] },
    idempotencyKey: randomUUID(),
  });
  const paying = { orders: _id, card, idempotencyKey: randomUUID(), total: usd(50) };
  await shop.as(buyer).orders.pay(paying);
  const { version, cart } = await read(_id);
  const edit = {
    ...{ _id, version, idempotencyKey: randomUUID(), mail: false },
    cart: cart.map(line => ({ _id: line._id, quantity: line.quantity * 2 })),
  };
  const { edit: seen } = await clerk.orders.adminReplace({ ...edit, preview: true });
  await clerk.orders.adminReplace({ ...edit, figures: seen.after });
  const { _id: receipt } = await clerk.receipts.take(check(50, { company }));
  await clerk.orders.cancel({ _id, reason: '' });
  await shop.app.jobs.drain({ delayed: true });
  await clerk.receipts.bounce({ _id: receipt });
  expect(await clerk.receipts.debts({ company })).toMatchObject({ owed: 0, onAccount: 0, orders: [] });
});
