import { and, eq, getTableColumns, inArray, or } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import { forEachIsolated } from '#server/jobs/sweep.ts';
import { reconcilePayment } from '#server/payments/charge.ts';
import { checkDispute } from '#server/payments/check-dispute.ts';
import { type FoundCharge, type FoundRefund, ourId } from '#server/payments/gateway.ts';
import { disputes, payments, refunds } from '#server/payments/tables.ts';
import { clock } from '#server/time-and-chance.ts';

/** Banks send refunds back, and dispute charges, for weeks. */
const SWEPT_DAYS = 30;
/** A charge is begun within minutes of its call; its event would come again for three days. */
const CHARGES_SWEPT_DAYS = 3;
const DAY_MS = 86_400_000;

/**
 * Looks for charges, refunds and disputes of which no event arrived: those of the last days or weeks that the books don't
 * have as they stand, and disputes that are not over. Throws while the gateway does not answer.
 */
export async function sweepGateway(app: App, now = clock.now(), signal?: AbortSignal): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const since = before(SWEPT_DAYS);
  const charges = await app.payments.listCharges(before(CHARGES_SWEPT_DAYS));
  const found = await app.payments.listRefunds({ since });
  const opened = await app.payments.listDisputes(since);
  if (charges === null || found === null || opened === null)
    throw new Error('the payment service did not answer the sweep');
  await sweepCharges(app, charges, signal);
  await findMissedRefunds(app, found);
  const known = await app.db.select().from(disputes).where(eq(disputes.provider, app.payments.name));
  const isOver = (reference: string) =>
    known.some(one => one.reference === reference && (one.status === 'won' || one.status === 'lost'));
  const open = new Set([...opened, ...known.map(({ reference }) => reference)]);
  const looked = [...open].filter(reference => !isOver(reference)).map(reference => ({ _id: reference }));
  await forEachIsolated(app.log, looked, ({ _id }) => checkDispute(app, _id), signal);
}

/**
 * Settles charges whose payment was given up: puts those that succeeded into the books, cancels those that still wait
 * for their customer, and tells the log of those that no payment is known for.
 */
async function sweepCharges(app: App, found: readonly FoundCharge[], signal?: AbortSignal): Promise<void> {
  const charges = new Map<string, FoundCharge>();
  for (const one of found) {
    const paymentId = ourId(one.paymentId);
    if (paymentId) charges.set(paymentId, one);
  }
  if (charges.size === 0) return;
  const known = await app.db
    .select({ _id: payments._id, status: payments.status })
    .from(payments)
    .where(inArray(payments._id, [...charges.keys()]));
  const ids = new Set(known.map(({ _id }) => _id));
  const stray = [...charges].filter(([_id, { status }]) => status === 'succeeded' && !ids.has(_id));
  tellOfStray(
    app,
    stray.map(([, charge]) => charge),
  );
  const over = known.filter(({ status }) => status === 'declined' || status === 'canceled');
  const settle = ({ _id }: { _id: string }) => reconcilePayment(app, _id, charges.get(_id)?.reference);
  await forEachIsolated(app.log, over, settle, signal);
}

/** Charges made here, as they say themselves, of which the books know nothing: a backup older than they was restored. */
export function tellOfStray({ log }: App, charges: readonly FoundCharge[]): void {
  if (charges.length > 0) log.error({ charges }, 'cards were charged for no order that is known');
}

async function findMissedRefunds(app: App, found: readonly FoundRefund[]): Promise<void> {
  const charges = [...new Set(found.map(({ charge }) => charge))];
  if (charges.length === 0) return;
  const paid = await app.db
    .select({ _id: payments._id, reference: payments.reference })
    .from(payments)
    .where(and(eq(payments.provider, app.payments.name), inArray(payments.reference, charges)));
  const ids = paid.map(({ _id }) => _id);
  const known = await app.db
    .select({ ...getTableColumns(refunds) })
    .from(refunds)
    .innerJoin(payments, eq(payments._id, refunds.payment))
    .where(or(inArray(payments._id, ids), inArray(payments.batch, ids)));
  const isKnown = ({ reference, refundId, status }: FoundRefund) => {
    const row = known.find(one => one._id === refundId || (one.reference === reference && !one.reverses));
    if (!row) return status !== 'succeeded';
    const stands = known.some(({ reverses }) => reverses === row._id) ? 'failed' : row.status;
    return stands === status || status === 'pending';
  };
  for (const { _id, reference } of paid) {
    if (found.every(one => one.charge !== reference || isKnown(one))) continue;
    await app.jobs.send(app.db, 'find-refunds', { payment: _id }, { singletonKey: _id });
  }
}
