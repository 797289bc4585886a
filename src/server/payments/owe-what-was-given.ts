import { eq } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { orders } from '#server/orders/tables.ts';
import { freeOfPayments } from '#server/payments/left-of-payments.ts';
import { outsOf } from '#server/payments/sources.ts';
import { addMoney, lowestMoney, type Money, subtractMoney, sumMoney, toMoney } from '#shared/rules/money.ts';

/**
 * Makes that part of what was given back of a locked, canceled order a debt of it which no payment covers any more, as one
 * bounced; leaves every other order alone. Goodwill is of it: whoever cancels gets back the rest of what they paid, and no more.
 */
export async function oweWhatWasGiven(tx: Db, _id: string): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders._id, _id));
  if (order?.status !== 'Canceled') return;
  const { amountPaid, amountTakenBack } = order;
  const more = subtractMoney(await givenOf(tx, _id), amountTakenBack);
  if (more <= 0 || amountPaid >= more) return;
  await tx
    .update(orders)
    .set({
      amountPaid: subtractMoney(amountPaid, more),
      amountTakenBack: addMoney(amountTakenBack, more),
    })
    .where(eq(orders._id, _id));
}

/**
 * Sums what of an order's money is with its customer or their bank, or is owed to them: a card's that can't go back for any
 * reason any more, and what went out otherwise. Cards take back no more than they paid: of two refunds that exceed it one
 * will be refused.
 */
async function givenOf(tx: Db, order: string): Promise<Money> {
  const cards = (await freeOfPayments(tx, order)).map(({ payment, left }) =>
    lowestMoney(payment.amount, subtractMoney(payment.amount, left)),
  );
  const otherwise = (await outsOf(tx, order)).map(({ cents }) => toMoney(cents));
  return sumMoney([...cards, ...otherwise]);
}
