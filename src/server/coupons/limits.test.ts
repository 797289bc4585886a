import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockCoupons } from '#server/coupons/coupons.ts';
import { coupons } from '#server/coupons/tables.ts';
import { LIMITS } from '#server/http/rate-limits.ts';
import { type MadeVariant, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, reasonOf, refusal, type Selling } from '#server/test/selling.ts';
import { COUPON_TYPES } from '#shared/rules/coupons.ts';

let shop: Selling;
let knob: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 500 });
});
afterAll(() => shop.close());

const makeCoupon = (coupon: Partial<typeof coupons.$inferInsert> & { code: string }) =>
  shop.app.db.insert(coupons).values({ type: 1, value: 2, ...coupon });

/** An order of one knob, collected: 10.83, and 8.66 with two dollars off. */
const buy = (caller: ReturnType<Selling['as']>, couponCode: string, total: number) =>
  caller.orders.submit({
    ...guest,
    cart: [lineOf(knob, 1)],
    shippingMethod: 'local',
    couponCode,
    total: usd(total),
    idempotencyKey: randomUUID(),
  });

describe('a coupon that gives a product', () => {
  const free = (code: string, appliesTo: string) =>
    makeCoupon({ code, type: COUPON_TYPES.freeProduct, value: 0, appliesTo });

  it('tells which, before a cart is looked at', async () => {
    const gift = await makeVariant(shop.app.db, { price: usd(4) });
    await free('GIFT', gift.variantId);
    const caller = shop.as(null);
    expect(await caller.coupons.verify({ code: 'gift' })).toMatchObject({
      couponStatus: 'success',
      product: { variantId: gift.variantId, productNum: gift.productNum },
    });
    expect(await caller.coupons.product({ code: 'gift' })).toMatchObject({ variantId: gift.variantId });
  });

  it('tells of none once it is over, where its product is not sold, or where it names none', async () => {
    const caller = shop.as(null);
    await makeCoupon({
      ...{ code: 'GIFTOVER', type: COUPON_TYPES.freeProduct, value: 0, appliesTo: knob.variantId },
      ends: new Date(Date.now() - 86_400_000).toISOString(),
    });
    const hidden = await makeVariant(shop.app.db, {}, { publish: false });
    await free('GIFTHIDDEN', hidden.variantId);
    await free('GIFTNAME', 'a knob');
    const answers = ['GIFTOVER', 'GIFTHIDDEN', 'GIFTNAME'].map(code => caller.coupons.verify({ code }));
    expect((await Promise.all(answers)).map(({ product }) => product)).toEqual([null, null, null]);
  });
});

describe('who guesses coupons', () => {
  it('is told of no more than thirty that do not exist, and asks for one that does as often as they like', async () => {
    await makeCoupon({ code: 'KNOWN' });
    const caller = shop.as(null, '198.51.100.21');
    for (let n = 0; n < LIMITS.coupon.most + 5; n++) {
      expect((await caller.coupons.verify({ code: 'KNOWN' })).couponStatus).toBe('success');
    }
    for (let n = 0; n < LIMITS.coupon.most; n++) {
      expect((await caller.coupons.verify({ code: `NONE${n}` })).couponStatus).toBe('unknown');
    }
    expect(await reasonOf(caller.coupons.verify({ code: 'NONE' }))).toBe('too_many');
  });

  it('is told no more by orders, whose refusals name the coupon', async () => {
    const caller = shop.as(null, '198.51.100.22');
    for (let n = 0; n < LIMITS.coupon.most; n++) {
      const { details } = await refusal(buy(caller, `NONE${n}`, 10.83));
      expect(details).toMatchObject({ figures: { couponStatus: 'unknown' } });
    }
    expect(await reasonOf(buy(caller, 'NONE', 10.83))).toBe('too_many');
    // Without a coupon there is nothing to guess.
    expect((await buy(caller, '', 10.83)).couponCode).toBe('');
  });

  it('has made no guess with a coupon that there is, though the order is refused for another figure', async () => {
    await makeCoupon({ code: 'REAL' });
    const caller = shop.as(null, '198.51.100.23');
    for (let n = 0; n < LIMITS.coupon.most + 1; n++) {
      expect((await refusal(buy(caller, 'REAL', 0.01))).details).toMatchObject({
        figures: { couponStatus: 'success' },
      });
    }
  });
});

it('who gives many addresses with a coupon that all may use as often as they like is told nothing, and not limited', async () => {
  await makeCoupon({ code: 'FORALL' });
  const caller = shop.as(null, '198.51.100.24');
  const asked = { cart: [lineOf(knob, 1)], shippingMethod: 'local' as const, couponCode: 'FORALL' };
  for (let n = 0; n < LIMITS.register.most + 1; n++) {
    await caller.orders.getCost({ ...asked, email: `somebody${n}@example.com` });
  }
  const register = caller.auth.register({
    ...{ name: 'Ada', email: 'ada.new@example.com' },
    password: 'a long enough phrase 7',
  });
  await expect(register).resolves.toBeDefined();
});

it('coupons are locked by their codes, whatever the case, in the order of their ids', async () => {
  await makeCoupon({ code: 'Second' });
  await makeCoupon({ code: 'First' });
  const locked = (codes: string[]) => shop.app.db.transaction(tx => lockCoupons(tx, codes));
  const both = await locked([' SECOND ', 'first']);
  expect(both.map(({ code }) => code).sort()).toEqual(['First', 'Second']);
  expect(both.map(({ _id }) => _id)).toEqual(both.map(({ _id }) => _id).sort());
  expect((await locked(['first', ''])).map(({ code }) => code)).toEqual(['First']);
  expect(await locked(['', ' '])).toEqual([]);
});
