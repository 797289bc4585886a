import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { orders } from '#server/orders/tables.ts';
import { raiseAlert } from '#server/payments/alerts.ts';
import { lockParts, ofBatch, type Part } from '#server/payments/batches.ts';
import { reconcilePayment } from '#server/payments/charge.ts';
import type { FoundRefund } from '#server/payments/gateway.ts';
import { accountBack, creditRefundByHand } from '#server/payments/ledgers.ts';
import { oweWhatWasGiven } from '#server/payments/owe-what-was-given.ts';
import { countRefundOutcome } from '#server/payments/payment-counts.ts';
import {
  countRefund,
  isOpenRefund,
  type RefusedRefund,
  refundRest,
  reverseRefund,
} from '#server/payments/refunds.ts';
import { payments, refunds } from '#server/payments/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { formatMoney, type Money, toCents, toMoney } from '#shared/rules/money.ts';

const cameBack = ({ status }: FoundRefund) => status === 'failed';

/**
 * Puts refunds into the books that were made at the gateway itself, not here: each once, and taken back when its bank
 * sends it back. Asked for one order's part of a charge, it looks at the whole; after one of our own was `refused`, what
 * is left is asked for. Throws while the gateway does not answer.
 */
export async function findOutsideRefunds(
  app: App,
  paymentId: string,
  refused?: RefusedRefund,
): Promise<void> {
  const lead = sql`(select coalesce(batch, id) from payments where id = ${paymentId}::uuid)`;
  const [payment] = await app.db.select().from(payments).where(eq(payments._id, lead));
  if (!payment?.reference || payment.provider !== app.payments.name) return;
  // A refund would be counted nowhere while its charge is not in the books.
  if (!(await reconcilePayment(app, payment._id))) throw new Error(`payment ${payment._id} is not known yet`);
  const found = await app.payments.listRefunds({ charge: payment.reference });
  if (found === null) throw new Error(`the refunds of payment ${paymentId} are not known yet`);
  // Those that came back go first: they may have left room for the others.
  const [back, others] = [found.filter(cameBack), found.filter(one => !cameBack(one))];
  for (const refund of [...back, ...others]) await recordOutside(app, payment, refund);
  const byHand = back.filter(({ refundId }) => refundId === null);
  if (refused) await refundRest(app, refused, byHand.length);
}

async function recordOutside(app: App, payment: { _id: string }, found: FoundRefund): Promise<void> {
  const known = await app.db
    .select({ ...getTableColumns(refunds) })
    .from(refunds)
    .innerJoin(payments, eq(payments._id, refunds.payment))
    .where(and(ofBatch(payment._id), isNull(refunds.reverses)));
  const own = known.find(({ _id }) => _id === found.refundId);
  if (own?.status === 'succeeded' && cameBack(found)) return reverseRefund(app, own, found.message);
  if (own) {
    await app.jobs.send(app.db, 'check-refund', { refund: own._id }, { singletonKey: own._id });
    return;
  }
  const { reference } = found;
  const outside = known.filter(one => one.reference === reference);
  if (cameBack(found)) for (const one of outside) await reverseRefund(app, one, found.message);
  if (found.status !== 'succeeded') return;
  const isNew = await retrying(app.db, async tx => {
    const parts = await lockParts(tx, payment._id);
    const ofParts = inArray(
      refunds.payment,
      parts.map(part => part.payment._id),
    );
    const made = await tx.select().from(refunds).where(ofParts);
    const written = made.filter(one => one.reference === reference && one.reverses === null);
    const open = found.amount - sumOf(written);
    // Refunds of our own that are about to be refused may have left no room for all of it.
    const shares = open > 0 ? sharesOf(parts, made, open) : [];
    for (const [index, { part, amount }] of shares.entries()) {
      const nth = written.length + index + 1;
      const key = `outside:${reference}${nth === 1 ? '' : `:${nth}`}`;
      await recordShare(app, tx, part, { amount, key, reference });
    }
    return written.length === 0 && shares.length > 0;
  });
  if (isNew) countRefundOutcome('by_hand');
}

type RefundRow = typeof refunds.$inferSelect;

/** In cents. */
const sumOf = (made: readonly RefundRow[]) => made.reduce((sum, { amount }) => sum + toCents(amount), 0);

/**
 * Tells how much of a refund is of which order of its charge: one after the other, what each still has of it; those that
 * were canceled first, as theirs has to go back. If there is no room for all of it, refunds of our own will be refused:
 * a canceled order has it instead.
 */
function sharesOf(parts: readonly Part[], made: readonly RefundRow[], cents: number) {
  const [first, ...others] = parts;
  if (!first || others.length === 0) return first ? [{ part: first, amount: toMoney(cents) }] : [];
  const rooms = parts.map(part => {
    const own = made.filter(({ payment, status }) => payment === part.payment._id && status !== 'failed');
    return {
      part,
      isCanceled: part.order.status === 'Canceled',
      left: Math.max(0, toCents(part.payment.amount) - sumOf(own)),
      pending: sumOf(own.filter(isOpenRefund)),
    };
  });
  const isTight = rooms.reduce((sum, { left }) => sum + left, 0) < cents;
  let open = cents;
  const shares: { part: Part; amount: Money }[] = [];
  const canceledFirst = rooms.toSorted((one, other) => Number(other.isCanceled) - Number(one.isCanceled));
  for (const { part, isCanceled, left, pending } of canceledFirst) {
    const share = Math.min(open, left + (isTight && isCanceled ? pending : 0));
    if (share > 0) shares.push({ part, amount: toMoney(share) });
    open -= share;
  }
  return shares;
}

async function recordShare(
  app: App,
  tx: Db,
  { order, payment }: Part,
  { amount, key, reference }: { amount: Money; key: string; reference: string },
): Promise<void> {
  const [refund] = await tx
    .insert(refunds)
    .values({
      payment: payment._id,
      order: order._id,
      status: 'succeeded',
      amount,
      reason: 'made at the payment service',
      idempotencyKey: key,
      reference,
      settledAt: clock.now().toISOString(),
    })
    .returning();
  if (!refund) throw new Error('the refund was not stored');
  await accountBack(tx, refund, refund._id);
  await creditRefundByHand(tx, order, refund);
  await recordOrderEvent(tx, order._id, 'system', 'refund made at the payment service', formatMoney(amount));
  await countRefund(app, tx, order, refund);
  await oweWhatWasGiven(tx, order._id);
  // Whatever was asked of the order before, or read of it, did not know that money of it came back.
  await tx
    .update(orders)
    .set({ version: sql`${orders.version} + 1` })
    .where(eq(orders._id, order._id));
  await tellIfBeyond(tx, order._id, amount);
}

/** Tells staff when all that was given back of an order is more than was paid of it: nobody at the bank sees the rest. */
async function tellIfBeyond(tx: Db, _id: string, amount: Money): Promise<void> {
  const [row] = await tx
    .select({
      isBeyond: sql<boolean>`${orders.amountPaid} + ${orders.amountTakenBack} < ${orders.amountRefunded} + (
        select coalesce(sum(amount), 0) from store_credit_entries
          where "order" = ${_id}::uuid and (kind = 'granted' or kind = 'used' and given is not null))`,
    })
    .from(orders)
    .where(eq(orders._id, _id));
  if (!row?.isBeyond) return;
  const made = `A refund of ${formatMoney(amount)} was made at the payment service`;
  await raiseAlert(tx, _id, `${made}, though it had been given back: together that is more than was paid.`);
}
