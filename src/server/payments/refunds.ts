import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { App } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { forEachIsolated } from '#server/jobs/sweep.ts';
import { recordLog } from '#server/logs/logs.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { lockOrder, type OrderRow } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { tellOfRefund } from '#server/orders/tell-customer.ts';
import { clearAlert, raiseAlert } from '#server/payments/alerts.ts';
import type { PaymentRow } from '#server/payments/batches.ts';
import type { RefundResult } from '#server/payments/gateway.ts';
import { accountBack } from '#server/payments/ledgers.ts';
import { isPlayMoney, leftOfPayments } from '#server/payments/left-of-payments.ts';
import { oweWhatWasGiven } from '#server/payments/owe-what-was-given.ts';
import { isGivenUp, isOf, owedRefunds } from '#server/payments/owed-refunds.ts';
import { countRefundOutcome } from '#server/payments/payment-counts.ts';
import { sourcesOf } from '#server/payments/sources.ts';
import { paymentAllocations, payments, refunds } from '#server/payments/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { OPEN_REFUND_STATUSES } from '#shared/enumerations.ts';
import { addMoney, formatMoney, type Money, toCents, toMoney, ZERO } from '#shared/rules/money.ts';

type RefundRow = typeof refunds.$inferSelect;

/**
 * Notes a refund in the transaction of what causes it; a job asks the gateway for it after the commit. One refund a
 * payment and cause: a repeated call changes nothing, unless the first one failed or came back.
 */
export async function queueRefund(
  app: Pick<App, 'jobs'>,
  tx: Db,
  payment: Pick<PaymentRow, '_id' | 'order'>,
  amount: Money,
  reason: string,
  cause = reason,
): Promise<void> {
  const made = await tx.select().from(refunds).where(eq(refunds.payment, payment._id));
  const first = `refund:${payment._id}:${cause}`;
  const over = made.filter(one => isOf(one, first) && isGivenUp(one, made)).length;
  const [refund] = await tx
    .insert(refunds)
    .values({
      payment: payment._id,
      order: payment.order,
      status: 'starting',
      amount,
      reason,
      idempotencyKey: over === 0 ? first : `${first}:${over + 1}`,
    })
    .onConflictDoNothing({ target: refunds.idempotencyKey })
    .returning({ _id: refunds._id });
  if (!refund) return;
  // From now on that much is not paid: nobody may order on it while it is on its way.
  await accountBack(tx, { payment: payment._id, order: payment.order }, refund._id);
  await app.jobs.send(tx, 'refund-payment', { refund: refund._id });
}

/**
 * Queues the refund of a part of what was paid on a locked order. `cause` tells it from other parts (the return that
 * brings it): once a cause, also when it is asked for again. More than what is left is a field error on `amount`; of
 * play money nothing is, as no card has it.
 */
export async function refundPart(
  app: Pick<App, 'jobs' | 'payments'>,
  tx: Db,
  order: OrderRow,
  { amount, reason, cause }: { amount: Money; reason: string; cause: string },
): Promise<void> {
  const made = await tx.select().from(refunds).where(eq(refunds.order, order._id));
  // Store credit that was given is of one of them: that much of it does not go back once more.
  const paid = (await sourcesOf(app, tx, order._id)).filter(source => source.kind === 'card');
  const isAsked = paid.some(({ payment: { _id } }) =>
    made.some(one => isOf(one, `refund:${_id}:${cause}`) && !isGivenUp(one, made)),
  );
  if (isAsked) return;
  const parts: { payment: PaymentRow; part: number }[] = [];
  let open: number = toCents(amount);
  for (const { payment, left, isDisputed } of paid) {
    const part = isDisputed || isPlayMoney(app, payment) ? 0 : Math.min(open, toCents(left));
    if (part > 0) parts.push({ payment, part });
    open -= Math.max(0, part);
  }
  if (open > 0 || amount <= 0) {
    const left = formatMoney(toMoney(toCents(amount) - open));
    throw fieldError(
      'amount',
      amount <= 0 ? 'must be above 0' : `is more than the ${left} that can be refunded`,
    );
  }
  for (const { payment, part } of parts) await queueRefund(app, tx, payment, toMoney(part), reason, cause);
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The sweep behind the single jobs: every refund that is still open is asked for again, with the same key; one that
 * is a day old is shown to staff.
 */
export async function reconcileRefunds(app: App, now = clock.now(), signal?: AbortSignal): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const open = await app.db
    .select({ _id: refunds._id, order: refunds.order, amount: refunds.amount, createdAt: refunds.createdAt })
    .from(refunds)
    .where(and(inArray(refunds.status, OPEN_REFUND_STATUSES), lt(refunds.createdAt, before(5 * MINUTE_MS))))
    .orderBy(refunds.createdAt)
    .limit(100);
  const settle = async ({ _id, order, amount, createdAt }: (typeof open)[number]) => {
    if (createdAt < before(DAY_MS)) {
      await retrying(app.db, async tx => {
        const { refund } = await lockRefund(tx, _id);
        // An event may have ended it since: nobody would take the line off again.
        if (isOpenRefund(refund)) await raiseAlert(tx, order, unconfirmed(amount));
      });
    }
    await refundPayment(app, _id);
  };
  await forEachIsolated(app.log, open, settle, signal);
}

