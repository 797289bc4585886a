import { and, eq, isNull, sql } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { moneyOf } from '#server/database/columns.ts';
import type { Db } from '#server/database/db.ts';
import { type Actor, recordOrderEvent } from '#server/orders/order-events.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { raiseAlert, replaceAlert } from '#server/payments/alerts.ts';
import { payByHand } from '#server/payments/left-to-give.ts';
import { sourcesOf } from '#server/payments/sources.ts';
import { payouts } from '#server/payments/tables.ts';
import type { GiveBackWay, ReceiptMethod } from '#shared/enumerations.ts';
import { formatMoney, lowestMoney, type Money, subtractMoney, sumMoney } from '#shared/rules/money.ts';
import { GIVE_BACK_WORDS, handWayOf, REFUND_WAY_WORDS } from '#shared/rules/refund-ways.ts';

const TO_HAND_OUT = {
  cash: (amount: string) => `Hand out ${amount} in cash`,
  check: (amount: string) => `Send a check of ${amount}`,
};

const handOutAlert = (
  { orderNumber }: Pick<OrderRow, 'orderNumber'>,
  { way, amount, why }: { way: keyof typeof TO_HAND_OUT; amount: Money; why: string },
) => `${TO_HAND_OUT[way](formatMoney(amount))} for order ${orderNumber}, which was ${why}.`;

/** Says how much of what goes back stays on its owner's account; '' for nothing. */
export const accountInWords = (back: readonly { way: GiveBackWay; amount: Money }[]): string =>
  back
    .filter(({ way }) => way === 'account')
    .map(({ way, amount }) => `${formatMoney(amount)} ${GIVE_BACK_WORDS[way]}`)
    .join(', ');

/**
 * Asks staff to hand out or send what goes back by hand, by an alert each that stands until somebody has, and writes it into
 * the history. `why`: what became of the order; where as much is to be handed out for the same, it says which one this is.
 * Answers the alerts.
 */
export async function raiseHandOuts(
  tx: Db,
  actor: Actor,
  order: Pick<OrderRow, '_id' | 'orderNumber'>,
  back: readonly { way: GiveBackWay; amount: Money }[],
  { reason, why: said }: { reason: string; why: string },
): Promise<string[]> {
  // An alert is one line of several.
  const why = said.replaceAll(/\s+/g, ' ');
  const byHand = back.flatMap(({ way, amount }) =>
    way === 'check' || way === 'cash' ? { way, amount } : [],
  );
  const words = byHand.map(({ way, amount }) => `${formatMoney(amount)} ${REFUND_WAY_WORDS[way]}`).join(', ');
  if (words) await recordOrderEvent(tx, order._id, actor, 'to hand out', `${words}: ${reason}`);
  const alerts: string[] = [];
  for (const { way, amount } of byHand) {
    const one = await wordAlone(tx, order, { way, amount, why });
    const { alert } = one;
    alerts.push(alert);
    await raiseAlert(tx, order._id, alert);
    await tx
      .update(payouts)
      .set(one)
      .where(and(isToHandOut(order._id), eq(payouts.way, way), eq(payouts.alert, '')));
  }
  return alerts;
}

/** Words an alert as no other one of what is still to be handed out of the order: each is to be done on its own. */
async function wordAlone(
  tx: Db,
  order: Pick<OrderRow, '_id' | 'orderNumber'>,
  { why, ...out }: Parameters<typeof handOutAlert>[1],
): Promise<{ alert: string; why: string }> {
  for (let nth = 1; ; nth += 1) {
    const whyThis = nth === 1 ? why : `${why}, time ${nth}`;
    const alert = handOutAlert(order, { ...out, why: whyThis });
    const others = await tx.$count(payouts, and(isToHandOut(order._id), eq(payouts.alert, alert)));
    if (others === 0) return { alert, why: whyThis };
  }
}

/**
 * Writes down what staff hand out of money that was granted. `isAsked`: an Admin says yes to what somebody else asked for, who
 * has still to hand it out: of which receipts, as one may be gone by then.
 */
