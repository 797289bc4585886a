import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { coupons } from '#server/coupons/tables.ts';
import { storeCreditEntries } from '#server/payments/tables.ts';
import { type MadeVariant, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';

let shop: Selling;
let leg: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  leg = await makeVariant(shop.app.db, { price: usd(40), stock: 500 });
});
afterAll(() => shop.close());

const buyer = { name: 'Rae', email: 'rae@example.com', phone: '', shippingMethod: 'local' as const };
type Said = { useStoreCredit?: boolean; couponCode?: string; replaces?: { _id: string } };

const costOf = (user: SessionUser, quantity: number, said: Said) =>
  shop.as(user).orders.getCost({ cart: [lineOf(leg, quantity)], shippingMethod: 'local', ...said });

const place = (user: SessionUser, quantity: number, total: number, said: Said) =>
  shop.as(user).orders.submit({
    ...{ ...buyer, cart: [lineOf(leg, quantity)], total: usd(total), idempotencyKey: randomUUID() },
    ...said,
  });

it('an order that replaces a Held one has the store credit that this one held, as was said before', async () => {
  const user = await makeUser(shop.app.db);
  await shop.app.db.insert(storeCreditEntries).values({ user: user._id, amount: usd(20), kind: 'granted' });
  const credit = { useStoreCredit: true };
  const first = await costOf(user, 1, credit);
  const held = await place(user, 1, first.total, credit);
  expect(held).toMatchObject({ status: 'Held', storeCredit: 20 });
  const replacing = { ...credit, replaces: { _id: held._id } };
  const cost = await costOf(user, 2, replacing);
  expect(cost.storeCredit).toBe(20);
  const whole = (await costOf(user, 2, credit)).total;
  expect(whole).toBeGreaterThan(cost.total);
  const wrong = await refusal(place(user, 2, whole, replacing));
  expect(wrong).toMatchObject({ reason: 'figures_changed', details: { figures: { storeCredit: 20 } } });
  expect(await place(user, 2, cost.total, replacing)).toMatchObject({ status: 'Held', storeCredit: 20 });
  expect((await shop.as(user).orders.byId({ id: held._id })).status).toBe('Canceled');
});

it('an order that replaces a Held one has its coupon, which one may use once', async () => {
  const { db } = shop.app;
  const user = await makeUser(db);
  const couponCode = 'ONCE-EACH';
  await db.insert(coupons).values({
    ...{ code: couponCode, type: 0, value: 10, maxUses: 1, maxUsesPerCustomer: 1 },
  });
  const held = await place(user, 1, (await costOf(user, 1, { couponCode })).total, { couponCode });
  expect((await costOf(user, 2, { couponCode })).couponStatus).toBe('used');
  const replacing = { couponCode, replaces: { _id: held._id } };
  const cost = await costOf(user, 2, replacing);
  expect(cost.couponStatus).toBe('success');
  expect(await place(user, 2, cost.total, replacing)).toMatchObject({ status: 'Held', couponCode });
});

it('nobody has what the order of somebody else holds', async () => {
  const { db } = shop.app;
  const [user, other] = [await makeUser(db), await makeUser(db)];
  await db.insert(storeCreditEntries).values({ user: other._id, amount: usd(20), kind: 'granted' });
  const credit = { useStoreCredit: true };
  const held = await place(other, 1, (await costOf(other, 1, credit)).total, credit);
  const asked = { ...credit, replaces: { _id: held._id } };
  expect((await costOf(user, 1, asked)).storeCredit).toBe(0);
  expect((await refusal(place(user, 1, 43.3, asked))).reason).toBe('invalid');
});
