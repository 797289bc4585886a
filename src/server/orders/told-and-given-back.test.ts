import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { counts } from '#server/counts.ts';
import { LIMITS } from '#server/http/rate-limits.ts';
import { emails } from '#server/mail/tables.ts';
import { compareOrder, duplicateOrder } from '#server/orders/reorder.ts';
import { orderEvents, orders } from '#server/orders/tables.ts';
import { tellOfRefund } from '#server/orders/tell-customer.ts';
import { accountEntries } from '#server/payments/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { mailsTo } from '#server/test/mails.ts';
import {
  guest,
  lineOf,
  onTerms,
  openShop,
  paidOrder,
  reasonOf,
  refusal,
  type Selling,
} from '#server/test/selling.ts';
import { users } from '#server/users/tables.ts';
import { variants } from '#server/variants/tables.ts';

let shop: Selling;
let knob: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 1000 });
});
afterAll(() => shop.close());

/** One knob, collected. */
const order = (said: { email?: string; cart?: ReturnType<typeof lineOf>[]; total?: number } = {}) =>
  shop.as(null).orders.submit({
    ...{ ...guest, cart: [lineOf(knob, 1)], shippingMethod: 'local', idempotencyKey: randomUUID() },
    ...said,
    total: usd(said.total ?? 10.83),
  });

const mailsOf = (_id: string) => shop.app.db.select().from(emails).where(eq(emails.order, _id));

async function placedByCard(): Promise<number> {
  const metric = await counts.getSingleMetric('orders_placed_total')?.get();
  const held = metric?.values.find(
    ({ labels }) => labels.payment_type === 'credit-card' && labels.status === 'Held',
  );
  return held?.value ?? Number.NaN;
}

/** A company without tax and one of its people. */
async function trade(more: Partial<Parameters<typeof makeUser>[1]> = {}) {
  const company = await makeCompany(shop.app.db, { creditLimit: usd(5000), taxExempt: true });
  return { company, buyer: await makeUser(shop.app.db, { company, ...more }) };
}

describe('an order that waits for its card', () => {
  it('is counted and told to nobody, before it is paid', async () => {
    const before = await placedByCard();
    const held = await order();
    expect(held.status).toBe('Held');
    expect(await mailsOf(held._id)).toEqual([]);
    expect(await placedByCard()).toBe(before + 1);
  });

  it('is confirmed to a guest at once where there is nothing to pay, with links that find it', async () => {
    const sample = await makeVariant(shop.app.db, { price: usd(0) });
    const email = 'all.of.it@example.com';
    const { _id, status, orderKey } = await order({ email, cart: [lineOf(sample, 1)], total: 0 });
    expect(status).toBe('Submitted');
    const [mail] = await mailsTo(shop.app.db, email);
    expect(mail?.order).toBe(_id);
    expect(mail?.text).toContain(new URLSearchParams({ orderKey: orderKey ?? 'no key' }).toString());
  });
});

describe('a refund', () => {
  const tell = (_id: string) =>
    shop.app.db.transaction(tx => tellOfRefund(shop.app, tx, _id, { _id: randomUUID(), amount: usd(1) }));
  const refundMails = async (_id: string) =>
    (await mailsOf(_id)).filter(({ template }) => template === 'refund-issued');

  it('is mailed, but not to a customer who wants no such mails', async () => {
    const buyer = await makeUser(shop.app.db);
    const { _id } = await paidOrder(shop, { buyer });
    await tell(_id);
    expect(await refundMails(_id)).toHaveLength(1);
    await shop.app.db
      .update(users)
      .set({ notify: { 2: false } })
      .where(eq(users._id, buyer._id));
    await tell(_id);
    expect(await refundMails(_id)).toHaveLength(1);
  });

  it('says that the time had run out only where it had', async () => {
    const { _id } = await paidOrder(shop);
    await tell(_id);
    const [mail] = await refundMails(_id);
    expect(mail?.text).toContain('We have refunded');
    expect(mail?.text).not.toContain('had run out');
  });
});

it('a canceled order on account is owed no more', async () => {
  const { company, buyer } = await trade();
  const { _id } = await shop.as(buyer).orders.submit(onTerms(knob, 10));
  const owed = async () => {
    const entries = await shop.app.db
      .select()
      .from(accountEntries)
      .where(eq(accountEntries.company, company));
    return entries.map(({ kind, amount }) => [kind, amount]);
  };
  expect(await owed()).toEqual([['charge', 100]]);
  await shop.as(buyer).orders.cancel({ _id });
  expect(await owed()).toEqual([
    ['charge', 100],
    ['cancel', -100],
  ]);
});

