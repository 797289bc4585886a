import { and, eq, lte, sql } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { forEachIsolated } from '#server/jobs/sweep.ts';
import { type CanceledBack, orderCanceled } from '#server/mail/templates/order-canceled.ts';
import { notifyStaff } from '#server/notifications/notifications.ts';
import { endPick } from '#server/orders/end-pick.ts';
import { giveBack } from '#server/orders/give-back.ts';
import { readHandOvers } from '#server/orders/goods-gone.ts';
import { type Actor, recordOrderEvent } from '#server/orders/order-events.ts';
import { lockOrder, mayReachOrder, type OrderRow, orderById } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { tellCustomer } from '#server/orders/tell-customer.ts';
import { isDisputed, refuseDisputed } from '#server/payments/disputes.ts';
import { accountInWords, raiseHandOuts } from '#server/payments/hand-outs.ts';
import { accountBack } from '#server/payments/ledgers.ts';
import { leftOfPayments } from '#server/payments/left-of-payments.ts';
import { oweWhatWasGiven } from '#server/payments/owe-what-was-given.ts';
import { refundWholeOrder } from '#server/payments/refunds.ts';
import { allByWay, giveBackParts, type Way, waysBack } from '#server/payments/ways-back.ts';
import { refuseOwnAccount } from '#server/refuse-own-account.ts';
import { clock } from '#server/time-and-chance.ts';
import { subtractMoney } from '#shared/rules/money.ts';
import { canCancel } from '#shared/rules/order-status.ts';
import { canReadOrder, isStaff } from '#shared/rules/permissions.ts';
import type { Order } from '#shared/schemas/orders.ts';

const OWN_UNDER_WAY = 'Somebody else has to cancel an order of yours, or of your company, that is under way.';

/** Holds that one sweep ends; the next goes on. */
const MAX_EXPIRED = 500;

/**
 * Cancels an order: stock, coupon and credit come back, what was paid is refunded. A customer may while it is Held or
 * Submitted (a guest, by its key, while Held), staff until it is Ready; later `order_state`. An Employee cancels one of
 * their own as its customer alone (rule A15): `forbidden`.
 */
export async function cancelOrder(
  app: App,
  user: SessionUser | null,
  input: { _id: string; orderKey?: string; reason: string },
): Promise<Order> {
  await retrying(app.db, async tx => {
    const order = await lockOrder(tx, input._id);
    if (!mayReachOrder(order, user, input.orderKey)) throw new AppError('not_found');
    if (order.status === 'Canceled') return;
    const movers = [
      isStaff(user) ? 'staff' : 'customer',
      order.user === user?._id ? 'customer' : null,
    ] as const;
    const allowed = movers.some(mover => mover !== null && canCancel(order.status, mover));
    // The key alone gives up a Held order only, whoever has it: once it is paid, staff cancel it for a guest.
    const isHisOwn = canReadOrder(user, order);
    const isReachedInTime = isHisOwn || order.status === 'Held';
    // Anything of it that came back, or is on its way, is settled by its return.
    if (!allowed || !isReachedInTime || order.order_return) {
      throw new AppError('order_state', { details: { order: { _id: order._id, status: order.status } } });
    }
    const isAsCustomer = order.user === user?._id && canCancel(order.status, 'customer');
    if (user && isStaff(user) && !isAsCustomer) refuseOwnAccount(user, order, OWN_UNDER_WAY);
    await refuseHandedOver(tx, order);
    await cancelLocked(app, tx, order, user ?? { guest: order.email }, input.reason);
  });
  return orderById(app.db, input._id, { withCost: isStaff(user) });
}

/**
 * Tells whether staff may cancel an order. Goods that are with its customer, or on their way back, come back by a return
 * alone, with their stock and money; a disputed payment has to be decided first.
 */
export async function staffMayCancel(db: Db, { _id, status, order_return }: OrderRow): Promise<boolean> {
  if (!canCancel(status, 'staff') || order_return) return false;
  return (await readHandOvers(db, _id)).length === 0 && !(await isDisputed(db, _id));
}

/** Throws `order_state` where goods of an order are with its customer. */
export async function refuseHandedOver(tx: Db, { _id, status }: OrderRow): Promise<void> {
  if (status === 'Canceled' || (await readHandOvers(tx, _id)).length === 0) return;
  throw new AppError('order_state', {
    details: { order: { _id, status } },
    message: 'Goods of this order have been handed over. They come back by a return.',
  });
}

