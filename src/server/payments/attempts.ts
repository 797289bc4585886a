import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import type { Db } from '#server/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import type { ChargeResult } from '#server/payments/gateway.ts';
import { type PaymentRow, type Settled, settlePayment } from '#server/payments/settle.ts';
import { payments } from '#server/payments/tables.ts';
import { toCents } from '#shared/rules/money.ts';
import type { Card } from '#shared/schemas/payments.ts';

/** With what is paid, as the gateway is asked for it. */
export interface AskedCard {
  card: Card;
  /** For whom the card is kept; undefined: it is not. */
  keepFor: string | undefined;
}

export type NewAttempt = Pick<
  PaymentRow,
  'order' | 'purpose' | 'amount' | 'carts' | 'idempotencyKey' | 'user'
>;

/** Declines that one order allows in a day: more is somebody trying out stolen cards. */
const MOST_DECLINES = 10;
const DAY_MS = 86_400_000;

/** Throws `too_many` for an order whose cards are declined again and again. */
export function refuseCardTesting(attempts: readonly PaymentRow[]): void {
  const since = new Date(Date.now() - DAY_MS).toISOString();
  const declined = attempts.filter(({ status, createdAt }) => status === 'declined' && createdAt > since);
  if (declined.length >= MOST_DECLINES) throw new AppError('too_many');
}

/** From what is paid and the card; the number of closed attempts lets the same saved card be tried again. */
export function attemptKey(what: string, asked: AskedCard, attempts: readonly PaymentRow[]): string {
  const closed = attempts.filter(({ status }) => status === 'declined' || status === 'canceled').length;
  const reference = createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 22);
  return `${what}:${reference}:${closed}`;
}

/**
 * The attempt that a call goes on with, or a new one; in the transaction that holds the order's lock. One that is
 * already open: the same card goes on with it (the gateway replays its answer by the key); a confirmation of 3-D Secure
 * finishes it; an unanswered 3-D Secure is given up for another card. While the outcome of an earlier card is unknown
 * nothing else may be charged: null.
 */
export async function takeAttempt(
  app: App,
  tx: Db,
  open: PaymentRow | undefined,
  card: Card,
  wanted: NewAttempt,
): Promise<PaymentRow | null> {
  if (open?.idempotencyKey === wanted.idempotencyKey) return open;
  if (open && 'paymentIntent' in card) {
    if (card.paymentIntent !== open.reference) {
      throw fieldError(['card', 'paymentIntent'], 'is not this order’s');
    }
    return open;
  }
  if (open) {
    if (open.status !== 'requires_action') return null;
    await tx.update(payments).set({ status: 'canceled' }).where(eq(payments._id, open._id));
    if (open.reference) await app.jobs.send(tx, 'cancel-intent', { payment: open._id });
  }
  const [payment] = await tx
    .insert(payments)
    .values({ ...wanted, provider: app.payments.name, status: 'starting' })
    .returning();
  return payment ?? null;
}

/** Charges an attempt's amount, outside of any transaction, and records how that ended. */
export async function runAttempt(
  app: App,
  order: OrderRow,
  payment: PaymentRow,
  { card, keepFor }: AskedCard,
): Promise<{ result: ChargeResult; settled: Settled }> {
  const result = await app.payments.charge({
    paymentId: payment._id,
    orderId: order._id,
    orderNumber: order.orderNumber,
    amount: toCents(payment.amount),
    currency: 'usd',
    email: order.email,
    idempotencyKey: payment.idempotencyKey,
    card,
    ...(keepFor !== undefined && { keepFor }),
  });
  return { result, settled: await settlePayment(app, payment._id, result) };
}

/** Tells the payer why he has not paid; what nobody knows yet is looked up by a job. Always throws. */
export async function failAttempt(
  app: App,
  order: OrderRow,
  payment: PaymentRow,
  result: ChargeResult,
): Promise<never> {
  if (result.status === 'declined') {
    const reason = result.reason === 'insufficient_funds' ? 'insufficient_funds' : 'card_declined';
    // The gateway's own words tell an expired card from an empty one.
    const details = { order: { _id: order._id, heldUntil: order.heldUntil } };
    throw new AppError(reason, { message: result.message, details });
  }
  const startAfter = new Date(Date.now() + 5000);
  await app.jobs.send(app.db, 'reconcile-payment', { payment: payment._id }, { startAfter });
  throw new AppError('gateway_unavailable');
}
