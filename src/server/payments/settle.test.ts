import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rows } from '#server/database/db.ts';
import { orders } from '#server/orders/tables.ts';
import { settlePayment } from '#server/payments/settle.ts';
import { paymentAllocations, payments } from '#server/payments/tables.ts';
import { testDriver } from '#server/test/database.ts';
import { makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';
import { toCents } from '#shared/rules/money.ts';

let shop: Selling;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** The payment of a Held order whose outcome the gateway has not told. */
async function openPayment() {
  const knob = await makeVariant(shop.app.db, { price: usd(10), stock: 5 });
  const cart = [lineOf(knob, 1)];
  const { total } = await shop.as(null).orders.getCost({ cart, shippingMethod: guest.shippingMethod });
  const { _id, orderKey } = await shop
    .as(null)
    .orders.submit({ ...guest, cart, total, idempotencyKey: randomUUID() });
  await refusal(shop.as(null).payments.charge({ order: { _id, orderKey }, card: { testOutcome: 'slow' } }));
  const [payment] = await shop.app.db.select().from(payments).where(eq(payments.order, _id));
  if (!payment) throw new Error('no payment was begun');
  return payment;
}

async function untilSomebodyWaits() {
  for (;;) {
    const [found] = rows<{ waiting: number }>(
      await shop.app.db.execute(sql`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`),
    );
    if (found && found.waiting > 0) return;
    await sleep(10);
  }
}

// The embedded database has one connection, where nobody waits for a lock.
describe.skipIf(testDriver !== 'postgres')('a payment that two settle at once', () => {
  it('is locked after its order, and seen as the first one left it', async () => {
    const payment = await openPayment();
    const success = {
      status: 'succeeded',
      reference: `test_paid_${randomUUID()}`,
      amount: toCents(payment.amount),
    } as const;
    const second = await shop.app.db.transaction(async tx => {
      await tx.select().from(orders).where(eq(orders._id, payment.order)).for('no key update');
      const settling = settlePayment(shop.app, payment._id, success);
      await untilSomebodyWaits();
      await tx
        .select()
        .from(payments)
        .where(eq(payments._id, payment._id))
        .for('no key update', { noWait: true });
      await tx.update(payments).set({ status: 'succeeded' }).where(eq(payments._id, payment._id));
      return { settling };
    });
    const { payment: seen, submitted } = await second.settling;
    expect(seen.status).toBe('succeeded');
    expect(submitted).toBeNull();
    expect(await shop.app.db.$count(paymentAllocations, eq(paymentAllocations.payment, payment._id))).toBe(0);
  });
});
