import { and, eq, inArray, sql } from 'drizzle-orm';
import { moneyOf } from '#server/database/columns.ts';
import type { Db } from '#server/database/db.ts';
import { orders } from '#server/orders/tables.ts';
import type { PaymentRow } from '#server/payments/batches.ts';
import { givenOf } from '#server/payments/given-of-order.ts';
import { type LeftOfPayment, leftOfPayments } from '#server/payments/left-of-payments.ts';
import { givenBack, refunds } from '#server/payments/tables.ts';
import { receiptParts } from '#server/receipts/tables.ts';
import {
  addMoney,
  highestMoney,
  lowestMoney,
  type Money,
  subtractMoney,
  sumMoney,
  ZERO,
} from '#shared/rules/money.ts';

type RefundRow = typeof refunds.$inferSelect;

/**
 * Lists what the order took of its card payments and may go back for another reason: what is left, less what its customer is
 * owed by refunds that they did not get.
 */
export async function freeOfPayments(tx: Db, order: string): Promise<LeftOfPayment[]> {
  const owed = await owedRefunds(tx, order);
  const taken = (await leftOfPayments(tx, order)).filter(({ isTaken }) => isTaken);
  return taken.map(one => {
    const due = sumMoney(
      owed.filter(({ payment }) => payment._id === one.payment._id).map(({ amount }) => amount),
    );
    return { ...one, left: subtractMoney(one.left, lowestMoney(due, one.left)) };
  });
}

/** A refund that its customer did not get, and is owed since. */
export interface OwedRefund {
  refund: RefundRow;
  payment: PaymentRow;
  isTaken: boolean;
  /** Can still be given: no more than its payment has left. */
  amount: Money;
  /** The payment service refused it; else their bank sent it back. */
  isRefused: boolean;
}

/**
 * Lists the refunds of an order that its customer is owed: refused for good or sent back, not asked for again since, and
 * not given another way, also not by hand at the payment service. Of a canceled order they are owed no more than what came
 * in for it and is with nobody yet.
 */
export async function owedRefunds(tx: Db, order: string): Promise<OwedRefund[]> {
  const made = await tx
    .select()
    .from(refunds)
    .where(sql`${refunds.order} = ${order}::uuid`)
    .orderBy(refunds._id);
  const notGot = made.filter(one => one.reverses === null && isGivenUp(one, made) && isLastOfIts(one, made));
  if (notGot.length === 0) return [];
  const ids = notGot.map(({ _id }) => _id);
  const acts = await tx.select().from(givenBack).where(inArray(givenBack.insteadOf, ids));
  const left = await leftOfPayments(tx, order);
  const room = new Map(left.map(one => [one.payment._id, purse(one.left)]));
  const rest = await restOfCanceled(tx, order);
  const takeSince = givenSince(made);
  // Some that were made by hand were of what our own had not got to them.
  const ownFirst = [false, true].flatMap(isByHand => notGot.filter(one => isOutside(one) === isByHand));
  return ownFirst.flatMap(refund => {
    const of = left.find(({ payment }) => payment._id === refund.payment);
    const act = acts.find(({ insteadOf }) => insteadOf === refund._id);
    const ofCanceled = of?.isTaken ? rest : null;
    const since = ofCanceled ? ZERO : takeSince(refund, act);
    if (!of || act) return [];
    const due = room.get(refund.payment)?.(subtractMoney(refund.amount, since)) ?? ZERO;
    const amount = ofCanceled ? ofCanceled(due) : due;
    if (amount <= 0) return [];
    const { payment, isTaken } = of;
    return [{ refund, payment, isTaken, amount, isRefused: refund.status === 'failed' }];
  });
}

/** Answers as much of what is asked for as is still there of an amount, once. */
function purse(amount: Money): (asked: Money) => Money {
  let left = highestMoney(amount, ZERO);
  return asked => {
    const taken = lowestMoney(asked, left);
    left = subtractMoney(left, taken);
    return taken;
  };
}

/**
 * Finds what came in for a canceled order and is with nobody yet: its customer gets back what they paid, and no more. What
 * was handed out of a check that bounced is a debt of its own, which makes no refund less.
 */
async function restOfCanceled(tx: Db, _id: string): Promise<ReturnType<typeof purse> | null> {
  const [order] = await tx.select().from(orders).where(eq(orders._id, _id));
  if (order?.status !== 'Canceled') return null;
  const [bounced] = await tx
    .select({ sum: moneyOf(sql`coalesce(-sum(${receiptParts.amount}), 0)`) })
    .from(receiptParts)
    .where(and(eq(receiptParts.order, _id), eq(receiptParts.reason, 'bounced')));
  const came = sumMoney([order.amountPaid, order.amountTakenBack, bounced?.sum ?? ZERO]);
  return purse(subtractMoney(came, await givenOf(tx, _id)));
}

/**
 * Tells how much of a refund somebody made at the payment service, as the shop heard since it was refused or came back, and
 * that stayed: each such refund counts once. `act`: what was given another way of it was the rest, by what was made by then.
 */
function givenSince(made: readonly RefundRow[]) {
  const stayed = made.filter(one => isOutside(one) && one.reverses === null && !isGivenUp(one, made));
  const purses = stayed.map(one => ({ ...one, take: purse(one.amount) }));
  return (refund: RefundRow, act?: { amount: Money; createdAt: string }): Money => {
    const from = made.find(({ reverses }) => reverses === refund._id)?.createdAt ?? refund.createdAt;
    const most = act ? subtractMoney(refund.amount, act.amount) : refund.amount;
    let given = ZERO;
    for (const { payment, createdAt, take } of purses) {
      const isSince = payment === refund.payment && createdAt > from && (!act || createdAt < act.createdAt);
      if (isSince) given = addMoney(given, take(subtractMoney(most, given)));
    }
    return given;
  };
}

/** Somebody made it at the payment service itself. */
const isOutside = ({ idempotencyKey }: RefundRow) => idempotencyKey.startsWith('outside:');

/** Tells whether the customer has not got it, and will not: refused, or sent back by their bank. */
export const isGivenUp = ({ _id, status }: RefundRow, all: readonly RefundRow[]): boolean =>
  status === 'failed' || all.some(({ reverses }) => reverses === _id);

/** Tells whether a refund is of what `first` is the key of: the first one, or one that was asked for again. */
export const isOf = ({ idempotencyKey }: RefundRow, first: string): boolean =>
  idempotencyKey === first || idempotencyKey.startsWith(`${first}:`);

/** Nothing was asked for in its place. */
function isLastOfIts({ _id, idempotencyKey, payment }: RefundRow, all: readonly RefundRow[]): boolean {
  if (!idempotencyKey.startsWith('refund:')) return true;
  const first = idempotencyKey.replace(/:\d+$/, '');
  return all.every(one => one.payment !== payment || one._id <= _id || !isOf(one, first));
}