export async function grantByHand(
  app: Pick<App, 'payments'>,
  tx: Db,
  staff: SessionUser,
  order: OrderRow,
  {
    isAsked,
    reason,
    ...out
  }: { isAsked: boolean; reason: string; given: string; way: ReceiptMethod; amount: Money; number: string },
): Promise<void> {
  if (!isAsked) return payByHand(tx, order, { ...out, createdBy: staff._id });
  for (const part of await receiptsFor(app, tx, order._id, out))
    await payByHand(tx, order, { ...out, ...part, createdBy: staff._id, isToHandOut: true });
  await raiseHandOuts(tx, staff, order, [out], { reason, why: `granted a refund (${reason})` });
}

/**
 * Lists how much of money that is to go out by hand is of which receipt of an order: of its own kind first, the latest of
 * that.
 */
async function receiptsFor(
  app: Pick<App, 'payments'>,
  tx: Db,
  order: string,
  { way, amount }: { way: ReceiptMethod; amount: Money },
): Promise<{ receipt?: string; amount: Money }[]> {
  const sources = (await sourcesOf(app, tx, order)).flatMap(one => (one.kind === 'receipt' ? one : []));
  const isOther = ({ receipt }: (typeof sources)[number]) =>
    Number(handWayOf(receipt.method) !== handWayOf(way));
  let open = amount;
  const parts = sources
    .toSorted((one, other) => isOther(one) - isOther(other))
    .map(({ receipt, left }) => {
      const part = lowestMoney(open, left);
      open = subtractMoney(open, part);
      return { receipt: receipt._id, amount: part };
    });
  return [...parts, { amount: open }].filter(part => part.amount > 0);
}

/** Selects what nobody has handed out yet of an order. */
const isToHandOut = (order: string) => and(eq(payouts.order, order), isNull(payouts.handedOutAt));

/** Lists what is to be handed out of an order, by the alerts that ask for it. */
export async function readHandOuts(
  db: Db,
  order: string,
): Promise<{ alert: string; way: 'cash' | 'check'; amount: Money }[]> {
  const { alert, way } = payouts;
  const amount = moneyOf(sql`sum(${payouts.amount})`);
  const found = await db
    .select({ alert, way, amount })
    .from(payouts)
    .where(isToHandOut(order))
    .groupBy(alert, way)
    .orderBy(sql`min(${payouts.createdAt})`, alert);
  return found.map(one => ({ ...one, way: handWayOf(one.way) }));
}

/**
 * Notes that staff have handed out, or sent, what an alert of a locked order asked for, and writes it into the history;
 * `false`: it asked for something else.
 */
export async function noteHandedOut(
  tx: Db,
  actor: Actor,
  order: string,
  { alert, note }: { alert: string; note: string },
): Promise<boolean> {
  const done = await tx
    .update(payouts)
    .set({ handedOutAt: sql`now()` })
    .where(and(isToHandOut(order), eq(payouts.alert, alert)))
    .returning();
  const [first] = done;
  if (!first) return false;
  const amount = formatMoney(sumMoney(done.map(one => one.amount)));
  const words = `${amount} ${REFUND_WAY_WORDS[handWayOf(first.way)]}, ${first.why}: ${note}`;
  await recordOrderEvent(tx, order, actor, 'refund at will', words);
  return true;
}

/**
 * Asks nobody any more to hand out money of a receipt that is gone; answers how much that was. It counts as handed out and
 * stays here, until staff take it in as a payment.
 */
export async function endHandOuts(
  tx: Db,
  order: Pick<OrderRow, '_id' | 'orderNumber'>,
  receipt: { _id: string },
): Promise<Money> {
  const ended = await tx
    .update(payouts)
    .set({ handedOutAt: sql`now()` })
    .where(and(isToHandOut(order._id), eq(payouts.receipt, receipt._id)))
    .returning();
  for (const { alert, way, why } of ended) {
    const ofIt = and(isToHandOut(order._id), eq(payouts.alert, alert));
    const others = await tx.select({ amount: payouts.amount }).from(payouts).where(ofIt);
    const rest = sumMoney(others.map(({ amount }) => amount));
    const less = rest > 0 ? await wordAlone(tx, order, { way: handWayOf(way), amount: rest, why }) : null;
    await replaceAlert(tx, order._id, alert, less?.alert ?? null);
    if (less !== null) await tx.update(payouts).set(less).where(ofIt);
  }
  return sumMoney(ended.map(({ amount }) => amount));
}