it('a Member above the limit is told of the Primaries of their own company, of no other', async () => {
  await trade({ name: 'Somebody else’s Primary' });
  const { company } = await trade({ name: 'Priya Primary' });
  const member = await makeUser(shop.app.db, { company, role: 'Member', spendingLimit: usd(50) });
  const refused = await refusal(shop.as(member).orders.submit(onTerms(knob, 10)));
  expect(refused.reason).toBe('needs_approval');
  const told = JSON.stringify(refused.about);
  expect(told).toContain('Priya Primary');
  expect(told).not.toContain('Somebody else');
});

it('a guest who holds one thing briefly is offered of another as much as may be held for longer', async () => {
  const [first, second] = [await thirtyAt10(), await thirtyAt10()];
  const place = (thing: MadeVariant, quantity: number, total: number) =>
    shop.as(null, '198.51.100.31').orders.submit({
      ...{ ...guest, email: 'holder@example.com', cart: [lineOf(thing, quantity)] },
      ...{ shippingMethod: 'local', total: usd(total), idempotencyKey: randomUUID() },
    });
  await place(first, 26, 281.45);
  const refused = await refusal(place(second, 12, 129.9));
  expect(refused).toMatchObject({
    reason: 'hold_limit',
    details: { lines: [{ line: 0, quantity: 12, mayHold: 10 }] },
    about: { rest: { isEmpty: false, change: { cart: [{ variantId: second.variantId, quantity: 10 }] } } },
  });
});

const thirtyAt10 = () => makeVariant(shop.app.db, { price: usd(10), stock: 30 });

describe('an order added to one’s history', () => {
  it('is no guess, however many one adds', async () => {
    const email = 'history@example.com';
    const user = await makeUser(shop.app.db, { email, emailConfirmedAt: new Date().toISOString() });
    const { orderNumber } = await order({ email });
    for (let n = 0; n < LIMITS.orderHistory.most + 1; n++) {
      const added = await shop.as(user).orders.addToHistory({ orderNumber });
      expect(added.user).toBe(user._id);
    }
    for (let n = 0; n < LIMITS.orderHistory.most; n++) {
      expect(await reasonOf(shop.as(user).orders.addToHistory({ orderNumber: 99_000_000 + n }))).toBe(
        'not_found',
      );
    }
    expect(await reasonOf(shop.as(user).orders.addToHistory({ orderNumber: 99_999_999 }))).toBe('too_many');
  });
});

describe('an order again', () => {
  async function ordered(): Promise<{ buyer: SessionUser; _id: string; thing: MadeVariant }> {
    const { buyer } = await trade();
    const thing = await makeVariant(shop.app.db, { price: usd(10), pieceSize: 25 });
    const { _id } = await shop.as(buyer).orders.submit(onTerms(thing, 2));
    return { buyer, _id, thing };
  }

  it('compares what is gone by the pack that it was', async () => {
    const { buyer, _id, thing } = await ordered();
    const now = new Date().toISOString();
    await shop.app.db.update(variants).set({ deletedAt: now }).where(eq(variants._id, thing.variantId));
    expect((await compareOrder(shop.app.db, buyer, _id)).lines).toMatchObject([
      { gone: true, pieceSizeThen: 25, pieceSizeNow: 25, priceNow: 10 },
    ]);
  });

  it('is not to be sent by freight, which was quoted for the first one alone', async () => {
    const { buyer, _id } = await ordered();
    await shop.app.db.update(orders).set({ shippingMethod: 'freight' }).where(eq(orders._id, _id));
    expect((await duplicateOrder(shop.app.db, buyer, { _id })).shippingMethod).not.toBe('freight');
  });
});

it('counts that stay as they are leave nothing in the history', async () => {
  const staff = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  const { _id, cart } = await paidOrder(shop, { quantity: 3 });
  const count = (fulfilled: number) =>
    shop.as(staff).orders.adminPatch({ _id, cart: [{ _id: cart[0]?._id ?? '', fulfilled }] });
  await shop.as(staff).orders.adminPatch({ _id, status: 'Processing' });
  await count(2);
  await count(2);
  const events = await shop.app.db.select().from(orderEvents).where(eq(orderEvents.order, _id));
  expect(events.filter(({ name }) => name === 'fulfilled')).toHaveLength(1);
});
