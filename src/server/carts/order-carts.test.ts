import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cartLines, carts } from '#server/carts/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { orderCarts, orders } from '#server/orders/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, openShop, refusal, type Selling } from '#server/test/selling.ts';
import type { PaymentType } from '#shared/enumerations.ts';

let shop: Selling;
let knob: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 500 });
});
afterAll(() => shop.close());

async function makeBuyer(): Promise<SessionUser> {
  const company = await makeCompany(shop.app.db, { creditLimit: usd(1000), taxExempt: true });
  return makeUser(shop.app.db, { company });
}

/** A saved cart with one knob. */
async function makeCart(user: SessionUser): Promise<string> {
  const [cart] = await shop.app.db.insert(carts).values({ user: user._id, orderName: 'Kitchen' }).returning();
  if (!cart) throw new Error('no cart was made');
  const { productId, variantId } = knob;
  await shop.app.db.insert(cartLines).values({ cart: cart._id, productId, variantId, quantity: 1 });
  return cart._id;
}

const order = (user: SessionUser, cartIds: string[], paymentType: PaymentType, said: object = {}) =>
  shop.as(user).orders.submit({
    ...guest,
    cartIds,
    shippingMethod: 'local',
    paymentType,
    total: usd(10 * cartIds.length),
    idempotencyKey: randomUUID(),
    ...said,
  });

it.each<PaymentType>(['credit-card', 'Terms'])(
  'orders a saved cart once of 20 submits at once: %s',
  async payment => {
    const buyer = await makeBuyer();
    const cart = await makeCart(buyer);
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => order(buyer, [cart], payment)));
    const refused = tries.flatMap(one => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused.map(error => error.reason)).toEqual(Array(19).fill('cart_ordered'));
    expect(await shop.app.db.$count(orderCarts, eq(orderCarts.cart, cart))).toBe(1);
    expect(await shop.app.db.$count(orders, eq(orders.user, buyer._id))).toBe(1);
  },
);

it('says which carts were ordered, and by which order', async () => {
  const buyer = await makeBuyer();
  const [kitchen, bath] = [await makeCart(buyer), await makeCart(buyer)];
  const held = await order(buyer, [kitchen], 'credit-card');
  const refused = await refusal(order(buyer, [bath, kitchen], 'Terms'));
  expect(refused).toMatchObject({
    reason: 'cart_ordered',
    issues: [{ path: ['cartIds', 1] }],
    details: { order: { _id: held._id, orderNumber: held.orderNumber, status: 'Held' } },
  });
  // Somebody else learns nothing of it.
  const stranger = await refusal(order(await makeBuyer(), [kitchen], 'Terms'));
  expect(stranger).toMatchObject({ reason: 'invalid', issues: [{ path: ['cartIds', 0] }] });
});

it('orders a cart again once its order is canceled, or replaced by this one', async () => {
  const buyer = await makeBuyer();
  const cart = await makeCart(buyer);
  const first = await order(buyer, [cart], 'credit-card');
  const second = await order(buyer, [cart], 'credit-card', { replaces: { _id: first._id }, notes: 'ring' });
  await shop.as(buyer).orders.cancel({ _id: second._id });
  const third = await order(buyer, [cart], 'Terms');
  expect(third).toMatchObject({ status: 'Submitted', carts: [{ orderName: 'Kitchen' }] });
  expect(await shop.app.db.$count(carts, eq(carts._id, cart))).toBe(0);
});

it('lets carts that are ordered in opposite orders pass each other', async () => {
  const buyer = await makeBuyer();
  const ids = [await makeCart(buyer), await makeCart(buyer), await makeCart(buyer)];
  const tries = await Promise.allSettled(
    Array.from({ length: 12 }, (_, n) => order(buyer, n % 2 ? ids : [...ids].reverse(), 'credit-card')),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
