import { expect } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { type MadeVariant, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, type Selling } from '#server/test/selling.ts';

/** Somebody who looks around and fills carts, which must go on whatever part of the outside world is down. */
export interface Visitor {
  user: SessionUser;
  knob: MadeVariant;
}

export async function makeVisitor({ app }: Selling): Promise<Visitor> {
  return {
    user: await makeUser(app.db),
    knob: await makeVariant(app.db, { price: usd(10), stock: 100_000 }),
  };
}

/** Listing, product, search, figures of a cart, a saved cart and a line added to it: all as ever. */
export async function browseAsEver(shop: Selling, { user, knob }: Visitor): Promise<void> {
  const guest = shop.as(null);
  const listing = await guest.products.list({ ids: [knob.productId] });
  expect(listing).toMatchObject({ total: 1, products: [{ _id: knob.productId, price: 10 }] });
  const product = await guest.products.byId({ id: knob.productId });
  expect(product).toMatchObject({ variants: [{ _id: knob.variantId, price: 10, stock: 100_000 }] });
  const { products } = await guest.products.search({ search: knob.productNum });
  expect(products.map(({ _id }) => _id)).toContain(knob.productId);
  // 3 × 10.00, picked up, and 8.25 % tax
  const cost = await guest.orders.getCost({ cart: [lineOf(knob, 3)], shippingMethod: 'local' });
  expect(cost).toMatchObject({ subTotal: 30, tax: 2.48, total: 32.48 });
  const carts = shop.as(user).carts;
  const { _id } = await carts.create({ orderName: 'Kitchen', cart: [lineOf(knob, 1)] });
  await carts.add({ _id, lines: [lineOf(knob, 4)] });
  expect(await carts.byId({ _id })).toMatchObject({ itemCount: 5, subTotal: 50 });
  await shop.as(user).orders.remove({ id: _id });
}
