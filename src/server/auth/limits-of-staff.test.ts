import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { LIMITS } from '#server/http/rate-limits.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, onTerms, openShop, paidOrder, reasonOf, type Selling } from '#server/test/selling.ts';

let shop: Selling;
let employee: SessionUser;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  employee = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
});

let asked = 0;
const someEmail = () => `anybody-${++asked}@example.com`;
const { most } = LIMITS.addressOfOther;

/** Asks for one address more than may be asked for, and answers what came of that. */
async function lastOf(ask: () => Promise<unknown>): Promise<string> {
  for (let count = 0; count < most; count++) await ask();
  return reasonOf(ask());
}

describe('an Employee mails no more than so many addresses an hour', () => {
  it('by another address of an account, and goes on changing the rest of it', async () => {
    const { _id, email } = await makeUser(shop.app.db);
    const caller = shop.as(employee);
    const move = () => caller.users.adminUpdate({ _id, email: someEmail(), reason: 'asked on the phone' });
    expect(await lastOf(move)).toBe('too_many');
    await caller.users.adminUpdate({ _id, email: email.toUpperCase(), name: 'Ada Carver' });
    const other = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
    await shop.as(other).users.adminUpdate({ _id, email: someEmail(), reason: 'asked on the phone' });
  });

  it('by another address of an order, of which accounts’ are counted as well', async () => {
    const { _id, email } = await paidOrder(shop);
    const caller = shop.as(employee);
    const customer = await makeUser(shop.app.db);
    const reason = 'asked on the phone';
    await caller.users.adminUpdate({ _id: customer._id, email: someEmail(), reason });
    for (let count = 1; count < most; count++) await caller.orders.adminPatch({ _id, email: someEmail() });
    expect(await reasonOf(caller.orders.adminPatch({ _id, email: someEmail() }))).toBe('too_many');
    await caller.orders.adminPatch({ _id, notes: 'Leave at the gate' });
    const { email: last } = await caller.orders.byId({ id: _id });
    expect(last).not.toBe(email);
    await caller.orders.adminPatch({ _id, email: last });
  });
});

describe('an Employee has no more than so many mails an hour sent', () => {
  const mails = LIMITS.staffMail.most;
  /** Asks for one more than are sent, and answers what came of that. */
  const lastOfMails = async (ask: () => Promise<unknown>): Promise<string> => {
    for (let count = 0; count < mails; count++) await ask();
    return reasonOf(ask());
  };

  it('with payment links; a link that is not mailed is made all the same', async () => {
    const knob = await makeVariant(shop.app.db, { price: usd(10), stock: 100 });
    const company = await makeCompany(shop.app.db, { creditLimit: usd(1000), taxExempt: true });
    const buyer = await makeUser(shop.app.db, { company });
    const { _id: order } = await shop.as(buyer).orders.submit(onTerms(knob, 3));
    const caller = shop.as(employee);
    expect(await reasonOf(caller.payLinks.make({ order: randomUUID(), email: someEmail() }))).toBe(
      'not_found',
    );
    expect(await lastOfMails(() => caller.payLinks.make({ order, email: someEmail() }))).toBe('too_many');
    expect(await caller.payLinks.make({ order })).toMatchObject({ amount: 30 });
  });

  it('by new orders to addresses that they name, and not to their customer’s own', async () => {
    const knob = await makeVariant(shop.app.db, { price: usd(10), stock: 100 });
    const company = await makeCompany(shop.app.db, { taxExempt: true });
    const buyer = await makeUser(shop.app.db, { company });
    const caller = shop.as(employee);
    const sold = { cart: [lineOf(knob, 1)], total: usd(10), paymentType: 'Check' as const, user: buyer._id };
    const place = (email: string, more: object = {}) =>
      caller.orders.createByStaff({ ...sold, email, idempotencyKey: randomUUID(), ...more });
    // Refused, it sends none, and counts for none.
    expect(await reasonOf(place(someEmail(), { total: usd(11) }))).toBe('figures_changed');
    const [first, key] = [someEmail(), { idempotencyKey: randomUUID() }];
    for (let press = 0; press < 2; press++) await place(first, key);
    await place(buyer.email.toUpperCase());
    for (let count = 1; count < mails; count++) await place(someEmail());
    expect(await reasonOf(place(someEmail()))).toBe('too_many');
    expect(await place(buyer.email)).toMatchObject({ total: 10 });
    expect(await place('')).toMatchObject({ email: buyer.email });
  });

  it('by quotes, each of which is one', async () => {
    const knob = await makeVariant(shop.app.db, { price: usd(10), stock: 100 });
    const buyer = await makeUser(shop.app.db);
    let bid = await shop.as(buyer).carts.saveAsBid({ orderName: 'Porch', cart: [lineOf(knob, 3)] });
    const quotedUntil = new Date(Date.now() + 86_400_000).toISOString();
    const prices = [{ variantId: knob.variantId, price: usd(9) }];
    const quote = async () => {
      const { _id, version } = bid;
      bid = await shop.as(employee).carts.quote({ _id, version, prices, quotedUntil });
    };
    expect(await lastOfMails(quote)).toBe('too_many');
  });
});
