import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { coupons } from '#server/coupons/tables.ts';
import { makeCart, makeCompany, makeUser, usd } from '#server/test/factories.ts';
import { OfficeShop } from '#server/test/office-shop.ts';
import { guest, reasonOf } from '#server/test/selling.ts';
import type { Order } from '#shared/schemas/orders.ts';

let at: OfficeShop;
beforeAll(async () => {
  at = await OfficeShop.open();
});
afterAll(() => at.close());

async function makeCoupon(value: number, type = 0): Promise<string> {
  const code = `C${randomUUID().slice(0, 8).toUpperCase()}`;
  await at.db.insert(coupons).values({ code, type, value });
  return code;
}
/** Looks at what a coupon comes to, and makes it; `''` takes it off. */
async function bear(order: Order, couponCode: string): Promise<Order> {
  const [line] = order.cart;
  return at.as().orders.adminReplace(await at.seenEdit(order, line?.quantity ?? 0, { couponCode }));
}
async function changesOf({ _id }: Order): Promise<string[]> {
  const { entries } = await at.as().orders.history({ id: _id });
  return entries.flatMap(one =>
    one.kind === 'event' && one.name === 'changed' ? [one.description.split(';')[0] ?? ''] : [],
  );
}

it('the history of an order says which coupon it bears, and which no more', async () => {
  const [ten, twenty] = [await makeCoupon(10), await makeCoupon(20)];
  const { order } = await at.owing();
  const once = await bear(order, ten);
  const twice = await bear(once, twenty.toLowerCase());
  await bear(twice, '');
  expect(await changesOf(order)).toEqual([
    `without the coupon ${twenty}`,
    `with the coupon ${twenty} instead of ${ten}`,
    `with the coupon ${ten}`,
  ]);
});

it('an Admin is told of the coupon that an order would bear', async () => {
  await at.setLimits({ employeeOrderLimit: usd(0) });
  const code = await makeCoupon(10);
  const order = await at.bought();
  const asked = await at.seenEdit(order, 10, { couponCode: code });
  expect(await reasonOf(at.as().orders.adminReplace(asked))).toBe('waits_for_admin');
  const { acts } = await at.as(at.admin).approvals.list({});
  expect(acts.find(one => one.order === order._id)?.words).toContain(`; with the coupon ${code}; `);
});

it('a coupon takes nothing in the place of another of which a paid cart keeps as much, and is not used up', async () => {
  const [twenty, fiver] = [await makeCoupon(20), await makeCoupon(5, 1)];
  const company = await makeCompany(at.db, { creditLimit: usd(1000), taxExempt: true });
  const buyer = await makeUser(at.db, { company });
  const cartOf = (orderName: string) => makeCart(at.db, buyer, at.knob, { orderName, quantity: 10 });
  const { _id } = await at.as(buyer).orders.submit({
    ...{ ...guest, shippingMethod: 'local', paymentType: 'Terms', couponCode: twenty, total: usd(160) },
    ...{ cartIds: [await cartOf('Kitchen'), await cartOf('Bath')], idempotencyKey: randomUUID() },
  });
  const cartIds = (await at.read({ _id })).carts.slice(0, 1).map(cart => cart._id);
  const card = { testOutcome: 'approve' as const };
  const paying = { orders: _id, cartIds, card, total: usd(100), idempotencyKey: randomUUID() };
  await at.as(buyer).orders.pay(paying);
  const asked = at.editOf(await at.read({ _id }), 10, { couponCode: fiver });
  const { edit } = await at.as().orders.adminReplace({ ...asked, preview: true });
  expect([edit.couponStatus, edit.after.discount]).toEqual(['not-applicable', 20]);
  expect(await reasonOf(at.as().orders.adminReplace({ ...asked, figures: edit.after }))).toBe(
    'figures_changed',
  );
  const [row] = await at.db.select().from(coupons).where(eq(coupons.code, fiver));
  expect(row?.uses).toBe(0);
});
