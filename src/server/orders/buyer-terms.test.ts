import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { associatedAccounts, companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { submitOrder } from '#server/orders/submit-order.ts';
import { testDriver } from '#server/test/database.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';
import { users } from '#server/users/tables.ts';
import { checkoutSchema } from '#shared/schemas/checkout.ts';

let shop: Selling;
let knob: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 500 });
});
afterAll(() => shop.close());

const place = (user: SessionUser | null, said: object = {}) =>
  shop.as(user).orders.submit({
    ...guest,
    cart: [lineOf(knob, 1)],
    shippingMethod: 'local',
    total: usd(10.83),
    idempotencyKey: randomUUID(),
    ...said,
  });

const WAITING =
  "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/** Changes a company while an order of its user waits for it. */
async function whileLocked(
  company: string,
  change: Partial<typeof companies.$inferInsert>,
  work: () => Promise<unknown>,
) {
  let outcome: Promise<unknown> = Promise.resolve();
  await shop.app.db.transaction(async tx => {
    await tx.update(companies).set(change).where(eq(companies._id, company));
    outcome = work().then(
      order => order,
      error => error,
    );
    // Asked past the transaction, which would be told the same each time.
    const waiting = async () => (await shop.database.execute(WAITING)).rows.length;
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
  });
  return outcome;
}

// The embedded database runs one transaction at a time: nothing can change under another.
describe.runIf(testDriver === 'postgres')('a company’s terms', () => {
  it.each([
    ['credit limit', { creditLimit: usd(5) }, { reason: 'credit_limit' }],
    ['credit', { creditLimit: usd(0) }, { reason: 'invalid', issues: [{ path: ['paymentType'] }] }],
    ['exemption', { taxExempt: false }, { reason: 'figures_changed', details: { figures: { tax: 0.83 } } }],
  ])('are as they stand when the order is stored: %s', async (_, change, expected) => {
    const company = await makeCompany(shop.app.db, { creditLimit: usd(1000), taxExempt: true });
    const buyer = await makeUser(shop.app.db, { company });
    const asked = { paymentType: 'Terms', total: usd(10) };
    expect(await whileLocked(company, change, () => place(buyer, asked))).toMatchObject(expected);
  });
});

describe('the account number that an order bears', () => {
  it('is the buyer’s company’s, or one that has him as associated', async () => {
    const own = await makeCompany(shop.app.db, { accountNumber: 'OWN-1' });
    const other = await makeCompany(shop.app.db, { accountNumber: 'OTHER-1' });
    const buyer = await makeUser(shop.app.db, { company: own });
    expect(await place(buyer)).toMatchObject({ associatedAccountNumber: 'OWN-1', company: own });
    await place(buyer, { associatedAccountNumber: 'OWN-1' });
    const forOther = { associatedAccountNumber: 'OTHER-1' };
    const refused = { reason: 'invalid', issues: [{ path: ['associatedAccountNumber'] }] };
    expect(await refusal(place(buyer, forOther))).toMatchObject(refused);
    expect(await refusal(place(null, forOther))).toMatchObject(refused);
    await shop.app.db.insert(associatedAccounts).values({ company: other, email: buyer.email.toUpperCase() });
    // An address that nobody confirmed could be anybody's.
    expect(await refusal(place(buyer, forOther))).toMatchObject(refused);
    const emailConfirmedAt = new Date().toISOString();
    await shop.app.db.update(users).set({ emailConfirmedAt }).where(eq(users._id, buyer._id));
    expect(await place(buyer, forOther)).toMatchObject({ ...forOther, company: own });
  });
});

describe('the delivery date', () => {
  it('is tomorrow at the earliest, by the shop’s clock', async () => {
    // 23:30 on the 9th in Chicago, the 10th already in UTC.
    const now = new Date('2027-03-10T05:30:00Z');
    const visitor = { app: shop.app, user: null, key: null, ip: '192.0.2.1' };
    const submit = (deliveryDate: string) => {
      const said = { cart: [lineOf(knob, 1)], shippingMethod: 'local', total: 10.83, deliveryDate };
      const checkout = checkoutSchema.parse({ ...guest, ...said, idempotencyKey: randomUUID() });
      return submitOrder(visitor, checkout, now);
    };
    const refused = async (date: string) => (await refusal(submit(date))).issues;
    const path = ['deliveryDate'];
    expect(await refused('2027-03-08')).toEqual([{ path, message: 'is in the past' }]);
    expect(await refused('2027-03-09')).toEqual([{ path, message: 'can be tomorrow at the earliest' }]);
    expect(await submit('2027-03-10')).toMatchObject({ deliveryDate: '2027-03-10' });
  });
});
