import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import { moneyOf } from '#server/database/columns.ts';
import type { Db } from '#server/database/db.ts';
import { outsOf } from '#server/payments/given-of-order.ts';
import { isPlayMoney, type LeftOfPayment } from '#server/payments/left-of-payments.ts';
import { freeOfPayments } from '#server/payments/owed-refunds.ts';
import { receiptParts, receipts } from '#server/receipts/tables.ts';
import { leftOfSources, type Source } from '#shared/rules/left-of-sources.ts';
import { type Money, toCents, toMoney } from '#shared/rules/money.ts';
import { handWayOf } from '#shared/rules/refund-ways.ts';

export type ReceiptRow = typeof receipts.$inferSelect;

/** Money that came in for an order, and what of it may still go back; `at`: when it came. */
export type SourceOfOrder = { left: Money; at: string } & (
  | ({ kind: 'card' } & Pick<LeftOfPayment, 'payment' | 'isDisputed'>)
  | { kind: 'receipt'; receipt: ReceiptRow }
);

/**
 * Lists what came in for an order: card payments, less what goes back to them or is owed of them, and receipts that did not
 * bounce; less what went out otherwise, whichever way.
 */
export async function sourcesOf(app: Pick<App, 'payments'>, tx: Db, order: string): Promise<SourceOfOrder[]> {
  const cards = (await freeOfPayments(tx, order)).map(({ payment, isDisputed, left }) => {
    const at = payment.settledAt ?? payment.createdAt;
    const isInDoubt = isDisputed || isPlayMoney(app, payment);
    const source: Source = { kind: 'card', _id: payment._id, since: at, cents: toCents(left), isInDoubt };
    return { of: { kind: 'card' as const, payment, isDisputed, at }, source };
  });
  const byHand = (await receiptsOf(tx, order)).map(({ receipt, amount, since }) => {
    const kind = handWayOf(receipt.method);
    const source: Source = { kind, _id: receipt._id, since, cents: toCents(amount), isInDoubt: false };
    return { of: { kind: 'receipt' as const, receipt, at: receipt.createdAt }, source };
  });
  const all = [...cards, ...byHand];
  const left = leftOfSources(
    all.map(({ source }) => source),
    await outsOf(tx, order),
  );
  return all.map(({ of }, index) => ({ ...of, left: toMoney(left[index] ?? 0) }));
}

/** The receipts that pay an order, the latest first, how much each pays of it, and since when. */
async function receiptsOf(
  tx: Db,
  order: string,
): Promise<{ receipt: ReceiptRow; amount: Money; since: string }[]> {
  const amount = moneyOf(sql`sum(${receiptParts.amount})`);
  const since = sql`min(${receiptParts.createdAt})`.mapWith(receiptParts.createdAt);
  const found = await tx
    .select({ receipt: receipts, amount, since })
    .from(receipts)
    .innerJoin(receiptParts, eq(receiptParts.receipt, receipts._id))
    .where(and(eq(receiptParts.order, order), isNull(receipts.bouncedAt)))
    .groupBy(receipts._id)
    .orderBy(desc(receipts.createdAt));
  return found.filter(one => one.amount > 0);
}
