import { createHash } from 'node:crypto';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { type OrderRow, orderById } from '#server/orders/read-order.ts';
import { orderCarts } from '#server/orders/tables.ts';
import {
  type AskedCard,
  attemptKey,
  attemptUnderWay,
  beginAlone,
  type FurtherPart,
  failAttempt,
  refuseCardTesting,
  refuseGivenUp,
  runAttempt,
  type Taken,
  takeAttempt,
} from '#server/payments/attempts.ts';
import { lockOrders, type PaymentRow, readBatch } from '#server/payments/batches.ts';
import { cardAtGateway, gatewayCustomerFor } from '#server/payments/saved-cards.ts';
import { isOpen } from '#server/payments/settle.ts';
import { paymentAllocations, payments } from '#server/payments/tables.ts';
import { chance } from '#server/time-and-chance.ts';
import { openBalance } from '#shared/rules/figure-rows.ts';
import { type Money, sumMoney, toCents, ZERO } from '#shared/rules/money.ts';
import { canReadOrder } from '#shared/rules/permissions.ts';
import { cartsPayment } from '#shared/rules/totals.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { PayOrderInput } from '#shared/schemas/payments.ts';

export interface PayOrderAnswer {
  status: 'paid' | 'requires_action';
  clientSecret?: string;
  orders: Order[];
  finished: boolean;
}

/**
 * Pays by card what is open of placed orders, all with one charge, or of some carts of one order (rule O12). The amount
 * is the orders' own; where the payer saw another one: `figures_changed`. The same key again is answered like the first
 * time, for something else `key_reused`. Two who pay at once make one payment: the second is told that the first
 * one's outcome is not known yet, or that nothing is open any more (`order_state`). `linked`: the order that a link lets
 * anybody pay.
 */
export async function payOrder(
  app: App,
  user: SessionUser | null,
  input: PayOrderInput,
  { linked }: { linked?: string } = {},
): Promise<PayOrderAnswer> {
  const card = await cardAtGateway(app, user, input.card, ordersIn(input));
  const saveFor = input.saveCard ? await gatewayCustomerFor(app, user, card) : undefined;
  const asked = { card, saveFor };
  const begun = await beginAlone(app, tx => beginDelayed(app, tx, { user, linked }, input, asked));
  const { paid, order, orders, payment } = begun;
  if (paid) {
    await refuseStray(app, paid);
    return answerOf(app, orders, 'paid');
  }
  if (payment === null) throw new AppError('gateway_unavailable', { about: { order: { _id: order._id } } });
  const parts = await readBatch(app.db, payment._id);
  const amount = sumMoney(parts.map(part => part.amount));
  const { result, settled } = await runAttempt(app, order, payment, asked, amount);
  if (settled.payment.status === 'succeeded') {
    await refuseStray(app, parts);
    return answerOf(app, orders, 'paid');
  }
  if (result.status !== 'requires_action') return failAttempt(app, order, payment, result);
  return { ...(await answerOf(app, orders, 'requires_action')), clientSecret: result.clientSecret };
}

const CAME_TOO_LATE = 'The order could no longer take this payment, so it is being refunded.';

/** Throws `order_state` where a charge came in of which no order took anything. */
async function refuseStray(app: App, parts: readonly PaymentRow[]): Promise<void> {
  const ids = parts.map(({ _id }) => _id);
  const taken = await app.db.$count(paymentAllocations, inArray(paymentAllocations.payment, ids));
  if (taken === 0) throw new AppError('order_state', { message: CAME_TOO_LATE });
}

async function answerOf(
  app: App,
  paid: readonly string[],
  status: PayOrderAnswer['status'],
): Promise<PayOrderAnswer> {
  const orders = await Promise.all(paid.map(_id => orderById(app.db, _id)));
  return { status, orders, finished: orders.every(order => order.finished) };
}

interface Begun extends Taken {
  /** The payments that came in under this very key; null: nothing yet. */
  paid: PaymentRow[] | null;
  /** The one whose payment has the charge. */
  order: OrderRow;
  /** In the order in which they were asked for. */
  orders: string[];
}

