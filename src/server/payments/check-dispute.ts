import { and, eq, sql } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { raiseAlert, replaceAlert } from '#server/payments/alerts.ts';
import { lockParts } from '#server/payments/batches.ts';
import type { FoundDispute } from '#server/payments/gateway.ts';
import { accountBack } from '#server/payments/ledgers.ts';
import { oweWhatWasGiven } from '#server/payments/owe-what-was-given.ts';
import { disputes, payments } from '#server/payments/tables.ts';
import { formatMoney, toMoney } from '#shared/rules/money.ts';
import { longDate } from '#shared/rules/order-facts.ts';

type DisputeRow = typeof disputes.$inferSelect;

/**
 * Looks up a dispute that the gateway told of and records how it stands. Its events may come late, twice and in any
 * order: what counts is what the gateway answers now. Throws `gateway_unavailable` while it does not answer.
 */
export async function checkDispute(app: App, reference: string): Promise<void> {
  const found = await app.payments.findDispute(reference);
  if (found.status === 'unknown') throw new AppError('gateway_unavailable');
  if (found.status === 'absent') return;
  const [payment] = await app.db
    .select({ _id: payments._id, order: payments.order })
    .from(payments)
    .where(and(eq(payments.provider, app.payments.name), eq(payments.reference, found.charge)));
  if (payment) await recordDispute(app, payment, found);
}

async function recordDispute(
  app: App,
  payment: { _id: string; order: string },
  found: FoundDispute,
): Promise<void> {
  const provider = app.payments.name;
  const seen = {
    status: found.status,
    amount: toMoney(found.amount),
    reason: found.reason,
    respondBy: found.respondBy?.toISOString() ?? null,
  };
  await retrying(app.db, async tx => {
    const parts = await lockParts(tx, payment._id);
    const [before] = await tx
      .select()
      .from(disputes)
      .where(and(eq(disputes.provider, provider), eq(disputes.reference, found.reference)));
    const after = await keep(tx, before, {
      ...seen,
      provider,
      reference: found.reference,
      payment: payment._id,
      order: payment.order,
    });
    if (before && alertOf(before) === alertOf(after) && before.status === after.status) return;
    // Each of several orders that were paid together is at stake.
    for (const { order, payment: part } of parts) {
      await tellStaff(tx, order, before, after);
      // Whatever was asked of it before did not know that its customer has money back.
      if (after.status === 'lost' && before?.status !== 'lost')
        await tx
          .update(orders)
          .set({ version: sql`${orders.version} + 1` })
          .where(eq(orders._id, order._id));
      await accountBack(tx, { payment: part._id, order: order._id });
      await oweWhatWasGiven(tx, order._id);
      if (before?.status === 'lost' && after.status === 'won' && order.status === 'Canceled')
        await raiseAlert(tx, order._id, wonTooLate(after));
    }
  });
}

async function tellStaff(
  tx: Db,
  order: OrderRow,
  before: DisputeRow | undefined,
  after: DisputeRow,
): Promise<void> {
  await replaceAlert(tx, order._id, before ? alertOf(before) : null, alertOf(after));
  if (before?.status === after.status) return;
  const name = `dispute ${NAMES[after.status]}` as const;
  const description = `${formatMoney(after.amount)}, ${after.reason}`;
  await recordOrderEvent(tx, order._id, 'system', name, description);
  await recordLog(tx, 'system', {
    type: 'payment',
    category: 'dispute',
    name: `Order ${order.orderNumber}`,
    description: `${name}: ${description} (${after.reference})`,
    subject: order._id,
  });
}

async function keep(
  tx: Db,
  before: DisputeRow | undefined,
  values: typeof disputes.$inferInsert,
): Promise<DisputeRow> {
  const [row] = before
    ? await tx.update(disputes).set(values).where(eq(disputes._id, before._id)).returning()
    : await tx.insert(disputes).values(values).returning();
  if (!row) throw new AppError('not_found');
  return row;
}

const NAMES = {
  needs_response: 'opened',
  under_review: 'answered',
  won: 'won',
  lost: 'lost',
} as const satisfies Record<DisputeRow['status'], string>;

/** Nothing of it went back when its order was canceled, as the bank had it then. */
const wonTooLate = ({ amount, reason, reference }: DisputeRow): string =>
  `The dispute over ${formatMoney(amount)} (${reason}; ${reference}) was won after the order was canceled, so the shop has that money again: refund at the payment service what is owed of it.`;

/** Tells what staff have to do about a dispute; null: nothing. It names it: an order may have two over the same amount. */
function alertOf({ status, amount, reason, reference, respondBy }: DisputeRow): string | null {
  const what = `The card payment of ${formatMoney(amount)} is disputed (${reason}; ${reference})`;
  switch (status) {
    case 'needs_response': {
      const until = respondBy === null ? '' : ` by ${longDate(respondBy.slice(0, 10))}`;
      return `${what}: answer it at the payment service${until} with proof of the order and its delivery; send nothing more of this order and don’t refund it in the meantime.`;
    }
    case 'under_review':
      return `${what} and was answered; the bank will decide. Send nothing more of this order and don’t refund it in the meantime.`;
    case 'lost':
      return `The dispute over ${formatMoney(amount)} (${reason}; ${reference}) was lost, and the bank took the money back: send nothing more of this order, and settle with the customer what they still owe.`;
    case 'won':
      return null;
  }
}
