import { createHash } from 'node:crypto';
import type { App } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import type { PaymentRow } from '#server/payments/batches.ts';
import type { ChargeResult, DeclineReason } from '#server/payments/gateway.ts';
import { type Settled, settlePayment } from '#server/payments/settle.ts';
import { payments } from '#server/payments/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { toCents } from '#shared/rules/money.ts';
import type { Card } from '#shared/schemas/payments.ts';

/** With what is paid, as the gateway is asked for it. */
export interface AskedCard {
  card: Card;
  /** For whom the card is kept; undefined: it is not. */
  saveFor: string | undefined;
}

export type NewAttempt = Pick<
  PaymentRow,
  'order' | 'purpose' | 'amount' | 'carts' | 'idempotencyKey' | 'user'
>;

/** The part of an attempt's charge that pays for a further order. */
export type FurtherPart = Pick<PaymentRow, 'order' | 'amount'>;

/** Declines that one order allows in a day: more is somebody trying out stolen cards. */
const MAX_DECLINES = 10;
const DAY_MS = 86_400_000;
const GIVEN_UP = 'Another card was used for this order meanwhile, so this one was given up.';

/**
 * Throws `too_many` for an order whose cards are declined again and again. Each account is counted for itself, and all
 * who come by a link together: whoever has the link locks nobody out who signs in. `linked`: of them only cards count
 * that a bank has seen, as anybody may make others up; how many, is bound by address.
 */
export function refuseCardTesting(
  attempts: readonly PaymentRow[],
  { payer, linked = false }: { payer: string | null; linked?: boolean },
): void {
  const since = new Date(clock.ms() - DAY_MS).toISOString();
  const declined = attempts.filter(
    ({ status, createdAt, user, declineReason }) =>
      status === 'declined' &&
      createdAt > since &&
      user === payer &&
      !(linked && declineReason === ('invalid_card' satisfies DeclineReason)),
  );
  // For several orders that were to be paid together one card was declined.
  const cards = new Set(declined.map(({ _id, batch }) => batch ?? _id));
  if (cards.size >= MAX_DECLINES) throw new AppError('too_many');
}

/** From what is paid and the card; the number of closed attempts lets the same saved card be tried again. */
export function attemptKey(what: string, asked: AskedCard, attempts: readonly PaymentRow[]): string {
  const closed = attempts.filter(({ status }) => status === 'declined' || status === 'canceled').length;
  const reference = createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 22);
  return `${what}:${reference}:${closed}`;
}

/**
 * Throws `card_declined` for the confirmation of a card that was given up for another, which is still under way: two people
 * may pay by one link.
 */
export function refuseGivenUp(
  attempts: readonly PaymentRow[],
  open: readonly PaymentRow[],
  card: Card,
): void {
  if (open.length === 0 || !('paymentIntent' in card)) return;
  const confirmed = attempts.find(({ reference }) => reference === card.paymentIntent);
  if (confirmed?.status === 'canceled') throw new AppError('card_declined', { message: GIVEN_UP });
}

/**
 * The open attempt that a call goes on with: the same card (the gateway replays its answer by the key), or a
 * confirmation of 3-D Secure, which finishes it. A confirmation of something else is a field error.
 */
export function attemptUnderWay(
  open: readonly PaymentRow[],
  card: Card,
  idempotencyKey: string,
): PaymentRow | undefined {
  const same = open.find(one => one.idempotencyKey === idempotencyKey);
  if (same || open.length === 0 || !('paymentIntent' in card)) return same;
  const confirmed = open.find(({ reference }) => reference === card.paymentIntent);
  if (!confirmed) throw fieldError(['card', 'paymentIntent'], 'is not this order’s');
  return confirmed;
}

/** An attempt that may be charged; none while the outcome of another is unknown, or as long as some are in the way. */
export interface Taken {
  payment: PaymentRow | null;
  /** They wait for their bank, so whoever is asked there may still say yes: they end before another card is charged. */
  inTheWay?: readonly PaymentRow[];
}

/**
 * The attempt that a call goes on with, or a new one; in the transaction that holds the locks of its orders. `further`:
 * what the charge pays besides `wanted`.
 */
export async function takeAttempt(
  app: App,
  tx: Db,
  open: readonly PaymentRow[],
  card: Card,
  wanted: NewAttempt,
  further: readonly FurtherPart[] = [],
): Promise<Taken> {
  const underWay = attemptUnderWay(open, card, wanted.idempotencyKey);
  if (underWay) return { payment: underWay };
  if (open.some(({ status }) => status !== 'requires_action')) return { payment: null };
  if (open.length > 0) return { payment: null, inTheWay: open };
  const begun = { ...wanted, provider: app.payments.name, status: 'starting' } as const;
  const [payment = null] = await tx.insert(payments).values(begun).returning();
  if (!payment || further.length === 0) return { payment };
  const keyOf = ({ order }: FurtherPart) => `${wanted.idempotencyKey}:${order}`;
  await tx
    .insert(payments)
    .values(further.map(part => ({ ...begun, ...part, batch: payment._id, idempotencyKey: keyOf(part) })));
  return { payment };
}

/**
 * Begins in a transaction of its own; where attempts are in the way, they are ended at the gateway, and it is begun once
 * more: by then one of them may have paid. Whoever is in the way even then came meanwhile, and goes first.
 */
export async function beginAlone<Begun extends Pick<Taken, 'inTheWay'>>(
  app: App,
  begin: (tx: Db) => Promise<Begun>,
): Promise<Begun> {
  const begun = await retrying(app.db, begin);
  if (!begun.inTheWay) return begun;
  for (const one of begun.inTheWay) await endAttempt(app, one);
  return retrying(app.db, begin);
}

/**
 * Makes the charge of an attempt unusable at the gateway; one that succeeded meanwhile counts. Answers whether it is known
 * how it ended.
 */
export async function endAttempt(
  app: App,
  { _id, reference }: Pick<PaymentRow, '_id' | 'reference'>,
): Promise<boolean> {
  if (reference === null) return false;
  const result = await app.payments.cancel(reference);
  await settlePayment(app, _id, result);
  return result.status !== 'unknown';
}

/** Charges an attempt, outside of any transaction, and records how that ended. `amount`: of all that it pays. */
export async function runAttempt(
  app: App,
  order: OrderRow,
  payment: PaymentRow,
  { card, saveFor }: AskedCard,
  amount = payment.amount,
): Promise<{ result: ChargeResult; settled: Settled }> {
  const result = await app.payments.charge({
    paymentId: payment._id,
    orderId: order._id,
    orderNumber: order.orderNumber,
    amount: toCents(amount),
    currency: 'usd',
    email: order.email,
    idempotencyKey: payment.idempotencyKey,
    card,
    ...(saveFor !== undefined && { saveFor }),
  });
  return { result, settled: await settlePayment(app, payment._id, result) };
}

/** Tells the payer why they have not paid; what nobody knows yet is looked up by a job. Always throws. */
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
  const startAfter = new Date(clock.ms() + 5000);
  await app.jobs.send(app.db, 'reconcile-payment', { payment: payment._id }, { startAfter });
  throw new AppError('gateway_unavailable', { about: { order: { _id: order._id } } });
}
