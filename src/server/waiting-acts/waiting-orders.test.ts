import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { coupons } from '#server/coupons/tables.ts';
import { storeCreditEntries } from '#server/payments/tables.ts';
import { type MadeVariant, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { endOf, OfficeShop } from '#server/test/office-shop.ts';
import { lineOf } from '#server/test/selling.ts';
import { waitingActs } from '#server/waiting-acts/tables.ts';

let at: OfficeShop;
let clerk: SessionUser;
let bumper: MadeVariant;
beforeAll(async () => {
  at = await OfficeShop.open();
  await at.setLimits({ employeeDayLimit: usd(50), employeePriceLimit: 10 });
  bumper = await makeVariant(at.db, { price: usd(1), stock: 500 }, { title: 'Clear bumper' });
  await at.db.insert(coupons).values([
    { code: 'GIFT', type: 8, appliesTo: bumper.variantId },
    { code: 'FIVE', type: 1, value: 5 },
  ]);
});
beforeEach(async () => {
  await at.db.delete(waitingActs);
  clerk = await makeUser(at.db, { permissionLevel: 'Employee' });
});
afterAll(() => at.close());

const WAITS = 'waits_for_admin';

/** Knobs at half their price, as they were looked at. */
async function saleOf(more: object = {}, price = 5) {
  const cart = [{ ...lineOf(at.knob, 2), price: usd(price), priceReason: 'bent' }];
  const {
    user,
    couponCode,
    useStoreCredit,
    shippingMethod,
  }: Partial<Parameters<ReturnType<typeof at.as>['orders']['priceForStaff']>[0]> = more;
  const looked = { cart, user, couponCode, useStoreCredit, shippingMethod };
  const { total } = await at.as().orders.priceForStaff(looked);
  return { ...at.saleOf(2, total, { cart, ...more }), total };
}
const ask = async (more: object = {}, price?: number) => {
  const sale = await saleOf(more, price);
  return endOf(() => at.as(clerk).orders.createByStaff(sale));
};
const acts = async () => (await at.as(at.admin).approvals.list({})).acts;
const yes = async () =>
  endOf(async () => at.as(at.admin).approvals.decide({ _id: (await acts())[0]?._id ?? '', approve: true }));
const toldOf = async (by: SessionUser) =>
  (await at.as(by).notifications.list({})).notifications.flatMap(({ type, details }) =>
    type === 2 ? details : [],
  );

describe('a new order that waits', () => {
  it('was made by whoever asked for it, though an Admin placed it', async () => {
    expect(await ask()).toBe(WAITS);
    expect(await yes()).toBe('done');
    const { orders } = await at.as().orders.desk({ view: 'all' });
    const record = await at.as().orders.record({ id: orders[0]?._id ?? '' });
    expect(record.madeBy).toBe(clerk.name);
  });

  it('tells what its coupon gives, and is over where it gives it no more', async () => {
    expect(await ask({ couponCode: 'GIFT' })).toBe(WAITS);
    const [act] = await acts();
    expect(act?.contents.lines).toMatchObject([
      { productNum: at.knob.productNum, quantity: 2, price: 5, ours: 10 },
      { productNum: bumper.productNum, name: 'Clear bumper', quantity: 1, was: null, price: 0 },
    ]);
    expect(act?.words).toContain('with the coupon GIFT');
    await at.db.update(coupons).set({ active: false }).where(eq(coupons.code, 'GIFT'));
    expect(await yes()).toBe('act_state');
    await at.db.update(coupons).set({ active: true }).where(eq(coupons.code, 'GIFT'));
    expect(await ask({ couponCode: 'GIFT' })).toBe(WAITS);
    expect(await yes()).toBe('done');
  });

  it('tells how it gets there, how it is paid, and what is taken off it', async () => {
    const buyer = await makeUser(at.db);
    await at.db.insert(storeCreditEntries).values({ user: buyer._id, kind: 'granted', amount: usd(3) });
    const where = {
      ...{ shippingAddress: '12 Mill Lane', shippingCity: 'Austin', shippingState: 'TX' },
      shippingZip: '78701',
    };
    const seenOf = async (more: object) => {
      await at.db.delete(waitingActs);
      expect(await ask(more)).toBe(WAITS);
      const [{ words, contents } = { words: '', contents: null }] = await acts();
      return [words.replace(/^An order of \$[\d.]+ for /, ''), contents?.shipTo, contents?.way];
    };
    expect(await seenOf({ user: buyer._id, couponCode: 'FIVE', useStoreCredit: true, ...where })).toEqual([
      `${buyer.name}, Pick-up at the store, with the coupon FIVE, with $3.00 of their store credit, at prices they set`,
      ...['', null],
    ]);
    expect(await seenOf({ shippingMethod: 'ground', ...where })).toEqual([
      ...['a walk-in, Ground shipping, at prices they set', '12 Mill Lane, Austin, TX 78701', null],
    ]);
    expect(await seenOf({ takenAlong: { method: 'check', number: '77' } })).toEqual([
      ...['a walk-in, taken along, paid by check, at prices they set', '', 'check'],
    ]);
    expect(await seenOf({ takenAlong: { method: 'card' } })).toEqual([
      ...['a walk-in, taken along, paid by card after that, at prices they set', '', null],
    ]);
  });
});

describe('what was asked for under a key is over once something else is done under it', () => {
  it('of store credit', async () => {
    const buyer = await makeUser(at.db);
    const key = randomUUID();
    const grant = (amount: number) =>
      endOf(() =>
        at.as(clerk).storeCredit.grant({ user: buyer._id, amount: usd(amount), reason: 'sorry', key }),
      );
    expect(await grant(60)).toBe(WAITS);
    const [act] = await acts();
    // One that can't be done leaves it as it is.
    expect(await grant(51)).toBe(WAITS);
    expect(await acts()).toMatchObject([{ amount: 51 }]);
    expect(await grant(40)).toBe('done');
    expect(await acts()).toEqual([]);
    expect(await endOf(() => at.as(at.admin).approvals.decide({ _id: act?._id ?? '', approve: true }))).toBe(
      'act_state',
    );
    expect((await toldOf(clerk)).sort()).toEqual([
      `Your grant of $51.00 as store credit to ${buyer.name} was not done, because you asked for another in its place.`,
      `Your grant of $60.00 as store credit to ${buyer.name} was not done, because you asked for another in its place.`,
    ]);
    expect((await at.as(buyer).storeCredit.balance()).balance).toBe(40);
  });

  it('also where it was stored at the moment of the other', async () => {
    const buyer = await makeUser(at.db);
    const input = { user: buyer._id, amount: usd(40), reason: 'sorry', key: randomUUID() };
    await at.as(clerk).storeCredit.grant(input);
    const late = { ...input, amount: usd(60) };
    await at.db.insert(waitingActs).values({
      ...{ kind: 'grant', input: late, key: input.key, amount: usd(60), words: 'late', askedBy: clerk._id },
    });
    expect(await yes()).toBe('act_state');
    expect([await acts(), (await toldOf(clerk)).length]).toEqual([[], 1]);
  });

  it('of a new order, of which the very same is done as it needs nobody’s word any more', async () => {
    const asked = await saleOf();
    const send = (sale: typeof asked) => endOf(() => at.as(clerk).orders.createByStaff(sale));
    expect(await send(asked)).toBe(WAITS);
    const { idempotencyKey } = asked;
    expect(await send({ ...(await saleOf({}, 9)), idempotencyKey })).toBe('done');
    expect([await acts(), await toldOf(clerk)]).toEqual([
      [],
      ['Your order of $10.83 for a walk-in was not done, because you asked for another in its place.'],
    ]);
    const other = await saleOf();
    expect(await send(other)).toBe(WAITS);
    await at.setLimits({ employeePriceLimit: 90 });
    expect(await send(other)).toBe('done');
    await at.setLimits({ employeePriceLimit: 10 });
    expect([await acts(), await toldOf(clerk)]).toMatchObject([[], { length: 1 }]);
  });
});