/** Cancels a locked order that may be: what was paid goes back, and its customer is told. */
export async function cancelLocked(
  app: App,
  tx: Db,
  order: OrderRow,
  actor: SessionUser | { guest: string },
  reason: string,
): Promise<void> {
  if (order.status === 'Held') return cancelHeld(app, tx, order, actor, reason);
  await refuseDisputed(tx, order, 'It can be canceled');
  const ways = await waysBack(app, tx, order._id);
  const back = allByWay(ways);
  await close(tx, order, actor, [accountInWords(back), reason].filter(Boolean).join('; '));
  await endPick(tx, order._id, 'canceled');
  const ofCards = new Map(
    ways.flatMap(way => (way.kind === 'card' ? [[way.payment, way.left] as const] : [])),
  );
  await refundWholeOrder(app, tx, order, 'order canceled', ofCards);
  for (const { payment } of await leftOfPayments(tx, order._id))
    await accountBack(tx, { payment: payment._id, order: order._id });
  const staff = '_id' in actor && isStaff(actor) ? actor : null;
  await releaseReceipts(app, tx, staff, order, ways);
  await oweWhatWasGiven(tx, order._id);
  await tellOfCancel(app, tx, actor, order, back);
}

/**
 * Gives up a Held order: nothing was paid, so nobody is written to. A charge that still arrives is refunded. Its hold
 * counts as one that ended unpaid, unless `carryOn` says that it goes on.
 */
export async function cancelHeld(
  app: App,
  tx: Db,
  order: OrderRow,
  actor: Actor,
  reason: string,
  now = clock.now(),
): Promise<void> {
  await close(tx, order, actor, reason, now);
  await app.jobs.send(tx, 'settle-canceled', { order: order._id });
}

/** Lets the hold of a canceled order go on with the one that replaces it: nothing has ended that would count. */
export async function carryOn(tx: Db, { _id }: Pick<OrderRow, '_id'>): Promise<void> {
  await tx.update(orders).set({ placedBy: null, holdEndedAt: null }).where(eq(orders._id, _id));
}

async function close(
  tx: Db,
  order: OrderRow,
  actor: Actor,
  reason: string,
  holdEnded: Date | null = null,
): Promise<void> {
  // Only what was held above the limits is counted for its address yet.
  const placedBy = holdEnded && order.hold === 'brief' ? order.placedBy : null;
  await tx
    .update(orders)
    .set({
      ...{ status: 'Canceled', heldUntil: null, placedBy, version: sql`${orders.version} + 1` },
      holdEndedAt: holdEnded?.toISOString() ?? null,
    })
    .where(eq(orders._id, order._id));
  await recordOrderEvent(tx, order._id, actor, 'canceled', reason, { from: order.status });
  await giveBack(tx, order, actor);
}

/** Leaves what came in by hand on its owner's account, or gives it back over the counter. */
async function releaseReceipts(
  app: App,
  tx: Db,
  staff: SessionUser | null,
  order: OrderRow,
  ways: readonly Way[],
): Promise<void> {
  const byHand = ways.filter(({ kind }) => kind !== 'card');
  const parts = byHand.map(way => ({ way, amount: way.left })).filter(({ amount }) => amount > 0);
  if (parts.length === 0) return;
  const { ontoAccount } = await giveBackParts(app, tx, staff, order, {
    ...{ parts, cause: 'cancel', act: order._id, reason: 'order canceled' },
  });
  await tx
    .update(orders)
    .set({ amountPaid: subtractMoney(order.amountPaid, ontoAccount) })
    .where(eq(orders._id, order._id));
}

/** Tells its customer and staff, who have to hand out or send what goes back by hand: an alert says so until they have. */
async function tellOfCancel(
  app: App,
  tx: Db,
  actor: Actor,
  order: OrderRow,
  back: readonly CanceledBack[],
): Promise<void> {
  const said = { reason: 'order canceled', why: 'canceled' };
  const handOuts = await raiseHandOuts(tx, actor, order, back, said);
  const title = `Order ${order.orderNumber} was canceled`;
  await tellCustomer(app, tx, order._id, {
    template: 'order-canceled',
    mail: (told, site) => orderCanceled(told, site, back),
    note: { type: 4, title: () => title, details: '' },
  });
  await notifyStaff(tx, { type: 4, title, details: handOuts.join(' '), link: `/admin/orders/${order._id}` });
}

/** One that was paid, canceled or prolonged meanwhile is left alone. */
async function expireHold(app: App, _id: string, now: Date): Promise<void> {
  await retrying(app.db, async tx => {
    const order = await lockOrder(tx, _id);
    if (order.status !== 'Held' || order.heldUntil === null || Date.parse(order.heldUntil) > now.getTime())
      return;
    await cancelHeld(app, tx, order, 'system', 'not paid in time', now);
  });
}

/** Ends every hold whose time is over; a sweep, so that an order that is paid costs no job. */
export async function expireHolds(app: App, now = clock.now()): Promise<void> {
  const over = await app.db
    .select({ _id: orders._id })
    .from(orders)
    .where(and(eq(orders.status, 'Held'), lte(orders.heldUntil, now.toISOString())))
    .orderBy(orders.heldUntil)
    .limit(MAX_EXPIRED);
  await forEachIsolated(app.log, over, ({ _id }) => expireHold(app, _id, now));
}
