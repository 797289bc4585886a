import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, onTerms, openShop, type Selling } from '#server/test/selling.ts';

let shop: Selling;
let clerk: SessionUser;
beforeAll(async () => {
  shop = await openShop();
  clerk = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
});
afterAll(() => shop.close());

it('its record tells what is left of its goods beside its own pieces, and which are drop-shipped', async () => {
  const { db } = shop.app;
  const company = await makeCompany(db, { creditLimit: usd(1000), taxExempt: true });
  const buyer = await makeUser(db, { company });
  const shelved = await makeVariant(db, { price: usd(10), stock: 6 });
  const dropped = await makeVariant(db, { price: usd(10), stock: 0, dropShip: true });
  const order = await shop.as(buyer).orders.submit({
    ...onTerms(shelved, 6),
    cart: [lineOf(shelved, 6), lineOf(dropped, 2)],
    total: usd(80),
  });
  const { stockNow } = await shop.as(clerk).orders.record({ id: order._id });
  expect(stockNow).toEqual({ [shelved.variantId]: 0, [dropped.variantId]: null });
});
