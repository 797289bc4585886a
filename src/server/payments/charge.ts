import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { forEachIsolated } from '#server/jobs/sweep.ts';
import { holdAnew } from '#server/orders/hold-stock.ts';
import { hasRunOut } from '#server/orders/order-events.ts';
import { hasKey, mayReachOrder, type OrderRow, orderById } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import {
  type AskedCard,
  attemptKey,
  beginAlone,
  endAttempt,
  failAttempt,
  refuseCardTesting,
  refuseGivenUp,
  runAttempt,
  type Taken,
  takeAttempt,
} from '#server/payments/attempts.ts';
import type { ChargeResult } from '#server/payments/gateway.ts';
import { cardAtGateway, gatewayCustomerFor } from '#server/payments/saved-cards.ts';
import { isOpen, type Settled, settlePayment } from '#server/payments/settle.ts';
import { payments } from '#server/payments/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { OPEN_PAYMENT_STATUSES } from '#shared/enumerations.ts';
import { toCents, toMoney } from '#shared/rules/money.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { ChargeInput } from '#shared/schemas/payments.ts';

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
  const card = await cardAtGateway(app, user, input.card);
  const saveFor = input.saveCard ? await gatewayCustomerFor(app, user, card) : undefined;
  const begun = await beginAlone(app, tx => beginPayment(app, tx, user, input, { card, saveFor }));
  if (begun.paid) return paidAnswer(app, begun.order, withKey(begun.order, input));
  const { payment, order } = begun;
  if (payment === null) throw new AppError('gateway_unavailable', { about: { order: { _id: order._id } } });
  const { result, settled } = await runAttempt(app, order, payment, { card, saveFor });
  return answerOf(app, order, settled, result, withKey(order, input));
}

const CAME_TOO_LATE =
  'The payment arrived after the time to pay for this order had run out, so it is being refunded. Your cart is kept: please place the order again.';

const CANCELED_MEANWHILE =
  'The order was canceled before the payment arrived, so the payment is being refunded.';

/** Names an order to its account; a guest has no page of their orders, and no saved carts. */
const ownOrder = ({ _id, orderNumber, status, user }: OrderRow) =>
  user === null ? {} : { order: { _id, orderNumber, status } };

const stateOf = ({ _id, status }: Pick<Order, '_id' | 'status'>) => ({ order: { _id, status } });

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
  const fresh = await orderById(app.db, order._id, { withKey: showsKey });
  if (payment.status === 'succeeded') {
    if (fresh.status === 'Canceled') {
      const ranOut = await hasRunOut(app.db, order._id);
      throw ranOut
        ? new AppError('hold_expired', { message: CAME_TOO_LATE, about: ownOrder(order) })
        : new AppError('order_state', { message: CANCELED_MEANWHILE, details: stateOf(fresh) });
    }
    // The gateway took another amount than the order's: that goes back, and another card may pay.
    if (!fresh.paid) throw new AppError('card_declined');
    return { status: 'paid', order: fresh };
  }
  if (result.status === 'requires_action') {
    return { status: 'requires_action', clientSecret: result.clientSecret, order: fresh };
  }
  return failAttempt(app, order, payment, result);
}

const withKey = (order: OrderRow, input: ChargeInput) => hasKey(order, input.order.orderKey);

async function paidAnswer(app: App, order: OrderRow, showsKey: boolean): Promise<ChargeAnswer> {
  return { status: 'paid', order: await orderById(app.db, order._id, { withKey: showsKey }) };
}

interface Begun extends Taken {
  paid: boolean;
  order: OrderRow;
}

/** Under the order's lock: the payment that this call is about, new or already under way. */
async function beginPayment(
  app: App,
  tx: Db,
  user: SessionUser | null,
  input: ChargeInput,
  asked: AskedCard,
): Promise<Begun> {
  const [order] = await tx.select().from(orders).where(eq(orders._id, input.order._id)).for('no key update');
  if (!order || !mayReachOrder(order, user, input.order.orderKey)) throw new AppError('not_found');
  if (order.paid) return { paid: true, order, payment: null };
  await refuseUnlessOpen(tx, order);
  const attempts = await tx.select().from(payments).where(eq(payments.order, order._id));
  refuseCardTesting(attempts, { payer: user?._id ?? null });
  const key = attemptKey(`charge:${order._id}`, asked, attempts);
  const open = attempts.find(one => one.purpose === 'order' && isOpen(one));
  // A call that goes on with an attempt may find that it was paid in time; only a new one is bound by the hold.
  const goesOn =
    open && (open.idempotencyKey === key || 'paymentIntent' in asked.card || open.status === 'unknown');
  if (!goesOn) refuseAfterHold(order);
  const openOnes = open ? [open] : [];
  refuseGivenUp(attempts, openOnes, asked.card);
  const { payment, inTheWay } = await takeAttempt(app, tx, openOnes, asked.card, {
    order: order._id,
    purpose: 'order',
    amount: toMoney(toCents(order.total) - toCents(order.amountPaid)),
    carts: null,
    idempotencyKey: key,
    user: user?._id ?? null,
  });
  const isBegun = 'paymentIntent' in asked.card || attempts.every(({ _id }) => _id !== payment?._id);
  const heldUntil = payment && isBegun ? await holdAnew(tx, order) : order.heldUntil;
  return { paid: false, order: { ...order, heldUntil }, payment, inTheWay };
}

