import { and, desc, eq, isNotNull, isNull, not, or, sql } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import { moneyOf } from '#server/database/columns.ts';
import type { Db } from '#server/database/db.ts';
import {
  freeOfPayments,
  isInstead,
  isPlayMoney,
  type LeftOfPayment,
} from '#server/payments/left-of-payments.ts';
import { payouts, storeCreditEntries } from '#server/payments/tables.ts';
import { receiptParts, receipts } from '#server/receipts/tables.ts';
import { leftOfSources, type Out, type Source } from '#shared/rules/left-of-sources.ts';
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

/**
 * Lists money of an order that was handed out or sent, or became store credit, which nobody gets twice; credit that was
 * taken back is none.
 */
export async function outsOf(tx: Db, order: string): Promise<Out[]> {
  const handed = await tx
    .select({ way: payouts.way, amount: payouts.amount, of: payouts.receipt, at: payouts.createdAt })
    .from(payouts)
    .where(and(eq(payouts.order, order), not(isInstead(payouts.given))));
  const { given, kind, amount, createdAt } = storeCreditEntries;
  const credits = await tx
    .select({
      amount: moneyOf(sql`sum(${amount})`),
      at: sql`min(${createdAt})`.mapWith(createdAt),
    })
    .from(storeCreditEntries)
    .where(
      and(
        eq(storeCreditEntries.order, order),
        or(eq(kind, 'granted'), and(eq(kind, 'used'), isNotNull(given))),
        not(isInstead(given)),
      ),
    )
    .groupBy(sql`coalesce(${given}, ${storeCreditEntries._id})`);
  return [
    ...handed.map(({ way, amount, of, at }) => ({ kind: handWayOf(way), cents: toCents(amount), of, at })),
    ...credits.map(credit => ({
      ...{ kind: 'credit' as const, of: null, at: credit.at },
      cents: toCents(credit.amount),
    })),
  ];
}
