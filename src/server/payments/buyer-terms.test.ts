import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setSpecialPrices } from '#server/companies/companies.ts';
import type { SessionUser } from '#server/context.ts';
import { orders } from '#server/orders/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, onTerms, openShop, refusal, type Selling } from '#server/test/selling.ts';
import { ERRORS } from '#shared/errors.ts';

let shop: Selling;
let knob: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 500 });
});
afterAll(() => shop.close());

const termsOf = (user: SessionUser) => shop.as(user).payments.terms();

/** Exempt from tax, so that each knob is 10.00. */
const order = (user: SessionUser, quantity: number, said: object = {}) =>
  shop.as(user).orders.submit({
    ...onTerms(knob, quantity),
    ...said,
  });

it('[CHK-06] preferred payment and delivery, exemption and special prices of a company apply by themselves', async () => {
  const { db } = shop.app;
  const pull = await makeVariant(db, { price: usd(10), stock: 50 });
  const company = await makeCompany(db, {
    preferredPayment: 'Terms',
    preferredShipping: 'ground',
    creditLimit: usd(500),
    taxExempt: true,
  });
  await setSpecialPrices(db, { company }, [[pull.variantId, usd(7.25)]]);
  const buyer = await makeUser(db, { company });
  expect(await termsOf(buyer)).toMatchObject({ paymentType: 'Terms', shippingMethod: 'ground' });
  expect((await shop.as(buyer).carts.create({ orderName: 'Kitchen' })).shippingMethod).toBe('ground');
  const cart = [lineOf(pull, 4)];
  const priced = await shop.as(buyer).orders.getCost({ cart, shippingMethod: 'local' });
  // Four at 7.25, without tax; everybody else pays 4 × 10.00 and 8.25 % of it.
  expect(priced).toMatchObject({ subTotal: 29, tax: 0, taxRate: 0, total: 29 });
  expect(await shop.as(null).orders.getCost({ cart, shippingMethod: 'local' })).toMatchObject({
    subTotal: 40,
    tax: 3.3,
    total: 43.3,
  });
  const own = await makeUser(db, { company, shippingMethod: 'air' });
  expect(await termsOf(own)).toMatchObject({ shippingMethod: 'air' });
});

it('a company’s preferred payment is what its checkout starts with, where it may pay so', async () => {
  const { db } = shop.app;
  const userOf = async (company: Parameters<typeof makeCompany>[1], own: object = {}) =>
    makeUser(db, { company: await makeCompany(db, company), ...own });
  expect(await termsOf(await makeUser(db))).toEqual({
    paymentTypes: ['credit-card'],
    paymentType: 'credit-card',
    shippingMethod: 'local',
    credit: null,
  });
  expect(await termsOf(await userOf({ preferredPayment: 'Terms' }))).toMatchObject({
    paymentTypes: ['credit-card'],
    paymentType: 'credit-card',
    credit: null,
  });
  const onAccount = await userOf({ preferredPayment: 'Terms', creditLimit: usd(100), termsDays: 10 });
  expect(await termsOf(onAccount)).toEqual({
    paymentTypes: ['credit-card', 'Terms'],
    paymentType: 'Terms',
    shippingMethod: 'local',
    credit: { creditLimit: 100, owed: 0, termsDays: 10, open: [] },
  });
  expect(await termsOf(await userOf({ preferredPayment: 'Check' }))).toMatchObject({
    paymentTypes: ['credit-card', 'Check'],
    paymentType: 'Check',
  });
  const ownWay = { paymentType: 'credit-card' as const };
  const limited = { preferredPayment: 'Terms' as const, creditLimit: usd(100) };
  expect(await termsOf(await userOf(limited, ownWay))).toMatchObject({ paymentType: 'credit-card' });
});

it('[CHK-08] an order over the limit is refused with 503 and its notice, and what is open is told, the longest due first', async () => {
  const { db } = shop.app;
  const company = await makeCompany(db, { creditLimit: usd(100), taxExempt: true });
  const primary = await makeUser(db, { company });
  const member = await makeUser(db, { company, role: 'Member' });
  const first = await order(primary, 4);
  const second = await order(member, 3);
  const gone = await order(primary, 1);
  await shop.as(primary).orders.cancel({ _id: gone._id });
  const held = await order(primary, 1, { paymentType: 'credit-card' });
  expect(held.status).toBe('Held');
  await db.update(orders).set({ dueDate: '2026-01-05' }).where(eq(orders._id, second._id));
  expect(await termsOf(primary)).toMatchObject({
    credit: {
      creditLimit: 100,
      owed: 70,
      open: [
        { _id: second._id, open: 30, total: 30, dueDate: '2026-01-05' },
        { _id: first._id, open: 40, orderNumber: first.orderNumber },
      ],
    },
  });
  // A Member learns what is left, and may pay their own orders.
  expect(await termsOf(member)).toMatchObject({ credit: { owed: 70, open: [{ _id: second._id }] } });

  const refused = await refusal(order(member, 4));
  expect(refused.reason).toBe('credit_limit');
  expect(ERRORS.credit_limit).toMatchObject({
    status: 503,
    ms: 10_000,
    notice:
      'Your outstanding balance has exceeded your credit limit. Please make a payment or contact accounting.',
  });
  const card = { testOutcome: 'approve' as const };
  await shop.as(primary).orders.pay({
    orders: second._id,
    card,
    idempotencyKey: randomUUID(),
    total: usd(30),
  });
  expect(await termsOf(primary)).toMatchObject({ credit: { owed: 40, open: [{ _id: first._id }] } });
  expect((await order(member, 4)).status).toBe('Submitted');
});
