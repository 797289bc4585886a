import { and, eq, sql } from 'drizzle-orm';
import { moneyOf } from '#server/database/columns.ts';
import type { Db } from '#server/database/db.ts';
import { orderEdits, orders } from '#server/orders/tables.ts';
import { givenSince, leftOfPayments, owedRefunds } from '#server/payments/left-of-payments.ts';
import { outsOf } from '#server/payments/sources.ts';
import { refunds } from '#server/payments/tables.ts';
import { receiptParts } from '#server/receipts/tables.ts';
import {
  addMoney,
  highestMoney,
  lowestMoney,
  type Money,
  subtractMoney,
  sumMoney,
  toMoney,
  ZERO,
} from '#shared/rules/money.ts';

/**
 * Makes whatever was given back of a locked, canceled order beyond what was paid of it a debt, as if a payment had bounced, and
 * ends that debt where less was given after all; leaves every other order alone. Goodwill is of it: whoever cancels gets
 * back the rest of what they paid, and no more.
 */
export async function oweWhatWasGiven(tx: Db, _id: string): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders._id, _id));
  if (order?.status !== 'Canceled') return;
  const paid = addMoney(order.amountPaid, order.amountTakenBack);
  const given = await givenOf(tx, _id);
  const amountTakenBack = highestMoney(
    await takenByEdits(tx, _id),
    given > paid ? given : ZERO,
    // A debt of it may have been paid, and turn out to be none: no order has more than its total.
    subtractMoney(addMoney(paid, order.amountCredited), order.total),
  );
  if (amountTakenBack === order.amountTakenBack) return;
  await tx
    .update(orders)
    .set({ amountPaid: subtractMoney(paid, amountTakenBack), amountTakenBack })
    .where(eq(orders._id, _id));
}

/** Sums what edits took back of an order's payments: money that they left on its owner's account pays it no more. */
async function takenByEdits(tx: Db, order: string): Promise<Money> {
  const [edits] = await tx
    .select({ sum: moneyOf(sql`coalesce(sum(${orderEdits.takenBack}), 0)`) })
    .from(orderEdits)
    .where(eq(orderEdits.order, order));
  const [kept] = await tx
    .select({ sum: moneyOf(sql`coalesce(sum(${receiptParts.amount}), 0)`) })
    .from(receiptParts)
    .where(and(eq(receiptParts.order, order), eq(receiptParts.reason, 'edit')));
  return addMoney(edits?.sum ?? ZERO, kept?.sum ?? ZERO);
}

/**
 * Sums what of an order's money is with its customer or their bank, or is owed to them: a card's that can't go back for any
 * reason any more, and what went out otherwise. Cards take back no more than they paid: of two refunds that exceed it one
 * will be refused. One that was refused is owed but for what somebody gave by hand since.
 */
async function givenOf(tx: Db, order: string): Promise<Money> {
  const made = await tx.select().from(refunds).where(eq(refunds.order, order));
  const owed = await owedRefunds(tx, order);
  const cards = (await leftOfPayments(tx, order)).flatMap(({ payment, lost, instead, isTaken }) => {
    if (!isTaken) return [];
    const ofIt = made.filter(one => one.payment === payment._id);
    const due = owed
      .filter(one => one.payment._id === payment._id)
      .map(({ refund, amount }) =>
        lowestMoney(amount, subtractMoney(refund.amount, givenSince(refund, ofIt))),
      );
    const back = sumMoney(ofIt.flatMap(({ status, amount }) => (status === 'failed' ? [] : amount)));
    return [
      lowestMoney(payment.amount, addMoney(back, lost)),
      instead,
      ...due.map(amount => highestMoney(amount, ZERO)),
    ];
  });
  const otherwise = (await outsOf(tx, order)).map(({ cents }) => toMoney(cents));
  return sumMoney([...cards, ...otherwise]);
}
