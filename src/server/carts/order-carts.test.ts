import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cartLines, carts } from '#server/carts/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { coupons } from '#server/coupons/tables.ts';
import { expireHolds } from '#server/orders/cancel-order.ts';
import { orderCarts, orders } from '#server/orders/tables.ts';
import {
  type MadeVariant,
  makeCart,
  makeCompany,
  makeUser,
  makeVariant,
  usd,
} from '#server/test/factories.ts';
import { guest, lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';
import type { PaymentType } from '#shared/enumerations.ts';
import { MAX_LINES } from '#shared/schemas/line-input.ts';

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
const cartOf = (user: SessionUser) => makeCart(shop.app.db, user, knob);

const stateOf = async (_id: string) =>
  (await shop.app.db.select().from(carts).where(eq(carts._id, _id)))[0]?.state;

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
    const cart = await cartOf(buyer);
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => order(buyer, [cart], payment)));
    const refused = tries.flatMap(one => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused.map(error => error.reason)).toEqual(Array(19).fill('cart_ordered'));
    expect(await shop.app.db.$count(orderCarts, eq(orderCarts.cart, cart))).toBe(1);
    expect(await shop.app.db.$count(orders, eq(orders.user, buyer._id))).toBe(1);
  },
);

it('says which carts were ordered, and by which order', async () => {
  const buyer = await makeBuyer();
  const [kitchen, bath] = [await cartOf(buyer), await cartOf(buyer)];
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
  const cart = await cartOf(buyer);
  const first = await order(buyer, [cart], 'credit-card');
  const second = await order(buyer, [cart], 'credit-card', { replaces: { _id: first._id }, notes: 'ring' });
  await shop.as(buyer).orders.cancel({ _id: second._id });
  const third = await order(buyer, [cart], 'Terms');
  expect(third).toMatchObject({ status: 'Submitted', carts: [{ orderName: 'Kitchen' }] });
  expect(await stateOf(cart)).toBe('ordered');
});

it('gives the cart of an order back that is canceled or not paid in time, and only if no other order has it', async () => {
  const buyer = await makeBuyer();
  const { carts: saved, orders: own } = shop.as(buyer);
  const [kitchen, bath] = [await cartOf(buyer), await cartOf(buyer)];
  const inTime = await order(buyer, [kitchen, bath], 'credit-card');
  await expireHolds(shop.app, new Date(Date.parse(inTime.heldUntil ?? '') + 1000));
  expect(await saved.names({})).toHaveLength(2);
  const submitted = await order(buyer, [kitchen, bath], 'Terms');
  expect(await saved.names({})).toEqual([]);
  await own.cancel({ _id: submitted._id });
  expect((await saved.list({})).map(({ state, cart }) => [state, cart.length])).toEqual([
    ['saved', 1],
    ['saved', 1],
  ]);

  // A line that was put in while it waited is ordered by itself; the first order has nothing to give back any more.
  const held = await order(buyer, [kitchen], 'credit-card');
  await saved.add({ _id: kitchen, lines: [lineOf(knob, 1)] });
  await shop.as(buyer).payments.charge({ order: { _id: held._id }, card: { testOutcome: 'approve' } });
  await order(buyer, [kitchen], 'Terms');
  await own.cancel({ _id: held._id });
  expect(await stateOf(kitchen)).toBe('ordered');
  expect((await saved.names({})).map(({ _id }) => _id)).toEqual([bath]);

  // A quote is a quote again.
  const quotedUntil = new Date(Date.now() + 86_400_000).toISOString();
  await shop.app.db.update(carts).set({ state: 'quoted', quotedUntil }).where(eq(carts._id, bath));
  await own.cancel({ _id: (await order(buyer, [bath], 'Terms'))._id });
  expect(await stateOf(bath)).toBe('quoted');
});

it('orders what was seen: a cart that was changed meanwhile is refused with its new figures, and no cost in them', async () => {
  const buyer = await makeBuyer();
  const cart = await cartOf(buyer);
  const equal = await makeVariant(shop.app.db, { price: usd(10), cost: usd(4), stock: 9 });
  const { carts: saved, orders: own } = shop.as(buyer);
  const seen = await own.getCost({ cartIds: [cart] });
  expect(seen.carts).toEqual([{ _id: cart, orderName: 'Kitchen', version: 1 }]);
  const cartVersions = seen.carts?.map(({ version }) => version);
  await saved.saveOrUpdate({ _id: cart, cart: [lineOf(equal, 1)] });
  const refused = await refusal(order(buyer, [cart], 'Terms', { cartVersions }));
  expect(refused).toMatchObject({
    reason: 'figures_changed',
    details: { figures: { total: 10, cart: [{ variantId: equal.variantId }], carts: [{ version: 2 }] } },
  });
  expect(JSON.stringify(refused.details)).not.toContain('cost');
  expect(await shop.app.db.$count(orders, eq(orders.user, buyer._id))).toBe(0);
  expect(await order(buyer, [cart], 'Terms', { cartVersions: [2] })).toMatchObject({ status: 'Submitted' });
});

it('tells of each line of several carts which one it is of', async () => {
  const buyer = await makeBuyer();
  const [kitchen, bath] = [await cartOf(buyer), await cartOf(buyer)];
  const { cart, carts: asked } = await shop.as(buyer).orders.getCost({ cartIds: [bath, kitchen] });
  expect(cart.map(line => line.cartId)).toEqual([bath, kitchen]);
  expect(asked?.map(({ _id }) => _id)).toEqual([bath, kitchen]);
});

