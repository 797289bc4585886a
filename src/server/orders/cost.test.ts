import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partNumbers, priceTiers, specialPrices } from '#server/companies/tables.ts';
import { coupons } from '#server/coupons/tables.ts';
import { LIMITS } from '#server/http/rate-limits.ts';
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

  it('tells of no more addresses than whether they have accounts: of others the order does, which is limited too', async () => {
    const { db } = shop.app;
    const couponCode = 'WELCOME10';
    await db.insert(coupons).values({ code: couponCode, type: 0, value: 10, maxUsesPerCustomer: 1 });
    const [customer, other] = ['customer@example.com', 'other@example.com'];
    const asked = { cart: [lineOf(knob, 1)], shippingMethod: 'local' as const, couponCode };
    const { total } = await shop.as(null).orders.getCost(asked);
    const order = (email: string, ip?: string) =>
      shop.as(null, ip).orders.submit({ ...guest, ...asked, email, total, idempotencyKey: randomUUID() });
    for (const email of [customer, other]) await order(email);
    const ip = '198.51.100.77';
    const visitor = shop.as(null, ip);
    const statusFor = async (email: string) =>
      (await visitor.orders.getCost({ ...asked, email })).couponStatus;
    // Somebody who changes the cart all the time asks about one address.
    for (let n = 0; n < LIMITS.register.most + 1; n++) expect(await statusFor(customer)).toBe('used');
    for (let n = 1; n < LIMITS.register.most; n++) {
      expect(await statusFor(`nobody${n}@example.com`)).toBe('success');
    }
    expect(await statusFor(other)).toBe('success');
    expect(await reasonOf(order(other, ip))).toBe('too_many');
    expect(await reasonOf(order('nobody@example.com', ip))).toBe('too_many');
    // An account asks about others no more than a guest, and about its own address as it likes.
    const user = await makeUser(db);
    const mine = shop.as(user, ip).orders;
    expect((await mine.getCost({ ...asked, email: other })).couponStatus).toBe('success');
    expect((await mine.getCost({ ...asked, email: user.email })).couponStatus).toBe('success');
    expect((await order(guest.email)).couponCode).toBe(couponCode);
    // A request for approval is an order where none is needed.
    const colleague = await makeUser(db, { company: await makeCompany(db) });
    const request = { ...guest, ...asked, email: other, total, idempotencyKey: randomUUID() };
    expect(await reasonOf(shop.as(colleague, ip).team.requestApproval(request))).toBe('too_many');
    // Anything that was told already can be told again, by the order too.
    expect(await statusFor(customer)).toBe('used');
    expect(await reasonOf(order(customer, ip))).toBe('figures_changed');
    await expect(
      visitor.auth.register({ name: 'Ada', email: customer, password: 'a long enough phrase 7' }),
    ).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  it('tells staff of any address', async () => {
    const { db } = shop.app;
    await db.insert(coupons).values({ code: 'STAFF1', type: 0, value: 10, maxUsesPerCustomer: 1 });
    const staff = shop.as(await makeUser(db, { permissionLevel: 'Employee' })).orders;
    const asked = { cart: [lineOf(knob, 1)], shippingMethod: 'local' as const, couponCode: 'STAFF1' };
    const { total } = await staff.getCost(asked);
    const email = 'late@example.com';
    await shop.as(null).orders.submit({ ...guest, ...asked, email, total, idempotencyKey: randomUUID() });
    for (let n = 0; n < LIMITS.register.most; n++)
      await staff.getCost({ ...asked, email: `n${n}@example.com` });
    expect((await staff.getCost({ ...asked, email })).couponStatus).toBe('used');
  });

  it('lets nobody guess coupons by asking for approval either', async () => {
    const colleague = await makeUser(shop.app.db, { company: await makeCompany(shop.app.db) });
    const { team } = shop.as(colleague, '198.51.100.78');
    const guess = (n: number) =>
      reasonOf(
        team.requestApproval({
          ...guest,
          ...{ cart: [lineOf(knob, 1)], shippingMethod: 'local', couponCode: `GUESS${n}`, total: usd(10.83) },
          idempotencyKey: randomUUID(),
        }),
      );
    for (let n = 0; n < LIMITS.coupon.most; n++) expect(await guess(n)).toBe('figures_changed');
    expect(await guess(-1)).toBe('too_many');
  });
});
