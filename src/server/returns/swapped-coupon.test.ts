import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { coupons } from '#server/coupons/tables.ts';
import { returning } from '#server/returns/returns.test-support.ts';
import { makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, type Selling } from '#server/test/selling.ts';

let shop: Selling;
let admin: SessionUser;
beforeAll(async () => {
  shop = await openShop();
  admin = await makeUser(shop.app.db, { permissionLevel: 'Admin' });
  await shop.app.db.insert(coupons).values([
    { code: 'TENTH', type: 0, value: 10 },
    { code: 'SENTFREE', type: 2, value: 0 },
  ]);
});
afterAll(() => shop.close());

it('a coupon that an edit swapped for free shipping leaves the discount that came before with its units', async () => {
  const knob = await makeVariant(shop.app.db, { price: usd(10), stock: 50 });
  const buyer = await makeUser(shop.app.db);
  const asked = { cart: [lineOf(knob, 4)], shippingMethod: 'ground' as const, couponCode: 'TENTH' };
  const { total } = await shop.as(buyer).orders.getCost(asked);
  const { _id } = await shop
    .as(buyer)
    .orders.submit({ ...guest, ...asked, total, idempotencyKey: randomUUID() });
  await shop.as(buyer).payments.charge({ order: { _id }, card: { testOutcome: 'approve' } });
  const { fulfilled, ask, move } = returning(shop, admin);
  const order = await fulfilled(await shop.as(admin).orders.byId({ id: _id }));
  const back = async (quantity: number) => {
    const made = await ask(buyer, order, knob, quantity);
    await move(made._id, 'Received');
    return (await move(made._id, 'Refunded')).refund;
  };
  // One of four at 10.00 less 1.00, with 0.83 of the tax (half a cent goes up).
  expect(await back(1)).toBe(9.83);
  const { version, cart } = await shop.as(admin).orders.byId({ id: _id });
  const edit = {
    ...{ _id, version, idempotencyKey: randomUUID(), mail: false, couponCode: 'SENTFREE' },
    cart: cart.map(line => ({ _id: line._id, quantity: line.quantity })),
  };
  const { edit: seen } = await shop.as(admin).orders.adminReplace({ ...edit, preview: true });
  const now = await shop.as(admin).orders.adminReplace({ ...edit, figures: seen.after });
  expect(now.discount).toBe(now.shipping + 4);
  const rest = { order: _id, lines: [{ _id: cart[0]?._id ?? '', quantity: 3 }] };
  // Three at 10.00 less 1.00 each, with 2.47 of the tax.
  expect((await shop.as(admin).refunds.look(rest)).amount).toBe(29.47);
  expect(await back(1)).toBe(9.82);
  expect(await back(2)).toBe(19.65);
});
