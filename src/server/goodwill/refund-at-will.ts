import { eq } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { leftOfGoods, worthOfGoods } from '#server/goodwill/worth-of-goods.ts';
import { mayGiveAlone, orWait, refuseAboveLimit } from '#server/limits/refuse-above-limit.ts';
import { recordLog } from '#server/logs/logs.ts';
import { hashOfContents } from '#server/orders/hash-contents.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { lockOrder, type OrderRow, orderById } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { tellOfGivenBack } from '#server/orders/tell-customer.ts';
import { grantByHand } from '#server/payments/hand-outs.ts';
import { giveStoreCredit } from '#server/payments/ledgers.ts';
import { isPlayMoney } from '#server/payments/left-of-payments.ts';
import { isByHand, leftToGive, refuseMore } from '#server/payments/left-to-give.ts';
import { noteGiven } from '#server/payments/note-given.ts';
import { owedRefunds } from '#server/payments/owed-refunds.ts';
import { refundPart } from '#server/payments/refunds.ts';
import { accountEntries, givenBack, givenUnits } from '#server/payments/tables.ts';
import { allByWay, waysBack } from '#server/payments/ways-back.ts';
import { refuseStale } from '#server/versioned.ts';
import { formatMoney, type Money, subtractMoney, ZERO } from '#shared/rules/money.ts';
import { REFUND_WAY_WORDS } from '#shared/rules/refund-ways.ts';
import type { LookAtRefund, MakeRefund, RefundLook } from '#shared/schemas/give-back.ts';
import type { Order } from '#shared/schemas/orders.ts';

/**
 * Gives money of an order back because staff want to (rule O22): it stays paid, and nothing of it is owed again. To the
 * card that paid, as store credit, or by hand what came in by hand; never more than is left of what was paid. Throws
 * `order_state` for an order that nothing was paid of, `stale`, `figures_changed`, `key_reused`, and `invalid` beside what can't be.
 */
export const refundAtWill = (app: App, staff: SessionUser, input: MakeRefund): Promise<Order> =>
  orWait(app.db, staff, () => retrying(app.db, tx => refundIn(app, tx, staff, input)));

/**
 * The same in the transaction of whoever decides it. `isAsked`: an Admin says yes to what somebody else asked for, who has
 * still to hand out what goes back by hand.
 */
export async function refundIn(
  app: App,
  tx: Db,
  staff: SessionUser,
  input: MakeRefund,
  { isAsked } = { isAsked: false },
): Promise<Order> {
  const { key, ...contents } = input;
  const requestHash = hashOfContents(contents);

  const order = await lockOrder(tx, input.order);
  const [first] = await tx
    .select()
    .from(givenBack)
    .where(eq(givenBack.key, `goodwill:${key}`));
  if (first) {
    if (first.requestHash !== requestHash) throw new AppError('key_reused');
    return orderById(tx, order._id, { withCost: true });
  }
  refuseStale(order, input.version);
  if (order.status === 'Held' || order.status === 'Canceled' || order.amountPaid <= 0)
    throw new AppError('order_state', { details: { order: { _id: order._id, status: order.status } } });
  const amount = await amountOf(tx, order, input);
  if (input.seen !== undefined && input.seen !== amount)
    throw new AppError('figures_changed', { details: { total: amount }, about: { givesBack: true } });
  const { way, reason } = input;
  const left = await leftToGive(app, tx, order);
  refuseMore(order, amount, way, left, { amount: 'amount', way: 'way' });
  const words = `${formatMoney(amount)} ${REFUND_WAY_WORDS[way]}: ${reason}`;
  await refuseAboveLimit(tx, staff, { kind: 'refund', order, account: order, key, input, amount, words });
  const given = await noteGiven(tx, staff, {
    ...{ order: order._id, cause: 'goodwill', way, amount, reason, requestHash },
    ...{ shipping: input.shipping ?? ZERO, key: `goodwill:${key}` },
  });
  const units = (input.lines ?? []).map(({ _id: line, quantity }) => ({ given, line, quantity }));
  if (units.length > 0) await tx.insert(givenUnits).values(units);
  await payOut(app, tx, staff, order, { ...input, given, amount, isAsked });
  await tx
    .update(orders)
    .set({ version: order.version + 1 })
    .where(eq(orders._id, order._id));
  // Nobody has it in their hands yet.
  if (!(isAsked && isByHand(way))) await recordOrderEvent(tx, order._id, staff, 'refund at will', words);
  await recordLog(tx, staff, {
    ...{ type: 'payment', category: 'refund', name: `Order ${order.orderNumber}` },
    ...{ description: words, subject: order._id },
  });
  await tellOfGivenBack(app, tx, order._id, { given, amount, way });
  return orderById(tx, order._id, { withCost: true });
}

/** Tells what units and shipping of an order are worth, and how much of it can still go back which way. */
export async function lookAtRefund(
  { db, payments }: Pick<App, 'db' | 'payments'>,
  staff: SessionUser,
  { order: _id, lines, shipping }: LookAtRefund,
): Promise<RefundLook> {
  const [order] = await db.select().from(orders).where(eq(orders._id, _id));
  if (!order) throw new AppError('not_found');
  const owed = await owedRefunds(db, order._id);
  const isAsked = lines !== undefined || shipping !== undefined;
  const { isDisputed, ...left } = await leftToGive({ payments }, db, order);
  return {
    amount: isAsked ? await worthOfGoods(db, order, { lines, shipping }) : null,
    ...left,
    ...(await leftOfGoods(db, order)),
    owed: owed
      .filter(({ payment }) => !isPlayMoney({ payments }, payment))
      .map(({ refund, amount, isRefused }) => ({
        ...{ refund: refund._id, amount, isRefused },
        ...{ reason: refund.reason, createdAt: refund.createdAt },
      })),
    alone: await mayGiveAlone(db, staff, { order, account: order }),
    hasAccount: order.user !== null || order.company !== null,
    // It can't be canceled before a bank has decided.
    onCancel: isDisputed ? [] : allByWay(await waysBack({ payments }, db, order._id)),
  };
}

/** The amount that staff mean: as they say it, or what goods and shipping are worth. */
async function amountOf(tx: Db, order: OrderRow, { amount, ...goods }: MakeRefund): Promise<Money> {
  if (amount === undefined) return worthOfGoods(tx, order, goods);
  if (amount <= 0) throw fieldError('amount', 'must be above 0');
  return amount;
}

async function payOut(
  app: App,
  tx: Db,
  staff: SessionUser,
  order: OrderRow,
  {
    given,
    amount,
    way,
    reason,
    number,
    isAsked,
  }: MakeRefund & { given: string; amount: Money; isAsked: boolean },
): Promise<void> {
  const onAccount = order.paymentType === 'Terms' ? order.company : null;
  if (isByHand(way)) {
    await grantByHand(app, tx, staff, order, { isAsked, reason, given, way, amount, number });
  } else if (way === 'card') {
    await refundPart(app, tx, order, { amount, reason, cause: `goodwill:${given}` });
  } else {
    const entry = { amount, kind: 'granted', given, note: reason, createdBy: staff._id } as const;
    await giveStoreCredit(tx, order, entry, 'way');
  }
  if (!onAccount) return;
  // A card's refund has taken it off what was paid already; the debt that it leaves is let go.
  const entries = [
    ...(way === 'card' ? [] : [{ kind: 'refund' as const, amount }]),
    { kind: 'credit' as const, amount: subtractMoney(ZERO, amount) },
  ];
  await tx
    .insert(accountEntries)
    .values(entries.map(entry => ({ ...entry, company: onAccount, order: order._id, given })));
}
