import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { coupons } from '#server/coupons/tables.ts';
import { type MadeVariant, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';
import { bundleItems, type variants } from '#server/variants/tables.ts';

let shop: Selling;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** A bundle of so many of one item. */
async function makeKit(
  item: MadeVariant,
  quantity: number,
  said: Partial<typeof variants.$inferInsert> = {},
): Promise<MadeVariant> {
  const kit = await makeVariant(shop.app.db, { price: usd(1), stock: 0, isBundle: true, ...said });
  await shop.app.db.insert(bundleItems).values({ bundle: kit.variantId, variant: item.variantId, quantity });
  return kit;
}

/** Returns what a cart costs, and what orders it at the price that was told. */
async function buy(cart: ReturnType<typeof lineOf>[], couponCode = '') {
  const asked = { cart, shippingMethod: 'local' as const, couponCode };
  const figures = await shop.as(null).orders.getCost(asked);
  const { total } = figures;
  const order = () =>
    shop.as(null).orders.submit({ ...guest, ...asked, total, idempotencyKey: randomUUID() });
  return { figures, order };
}

it('gives a free product away only besides what bundles in the cart take of it, in figures and order alike', async () => {
  const knob = await makeVariant(shop.app.db, { price: usd(5), stock: 8 });
  const kit = await makeKit(knob, 2);
  await shop.app.db.insert(coupons).values({ code: 'KNOB', type: 8, appliesTo: knob.variantId });
  const all = await buy([lineOf(kit, 4)], 'KNOB');
  expect(all.figures).toMatchObject({ couponStatus: 'not-applicable', cart: { length: 1 } });
  expect((await refusal(all.order())).reason).toBe('figures_changed');
  const less = await buy([lineOf(kit, 3), lineOf(knob, 1)], 'KNOB');
  expect(less.figures).toMatchObject({ couponStatus: 'success', cart: { length: 3 } });
  expect(await less.order()).toMatchObject({ status: 'Held', couponCode: 'KNOB' });
});

it.each([{ dropShip: true }, { backOrder: true }])(
  'sells a bundle that is %j as far as its items go, and shows it so',
  async flags => {
    const knob = await makeVariant(shop.app.db, { price: usd(5), stock: 5 });
    const kit = await makeKit(knob, 2, flags);
    const page = await shop.as(null).products.byId({ id: kit.productId });
    expect(page.variants[0]).toMatchObject({ stock: 2, backOrder: false, dropShip: false });
    const three = await buy([lineOf(kit, 3)]);
    expect(three.figures.cart[0]).toMatchObject({ stock: 2 });
    expect((await refusal(three.order())).issues).toEqual([
      { path: ['cart', 0, 'quantity'], message: 'only 2 left' },
    ]);
    await (await buy([lineOf(kit, 2)])).order();
  },
);

it.each([{ dropShip: true }, { backOrder: true }])(
  'sells a bundle whose items are %j without a limit, and shows it so',
  async flags => {
    const knob = await makeVariant(shop.app.db, { price: usd(5), stock: 0, ...flags });
    const kit = await makeKit(knob, 2);
    const page = await shop.as(null).products.byId({ id: kit.productId });
    expect(page.variants[0]).toMatchObject({ backOrder: true, dropShip: flags.dropShip === true });
    await (await buy([lineOf(kit, 30)])).order();
  },
);
