import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { orderEvents } from '#server/orders/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';
import { variants } from '#server/variants/tables.ts';
import { waitingActs } from '#server/waiting-acts/tables.ts';

let shop: Selling;
let staff: SessionUser;
let admin: SessionUser;
let knob: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  staff = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  admin = await makeUser(shop.app.db, { permissionLevel: 'Admin' });
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 100 });
});
afterAll(() => shop.close());

const stockOf = async ({ variantId }: MadeVariant) =>
  (await shop.app.db.select().from(variants).where(eq(variants._id, variantId)))[0]?.stock;

const lastEventOf = async (order: string) => {
  const of = eq(orderEvents.order, order);
  const [last] = await shop.app.db
    .select()
    .from(orderEvents)
    .where(of)
    .orderBy(desc(orderEvents._id))
    .limit(1);
  return `${last?.name}: ${last?.description}`;
};

describe('what is taken along', () => {
  it('asks about a check whose number their money had before, and takes another one', async () => {
    const company = await makeCompany(shop.app.db, { taxExempt: true });
    const caller = shop.as(staff);
    const by = (quantity: number, again?: true) => ({
      ...{
        company,
        cart: [lineOf(knob, quantity)],
        total: usd(quantity * 10),
        paymentType: 'Check' as const,
      },
      ...{ idempotencyKey: randomUUID(), takenAlong: { method: 'check' as const, number: '77', again } },
    });
    const first = await caller.orders.createByStaff(by(1));
    const stock = await stockOf(knob);
    const asked = by(2);
    const known = await refusal(caller.orders.createByStaff(asked));
    expect(known).toMatchObject({ reason: 'receipt_known', details: { receipt: { amount: first.total } } });
    expect(await stockOf(knob)).toBe(stock);
    const takenAlong = { method: 'check' as const, number: '77', again: true as const };
    const order = await caller.orders.createByStaff({ ...asked, takenAlong });
    expect(order).toMatchObject({ status: 'Completed', paid: true, amountPaid: 20 });
  });

  it('is not asked about again where an Admin says yes to what waited', async () => {
    const company = await makeCompany(shop.app.db, { taxExempt: true });
    const by = (quantity: number) => ({
      ...{
        company,
        cart: [lineOf(knob, quantity)],
        total: usd(quantity * 10),
        paymentType: 'Check' as const,
      },
      ...{ idempotencyKey: randomUUID(), takenAlong: { method: 'check' as const, number: '78' } },
    });
    await shop.as(staff).orders.createByStaff(by(1));
    const input = by(2);
    const [act] = await shop.app.db
      .insert(waitingActs)
      .values({
        ...{ kind: 'order', key: input.idempotencyKey, amount: usd(4), words: 'An order', input },
        askedBy: staff._id,
      })
      .returning();
    await shop.as(admin).approvals.decide({ _id: act?._id ?? '', approve: true });
    expect(await shop.as(staff).orders.createByStaff(input)).toMatchObject({
      status: 'Completed',
      paid: true,
    });
  });

  it('waits, all picked, for the card of whoever takes it along, and is handed over once that has paid', async () => {
    const caller = shop.as(staff);
    const sold = { cart: [lineOf(knob, 3)], total: usd(32.48), paymentType: 'credit-card' as const };
    const asked = { ...sold, idempotencyKey: randomUUID(), takenAlong: { method: 'card' as const } };
    const order = await caller.orders.createByStaff(asked);
    expect(order).toMatchObject({ status: 'Ready', paid: false, amountPaid: 0, deliveryDate: order.date });
    expect(await lastEventOf(order._id)).toBe('status: Processing → Ready');
    const { url } = await caller.payLinks.make({ order: order._id });
    const key = new URL(url).searchParams.get('key') ?? '';
    await shop.as(null).payLinks.pay({
      ...{ order: order._id, key, total: usd(32.48), idempotencyKey: randomUUID() },
      card: { testOutcome: 'approve' },
    });
    await caller.orders.handOver({ _id: order._id, key: randomUUID(), collectedBy: 'Tom' });
    expect(await caller.orders.byId({ id: order._id })).toMatchObject({ status: 'Completed', paid: true });
  });

  it('is owed by their terms where it goes on account, within the limit alone', async () => {
    const company = await makeCompany(shop.app.db, { taxExempt: true, creditLimit: usd(30), termsDays: 15 });
    const onAccount = (quantity: number, more: object = {}) => ({
      ...{
        company,
        cart: [lineOf(knob, quantity)],
        total: usd(quantity * 10),
        paymentType: 'Terms' as const,
      },
      ...{ idempotencyKey: randomUUID(), takenAlong: { method: 'account' as const }, ...more },
    });
    const { orders: sold } = shop.as(staff);
    const order = await sold.createByStaff(onAccount(2));
    expect(order).toMatchObject({ status: 'Completed', paid: false, amountPaid: 0, paymentType: 'Terms' });
    expect(order.dueDate).not.toBeNull();
    const { owed } = await shop.as(admin).companies.record({ id: company });
    expect(owed).toBe(20);
    expect(await refusal(sold.createByStaff(onAccount(2)))).toMatchObject({
      ...{ reason: 'credit_limit', details: { missing: 10 } },
    });
    const none = await makeUser(shop.app.db);
    const theirs = onAccount(2, { company: undefined, user: none._id, total: usd(21.65) });
    expect(await refusal(sold.createByStaff(theirs))).toMatchObject({
      ...{ reason: 'invalid', issues: [{ path: ['paymentType'] }] },
    });
    await expect(sold.createByStaff(onAccount(2, { paymentType: 'Cash' }))).rejects.toThrow(
      'is Terms where it goes on account',
    );
  });

  it('is no news to its customer, who stands there', async () => {
    const buyer = await makeUser(shop.app.db);
    const sold = {
      user: buyer._id,
      cart: [lineOf(knob, 1)],
      total: usd(10.83),
      paymentType: 'Cash' as const,
    };
    for (const method of ['cash', 'card'] as const) {
      const asked = { ...sold, idempotencyKey: randomUUID(), takenAlong: { method } };
      const { _id } = await shop.as(staff).orders.createByStaff(asked);
      const written = await shop.app.db.select().from(emails).where(eq(emails.order, _id));
      expect(written.map(({ template }) => template)).toContain('order-confirmation');
      expect(written.map(({ template }) => template)).not.toContain('order-ready');
    }
  });

  it('is Completed at once where there is nothing that a card could pay', async () => {
    const cart = [{ ...lineOf(knob, 1), price: usd(0), priceReason: 'a sample' }];
    const asked = { cart, total: usd(0), idempotencyKey: randomUUID() };
    const order = await shop
      .as(admin)
      .orders.createByStaff({ ...asked, paymentType: 'credit-card', takenAlong: { method: 'card' } });
    expect(order.status).toBe('Completed');
  });
});
