import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coupons } from '#server/coupons/tables.ts';
import { orderLines } from '#server/orders/tables.ts';
import {
  type MadeVariant,
  makeCart,
  makeCompany,
  makeUser,
  makeVariant,
  usd,
} from '#server/test/factories.ts';
import { OfficeShop } from '#server/test/office-shop.ts';
import { guest, lineOf, reasonOf, refusal } from '#server/test/selling.ts';
import { bundleItems, variants } from '#server/variants/tables.ts';
import type { EditOrder } from '#shared/schemas/edit-order.ts';
import type { Order } from '#shared/schemas/orders.ts';

let at: OfficeShop;
let bumper: MadeVariant;
beforeAll(async () => {
  at = await OfficeShop.open();
  bumper = await makeVariant(at.db, { price: usd(1), stock: 500 });
});
afterAll(() => at.close());

async function giving({ variantId: appliesTo }: MadeVariant): Promise<string> {
  const code = `G${randomUUID().slice(0, 8).toUpperCase()}`;
  await at.db.insert(coupons).values({ code, type: 8, appliesTo });
  return code;
}
async function sold(cart: ReturnType<typeof lineOf>[], couponCode = ''): Promise<Order> {
  const { total } = await at.as().orders.priceForStaff({ cart, couponCode });
  const { _id } = await at.as().orders.createByStaff(at.saleOf(0, total, { cart, couponCode }));
  return at.read({ _id });
}
const isBought = ({ priceSource }: Order['cart'][number]) => priceSource !== 'free';
const giftOf = ({ cart }: Order) => cart.filter(line => !isBought(line)).map(line => line.productNum);

/** An edit of what was bought to so many of each; `couponCode` too, where the order is to bear another. */
const to = (order: Order, quantity: number, more: Partial<EditOrder> = {}) => ({
  ...at.editOf(order, quantity, more),
  cart: order.cart.filter(isBought).map(({ _id }) => ({ _id, quantity })),
});
const look = (asked: ReturnType<typeof to>) => at.as().orders.adminReplace({ ...asked, preview: true });
async function edited(asked: ReturnType<typeof to>): Promise<Order> {
  const { edit } = await look(asked);
  return at.as().orders.adminReplace({ ...asked, figures: edit.after });
}
const setStock = ({ variantId }: MadeVariant, stock: number) =>
  at.db.update(variants).set({ stock }).where(eq(variants._id, variantId));
const stockOf = async ({ variantId }: MadeVariant) =>
  (await at.db.select().from(variants).where(eq(variants._id, variantId)))[0]?.stock;
async function setOf(part: MadeVariant, quantity: number): Promise<MadeVariant> {
  const set = await makeVariant(at.db, { price: usd(0), isBundle: true });
  await at.db.insert(bundleItems).values({ bundle: set.variantId, variant: part.variantId, quantity });
  return set;
}

describe('a set that a coupon gave', () => {
  it('stays with its order when its parts are sold out, and its order can be changed', async () => {
    const part = await makeVariant(at.db, { price: usd(2), stock: 3 });
    const set = await setOf(part, 2);
    const order = await sold([lineOf(at.knob, 4)], await giving(set));
    expect([giftOf(order), await stockOf(part)]).toEqual([[set.productNum], 1]);
    const fewer = await edited(to(order, 3));
    expect([giftOf(fewer), fewer.couponCode, await stockOf(part)]).toEqual([
      [set.productNum],
      order.couponCode,
      1,
    ]);
    const ready = await at.readied(fewer);
    const more = await edited(to(ready, 5));
    expect([giftOf(more), more.subTotal]).toEqual([[set.productNum], 50]);
  });

  it('comes with a coupon that an edit brings while there are enough parts, and else not', async () => {
    const part = await makeVariant(at.db, { price: usd(2), stock: 1 });
    const set = await setOf(part, 2);
    const couponCode = await giving(set);
    const order = await sold([lineOf(at.knob, 4)]);
    expect((await look(to(order, 4, { couponCode }))).edit.couponStatus).toBe('not-applicable');
    await setStock(part, 2);
    expect(giftOf(await edited(to(order, 4, { couponCode })))).toEqual([set.productNum]);
    expect(await stockOf(part)).toBe(0);
  });
});

