import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import { type Db, retrying } from '#server/db.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { lockOrder, type OrderRow } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import type { PaymentRow } from '#server/payments/settle.ts';
import { payments, refunds } from '#server/payments/tables.ts';
import { eachByItself } from '#server/sweep.ts';
import { OPEN_REFUND_STATUSES } from '#shared/enumerations.ts';
import { formatMoney, type Money, toCents, toMoney } from '#shared/rules/money.ts';

declare module '#server/jobs.ts' {
  interface JobPayloads {
    'refund-payment': { refund: string };
    'reconcile-refunds': Record<string, never>;
  }
}

/**
 * Notes a refund in the transaction of what causes it; a job asks the gateway for it after the commit. One refund a
 * payment and reason: a repeated call changes nothing.
 */
export async function queueRefund(
  app: Pick<App, 'jobs'>,
  tx: Db,
  payment: Pick<PaymentRow, '_id' | 'order'>,
  amount: Money,
  reason: string,
): Promise<void> {
  const [refund] = await tx
    .insert(refunds)
    .values({
      payment: payment._id,
      order: payment.order,
      status: 'starting',
      amount,
      reason,
      idempotencyKey: `refund:${payment._id}:${reason}`,
    })
    .onConflictDoNothing({ target: refunds.idempotencyKey })
    .returning({ _id: refunds._id });
  if (refund) await app.jobs.send(tx, 'refund-payment', { refund: refund._id });
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The sweep behind the single jobs: every refund that is still open is asked for again, with the same key; one that
 * is a day old is shown to staff.
 */
export async function reconcileRefunds(app: App, now = new Date()): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const open = await app.db
    .select({ _id: refunds._id, order: refunds.order, amount: refunds.amount, createdAt: refunds.createdAt })
    .from(refunds)
    .where(and(inArray(refunds.status, OPEN_REFUND_STATUSES), lt(refunds.createdAt, before(5 * MINUTE_MS))))
    .orderBy(refunds.createdAt)
    .limit(100);
  await eachByItself(app.log, open, async ({ _id, order, amount, createdAt }) => {
    if (createdAt < before(DAY_MS)) {
      const alert = `A refund of ${formatMoney(amount)} has not been confirmed for a day.`;
      await app.db.update(orders).set({ alert }).where(eq(orders._id, order));
    }
    await refundPayment(app, _id);
  });
}

/** Queues the refund of everything that was paid on an order, each payment what is left of it. */
export async function refundWholeOrder(
  app: Pick<App, 'jobs'>,
  tx: Db,
  order: OrderRow,
  reason: string,
): Promise<void> {
  const paid = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.order, order._id), eq(payments.status, 'succeeded')));
  for (const payment of paid) {
    const left = toCents(payment.amount) - (await refundedCents(tx, payment._id));
    if (left > 0) await queueRefund(app, tx, payment, toMoney(left), reason);
  }
}

/** What was refunded of a payment or is on its way, in cents. */
async function refundedCents(tx: Db, payment: string): Promise<number> {
  const [row] = await tx
    .select({ cents: sql<string>`coalesce(sum(${refunds.amount}), 0)::text` })
    .from(refunds)
    .where(and(eq(refunds.payment, payment), ne(refunds.status, 'failed')));
  return Number(row?.cents ?? 0);
}

/**
 * Asks the gateway for a queued refund and records what it answers. An unknown outcome is thrown, so that the job is
 * tried again with the same idempotency key.
 */
export async function refundPayment(app: App, refundId: string): Promise<void> {
  const [refund] = await app.db.select().from(refunds).where(eq(refunds._id, refundId));
  if (!refund || refund.status === 'succeeded' || refund.status === 'failed') return;
  const [payment] = await app.db.select().from(payments).where(eq(payments._id, refund.payment));
  if (!payment?.reference) return;
  const result = await app.payments.refund({
    refundId: refund._id,
    reference: payment.reference,
    amount: toCents(refund.amount),
    idempotencyKey: refund.idempotencyKey,
  });
  const outcome = result.status === 'refused' ? 'failed' : result.status;
  await recordRefund(app, refund._id, outcome, 'reference' in result ? result.reference : null);
  if (result.status === 'unknown') throw new Error(`the outcome of refund ${refund._id} is not known yet`);
}

async function recordRefund(
  app: App,
  refundId: string,
  outcome: 'succeeded' | 'failed' | 'unknown',
  reference: string | null,
): Promise<void> {
  await retrying(app.db, async tx => {
    const [found] = await tx.select().from(refunds).where(eq(refunds._id, refundId));
    if (!found) return;
    const order = await lockOrder(tx, found.order);
    const [refund] = await tx.select().from(refunds).where(eq(refunds._id, refundId)).for('no key update');
    if (!refund || refund.status === 'succeeded') return;
    await tx
      .update(refunds)
      .set({ status: outcome, ...(reference && { reference }), settledAt: new Date().toISOString() })
      .where(eq(refunds._id, refundId));
    if (outcome === 'unknown') return;
    if (outcome === 'failed') {
      const alert = `A refund of ${formatMoney(refund.amount)} was refused by the payment service.`;
      await tx.update(orders).set({ alert }).where(eq(orders._id, order._id));
    } else {
      await tx
        .update(orders)
        .set({ amountRefunded: toMoney(toCents(order.amountRefunded) + toCents(refund.amount)) })
        .where(eq(orders._id, order._id));
    }
    await recordOrderEvent(tx, order._id, 'system', `refund ${outcome}`, formatMoney(refund.amount));
  });
}
