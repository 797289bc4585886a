import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orders } from '#server/orders/tables.ts';
import { sweepGateway } from '#server/payments/sweep-gateway.ts';
import { payments } from '#server/payments/tables.ts';
import { intentIn, later, StripeShop } from '#server/test/stripe-shop.ts';

let at: StripeShop;
beforeAll(async () => {
  at = await StripeShop.open();
});
afterEach(() => at.reset());
afterAll(() => at.close());

/** Leaves the payments of an order as the jobs do that find no charge, as their calls arrive later. */
async function giveUp(order: { _id: string }): Promise<void> {
  const { db } = at.shop.app;
  await db.execute(sql`delete from pgboss.job where name = 'reconcile-payment'`);
  const given = { status: 'canceled', reference: null } as const;
  await db.update(payments).set(given).where(eq(payments.order, order._id));
}

async function sweep(now?: Date): Promise<void> {
  await sweepGateway(at.shop.app, now);
  await at.shop.app.jobs.drain({ delayed: true });
}

describe('a charge of which no event arrived, and whose payment had been given up', () => {
  it('goes to its order while that still waits', async () => {
    const order = await at.heldOrder();
    await at.chargeUnheard(order);
    await giveUp(order);
    await sweep();
    const paid = { status: 'Submitted', payments: ['succeeded'], allocations: 1, charged: [1083] };
    expect(await at.standing(order)).toMatchObject({ ...paid, refunded: [] });
  });

  it('is given back once its order is gone, once, and staff are told', async () => {
    const order = await at.heldOrder();
    await at.chargeUnheard(order);
    await giveUp(order);
    await at.shop.as(null).orders.cancel({ _id: order._id, orderKey: order.orderKey });
    for (let n = 0; n < 2; n++) await sweep();
    expect(await at.standing(order)).toMatchObject({ status: 'Canceled', charged: [1083], refunded: [1083] });
    const [row] = await at.shop.app.db.select().from(orders).where(eq(orders._id, order._id));
    expect(row?.alert).toContain('arrived when the order could not take it');
  });

  it('is canceled where it waits for its bank', async () => {
    const order = await at.heldOrder();
    const reference = intentIn(await at.charge(order, at.cardOf('needs_confirmation')));
    await sweep();
    expect(at.fake.intent(reference)?.status).toBe('requires_action');
    await giveUp(order);
    await sweep();
    expect(at.fake.intent(reference)?.status).toBe('canceled');
  });

  it('is told to whoever reads the log where the books know no such payment', async () => {
    const order = await at.heldOrder();
    await at.charge(order, at.cardOf('approve'));
    const metadata = { payment_id: randomUUID() };
    at.fake.addIntent({ ...at.intentOf(order), id: 'pi_stray', metadata });
    expect(await at.logged(() => sweep())).toContain('cards were charged for no order that is known');
    // Three days later it is too old to be looked at.
    expect(await at.logged(() => sweep(later(4 * 24 * 60)))).toBe('');
  });

  it('is found by the next sweep where Stripe did not answer the first', async () => {
    const order = await at.heldOrder();
    await at.chargeUnheard(order);
    await giveUp(order);
    // Its package asks three times; the other lists are answered.
    at.fake.fail('server_error', 3);
    await expect(sweepGateway(at.shop.app)).rejects.toThrow('did not answer the sweep');
    await sweep();
    expect(await at.standing(order)).toMatchObject({ status: 'Submitted', charged: [1083], refunded: [] });
  });
});
