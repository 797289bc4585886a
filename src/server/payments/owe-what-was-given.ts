import { and, eq, sql } from 'drizzle-orm';
import { moneyOf } from '#server/database/columns.ts';
import type { Db } from '#server/database/db.ts';
import { orderEdits, orders } from '#server/orders/tables.ts';
import { givenOf } from '#server/payments/given-of-order.ts';
import { owedRefunds } from '#server/payments/owed-refunds.ts';
import { receiptParts } from '#server/receipts/tables.ts';
import { addMoney, highestMoney, type Money, subtractMoney, sumMoney, ZERO } from '#shared/rules/money.ts';

/**
 * Makes whatever was given back of a locked, canceled order, or is owed to its customer, beyond what was paid of it a debt, as if a payment had bounced, and
 * ends that debt where less was given after all; leaves every other order alone. Goodwill is of it: whoever cancels gets
 * back the rest of what they paid, and no more.
 */
export async function oweWhatWasGiven(tx: Db, _id: string): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders._id, _id));
  if (order?.status !== 'Canceled') return;
  const paid = addMoney(order.amountPaid, order.amountTakenBack);
  const owed = (await owedRefunds(tx, _id)).flatMap(({ isTaken, amount }) => (isTaken ? amount : []));
  const given = sumMoney([await givenOf(tx, _id), ...owed]);
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