/** Under the locks of the key and of the orders: the payment that this call is about, new or already under way. */
async function beginDelayed(
  app: App,
  tx: Db,
  { user, linked }: { user: SessionUser | null; linked: string | undefined },
  input: PayOrderInput,
  asked: AskedCard,
): Promise<Begun> {
  const ids = ordersIn(input);
  const ofKey = `pay ${payerOf(user)}:${input.idempotencyKey}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${ofKey}, 0))`);
  const locked = await lockOrders(tx, ids);
  const [order] = locked;
  const mayPay = (one: OrderRow) => one._id === linked || canReadOrder(user, one);
  if (!order || locked.length < ids.length || !locked.every(mayPay)) {
    throw new AppError('not_found');
  }
  const about = { order, orders: ids };
  const attempts = await attemptsOf(tx, ids);
  const scoped = `pay:${order._id}:${payerOf(user)}:${input.idempotencyKey}:${scopeOf(input)}:`;
  const earlier = await attemptsUnder(tx, user, input);
  if (earlier.some(({ idempotencyKey }) => !idempotencyKey.startsWith(scoped))) {
    throw new AppError('key_reused', { about: { nextKey: chance.uuid(), isPayment: true } });
  }
  const paid = earlier.filter(({ status }) => status === 'succeeded');
  if (paid.length > 0) return { ...about, paid, payment: null };
  refuseCardTesting(attempts, { payer: user?._id ?? null, linked: linked !== undefined });
  const key = attemptKey(scoped.slice(0, -1), asked, attempts);
  const open = attempts.filter(one => one.purpose === 'delayed' && one.batch === null && isOpen(one));
  refuseGivenUp(attempts, open, asked.card);
  // A payment that was begun is finished for the amount that it was begun with.
  const underWay = attemptUnderWay(open, asked.card, key);
  if (underWay) return { ...about, paid: null, payment: underWay };
  const { first, further } = await partsOf(tx, locked, input);
  const wanted = { ...first, purpose: 'delayed' as const, idempotencyKey: key, user: user?._id ?? null };
  return { ...about, paid: null, ...(await takeAttempt(app, tx, open, asked.card, wanted, further)) };
}

const ordersIn = ({ orders }: PayOrderInput) => (typeof orders === 'string' ? [orders] : orders);

/** Everything that was tried with these orders, and the charges that some of it was a part of. */
async function attemptsOf(tx: Db, ids: readonly string[]): Promise<PaymentRow[]> {
  const own = await tx
    .select()
    .from(payments)
    .where(inArray(payments.order, [...ids]));
  const known = new Set(own.map(({ _id }) => _id));
  const charges = own.flatMap(({ batch }) => (batch && !known.has(batch) ? [batch] : []));
  if (charges.length === 0) return own;
  return [...own, ...(await tx.select().from(payments).where(inArray(payments._id, charges)))];
}

/** Everything that was tried under the key of this call, with whatever orders. */
async function attemptsUnder(
  tx: Db,
  user: SessionUser | null,
  { idempotencyKey: asked }: PayOrderInput,
): Promise<PaymentRow[]> {
  // Written out as the index has it, which Postgres takes for no other form.
  const isUnder = sql`split_part(${payments.idempotencyKey}, ':', 4) = ${asked}`;
  const found = await tx
    .select()
    .from(payments)
    .where(and(sql`${payments.purpose} = 'delayed'`, isUnder));
  return found.filter(({ idempotencyKey }) => {
    const [kind, , payer] = idempotencyKey.split(':');
    return kind === 'pay' && payer === payerOf(user);
  });
}

/** Names a payer in keys of attempts: an account, or all who come by a link. */
const payerOf = (user: SessionUser | null) => user?._id ?? 'link';

/** Hashes what is paid, whatever the order in which its orders and carts are named. */
function scopeOf(input: PayOrderInput): string {
  const { cartIds } = input;
  const scope = JSON.stringify([[...ordersIn(input)].sort(), cartIds ? [...new Set(cartIds)].sort() : null]);
  return createHash('sha256').update(scope).digest('base64url').slice(0, 12);
}

/** Tells how much of each order is to be paid. Throws `figures_changed` where the payer saw another sum. */
async function partsOf(tx: Db, locked: readonly OrderRow[], { cartIds, total }: PayOrderInput) {
  const parts: (FurtherPart & { carts: string[] | null })[] = [];
  for (const order of locked) parts.push({ order: order._id, ...(await dueOf(tx, order, cartIds)) });
  const [first, ...further] = parts;
  const due = sumMoney(parts.map(({ amount }) => amount));
  if (!first || toCents(due) !== toCents(total)) {
    throw new AppError('figures_changed', { details: { total: due } });
  }
  return { first, further };
}

/** Tells how much of an order is to be paid: the open balance, or some carts' lines with their tax, at most that. */
async function dueOf(
  tx: Db,
  order: OrderRow,
  cartIds: readonly string[] | undefined,
): Promise<{ amount: Money; carts: string[] | null }> {
  const open = openBalance(order);
  if (order.status === 'Held' || order.status === 'Canceled' || open <= 0) {
    throw new AppError('order_state', { details: { order: { _id: order._id, status: order.status } } });
  }
  if (!cartIds) return { amount: open, carts: null };
  const all = await tx
    .select()
    .from(orderCarts)
    .where(eq(orderCarts.order, order._id))
    .orderBy(asc(orderCarts.position));
  for (const [index, _id] of cartIds.entries()) {
    const cart = all.find(one => one._id === _id);
    if (!cart) throw fieldError(['cartIds', index], 'is not a cart of this order');
    if (cart.paid) throw fieldError(['cartIds', index], 'is already paid');
  }
  const due = cartsPayment(all, cartIds, open);
  if (due.amount === ZERO) throw fieldError('cartIds', 'have nothing left to pay');
  return due;
}
