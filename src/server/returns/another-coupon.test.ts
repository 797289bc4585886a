import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { coupons } from '#server/coupons/tables.ts';
import { returning } from '#server/returns/returns.test-support.ts';
import { type MadeVariant, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, reasonOf, type Selling } from '#server/test/selling.ts';

let shop: Selling;
let admin: SessionUser;
/** Sent back. */
let knob: MadeVariant;
/** Kept. */
let pull: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  admin = await makeUser(db, { permissionLevel: 'Admin' });
  knob = await makeVariant(db, { price: usd(100), stock: 500 });
  pull = await makeVariant(db, { price: usd(50), stock: 500 });
  await db.insert(coupons).values([
    { code: 'TEN', type: 0, value: 10 },
    { code: 'TWENTY', type: 0, value: 20 },
    { code: 'SIXTY', type: 0, value: 60 },
    { code: 'FIVER', type: 1, value: 5 },
    { code: 'FIFTY', type: 1, value: 50 },
    { code: 'KNOBS', type: 5, value: 10, appliesTo: knob.productId },
    { code: 'GIFT', type: 8, appliesTo: pull.variantId },
    { code: 'FROM100', type: 0, value: 10, minSubTotal: usd(100) },
    { code: 'FROM101', type: 0, value: 10, minSubTotal: usd(100.01) },
  ]);
});
afterAll(() => shop.close());

/** So many knobs and two pulls at 50.00, of which one knob came back and was paid for. */
async function afterReturn(couponCode = '', knobs = 1) {
  const buyer = await makeUser(shop.app.db);
  const asked = {
    ...{ cart: [lineOf(knob, knobs), lineOf(pull, 2)], shippingMethod: 'local' as const, couponCode },
  };
  const { total } = await shop.as(buyer).orders.getCost(asked);
  const placed = { ...guest, ...asked, total, idempotencyKey: randomUUID() };
  const { _id } = await shop.as(buyer).orders.submit(placed);
  await shop.as(buyer).payments.charge({ order: { _id }, card: { testOutcome: 'approve' } });
  const { fulfilled, ask, move } = returning(shop, admin);
  const read = () => shop.as(admin).orders.byId({ id: _id });
  const order = await fulfilled(await read());
  const back = async (thing: MadeVariant) => {
    const made = await ask(buyer, order, thing, 1);
    await move(made._id, 'Received');
    return (await move(made._id, 'Refunded')).refund;
  };
  const look = async (said: { couponCode?: string } = {}) => {
    const { version, cart } = await read();
    const lines = cart.map(({ _id: line, quantity }) => ({ _id: line, quantity }));
    const about = { _id, version, idempotencyKey: randomUUID(), mail: false, cart: lines, ...said };
    const { edit } = await shop.as(admin).orders.adminReplace({ ...about, preview: true });
    return { edit, make: () => shop.as(admin).orders.adminReplace({ ...about, figures: edit.after }) };
  };
  const bear = async (code?: string) => {
    const { make } = await look(code === undefined ? {} : { couponCode: code });
    const { discount, cart } = await make();
    return [discount, cart.map(line => line.itemDiscount)];
  };
  await back(knob);
  return { back, look, bear };
}
const usesOf = async (code: string) =>
  (await shop.app.db.select().from(coupons).where(eq(coupons.code, code)))[0]?.uses;

describe('a coupon that comes after a return was paid', () => {
  it.each([
    ['TEN', 10],
    ['SIXTY', 60],
    ['FIFTY', 50],
  ])('%s takes off what it takes of the goods that are left', async (code, off) => {
    const { bear } = await afterReturn();
    expect(await bear(code)).toEqual([off, [0, off]]);
    // The next edit finds it as it was.
    expect(await bear()).toEqual([off, [0, off]]);
  });

  it.each([
    ['TEN', 30, 10],
    ['FIVER', 25, 5],
  ])('%s leaves the discount of the one before with what came back', async (code, discount, off) => {
    const { bear, back } = await afterReturn('TWENTY');
    expect(await bear(code)).toEqual([discount, [20, off]]);
    expect(await bear()).toEqual([discount, [20, off]]);
    // One of two at 50.00 with its half of the tax on 100.00, which is 8.25.
    expect(await back(pull)).toBe(50 - off / 2 + 4.13);
    expect(await bear()).toEqual([discount, [20, off]]);
  });

  it('leaves a line alone of which some came back', async () => {
    const { bear, back } = await afterReturn('', 2);
    expect(await bear('SIXTY')).toEqual([60, [0, 60]]);
    expect(await back(knob)).toBe(108.25);
    expect(await bear()).toEqual([60, [0, 60]]);
  });

  it('is not applied where all that it is for came back, and is not used up', async () => {
    const { look } = await afterReturn();
    const { edit, make } = await look({ couponCode: 'KNOBS' });
    expect([edit.couponStatus, edit.after.discount]).toEqual(['not-applicable', 0]);
    expect(await reasonOf(make())).toBe('figures_changed');
    expect(await usesOf('KNOBS')).toBe(0);
  });

  it('gives nothing once all of the order came back', async () => {
    const { back, look } = await afterReturn();
    const gift = { couponCode: 'GIFT' };
    await back(pull);
    expect((await look(gift)).edit.couponStatus).toBe('success');
    await back(pull);
    const { edit, make } = await look(gift);
    expect(edit.couponStatus).toBe('not-applicable');
    expect(await reasonOf(make())).toBe('figures_changed');
    expect(await usesOf('GIFT')).toBe(0);
  });

  it('asks for its smallest subtotal of the goods that are left', async () => {
    const { look } = await afterReturn();
    const statusOf = async (couponCode: string) => (await look({ couponCode })).edit.couponStatus;
    expect([await statusOf('FROM100'), await statusOf('FROM101')]).toEqual(['success', 'minimum']);
  });
});

it('a coupon that stays goes on as it did, whatever of its goods came back', async () => {
  const { bear, look } = await afterReturn('FIFTY');
  expect((await look()).edit.couponStatus).toBe('success');
  expect(await bear()).toEqual([50, [25, 25]]);
  // Taken off and brought back, it is another one: what came back keeps its part of the first.
  expect(await bear('')).toEqual([25, [25, 0]]);
  expect(await bear('FIFTY')).toEqual([75, [25, 50]]);
});
