import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cartLines } from '#server/carts/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { coupons } from '#server/coupons/tables.ts';
import { returning } from '#server/returns/returns.test-support.ts';
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
let pull: MadeVariant;
/** Another variant of the same product. */
let dear: MadeVariant;
let lamp: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  admin = await makeUser(db, { permissionLevel: 'Admin' });
  pull = await makeVariant(db, { price: usd(10), stock: 500 });
  dear = await makeVariant(db, { price: usd(50), stock: 500 }, { _id: pull.productId });
  lamp = await makeVariant(db, { price: usd(100), stock: 500 });
  await db.insert(coupons).values({ code: 'FIVEEACH', type: 6, value: 5, appliesTo: pull.productId });
});
afterAll(() => shop.close());

const LOFT = {
  shippingAddress: '12 Mill Lane',
  shippingCity: 'Austin',
  shippingState: 'TX',
  shippingZip: '78701',
};

const read = (_id: string) => shop.as(admin).orders.byId({ id: _id });
const sharesOf = async (_id: string) =>
  (await read(_id)).cart.map(({ itemDiscount, itemTax }) => [itemDiscount, itemTax]);

/** Changes where an order is for, and nothing else. */
async function editAddress(_id: string) {
  const { version, cart } = await read(_id);
  const lines = cart.map(({ _id: line, quantity }) => ({ _id: line, quantity }));
  const about = { _id, version, idempotencyKey: randomUUID(), mail: false, cart: lines, ...LOFT };
  const { edit } = await shop.as(admin).orders.adminReplace({ ...about, preview: true });
  await shop.as(admin).orders.adminReplace({ ...about, figures: edit.after });
}

it('an amount off each unit stays with its lines after a return was paid', async () => {
  const buyer = await makeUser(shop.app.db);
  const cart = [lineOf(pull, 4), lineOf(dear, 1), lineOf(lamp, 1)];
  const asked = { cart, shippingMethod: 'local' as const, couponCode: 'FIVEEACH' };
  const placed = { ...guest, ...asked, total: usd(180.68), idempotencyKey: randomUUID() };
  const { _id } = await shop.as(buyer).orders.submit(placed);
  await shop.as(buyer).payments.charge({ order: { _id }, card: { testOutcome: 'approve' } });
  const { fulfilled, ask, move } = returning(shop, admin);
  const order = await fulfilled(await read(_id));
  const back = async (thing: MadeVariant, quantity: number) => {
    const made = await ask(buyer, order, thing, quantity);
    await move(made._id, 'Received');
    return (await move(made._id, 'Refunded')).refund;
  };
  const shares = [
    [20, 3.3],
    [5, 4.13],
    [0, 8.25],
  ];
  expect(await sharesOf(_id)).toEqual(shares);
  expect(await back(lamp, 1)).toBe(108.25);
  await editAddress(_id);
  expect(await sharesOf(_id)).toEqual(shares);
  expect(await back(pull, 4)).toBe(23.3);
});

it('an amount off each unit stays with its lines where another cart of its order is paid', async () => {
  const { db } = shop.app;
  const company = await makeCompany(db, { creditLimit: usd(1000), taxExempt: true });
  const buyer = await makeUser(db, { company });
  const kitchen = await makeCart(db, buyer, lamp, { orderName: 'Kitchen' });
  const bath = await makeCart(db, buyer, pull, { orderName: 'Bath', quantity: 4 });
  const { productId, variantId } = dear;
  await db.insert(cartLines).values({ cart: bath, productId, variantId, quantity: 1 });
  const { _id } = await shop.as(buyer).orders.submit({
    ...{ ...guest, shippingMethod: 'local', paymentType: 'Terms', couponCode: 'FIVEEACH' },
    ...{ total: usd(165), cartIds: [kitchen, bath], idempotencyKey: randomUUID() },
  });
  const cartIds = (await read(_id)).carts.flatMap(one => (one.orderName === 'Kitchen' ? one._id : []));
  await shop.as(buyer).orders.pay({
    ...{ orders: _id, cartIds, card: { testOutcome: 'approve' }, total: usd(100) },
    idempotencyKey: randomUUID(),
  });
  const sold = await sharesOf(_id);
  expect(sold.map(([discount]) => discount)).toEqual([0, 20, 5]);
  await editAddress(_id);
  expect(await sharesOf(_id)).toEqual(sold);
});
