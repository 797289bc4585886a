import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { orderEvents, orders } from '#server/orders/tables.ts';
import { accountEntries } from '#server/payments/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';
import { sumMoney } from '#shared/rules/money.ts';

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

const historyOf = async (_id: string) =>
  (
    await shop.app.db.select().from(orderEvents).where(eq(orderEvents.order, _id)).orderBy(orderEvents._id)
  ).map(({ name, description }) => `${name}: ${description}`);

describe('an order that staff make', () => {
  it('of a walk-in is paid, handed over and Completed in one go, and nobody is written to', async () => {
    const caller = shop.as(staff);
    const sold = { cart: [lineOf(knob, 3)], total: usd(32.48), paymentType: 'Cash' as const };
    const asked = { ...sold, idempotencyKey: randomUUID(), takenAlong: { method: 'cash' as const } };
    const order = await caller.orders.createByStaff(asked);
    expect(order).toMatchObject({
      status: 'Completed',
      paid: true,
      amountPaid: 32.48,
      email: '',
      user: null,
    });
    expect(order.cart.map(({ fulfilled }) => fulfilled)).toEqual([3]);
    expect(await historyOf(order._id)).toEqual([
      'submitted: Submitted',
      'paid: $32.48 by cash',
      'status: Submitted → Processing',
      `fulfilled: 3 of 3 ${knob.productNum}`,
      'status: Processing → Ready',
      'status: Ready → Completed',
      'handed over: to Counter sale, at the counter',
    ]);
    expect(await shop.app.db.$count(emails, eq(emails.order, order._id))).toBe(0);
    expect((await caller.orders.createByStaff(asked))._id).toBe(order._id);
    expect(await refusal(caller.orders.createByStaff({ ...asked, notes: 'other' }))).toMatchObject({
      reason: 'key_reused',
    });
  });

  it('of a company is on its account, at its prices, tomorrow and the day after', async () => {
    const company = await makeCompany(shop.app.db, { creditLimit: usd(100), taxExempt: true });
    const caller = shop.as(staff);
    const ask = (quantity: number, total: number) => ({
      ...{ company, cart: [lineOf(knob, quantity)], total: usd(total), idempotencyKey: randomUUID() },
    });
    const order = await caller.orders.createByStaff(ask(4, 40));
    expect(order).toMatchObject({ status: 'Submitted', paymentType: 'Terms', company, paid: false });
    expect(Date.parse(order.deliveryDate) - Date.parse(order.date)).toBe(86_400_000);
    const entries = await shop.app.db
      .select()
      .from(accountEntries)
      .where(eq(accountEntries.company, company));
    expect(sumMoney(entries.map(({ amount }) => amount))).toBe(40);
    expect(await refusal(caller.orders.createByStaff(ask(7, 70)))).toMatchObject({
      ...{ reason: 'credit_limit', details: { missing: 10 } },
    });
    const above = { ...ask(7, 70), overLimit: true as const };
    expect(await refusal(caller.orders.createByStaff(above))).toMatchObject({ reason: 'forbidden' });
    expect(await shop.as(admin).orders.createByStaff(above)).toMatchObject({ total: 70 });
  });

  it('needs credit for Terms, and says so beside the payment', async () => {
    const asked = { cart: [lineOf(knob, 1)], total: usd(10.83), idempotencyKey: randomUUID() };
    expect(await refusal(shop.as(staff).orders.createByStaff(asked))).toMatchObject({
      issues: [{ path: ['paymentType'], message: 'needs a company with a credit limit' }],
    });
  });

  it('bears the price that staff name, with its reason, for a user of theirs', async () => {
    const buyer = await makeUser(shop.app.db);
    const cart = [{ ...lineOf(knob, 2), price: usd(8), priceReason: 'scratched' }];
    const asked = { user: buyer._id, cart, total: usd(17.32), paymentType: 'credit-card' as const };
    const order = await shop.as(staff).orders.createByStaff({ ...asked, idempotencyKey: randomUUID() });
    expect(order).toMatchObject({ user: buyer._id, status: 'Submitted', paid: false, email: buyer.email });
    expect(order.cart).toMatchObject([{ price: 8, originalPrice: 10, priceSource: 'override' }]);
    const other = shop
      .as(staff)
      .orders.createByStaff({ ...asked, total: usd(17), idempotencyKey: randomUUID() });
    expect(await refusal(other)).toMatchObject({ reason: 'figures_changed' });
    expect(await shop.app.db.$count(orders, eq(orders.user, buyer._id))).toBe(1);
  });
});
