import { and, eq, isNotNull, not, or, sql } from 'drizzle-orm';
import { moneyOf } from '#server/database/columns.ts';
import type { Db } from '#server/database/db.ts';
import { isInstead, leftOfPayments } from '#server/payments/left-of-payments.ts';
import { payouts, refunds, storeCreditEntries } from '#server/payments/tables.ts';
import type { Out } from '#shared/rules/left-of-sources.ts';
import { addMoney, lowestMoney, type Money, sumMoney, toCents, toMoney } from '#shared/rules/money.ts';
import { handWayOf } from '#shared/rules/refund-ways.ts';

/**
 * Sums what of an order's money is with its customer or their bank: a card's that can't go back for any reason any more, and
 * what went out otherwise. Cards take back no more than they paid: of two refunds that exceed it one will be refused.
 */
export async function givenOf(tx: Db, order: string): Promise<Money> {
  const made = await tx.select().from(refunds).where(eq(refunds.order, order));
  const cards = (await leftOfPayments(tx, order)).flatMap(({ payment, lost, instead, isTaken }) => {
    if (!isTaken) return [];
    const ofIt = made.filter(one => one.payment === payment._id && one.status !== 'failed');
    const back = sumMoney(ofIt.map(({ amount }) => amount));
    return [lowestMoney(payment.amount, addMoney(back, lost)), instead];
  });
  const otherwise = (await outsOf(tx, order)).map(({ cents }) => toMoney(cents));
  return sumMoney([...cards, ...otherwise]);
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