it('places no order for whom the customer does not believe to be', async () => {
  const buyer = await makeBuyer();
  const cart = [lineOf(knob, 1)];
  const said = { ...guest, cart, shippingMethod: 'local' as const, total: usd(10.83), signedInAs: buyer._id };
  const before = await shop.app.db.$count(orders);
  for (const other of [null, await makeUser(shop.app.db)]) {
    const refused = await refusal(shop.as(other).orders.submit({ ...said, idempotencyKey: randomUUID() }));
    expect(refused.reason).toBe('signed_out');
  }
  expect(await shop.app.db.$count(orders)).toBe(before);
});

it('takes no more lines into an order than a cart may hold', async () => {
  const buyer = await makeBuyer();
  const cart = await cartOf(buyer);
  const { productId, variantId } = knob;
  const rooms = Array.from({ length: MAX_LINES }, (_, n) => ({
    cart,
    productId,
    variantId,
    quantity: 1,
    room: `${n}`,
  }));
  await shop.app.db.insert(cartLines).values(rooms);
  expect((await refusal(shop.as(buyer).orders.getCost({ cartIds: [cart] }))).reason).toBe('cart_full');
  expect((await refusal(order(buyer, [cart], 'Terms'))).reason).toBe('cart_full');
});

it('takes an ordered cart off the list; nobody changes it any more [CART-08]', async () => {
  const buyer = await makeBuyer();
  const cart = await cartOf(buyer);
  const { carts: saved, orders: own } = shop.as(buyer);
  const held = await order(buyer, [cart], 'credit-card');
  expect(await saved.names({})).toHaveLength(1);
  await shop.as(buyer).payments.charge({ order: { _id: held._id }, card: { testOutcome: 'approve' } });
  expect([await saved.names({}), await saved.list({})]).toEqual([[], []]);
  const tries = [
    () => saved.add({ _id: cart, lines: [lineOf(knob, 1)] }),
    () => saved.add({ _id: cart, lines: [lineOf(knob, 1), lineOf(knob, 2)] }),
    () => saved.saveOrUpdate({ _id: cart, orderName: 'Bath' }),
    () => saved.byId({ _id: cart }),
    () => saved.share({ _id: cart }),
    () => own.remove({ id: cart }),
    () => order(buyer, [cart], 'Terms'),
  ];
  for (const one of tries) expect((await refusal(one())).reason).toBe('cart_ordered');
  expect(await stateOf(cart)).toBe('ordered');
});

it('keeps what was put into a cart while its order waited for its payment', async () => {
  const buyer = await makeBuyer();
  const other = await makeVariant(shop.app.db, { price: usd(3), stock: 9 });
  const [both, rooms] = [await cartOf(buyer), await cartOf(buyer)];
  const { carts: saved, payments } = shop.as(buyer);
  await saved.add({ _id: rooms, lines: [{ ...lineOf(knob, 4), room: 'Island' }] });
  const held = await order(buyer, [both, rooms], 'credit-card', { total: usd(60) });
  await saved.add({ _id: both, lines: [lineOf(other, 2), lineOf(knob, 1)] });
  await saved.add({ _id: rooms, lines: [{ ...lineOf(knob, 3), room: 'Island' }] });
  await payments.charge({ order: { _id: held._id }, card: { testOutcome: 'approve' } });
  const left = async (_id: string) =>
    (await saved.byId({ _id })).cart.map(line => [line.variantId, line.room, line.quantity]);
  expect(await left(both)).toEqual([
    [knob.variantId, '', 1],
    [other.variantId, '', 2],
  ]);
  expect(await left(rooms)).toEqual([[knob.variantId, 'Island', 3]]);
  const rest = await order(buyer, [rooms], 'Terms', { total: usd(30) });
  expect(rest).toMatchObject({ status: 'Submitted', total: 30 });
  expect([await stateOf(both), await stateOf(rooms)]).toEqual(['saved', 'ordered']);
});

it('does not count a coupon’s free product among what was in the cart', async () => {
  const buyer = await makeBuyer();
  const gift = await makeVariant(shop.app.db, { price: usd(5), stock: 9 });
  const code = `GIFT${randomUUID()}`;
  await shop.app.db.insert(coupons).values({ code, type: 8, appliesTo: gift.variantId });
  const cart = await cartOf(buyer);
  const { carts: saved, payments } = shop.as(buyer);
  const held = await order(buyer, [cart], 'credit-card', { couponCode: code });
  expect(held.cart.map(line => [line.variantId, line.priceSource])).toContainEqual([gift.variantId, 'free']);
  await saved.add({ _id: cart, lines: [lineOf(gift, 1)] });
  await payments.charge({ order: { _id: held._id }, card: { testOutcome: 'approve' } });
  expect((await saved.byId({ _id: cart })).cart).toMatchObject([{ variantId: gift.variantId, quantity: 1 }]);
});

it('lets carts that are ordered in opposite orders pass each other', async () => {
  const buyer = await makeBuyer();
  const ids = [await cartOf(buyer), await cartOf(buyer), await cartOf(buyer)];
  const tries = await Promise.allSettled(
    Array.from({ length: 12 }, (_, n) => order(buyer, n % 2 ? ids : [...ids].reverse(), 'credit-card')),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
