import { createHash } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { lockOrder, type OrderRow, orderById } from '#server/orders/read-order.ts';
import { orderCarts } from '#server/orders/tables.ts';
import {
  type AskedCard,
  attemptKey,
  failAttempt,
  refuseCardTesting,
  runAttempt,
  takeAttempt,
} from '#server/payments/attempts.ts';
import { cardAtGateway, keeperOf } from '#server/payments/saved-cards.ts';
import { isOpen, type PaymentRow } from '#server/payments/settle.ts';
import { paymentAllocations, payments } from '#server/payments/tables.ts';
import { type Money, subtractMoney, sumMoney, toCents, ZERO } from '#shared/rules/money.ts';
import { canReadOrder } from '#shared/rules/permissions.ts';
import { cartPayment } from '#shared/rules/totals.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { PayOrderInput } from '#shared/schemas/payments.ts';

export interface PayOrderAnswer {
  status: 'paid' | 'requires_action';
  clientSecret?: string;
  orders: Order[];
  finished: boolean;
}

/**
 * Pays by card what is open of a placed order, or of some of its carts (decisions: Carts, orders, payment, credit).
 * The amount is the order's own; where the payer saw another one: `figures_changed`. The same key again is answered
 * like the first time, for other carts `key_reused`. Two who pay at once make one payment: the second is told that the
 * first one's outcome is not known yet, or that nothing is open any more (`order_state`).
 */
export async function payOrder(app: App, user: SessionUser, input: PayOrderInput): Promise<PayOrderAnswer> {
  const card = await cardAtGateway(app, user, input.card);
  const keepFor = input.saveCard ? await keeperOf(app, user, card) : undefined;
  const asked = { card, keepFor };
  const begun = await retrying(app.db, tx => beginDelayed(app, tx, user, input, asked));
  if (begun.paid) return answerOf(app, begun.order, 'paid');
  const { order, payment } = begun;
  if (payment === null) throw new AppError('gateway_unavailable');
  const { result, settled } = await runAttempt(app, order, payment, asked);
  if (settled.payment.status === 'succeeded') {
    const taken = await app.db.$count(paymentAllocations, eq(paymentAllocations.payment, payment._id));
    if (taken === 0) throw new AppError('order_state', { message: CAME_TOO_LATE });
    return answerOf(app, order, 'paid');
  }
  if (result.status !== 'requires_action') return failAttempt(app, order, payment, result);
  return { ...(await answerOf(app, order, 'requires_action')), clientSecret: result.clientSecret };
}

const CAME_TOO_LATE = 'The order could not take this payment any more, so it is being refunded.';

async function answerOf(
  app: App,
  { _id }: OrderRow,
  status: PayOrderAnswer['status'],
): Promise<PayOrderAnswer> {
  const order = await orderById(app.db, _id);
  return { status, orders: [order], finished: order.finished };
}

type Begun = { paid: true; order: OrderRow } | { paid: false; order: OrderRow; payment: PaymentRow | null };

/** Under the order's lock: the payment that this call is about, new or already under way. */
async function beginDelayed(
  app: App,
  tx: Db,
  user: SessionUser,
  input: PayOrderInput,
  asked: AskedCard,
): Promise<Begun> {
  const order = await lockOrder(tx, orderIn(input));
  if (!canReadOrder(user, order)) throw new AppError('not_found');
  const attempts = await tx.select().from(payments).where(eq(payments.order, order._id));
  const what = `pay:${order._id}:${user._id}:${input.idempotencyKey}`;
  const scoped = `${what}:${scopeOf(input)}`;
  const earlier = attempts.filter(({ idempotencyKey }) => idempotencyKey.startsWith(`${what}:`));
  if (earlier.some(({ idempotencyKey }) => !idempotencyKey.startsWith(`${scoped}:`))) {
    throw new AppError('key_reused');
  }
  if (earlier.some(({ status }) => status === 'succeeded')) return { paid: true, order };
  refuseCardTesting(attempts);
  const key = attemptKey(scoped, asked, attempts);
  const open = attempts.find(one => one.purpose === 'delayed' && isOpen(one));
  // What was begun is finished for the amount that it was begun with.
  if (open && (open.idempotencyKey === key || 'paymentIntent' in asked.card)) {
    return {
      paid: false,
      order,
      payment: await takeAttempt(app, tx, open, asked.card, { ...open, idempotencyKey: key }),
    };
  }
  const due = await dueOf(tx, order, input.cartIds);
  if (toCents(due.amount) !== toCents(input.total)) {
    throw new AppError('figures_changed', { details: { total: due.amount } });
  }
  const payment = await takeAttempt(app, tx, open, asked.card, {
    order: order._id,
    purpose: 'delayed',
    ...due,
    idempotencyKey: key,
    user: user._id,
  });
  return { paid: false, order, payment };
}

const orderIn = ({ orders }: PayOrderInput) => (typeof orders === 'string' ? orders : (orders[0] ?? ''));

/** Of what is paid, whatever the order in which its carts are named. */
function scopeOf({ cartIds }: PayOrderInput): string {
  const carts = JSON.stringify(cartIds ? [...new Set(cartIds)].sort() : null);
  return createHash('sha256').update(carts).digest('base64url').slice(0, 12);
}

/** What of an order is to be paid: the open balance, or the lines of some carts with their tax, never more than that. */
async function dueOf(
  tx: Db,
  order: OrderRow,
  cartIds: readonly string[] | undefined,
): Promise<{ amount: Money; carts: string[] | null }> {
  const open = subtractMoney(order.total, order.amountPaid);
  if (order.status === 'Held' || order.status === 'Canceled' || open <= 0) throw new AppError('order_state');
  if (!cartIds) return { amount: open, carts: null };
  const all = await tx
    .select()
    .from(orderCarts)
    .where(eq(orderCarts.order, order._id))
    .orderBy(asc(orderCarts.position));
  const wanted = new Set(cartIds);
  for (const [index, _id] of cartIds.entries()) {
    const cart = all.find(one => one._id === _id);
    if (!cart) throw fieldError(['cartIds', index], 'is not a cart of this order');
    if (cart.paid) throw fieldError(['cartIds', index], 'is paid already');
  }
  const rest = all.filter(cart => !cart.paid && !wanted.has(cart._id));
  // The last carts bring with them what no cart has: shipping, less discount and credit.
  if (rest.length === 0) return { amount: open, carts: null };
  const carts = all.filter(cart => wanted.has(cart._id));
  const amount = cartPayment(
    { subTotal: sumMoney(carts.map(cart => cart.subTotal)), tax: sumMoney(carts.map(cart => cart.tax)) },
    open,
  );
  if (amount === ZERO) throw fieldError('cartIds', 'cost nothing');
  return { amount, carts: carts.map(cart => cart._id) };
}
