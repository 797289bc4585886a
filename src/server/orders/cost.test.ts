import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partNumbers, priceTiers, specialPrices } from '#server/companies/tables.ts';
import { coupons } from '#server/coupons/tables.ts';
import { storeCreditEntries } from '#server/payments/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, reasonOf, type Selling } from '#server/test/selling.ts';
import { makeTrade, type Trade } from '#server/test/trade.ts';

let shop: Selling;
let trade: Trade;
let knob: MadeVariant;

beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  trade = await makeTrade(db);
  knob = await makeVariant(db, { price: usd(10) }, { vendor: 'Ironbridge' });
});
afterAll(() => shop.close());

describe('what a cart costs a company', () => {
  it('is what it costs its people: its prices, exemption, store credit and numbers, none of theirs', async () => {
    const { db } = shop.app;
    const company = await makeCompany(db, { taxExempt: true });
    const buyer = await makeUser(db, { company });
    const tiered = await makeVariant(db, { price: usd(20) }, { vendor: 'Calder' });
    await db.insert(specialPrices).values([{ company, variant: knob.variantId, price: usd(7) }]);
    await db.insert(priceTiers).values([
      { company, scope: 'vendor', ref: 'Calder', percent: 10 },
      { user: buyer._id, scope: 'vendor', ref: 'Calder', percent: 50 },
    ]);
    await db.insert(partNumbers).values({ company, variant: knob.variantId, partNumber: 'MY-1' });
    await db.insert(storeCreditEntries).values({ company, amount: usd(5), kind: 'granted' });
    const cart = [lineOf(knob, 2), lineOf(tiered, 1)];
    const ask = { cart, shippingMethod: 'local' as const, useStoreCredit: true };
    for (const staff of [trade.employee, trade.admin]) {
      const cost = await shop.as(staff).orders.getCost({ ...ask, company });
      expect(cost).toMatchObject({
        ...{ subTotal: 32, tax: 0, taxRate: 0, storeCredit: 5, total: 27 },
        cart: [
          { price: 7, priceSource: 'special', partNumber: 'MY-1' },
          { price: 18, priceSource: 'tier' },
        ],
      });
    }
    const own = await shop.as(trade.employee).orders.getCost({ ...ask, user: buyer._id });
    expect(own.cart.map(line => line.price)).toEqual([7, 10]);
  });

  it('is for staff alone to ask, of a company that there is, and not of two customers at once', async () => {
    const cart = [lineOf(knob, 1)];
    for (const user of [null, trade.primary, trade.stranger]) {
      const asked = shop.as(user).orders.getCost({ cart, company: trade.company });
      expect(await reasonOf(asked)).toBe('forbidden');
    }
    const staff = shop.as(trade.employee).orders;
    expect(await reasonOf(staff.getCost({ cart, company: randomUUID() }))).toBe('not_found');
    expect(await reasonOf(staff.getCost({ cart, user: randomUUID() }))).toBe('not_found');
    const both = staff.getCost({ cart, company: trade.company, user: trade.primary._id });
    await expect(both).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const saved = await shop.as(trade.employee).carts.create({ orderName: 'Own', cart });
    const kept = staff.getCost({ cartIds: [saved._id], company: trade.company });
    await expect(kept).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('what a cart costs by an e-mail address', () => {
  it('knows of a coupon what that address used of it, before the order does', async () => {
    const { db } = shop.app;
    await db.insert(coupons).values({ code: 'ONCE', type: 1, value: 2, maxUsesPerCustomer: 1 });
    const visitor = shop.as(null).orders;
    const asked = { cart: [lineOf(knob, 1)], shippingMethod: 'local' as const, couponCode: 'ONCE' };
    const statusFor = async (email?: string) =>
      (await visitor.getCost({ ...asked, ...(email && { email }) })).couponStatus;
    const { total } = await visitor.getCost(asked);
    await visitor.submit({ ...guest, ...asked, total, idempotencyKey: randomUUID() });
    expect(await statusFor(guest.email.toUpperCase())).toBe('used');
    expect(await statusFor('another@example.com')).toBe('success');
    expect(await statusFor()).toBe('success');
  });
});