const unconfirmed = (amount: Money) => `A refund of ${formatMoney(amount)} has not been confirmed for a day.`;

/** Queues the refund of everything that was paid on an order, each payment what is left of it; `less`: of some, less. */
export async function refundWholeOrder(
  app: Pick<App, 'jobs'>,
  tx: Db,
  order: OrderRow,
  reason: string,
  less: ReadonlyMap<string, Money> = new Map(),
): Promise<void> {
  for (const { payment, left } of await leftOfPayments(tx, order._id)) {
    const rest = less.get(payment._id) ?? left;
    if (rest > 0) await queueRefund(app, tx, payment, rest, reason);
  }
}

/** A refund that the payment service refused, and what staff were told of it. */
export interface RefusedRefund {
  refund: string;
  alert: string;
}

/**
 * Asks again for what is left of the payment of a canceled order, or of one that its order never took, once a refusal:
 * the refund was too much, as part of the charge had been given back at the gateway, of which the books knew nothing. What
 * came back from there since is no part of it any more, and explains one refusal of the whole. Whatever is refused for
 * another reason is left to staff. `cameBack`: how many refunds of its charge were made at the gateway, and came back.
 */
export async function refundRest(
  app: App,
  { refund: refusedId, alert }: RefusedRefund,
  cameBack: number,
): Promise<void> {
  await retrying(app.db, async tx => {
    const { order, refund: refused } = await lockRefund(tx, refusedId);
    const [payment] = await tx.select().from(payments).where(eq(payments._id, refused.payment));
    if (!payment || refused.status !== 'failed') return;
    if (order.status !== 'Canceled' && (await isTaken(tx, payment._id))) return;
    const made = await tx.select().from(refunds).where(eq(refunds.payment, payment._id));
    const first = `refund:${payment._id}:${refused.reason}`;
    const ofIt = (await leftOfPayments(tx, order._id)).find(one => one.payment._id === payment._id);
    const isWhole = (ofIt?.left ?? ZERO) >= refused.amount;
    // That one's own key tells its cause, which is another than its reason where an edit or a return brought it.
    const tries = made.filter(one => one._id === refusedId || isOf(one, first));
    const isExplained = !isWhole || tries.length <= cameBack;
    const isAskedAgain = tries.some(one => one.createdAt > refused.createdAt);
    // More of the charge may be left than was asked for, as some became store credit or went out by hand.
    const owed = (await owedRefunds(tx, order._id)).find(({ refund }) => refund._id === refusedId);
    if (!owed || isAskedAgain || !isExplained) return;
    await queueRefund(app, tx, payment, owed.amount, refused.reason);
    await clearAlert(tx, order._id, alert);
  });
}

/**
 * Asks the gateway for a queued refund and records what it answers. An unknown outcome is thrown, so that the job is
 * tried again with the same idempotency key. One that is pending there stays open until an event or a sweep settles it.
 */
export async function refundPayment(app: App, refundId: string): Promise<void> {
  const found = await refundAndCharge(app.db, refundId);
  if (!found || !isOpenRefund(found.refund)) return;
  const { refund, charge, payment } = found;
  if (isPlayMoney(app, payment)) return refusePlay(app, refund._id);
  const result = await app.payments.refund({
    refundId: refund._id,
    reference: charge,
    amount: toCents(refund.amount),
    idempotencyKey: refund.idempotencyKey,
  });
  await recordRefund(app, refund._id, result);
  if (result.status === 'unknown') throw new Error(`the outcome of refund ${refund._id} is not known yet`);
}

/**
 * Looks at a refund again because the gateway told of it: banks send some back that had succeeded, days later. Then
 * a reversal stands beside it and staff are told. Throws while the gateway does not answer.
 */