/** `hold_expired` is said of time alone: what its customer or staff canceled is in another state. */
async function refuseUnlessOpen(tx: Db, order: OrderRow): Promise<void> {
  const isOpen = order.status === 'Held' && order.paymentType === 'credit-card';
  if (isOpen) return;
  if (order.status === 'Canceled' && (await hasRunOut(tx, order._id))) {
    throw new AppError('hold_expired', { about: ownOrder(order) });
  }
  throw new AppError('order_state', { details: stateOf(order) });
}

function refuseAfterHold(order: OrderRow): void {
  const isOver = order.heldUntil !== null && Date.parse(order.heldUntil) <= clock.ms();
  if (isOver) throw new AppError('hold_expired', { about: ownOrder(order) });
}

/**
 * By then a call of the gateway is over, so that what it does not know then never happened; sooner where the call is
 * known to have ended and only the gateway itself may still be at work. Should it happen yet, the money finds its
 * order, or goes back.
 */
const CALL_OVER_MS = { starting: 120_000, ended: 40_000 };

/**
 * Asks the gateway what became of a payment whose answer was lost, and records it. Answers whether that is known
 * now. `reference`: of the charge, where the books may not have it.
 */
export async function reconcilePayment(
  app: App,
  paymentId: string,
  reference: string | null = null,
): Promise<boolean> {
  const [payment] = await app.db.select().from(payments).where(eq(payments._id, paymentId));
  if (!payment || payment.status === 'succeeded') return true;
  const found = await app.payments.find({
    paymentId: payment._id,
    reference: payment.reference ?? reference,
    createdAt: new Date(payment.createdAt),
  });
  // Its call arrived after it was given up: nobody is left to confirm it.
  const isAbandoned = found.status === 'requires_action' && !isOpen(payment);
  const result = isAbandoned ? await app.payments.cancel(found.reference) : found;
  const over = payment.status === 'starting' ? CALL_OVER_MS.starting : CALL_OVER_MS.ended;
  const mayStillCome = clock.ms() - Date.parse(payment.updatedAt) < over;
  if (result.status === 'absent' && mayStillCome) return false;
  await settlePayment(app, payment._id, result);
  return result.status !== 'unknown';
}

/** Ends a payment that nobody may confirm any more. Throws while the gateway does not answer, so that it is tried again. */
async function cancelIntent(app: App, paymentId: string): Promise<void> {
  const [payment] = await app.db.select().from(payments).where(eq(payments._id, paymentId));
  if (!payment?.reference || payment.status === 'succeeded') return;
  if (!(await endAttempt(app, payment))) throw new Error(`payment ${paymentId} could not be canceled yet`);
}

/** A Held order was given up: what its open payments came to is looked up, and refunded where they succeeded. */
export async function settleCanceled(app: App, order: string): Promise<void> {
  const open = await app.db
    .select({ _id: payments._id, status: payments.status })
    .from(payments)
    .where(and(eq(payments.order, order), inArray(payments.status, OPEN_PAYMENT_STATUSES)));
  await forEachIsolated(app.log, open, ({ _id, status }) =>
    status === 'requires_action' ? cancelIntent(app, _id) : reconcilePayment(app, _id),
  );
}

/** The time after which a payer who has not confirmed a payment to their bank does not come back to it. */
const ABANDONED_MS = 24 * 60 * 60_000;

/** The sweep behind the single jobs: every payment that has been open for a while is looked up. */
export async function reconcileOpenPayments(app: App, signal?: AbortSignal): Promise<void> {
  const open = await app.db
    .select({
      ...{ _id: payments._id, status: payments.status, createdAt: payments.createdAt },
      order: orders.status,
    })
    .from(payments)
    .innerJoin(orders, eq(orders._id, payments.order))
    .where(
      and(
        inArray(payments.status, OPEN_PAYMENT_STATUSES),
        isNull(payments.batch),
        lt(payments.updatedAt, new Date(clock.ms() - 20_000).toISOString()),
      ),
    )
    .orderBy(payments.updatedAt)
    .limit(100);
  const settle = ({ _id, status, createdAt, order }: (typeof open)[number]) => {
    // Nobody may confirm any more what belongs to an order that is gone; and the rest is not asked for for ever.
    const isOver = order === 'Canceled' || clock.ms() - Date.parse(createdAt) > ABANDONED_MS;
    const isAbandoned = status === 'requires_action' && isOver;
    return isAbandoned ? cancelIntent(app, _id) : reconcilePayment(app, _id);
  };
  await forEachIsolated(app.log, open, settle, signal);
}