describe('a gift that an edit brings', () => {
  it('is had where the shelf has one besides what the edit takes, whatever its order took before', async () => {
    const knob = await makeVariant(at.db, { price: usd(10), stock: 11 });
    const couponCode = await giving(knob);
    const order = await sold([lineOf(knob, 10)]);
    expect(await stockOf(knob)).toBe(1);
    // The last one can't be bought and given.
    expect((await look(to(order, 11, { couponCode }))).edit.couponStatus).toBe('not-applicable');
    const with11 = await edited(to(order, 10, { couponCode }));
    expect([giftOf(with11), await stockOf(knob)]).toEqual([[knob.productNum], 0]);
  });

  it('is had of what the edit itself puts back', async () => {
    const knob = await makeVariant(at.db, { price: usd(10), stock: 10 });
    const set = await setOf(knob, 2);
    const couponCode = await giving(knob);
    const order = await sold([lineOf(set, 5)]);
    expect(await stockOf(knob)).toBe(0);
    expect((await look(to(order, 5, { couponCode }))).edit.couponStatus).toBe('not-applicable');
    const four = await edited(to(order, 4, { couponCode }));
    expect([giftOf(four), await stockOf(knob)]).toEqual([[knob.productNum], 1]);
  });

  it('is had of what the gift before it puts back', async () => {
    const knob = await makeVariant(at.db, { price: usd(10), stock: 2 });
    const set = await setOf(knob, 2);
    const order = await sold([lineOf(at.knob, 1)], await giving(set));
    expect(await stockOf(knob)).toBe(0);
    const swapped = await edited(to(order, 1, { couponCode: await giving(knob) }));
    expect([giftOf(swapped), await stockOf(knob)]).toEqual([[knob.productNum], 1]);
  });

  it('stands in the first saved cart of its order', async () => {
    const company = await makeCompany(at.db, { creditLimit: usd(1000), taxExempt: true });
    const buyer = await makeUser(at.db, { company });
    const cartIds = [
      await makeCart(at.db, buyer, at.knob, { orderName: 'Kitchen', quantity: 4 }),
      await makeCart(at.db, buyer, at.knob, { orderName: 'Bath', quantity: 1 }),
    ];
    const said = { ...guest, shippingMethod: 'local' as const, paymentType: 'Terms' as const, cartIds };
    const { _id } = await at
      .as(buyer)
      .orders.submit({ ...said, total: usd(50), idempotencyKey: randomUUID() });
    const asked = to(await at.read({ _id }), 2, { couponCode: await giving(bumper) });
    const { carts } = await edited(asked);
    expect(carts.map(one => [one.orderName, one.cartItems.map(line => line.productNum)])).toEqual([
      ['Kitchen', [at.knob.productNum, bumper.productNum]],
      ['Bath', [at.knob.productNum]],
    ]);

    // One that stood in none moves there as its order is changed again.
    const isGift = eq(orderLines.variantId, bumper.variantId);
    await at.db.update(orderLines).set({ orderCart: null }).where(isGift);
    const again = await edited(to(await at.read({ _id }), 3));
    expect(again.carts[0]?.cartItems).toHaveLength(2);
  });
});

describe('a gift of which a return is on record', () => {
  it('can’t go with its coupon, not even in a preview', async () => {
    const order = await at.readied(await sold([lineOf(at.knob, 4)], await giving(bumper)));
    const lines = [{ variantId: bumper.variantId, quantity: 1, reason: 'bent' }];
    const { _id } = await at.as().returns.create({ orderId: order._id, lines });
    await at.as().returns.update({ _id, status: 'Rejected' });
    const none = order.cart.map(line => ({ _id: line._id, fulfilled: 0 }));
    const open = await at.as().orders.adminPatch({ _id: order._id, cart: none });
    const without = to(open, 4, { couponCode: '' });
    const issues = [
      { path: ['couponCode'], message: `gave ${bumper.productNum}, of which a return is on record` },
    ];
    expect(await refusal(look(without))).toMatchObject({ reason: 'invalid', issues });
    const { after: figures } = (await look(to(open, 4))).edit;
    expect(await reasonOf(at.as().orders.adminReplace({ ...without, figures }))).toBe('invalid');
    expect(giftOf(await edited(to(open, 3)))).toEqual([bumper.productNum]);
  });

  it('can’t go either while it is fulfilled', async () => {
    const order = await at.readied(await sold([lineOf(at.knob, 4)], await giving(bumper)));
    const message = `gave ${bumper.productNum}, which is fulfilled`;
    expect((await refusal(look(to(order, 4, { couponCode: '' })))).issues).toEqual([
      { path: ['couponCode'], message },
    ]);
  });
});