export async function checkRefund(app: App, refundId: string): Promise<void> {
  const found = await refundAndCharge(app.db, refundId);
  if (!found || found.refund.reverses !== null || found.refund.status === 'failed') return;
  const { refund, charge } = found;
  if (isOpenRefund(refund)) return refundPayment(app, refundId);
  const result = await app.payments.findRefund({ refundId, reference: charge });
  if (result.status === 'refused') return reverseRefund(app, refund, result.message);
  if (result.status === 'unknown') throw new Error(`how refund ${refundId} stands is not known yet`);
  if (result.status === 'absent') app.log.error({ refundId }, 'a refund is not known to the payment service');
}

export const isOpenRefund = ({ status }: RefundRow) => OPEN_REFUND_STATUSES.some(open => open === status);

/** A refund, its payment, and the gateway's reference of the charge that it gives back. */
async function refundAndCharge(
  db: Db,
  refundId: string,
): Promise<{ refund: RefundRow; payment: PaymentRow; charge: string } | null> {
  const lead = alias(payments, 'lead');
  const [found] = await db
    .select({ refund: refunds, payment: payments, charge: lead.reference })
    .from(refunds)
    .innerJoin(payments, eq(payments._id, refunds.payment))
    .innerJoin(lead, eq(lead._id, sql`coalesce(${payments.batch}, ${payments._id})`))
    .where(eq(refunds._id, refundId));
  return found?.charge ? { ...found, charge: found.charge } : null;
}

/** Ends a refund of a payment at the test gateway: Stripe can't know it, and no real money is owed for play money. */
async function refusePlay(app: App, refundId: string): Promise<void> {
  const ended = await retrying(app.db, async tx => {
    const { order, refund } = await lockRefund(tx, refundId);
    if (!isOpenRefund(refund)) return null;
    const settledAt = clock.now().toISOString();
    await tx.update(refunds).set({ status: 'failed', settledAt }).where(eq(refunds._id, refundId));
    await accountBack(tx, refund, refund._id);
    await clearAlert(tx, order._id, unconfirmed(refund.amount));
    const given = formatMoney(refund.amount);
    const alert = `A refund of ${given} was not sent: it was a payment of the test gateway, which moved no money. Give nothing for it.`;
    await raiseAlert(tx, order._id, `${alert}${await whichRefund(tx, refund)}`);
    await recordOrderEvent(tx, order._id, 'system', 'refund failed', given);
    return noted(order, refund);
  });
  if (ended) app.log.warn(ended, 'a refund of a payment of the test gateway was not sent');
}

/** Names a refund in the log of the process. */
const noted = ({ orderNumber }: OrderRow, { _id, amount }: RefundRow) => ({
  ...{ order: orderNumber, refund: _id },
  amount: formatMoney(amount),
});

/** Tells what staff can do about it. */
const OWED = 'If it is still owed, an Admin can give it by check, by transfer or as store credit.';

async function recordRefund(app: App, refundId: string, answer: RefundResult): Promise<void> {
  const result = answer.status === 'pending' ? { ...answer, status: 'unknown' as const } : answer;
  const reference = 'reference' in result ? result.reference : null;
  const settled = await retrying(app.db, async tx => {
    const { order, refund } = await lockRefund(tx, refundId);
    if (!isOpenRefund(refund)) return null;
    const outcome = result.status === 'refused' ? 'failed' : result.status;
    await tx
      .update(refunds)
      .set({
        status: outcome,
        ...(reference && { reference }),
        ...(outcome !== 'unknown' && { settledAt: clock.now().toISOString() }),
      })
      .where(eq(refunds._id, refundId));
    if (outcome === 'unknown') return null;
    await clearAlert(tx, order._id, unconfirmed(refund.amount));
    if (result.status === 'refused') {
      await accountBack(tx, refund, refund._id);
      await oweWhatWasGiven(tx, order._id);
      const alert = `A refund of ${formatMoney(refund.amount)} was refused by the payment service. ${result.message} ${OWED}${await whichRefund(tx, refund)}`;
      await raiseAlert(tx, order._id, alert);
      // Somebody may have refunded it by hand, of which no event told.
      const payload = { payment: refund.payment, refused: { refund: refundId, alert } };
      await app.jobs.send(tx, 'find-refunds', payload, { singletonKey: refundId });
    } else {
      await countRefund(app, tx, order, refund);
    }
    await recordOrderEvent(tx, order._id, 'system', `refund ${outcome}`, formatMoney(refund.amount));
    return noted(order, refund);
  });
  if (!settled) return;
  countRefundOutcome(result.status === 'refused' ? 'refused' : 'succeeded');
  if (result.status === 'refused')
    app.log.warn({ ...settled, why: result.message }, 'a refund was refused by the payment service');
}

