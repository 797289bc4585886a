import { createHash } from 'node:crypto';
import { and, eq, inArray, lt } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { hasKey, mayReachOrder, type OrderRow, orderById } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import type { ChargeResult } from '#server/payments/gateway.ts';
import { isOpen, type PaymentRow, type Settled, settlePayment } from '#server/payments/settle.ts';
import { payments, savedCards } from '#server/payments/tables.ts';
import { eachByItself } from '#server/sweep.ts';
import { OPEN_PAYMENT_STATUSES } from '#shared/enumerations.ts';
import { toCents, toMoney } from '#shared/rules/money.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { Card, ChargeInput } from '#shared/schemas/payments.ts';

declare module '#server/jobs.ts' {
  interface JobPayloads {
    'reconcile-payment': { payment: string };
    'cancel-intent': { payment: string };
    'reconcile-payments': Record<string, never>;
  }
}

export interface ChargeAnswer {
  status: 'paid' | 'requires_action';
  clientSecret?: string;
  order: Order;
}

/**
 * Charges a Held order's card. The amount is the order's own. A double click meets its own payment and is answered
 * like the first; a decline leaves order and cart as they are (`card_declined`, `insufficient_funds`); an outcome
 * that nobody knows is left to webhook and reconciling job (`gateway_unavailable`).
 */
export async function chargeOrder(
  app: App,
  user: SessionUser | null,
  input: ChargeInput,
): Promise<ChargeAnswer> {
  const card = await gatewayCard(app.db, user, input.card);
  const begun = await retrying(app.db, tx => beginPayment(app, tx, user, input, card));
  if (begun.paid) return paidAnswer(app, begun.order, withKey(begun.order, input));
  const { payment, order } = begun;
  if (payment === null) throw new AppError('gateway_unavailable');
  const result = await app.payments.charge({
    paymentId: payment._id,
    orderId: order._id,
    orderNumber: order.orderNumber,
    amount: toCents(payment.amount),
    currency: 'usd',
    email: order.email,
    idempotencyKey: payment.idempotencyKey,
    card,
  });
  const settled = await settlePayment(app, payment._id, result);
  return answerOf(app, order, settled, result, withKey(order, input));
}

const CAME_TOO_LATE =
  'The payment came after the time to pay this order had run out, so it is being refunded. Your cart is kept: please place the order again.';

async function answerOf(
  app: App,
  order: OrderRow,
  { payment, submitted }: Settled,
  result: ChargeResult,
  showsKey: boolean,
): Promise<ChargeAnswer> {
  if (submitted?.paid) {
    const { orderKey: known, ...shown } = submitted;
    return { status: 'paid', order: { ...shown, ...(showsKey && { orderKey: known }) } };
  }
  const fresh = await orderById(app.db, order._id, showsKey);
  if (payment.status === 'succeeded') {
    if (fresh.status === 'Canceled') throw new AppError('hold_expired', { message: CAME_TOO_LATE });
    // The gateway took another amount than the order's: that goes back, and another card may pay.
    if (!fresh.paid) throw new AppError('card_declined');
    return { status: 'paid', order: fresh };
  }
  if (result.status === 'requires_action') {
    return { status: 'requires_action', clientSecret: result.clientSecret, order: fresh };
  }
  if (result.status === 'declined') {
    const reason = result.reason === 'insufficient_funds' ? 'insufficient_funds' : 'card_declined';
    // The gateway's own words tell an expired card from an empty one.
    const details = { order: { _id: order._id, heldUntil: order.heldUntil } };
    throw new AppError(reason, { message: result.message, details });
  }
  await app.jobs.send(
    app.db,
    'reconcile-payment',
    { payment: payment._id },
    {
      startAfter: new Date(Date.now() + 5000),
    },
  );
  throw new AppError('gateway_unavailable');
}

const withKey = (order: OrderRow, input: ChargeInput) => hasKey(order, input.order.orderKey);

async function paidAnswer(app: App, order: OrderRow, showsKey: boolean): Promise<ChargeAnswer> {
  return { status: 'paid', order: await orderById(app.db, order._id, showsKey) };
}

type Begun = { paid: true; order: OrderRow } | { paid: false; order: OrderRow; payment: PaymentRow | null };

/** Under the order's lock: the payment that this call is about, new or already under way. */
async function beginPayment(
  app: App,
  tx: Db,
  user: SessionUser | null,
  input: ChargeInput,
  card: Card,
): Promise<Begun> {
  const [order] = await tx.select().from(orders).where(eq(orders._id, input.order._id)).for('no key update');
  if (!order || !mayReachOrder(order, user, input.order.orderKey)) throw new AppError('not_found');
  if (order.paid) return { paid: true, order };
  refuseUnlessOpen(order);
  const attempts = await tx.select().from(payments).where(eq(payments.order, order._id));
  refuseCardTesting(attempts);
  const key = attemptKey(order, card, attempts);
  const open = attempts.find(one => one.purpose === 'order' && isOpen(one));
  // What goes on with an attempt may find that it was paid in time; only a new one is bound by the hold.
  const goesOn =
    open && (open.idempotencyKey === key || 'paymentIntent' in card || open.status === 'unknown');
  if (!goesOn) refuseAfterHold(order);
  if (open) return { paid: false, order, payment: await goOnWith(app, tx, open, card, key) };
  const [payment] = await tx
    .insert(payments)
    .values({
      order: order._id,
      provider: app.payments.name,
      status: 'starting',
      amount: toMoney(toCents(order.total) - toCents(order.amountPaid)),
      idempotencyKey: key,
      user: user?._id ?? null,
    })
    .returning();
  return { paid: false, order, payment: payment ?? null };
}

/** Declines that one order allows: more is somebody trying out stolen cards. */
const MOST_DECLINES = 10;

