import { eq, inArray, type SQLWrapper } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import { alongside, type Db, retrying } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { logEntry } from '#server/logs/logs.ts';
import { notifyStaff } from '#server/notifications/notifications.ts';
import { recordPaid } from '#server/orders/complete-submit.ts';
import { countSubmitted } from '#server/orders/order-counts.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orderCarts, orders } from '#server/orders/tables.ts';
import { raiseAlert } from '#server/payments/alerts.ts';
import { lockParts, type Part, type PaymentRow } from '#server/payments/batches.ts';
import type { FindResult } from '#server/payments/gateway.ts';
import { accountPayment } from '#server/payments/ledgers.ts';
import { countSettled } from '#server/payments/payment-counts.ts';
import { queueRefund } from '#server/payments/refunds.ts';
import { keepCard } from '#server/payments/saved-cards.ts';
import { paymentAllocations, payments } from '#server/payments/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { OPEN_PAYMENT_STATUSES } from '#shared/enumerations.ts';
import {
  addMoney,
  formatMoney,
  type Money,
  subtractMoney,
  sumMoney,
  toCents,
  toMoney,
} from '#shared/rules/money.ts';
import { cartPayment } from '#shared/rules/totals.ts';
import type { Order } from '#shared/schemas/orders.ts';

export interface Settled {
  payment: PaymentRow;
  /** The order, with its key, where this very settlement submitted it. */
  submitted: Order | null;
}

export function isOpen(payment: PaymentRow): boolean {
  return OPEN_PAYMENT_STATUSES.some(status => status === payment.status);
}

/**
 * Records what became of a payment, exactly once, whoever comes first and however often: here the gateway's answer, its
 * webhook and the reconciling job meet. A charge that arrives when its order is already canceled is given back.
 */
export async function settlePayment(app: App, paymentId: string, result: FindResult): Promise<Settled> {
  const { isNew, ...settled } = await retrying(app.db, async tx => {
    const parts = await lockParts(tx, paymentId);
    const [first] = parts;
    if (!first) throw new AppError('not_found');
    const { payment } = first;
    // Success is final. A declined or canceled attempt can still turn out to have succeeded at the gateway.
    const isSucceeded = result.status === 'succeeded';
    if (payment.status === 'succeeded' || !(isSucceeded || isOpen(payment))) {
      return { payment, submitted: null, isNew: false };
    }
    if (isSucceeded) {
      return { ...(await recordSuccess(app, tx, [first, ...parts.slice(1)], result)), isNew: true };
    }
    return { payment: await recordFailure(tx, parts, payment, result), submitted: null, isNew: true };
  });
  if (isNew) countSettled(settled.payment);
  if (settled.submitted) countSubmitted(settled.submitted);
  return settled;
}

type Success = Extract<FindResult, { status: 'succeeded' }>;

async function recordSuccess(
  app: App,
  tx: Db,
  [first, ...others]: [Part, ...Part[]],
  result: Success,
): Promise<Settled> {
  const { payment } = first;
  if (result.keptCard && payment.user) await keepCard(app, tx, payment.user, result.keptCard);
  const asked = sumMoney([first, ...others].map(part => part.payment.amount));
  const isWhole = toCents(asked) === result.amount;
  // The amount really charged: that much is given back where it is not what was asked for.
  const amount = isWhole ? payment.amount : toMoney(result.amount);
  const settled = await recordPart(app, tx, first, {
    amount,
    reference: result.reference,
    isStray: !isWhole,
  });
  for (const part of others) {
    if (isWhole) await recordPart(app, tx, part, { amount: part.payment.amount, isStray: false });
    else await tx.update(payments).set({ status: 'canceled' }).where(eq(payments._id, part.payment._id));
  }
  return settled;
}

/** Puts a charge's part to its order, or gives it back where the order can't take it any more. */
async function recordPart(
  app: App,
  tx: Db,
  { order, payment }: Part,
  said: { amount: Money; reference?: string; isStray: boolean },
): Promise<Settled> {
  const now = clock.now().toISOString();
  const { amount, reference = null } = said;
  const outcome = { status: 'succeeded', amount, reference, settledAt: now, updatedAt: now } as const;
  const settled: PaymentRow = { ...payment, ...outcome };
  const entry = logEntry(tx, 'system', {
    type: 'payment',
    category: 'charge',
    name: `Order ${order.orderNumber}`,
    description: `Card payment of ${formatMoney(amount)} succeeded (${payment.provider}).`,
    subject: order._id,
  });
  const writes = [tx.update(payments).set(outcome).where(eq(payments._id, payment._id)), entry];
  const open = subtractMoney(order.total, addMoney(order.amountPaid, order.amountCredited));
  if (said.isStray || order.status === 'Canceled' || amount > open) {
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
  const isWhole = addMoney(amountPaid, order.amountCredited) >= order.total;
  if (isWhole || payment.carts) {
    const which = isWhole ? eq(orderCarts.order, order._id) : inArray(orderCarts._id, payment.carts ?? []);
    shares.push(tx.update(orderCarts).set({ paid: true }).where(which));
  }
  const entry = accountPayment(tx, order, payment);
  if (entry) shares.push(entry);
  const paid = {
    amountPaid,
    test: isTest(order, payment),
    how: `${formatMoney(amount)} by ${payment.method}`,
  };
  return recordPaid(app, tx, order, paid, [...writes, ...shares]);
}

/** Tells how much of a payment goes to each cart that it is for; to the order itself where it is for none. */
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
  parts: readonly Part[],
  payment: PaymentRow,
  result: Exclude<FindResult, { status: 'succeeded' }>,
): Promise<PaymentRow> {
  const { values, reference } = failureOf(result);
  if (result.status === 'declined') {
    for (const { order } of parts) {
      await recordOrderEvent(tx, order._id, 'system', 'card declined', result.reason);
    }
  }
  if (parts.length > 1) await tx.update(payments).set(values).where(eq(payments.batch, payment._id));
  const [row] = await tx
    .update(payments)
    .set({ ...values, ...(reference && { reference }) })
    .where(eq(payments._id, payment._id))
    .returning();
  if (!row) throw new AppError('not_found');
  return row;
}

function failureOf(result: Exclude<FindResult, { status: 'succeeded' }>): {
  values: Partial<typeof payments.$inferInsert>;
  reference?: string | null;
} {
  const settledAt = clock.now().toISOString();
  switch (result.status) {
    case 'requires_action':
      return { values: { status: 'requires_action' }, reference: result.reference };
    case 'unknown':
      return { values: { status: 'unknown' }, reference: result.reference };
    case 'canceled':
    case 'absent':
      return { values: { status: 'canceled', settledAt } };
    case 'declined':
      return { values: { status: 'declined', declineReason: result.reason, settledAt } };
  }
}