/** Takes a refund back in the ledger, once: its money is with the shop again. */
export async function reverseRefund(app: App, { _id }: RefundRow, message: string): Promise<void> {
  const reversed = await retrying(app.db, async tx => {
    const { order, refund } = await lockRefund(tx, _id);
    const amount = toMoney(-toCents(refund.amount));
    const [reversal] = await tx
      .insert(refunds)
      .values({
        payment: refund.payment,
        order: order._id,
        status: 'succeeded',
        amount,
        reverses: _id,
        reason: message,
        idempotencyKey: `reversal:${_id}`,
        reference: refund.reference,
        settledAt: clock.now().toISOString(),
      })
      .onConflictDoNothing()
      .returning();
    if (!reversal) return null;
    await addRefunded(tx, order, refund.payment, amount);
    await accountBack(tx, reversal, reversal._id);
    await oweWhatWasGiven(tx, order._id);
    const given = formatMoney(refund.amount);
    const alert = `A refund of ${given} came back from the customer’s bank, so they did not get it: pay them another way. ${message}${await whichRefund(tx, refund)}`;
    await raiseAlert(tx, order._id, alert);
    await recordOrderEvent(tx, order._id, 'system', 'refund came back', `${given}: ${message}`);
    await recordLog(tx, 'system', {
      type: 'payment',
      category: 'refund',
      name: `Order ${order.orderNumber}`,
      description: `A refund of ${given} came back. ${message}`,
      subject: order._id,
    });
    return noted(order, refund);
  });
  if (!reversed) return;
  countRefundOutcome('came_back');
  app.log.warn({ ...reversed, why: message }, 'a refund came back from the customer’s bank');
}

/**
 * Tells a refund from those of its order that were made before it, for staff: two of the same amount are two things to do,
 * not one. Nothing is said of the first.
 */
async function whichRefund(tx: Db, { _id, order }: RefundRow): Promise<string> {
  const own = sql`(select created_at, id from refunds where id = ${_id})`;
  const nth = await tx.$count(
    refunds,
    and(
      eq(refunds.order, order),
      isNull(refunds.reverses),
      sql`(${refunds.createdAt}, ${refunds._id}) <= ${own}`,
    ),
  );
  return nth > 1 ? ` (Refund ${nth} of this order.)` : '';
}

/** The lines by which staff were told that a refund did not get through, where they still stand. */
export async function alertsOfRefund(tx: Db, refund: RefundRow): Promise<string[]> {
  const [row] = await tx.select({ alert: orders.alert }).from(orders).where(eq(orders._id, refund.order));
  const which = await whichRefund(tx, refund);
  const begun = `A refund of ${formatMoney(refund.amount)} `;
  return (row?.alert ?? '').split('\n').filter(line => {
    const rest = line.startsWith(begun) ? line.slice(begun.length) : '';
    const isOfIts = which === '' ? !rest.endsWith(' of this order.)') : rest.endsWith(which);
    return isOfIts && (rest.startsWith('was refused') || rest.startsWith('came back'));
  });
}

async function lockRefund(tx: Db, refundId: string): Promise<{ order: OrderRow; refund: RefundRow }> {
  const [found] = await tx.select().from(refunds).where(eq(refunds._id, refundId));
  if (!found) throw new AppError('not_found');
  const order = await lockOrder(tx, found.order);
  const [refund] = await tx.select().from(refunds).where(eq(refunds._id, refundId)).for('no key update');
  return { order, refund: refund ?? found };
}

/** Does what follows when a refund has gone through: the order's sum, the log, the customer's mail. */
export async function countRefund(app: App, tx: Db, order: OrderRow, refund: RefundRow): Promise<void> {
  await addRefunded(tx, order, refund.payment, refund.amount);
  await tellOfRefund(app, tx, order._id, refund);
  await recordLog(tx, 'system', {
    type: 'payment',
    category: 'refund',
    name: `Order ${order.orderNumber}`,
    description: `${formatMoney(refund.amount)} refunded: ${refund.reason}.`,
    subject: order._id,
  });
}

export const isTaken = async (tx: Db, payment: string): Promise<boolean> =>
  (await tx.$count(paymentAllocations, eq(paymentAllocations.payment, payment))) > 0;

/** A charge that the order never took is no part of what was paid on it, nor is its refund. */
async function addRefunded(tx: Db, order: OrderRow, payment: string, amount: Money): Promise<void> {
  if (!(await isTaken(tx, payment))) return;
  await tx
    .update(orders)
    .set({ amountRefunded: addMoney(order.amountRefunded, amount) })
    .where(eq(orders._id, order._id));
}