function refuseCardTesting(attempts: readonly PaymentRow[]): void {
  const declined = attempts.filter(({ status }) => status === 'declined').length;
  if (declined >= MOST_DECLINES) throw new AppError('too_many');
}

function refuseUnlessOpen(order: OrderRow): void {
  if (order.paymentType !== 'credit-card') throw new AppError('order_state');
  if (order.status === 'Canceled') throw new AppError('hold_expired');
  if (order.status !== 'Held') throw new AppError('order_state');
}

function refuseAfterHold(order: OrderRow): void {
  const isOver = order.heldUntil !== null && Date.parse(order.heldUntil) <= Date.now();
  if (isOver) throw new AppError('hold_expired');
}

/**
 * An attempt that is already open: the same card goes on with it (the gateway replays its answer by the key); a
 * confirmation of 3-D Secure finishes it; an unanswered 3-D Secure is given up for another card. While the outcome
 * of an earlier card is unknown nothing else may be charged: null.
 */
async function goOnWith(
  app: App,
  tx: Db,
  open: PaymentRow,
  card: Card,
  key: string,
): Promise<PaymentRow | null> {
  if (open.idempotencyKey === key) return open;
  if ('paymentIntent' in card) {
    if (card.paymentIntent !== open.reference)
      throw fieldError(['card', 'paymentIntent'], 'is not this order’s');
    return open;
  }
  if (open.status !== 'requires_action') return null;
  await tx.update(payments).set({ status: 'canceled' }).where(eq(payments._id, open._id));
  if (open.reference) await app.jobs.send(tx, 'cancel-intent', { payment: open._id });
  const [payment] = await tx
    .insert(payments)
    .values({
      order: open.order,
      provider: app.payments.name,
      status: 'starting',
      amount: open.amount,
      idempotencyKey: key,
      user: open.user,
    })
    .returning();
  return payment ?? null;
}

/** From order and card reference; the number of closed attempts lets the same saved card be tried again. */
function attemptKey(order: OrderRow, card: Card, attempts: readonly PaymentRow[]): string {
  const closed = attempts.filter(({ status }) => status === 'declined' || status === 'canceled').length;
  const reference = createHash('sha256').update(JSON.stringify(card)).digest('base64url').slice(0, 22);
  return `charge:${order._id}:${reference}:${closed}`;
}

async function gatewayCard(db: Db, user: SessionUser | null, card: Card): Promise<Card> {
  if (!('savedCard' in card)) return card;
  if (!user) throw fieldError(['card', 'savedCard'], 'is not known');
  const [saved] = await db
    .select()
    .from(savedCards)
    .where(and(eq(savedCards._id, card.savedCard), eq(savedCards.user, user._id)));
  if (!saved) throw fieldError(['card', 'savedCard'], 'is not known');
  return { savedCard: saved.reference };
}

/** No call of the gateway runs longer, so that what it does not know by then never happened. */
const CALL_OVER_MS = 120_000;

/**
 * Asks the gateway what became of a payment whose answer was lost, and records it. Answers whether that is known
 * now.
 */
export async function reconcilePayment(app: App, paymentId: string): Promise<boolean> {
  const [payment] = await app.db.select().from(payments).where(eq(payments._id, paymentId));
  if (!payment || payment.status === 'succeeded') return true;
  const result = await app.payments.find({
    paymentId: payment._id,
    reference: payment.reference,
    createdAt: new Date(payment.createdAt),
  });
  const mayStillCome = Date.now() - Date.parse(payment.updatedAt) < CALL_OVER_MS;
  if (result.status === 'absent' && mayStillCome) return false;
  await settlePayment(app, payment._id, result);
  return result.status !== 'unknown';
}

/**
 * Makes the intent of a payment that was given up unusable; if it succeeded meanwhile, it is settled. Throws while
 * the gateway does not answer, so that the job is tried again.
 */
export async function cancelIntent(app: App, paymentId: string): Promise<void> {
  const [payment] = await app.db.select().from(payments).where(eq(payments._id, paymentId));
  if (!payment?.reference || payment.status === 'succeeded') return;
  const result = await app.payments.cancel(payment.reference);
  await settlePayment(app, payment._id, result);
  if (result.status === 'unknown') throw new Error(`payment ${payment._id} could not be canceled yet`);
}

/** A Held order was given up: what its open payments came to is looked up, and refunded where they succeeded. */
export async function settleCanceled(app: App, order: string): Promise<void> {
  const open = await app.db
    .select({ _id: payments._id, status: payments.status })
    .from(payments)
    .where(and(eq(payments.order, order), inArray(payments.status, OPEN_PAYMENT_STATUSES)));
  await eachByItself(app.log, open, ({ _id, status }) =>
    status === 'requires_action' ? cancelIntent(app, _id) : reconcilePayment(app, _id),
  );
}

/** The sweep behind the single jobs: every payment that has been open for a while is looked up. */
export async function reconcileOpenPayments(app: App): Promise<void> {
  const open = await app.db
    .select({ _id: payments._id, status: payments.status, order: orders.status })
    .from(payments)
    .innerJoin(orders, eq(orders._id, payments.order))
    .where(
      and(
        inArray(payments.status, OPEN_PAYMENT_STATUSES),
        lt(payments.updatedAt, new Date(Date.now() - 20_000).toISOString()),
      ),
    )
    .orderBy(payments.updatedAt)
    .limit(100);
  await eachByItself(app.log, open, ({ _id, status, order }) => {
    // Nobody may confirm any more what belongs to an order that is gone.
    const isAbandoned = status === 'requires_action' && order === 'Canceled';
    return isAbandoned ? cancelIntent(app, _id) : reconcilePayment(app, _id);
  });
}
