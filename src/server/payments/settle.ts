import { eq, inArray, type SQLWrapper } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import { alongside, type Db, retrying } from '#server/db.ts';
import { AppError } from '#server/errors.ts';
import { logEntry } from '#server/logs/logs.ts';
import { notifyStaff } from '#server/notifications/notifications.ts';
import { recordPaid } from '#server/orders/complete-submit.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orderCarts, orders } from '#server/orders/tables.ts';
import { raiseAlert } from '#server/payments/alerts.ts';
import type { FindResult } from '#server/payments/gateway.ts';
import { queueRefund } from '#server/payments/refunds.ts';
import { keepCard } from '#server/payments/saved-cards.ts';
import { accountEntries, paymentAllocations, payments } from '#server/payments/tables.ts';
import { OPEN_PAYMENT_STATUSES } from '#shared/enumerations.ts';
import { addMoney, formatMoney, subtractMoney, toCents, toMoney } from '#shared/rules/money.ts';
import { cartPayment } from '#shared/rules/totals.ts';
import type { Order } from '#shared/schemas/orders.ts';

export type PaymentRow = typeof payments.$inferSelect;

export interface Settled {
  payment: PaymentRow;
  /** The order, with its key, where this very settlement submitted it. */
  submitted: Order | null;
}

export function isOpen(payment: PaymentRow): boolean {
  return OPEN_PAYMENT_STATUSES.some(status => status === payment.status);
}

/**
 * Where the gateway's answer, its webhook and the reconciling job meet: records what became of a payment, exactly
 * once, whoever comes first and however often. A charge that arrives when its order is already canceled is given
 * back.
 */
export async function settlePayment(app: App, paymentId: string, result: FindResult): Promise<Settled> {
  return retrying(app.db, async tx => {
    const { order, payment } = await lockBoth(tx, paymentId);
    // Success is final. A declined or canceled attempt can still turn out to have succeeded at the gateway.
    if (payment.status === 'succeeded') return { payment, submitted: null };
    if (result.status === 'succeeded') return recordSuccess(app, tx, order, payment, result);
    if (!isOpen(payment)) return { payment, submitted: null };
    return { payment: await recordFailure(tx, order, payment, result), submitted: null };
  });
}

/** The order before its payment, as every path does; both as they are once they are locked. */
async function lockBoth(tx: Db, paymentId: string): Promise<{ order: OrderRow; payment: PaymentRow }> {
  const [locked] = await tx
    .select({ order: orders, payment: payments })
    .from(payments)
    .innerJoin(orders, eq(orders._id, payments.order))
    .where(eq(payments._id, paymentId))
    .for('no key update', { of: [orders, payments] });
  if (!locked) throw new AppError('not_found');
  return locked;
}

async function recordSuccess(
  app: App,
  tx: Db,
  order: OrderRow,
  payment: PaymentRow,
  result: Extract<FindResult, { status: 'succeeded' }>,
): Promise<Settled> {
  const now = new Date().toISOString();
  const outcome = {
    status: 'succeeded',
    // What was really charged: that much is given back where the order can't take it.
    amount: toMoney(result.amount),
    reference: result.reference,
    settledAt: now,
    updatedAt: now,
  } as const;
  const settled: PaymentRow = { ...payment, ...outcome };
  if (result.keptCard && payment.user) await keepCard(app, tx, payment.user, result.keptCard);
  const entry = logEntry(tx, 'system', {
    type: 'payment',
    category: 'charge',
    name: `Order ${order.orderNumber}`,
    description: `Card payment of ${formatMoney(settled.amount)} succeeded (${payment.provider}).`,
    subject: order._id,
  });
  const writes = [tx.update(payments).set(outcome).where(eq(payments._id, payment._id)), entry];
  const open = toCents(order.total) - toCents(order.amountPaid);
  const isStray =
    order.status === 'Canceled' || result.amount > open || result.amount !== toCents(payment.amount);
  if (isStray) {
    await refundStray(app, tx, order, settled, writes);
    return { payment: settled, submitted: null };
  }
  const submitted = await allocate(app, tx, order, settled, writes);
  if (payment.purpose === 'delayed') await tellStaff(tx, order, settled);
  return { payment: settled, submitted };
}

/** A charge that its order can't take any more: given back, and shown to staff. */
async function refundStray(
  app: App,
  tx: Db,
  order: OrderRow,
  payment: PaymentRow,
  writes: readonly SQLWrapper[],
): Promise<void> {
  const alert = `A card payment of ${formatMoney(payment.amount)} arrived when the order could not take it; it is being refunded.`;
  await tx
    .with(...alongside(tx, writes))
    .update(orders)
    .set({ test: isTest(order, payment) })
    .where(eq(orders._id, order._id));
  await raiseAlert(tx, order._id, alert);
  await recordOrderEvent(tx, order._id, 'system', 'payment refused', alert);
  await queueRefund(app, tx, payment, payment.amount, 'late charge');
}

/** No money moved for what the test gateway was paid. */
const isTest = (order: OrderRow, payment: PaymentRow) => order.test || payment.provider === 'test';

/** Puts a payment to its order; answers the order where that submitted it. */
async function allocate(
  app: App,
  tx: Db,
  order: OrderRow,
  payment: PaymentRow,
  writes: readonly SQLWrapper[],
): Promise<Order | null> {
  const { amount } = payment;
  const amountPaid = addMoney(order.amountPaid, amount);
  const parts = await partsOf(tx, payment);
  const shares: SQLWrapper[] = [tx.insert(paymentAllocations).values(parts)];
  const isWhole = amountPaid >= order.total;
  if (isWhole || payment.carts) {
    const which = isWhole ? eq(orderCarts.order, order._id) : inArray(orderCarts._id, payment.carts ?? []);
    shares.push(tx.update(orderCarts).set({ paid: true }).where(which));
  }
  if (order.paymentType === 'Terms' && order.company) {
    shares.push(
      tx.insert(accountEntries).values({
        company: order.company,
        order: order._id,
        payment: payment._id,
        kind: 'payment',
        amount: toMoney(-toCents(amount)),
      }),
    );
  }
  const paid = {
    amountPaid,
    test: isTest(order, payment),
    how: `${formatMoney(amount)} by ${payment.method}`,
  };
  return recordPaid(app, tx, order, paid, [...writes, ...shares]);
}

/** What of a payment goes to each cart that it is for; to the order itself where it is for none. */
async function partsOf(tx: Db, { _id, order, amount, carts }: PaymentRow) {
  const whole = { payment: _id, order, amount };
  if (!carts) return [whole];
  const rows = await tx
    .select()
    .from(orderCarts)
    .where(inArray(orderCarts._id, carts))
    .orderBy(orderCarts.position);
  let left = amount;
  const parts = rows.flatMap(cart => {
    const share = cartPayment(cart, left);
    left = subtractMoney(left, share);
    return share > 0 ? [{ ...whole, orderCart: cart._id, amount: share }] : [];
  });
  return left > 0 ? [...parts, { ...whole, amount: left }] : parts;
}

/** Its customer is told by `recordPaid`. */
function tellStaff(tx: Db, { _id, orderNumber }: OrderRow, { amount }: PaymentRow): Promise<void> {
  const title = `Payment for order ${orderNumber}`;
  return notifyStaff(tx, {
    type: 5,
    title,
    details: `${formatMoney(amount)} by card`,
    link: `/admin/orders/${_id}`,
  });
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
