import { and, eq, inArray } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import { type Db, retrying } from '#server/db.ts';
import { AppError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { completeSubmit } from '#server/orders/complete-submit.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { lockOrder, type OrderRow } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import type { FindResult } from '#server/payments/gateway.ts';
import { queueRefund } from '#server/payments/refunds.ts';
import { accountEntries, paymentAllocations, payments } from '#server/payments/tables.ts';
import { type Money, toCents, toMoney } from '#shared/rules/money.ts';

export type PaymentRow = typeof payments.$inferSelect;

const OPEN = ['starting', 'requires_action', 'unknown'] as const;

export function isOpen(payment: PaymentRow): boolean {
  return OPEN.some(status => status === payment.status);
}

/**
 * Where the gateway's answer, its webhook and the reconciling job meet: records what became of a payment, exactly
 * once, whoever comes first and however often. A charge that arrives when its order is already canceled is given
 * back.
 */
export async function settlePayment(app: App, paymentId: string, result: FindResult): Promise<PaymentRow> {
  return retrying(app.db, async tx => {
    const [found] = await tx.select().from(payments).where(eq(payments._id, paymentId));
    if (!found) throw new AppError('not_found');
    const order = await lockOrder(tx, found.order);
    const [payment] = await tx
      .select()
      .from(payments)
      .where(eq(payments._id, paymentId))
      .for('no key update');
    if (!payment) throw new AppError('not_found');
    // Success is final. A declined or canceled attempt can still turn out to have succeeded at the gateway.
    if (payment.status === 'succeeded') return payment;
    if (result.status === 'succeeded') return recordSuccess(app, tx, order, payment, result);
    if (!isOpen(payment)) return payment;
    return recordFailure(tx, order, payment, result);
  });
}

async function recordSuccess(
  app: App,
  tx: Db,
  order: OrderRow,
  payment: PaymentRow,
  result: Extract<FindResult, { status: 'succeeded' }>,
): Promise<PaymentRow> {
  const settled = await update(tx, payment._id, {
    status: 'succeeded',
    // What was really charged: that much is given back where the order can't take it.
    amount: toMoney(result.amount),
    reference: result.reference,
    settledAt: new Date().toISOString(),
  });
  await recordLog(tx, 'system', {
    type: 'payment',
    category: 'charge',
    name: `Order ${order.orderNumber}`,
    description: `Card payment of ${settled.amount} USD succeeded (${payment.provider}).`,
    subject: order._id,
  });
  const open = toCents(order.total) - toCents(order.amountPaid);
  const isStray =
    order.status === 'Canceled' || result.amount > open || result.amount !== toCents(payment.amount);
  if (isStray) {
    await refundStray(app, tx, order, settled);
    return settled;
  }
  await allocate(tx, order, settled, settled.amount);
  if (order.status === 'Held') await completeSubmit(app, tx, order._id);
  return settled;
}

/** A charge that its order can't take any more: given back, and shown to staff. */
async function refundStray(app: App, tx: Db, order: OrderRow, payment: PaymentRow): Promise<void> {
  const alert = `A card payment of ${payment.amount} USD arrived when the order could not take it; it is being refunded.`;
  await tx.update(orders).set({ alert }).where(eq(orders._id, order._id));
  await recordOrderEvent(tx, order._id, 'system', 'payment refused', alert);
  await queueRefund(app, tx, payment, payment.amount, 'late charge');
}

async function allocate(tx: Db, order: OrderRow, payment: PaymentRow, amount: Money): Promise<void> {
  await tx.insert(paymentAllocations).values({ payment: payment._id, order: order._id, amount });
  await tx
    .update(orders)
    .set({ amountPaid: toMoney(toCents(order.amountPaid) + toCents(amount)) })
    .where(eq(orders._id, order._id));
  if (order.paymentType === 'Terms' && order.company) {
    await tx.insert(accountEntries).values({
      company: order.company,
      order: order._id,
      payment: payment._id,
      kind: 'payment',
      amount: toMoney(-toCents(amount)),
    });
  }
  await recordOrderEvent(tx, order._id, 'system', 'paid', `${amount} USD by ${payment.method}`);
}

async function recordFailure(
  tx: Db,
  order: OrderRow,
  payment: PaymentRow,
  result: Exclude<FindResult, { status: 'succeeded' }>,
): Promise<PaymentRow> {
  switch (result.status) {
    case 'requires_action':
      return update(tx, payment._id, { status: 'requires_action', reference: result.reference });
    case 'unknown':
      return update(tx, payment._id, {
        status: 'unknown',
        ...(result.reference && { reference: result.reference }),
      });
    case 'canceled':
    case 'absent':
      return update(tx, payment._id, { status: 'canceled', settledAt: new Date().toISOString() });
    case 'declined':
      await recordOrderEvent(tx, order._id, 'system', 'card declined', result.reason);
      return update(tx, payment._id, {
        status: 'declined',
        declineReason: result.reason,
        settledAt: new Date().toISOString(),
      });
  }
}

async function update(
  tx: Db,
  _id: string,
  values: Partial<typeof payments.$inferInsert>,
): Promise<PaymentRow> {
  const [row] = await tx.update(payments).set(values).where(eq(payments._id, _id)).returning();
  if (!row) throw new AppError('not_found');
  return row;
}

/** The payment of an order that is still open, if there is one; the order is locked by the caller. */
export async function openPaymentOf(tx: Db, order: string): Promise<PaymentRow | null> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(
      and(eq(payments.order, order), eq(payments.purpose, 'order'), inArray(payments.status, [...OPEN])),
    );
  return row ?? null;
}
