import { eq, sql } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { orWait } from '#server/limits/refuse-above-limit.ts';
import { notifyCustomer } from '#server/notifications/notifications.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { lockOrder, type OrderRow } from '#server/orders/read-order.ts';
import { orderBundleItems, orderLines, orders } from '#server/orders/tables.ts';
import { mailReturn } from '#server/returns/create-return.ts';
import { type ReturnRow, returnById } from '#server/returns/read-returns.ts';
import { grantRefund } from '#server/returns/refund-return.ts';
import { returnLines, returns } from '#server/returns/tables.ts';
import { type Pieces, putBackStock } from '#server/variants/stock.ts';
import { recordScrap } from '#server/variants/stock-moves.ts';
import { addMoney, toCents } from '#shared/rules/money.ts';
import { settledSentence } from '#shared/rules/return-words.ts';
import { canMoveReturn } from '#shared/rules/returns.ts';
import type { Return, UpdateReturn } from '#shared/schemas/returns.ts';

/**
 * Takes a return on its way, under its order's lock: what came back goes on the shelf when it is Received, and what it
 * was worth is given back when it is Refunded, each once. Throws `order_state` for a step that it can't take from
 * where it is, and `figures_changed` for a worth that is not the one that was seen.
 */
export async function updateReturn(app: App, staff: SessionUser, input: UpdateReturn): Promise<Return> {
  await orWait(app.db, staff, () => retrying(app.db, tx => updateReturnIn(app, tx, staff, input)));
  return returnById(app.db, input._id);
}

/**
 * The same in the transaction of whoever decides it. `isAsked`: an Admin says yes to what somebody else asked for, who has
 * still to hand out what goes back by hand.
 */
export async function updateReturnIn(
  app: App,
  tx: Db,
  staff: SessionUser,
  input: UpdateReturn,
  { isAsked } = { isAsked: false },
): Promise<void> {
  const [found] = await tx.select().from(returns).where(eq(returns._id, input._id));
  if (!found) throw new AppError('not_found');
  const order = await lockOrder(tx, found.order);
  const [row] = await tx.select().from(returns).where(eq(returns._id, input._id)).for('no key update');
  if (!row) throw new AppError('not_found');
  const { status = row.status, quickbooksId } = input;
  if (quickbooksId !== undefined)
    await tx.update(returns).set({ quickbooksId }).where(eq(returns._id, row._id));
  if (status === row.status) return refuseLate(tx, row, input);
  if (!canMoveReturn(row.status, status)) {
    throw new AppError('order_state', { details: { return: { _id: row._id, status: row.status } } });
  }
  const early = (['refund', 'fee', 'refundTo', 'seen'] as const).find(field => input[field] !== undefined);
  if (status !== 'Refunded' && early) throw fieldError(early, 'is said when the return is Refunded');
  const received = status === 'Received' ? await receive(tx, staff, row, order, input) : null;
  if (!received && input.lines) throw fieldError('lines', 'are counted when the return is Received');
  if (status === 'Refunded') await grantRefund(app, tx, staff, row, order, { ...input, isAsked });
  await tx
    .update(returns)
    .set({ status, version: sql`${returns.version} + 1` })
    .where(eq(returns._id, row._id));
  // Whatever was asked of its order before, or read of it, did not know of this step.
  await tx
    .update(orders)
    .set({ version: sql`${orders.version} + 1` })
    .where(eq(orders._id, order._id));
  if (status === 'Rejected') await forgetRejected(tx, order);
  const came = status === 'Refunded' ? `: ${settledSentence(await returnById(tx, row._id))}` : '';
  const step = `${row.status} → ${status}${came}`;
  await recordOrderEvent(tx, order._id, staff, 'return', step, received && { received });
  await tellCustomerOf(app, tx, order, row._id, status);
}

/**
 * Refuses what comes with a step where no step is made: it says nothing without one, and where somebody else made the step
 * otherwise (`order_state`). The very step that was made is no such thing: whoever presses twice is answered like the first time.
 */
async function refuseLate(tx: Db, row: ReturnRow, input: UpdateReturn): Promise<void> {
  const { status, lines, refund, fee, refundTo, seen } = input;
  const given = addMoney(row.refund, row.storeCredit);
  const isSettledSo =
    status === 'Refunded' &&
    toCents(refund ?? given) === toCents(given) &&
    toCents(fee ?? row.fee) === toCents(row.fee) &&
    (row.refundTo === null || (refundTo ?? row.refundTo) === row.refundTo);
  const isCountedSo = status === 'Received' && (await wasCounted(tx, row, lines ?? []));
  const late = {
    ...(!isCountedSo && { lines }),
    ...(!isSettledSo && { refund, fee, refundTo, seen }),
  };
  const [first] = Object.entries(late).filter(([, value]) => value !== undefined);
  if (!first) return;
  if (status === undefined) throw fieldError(first[0], 'comes with a step of the return');
  throw new AppError('order_state', {
    details: { return: { _id: row._id, status: row.status } },
    message: 'Somebody else took this step of the return already, with other figures.',
  });
}

/** Tells whether these lines came back as they are counted here. */
async function wasCounted(
  tx: Db,
  { _id }: ReturnRow,
  counted: NonNullable<UpdateReturn['lines']>,
): Promise<boolean> {
  const stored = await tx.select().from(returnLines).where(eq(returnLines.return, _id));
  return counted.every(one =>
    stored.some(
      line => line._id === one._id && line.received === one.received && line.scrapped === one.scrapped,
    ),
  );
}

/** Puts what came back on the shelf, unless it can't be sold again; answers how many units of each line came. */
async function receive(
  tx: Db,
  staff: SessionUser,
  row: ReturnRow,
  order: OrderRow,
  { lines: counted }: UpdateReturn,
): Promise<Record<string, number>> {
  const lines = await tx
    .select({ line: returnLines, sold: orderLines })
    .from(returnLines)
    .innerJoin(orderLines, eq(orderLines._id, returnLines.line))
    .where(eq(returnLines.return, row._id));
  for (const [index, { _id, received, scrapped }] of (counted ?? []).entries()) {
    const asked = lines.find(({ line }) => line._id === _id);
    if (!asked) throw fieldError(['lines', index, '_id'], 'is not a line of this return');
    if (received > asked.line.quantity) {
      throw fieldError(['lines', index, 'received'], `is more than the ${asked.line.quantity} of the return`);
    }
    if (scrapped > received)
      throw fieldError(['lines', index, 'scrapped'], `is more than the ${received} that came back`);
  }
  const [shelf, scrap]: [Pieces[], Pieces[]] = [[], []];
  const units: Record<string, number> = {};
  for (const { line, sold } of lines) {
    const { received, scrapped } = counted?.find(({ _id }) => _id === line._id) ?? {
      received: line.quantity,
      scrapped: 0,
    };
    await tx.update(returnLines).set({ received, scrapped }).where(eq(returnLines._id, line._id));
    await tx
      .update(orderLines)
      .set({ returned: sql`${orderLines.returned} + ${received}` })
      .where(eq(orderLines._id, sold._id));
    shelf.push(...(await piecesOf(tx, sold, received - scrapped)));
    scrap.push(...(await piecesOf(tx, sold, scrapped)));
    units[sold._id] = received;
  }
  const cause = { order: order._id, return: row._id, user: staff._id };
  await putBackStock(tx, shelf, { reason: 'return', ...cause });
  await recordScrap(tx, scrap, { reason: 'scrap', ...cause });
  await tx.update(orders).set({ order_return: true }).where(eq(orders._id, order._id));
  return units;
}

/** Returns what some units of a line had taken off the shelf: themselves, or what a bundle is made of. */
async function piecesOf(tx: Db, sold: typeof orderLines.$inferSelect, units: number): Promise<Pieces[]> {
  const own = { variant: sold.variantId, pieces: (sold.stockTaken / sold.quantity) * units };
  if (!sold.isBundle) return [own];
  const items = await tx.select().from(orderBundleItems).where(eq(orderBundleItems.line, sold._id));
  const parts = items.map(({ variant, stockTaken }) => ({
    variant,
    pieces: (stockTaken / sold.quantity) * units,
  }));
  return [own, ...parts];
}

/** An order whose returns were all rejected has none. */
async function forgetRejected(tx: Db, order: OrderRow): Promise<void> {
  const left = sql`exists (select from ${returns} where ${returns.order} = ${order._id} and ${returns.status} <> 'Rejected')`;
  await tx.update(orders).set({ order_return: left }).where(eq(orders._id, order._id));
}

async function tellCustomerOf(
  app: App,
  tx: Db,
  order: OrderRow,
  _id: string,
  status: ReturnRow['status'],
): Promise<void> {
  const made = await returnById(tx, _id);
  await mailReturn(app, tx, made, order.email, status);
  if (!order.user) return;
  const isSettled = status === 'Refunded';
  await notifyCustomer(tx, order.user, {
    type: 7,
    title: `Return of order ${order.orderNumber}: ${isSettled ? 'Settled' : status}`,
    details: isSettled ? settledSentence(made) : '',
    link: `/user/orders/${order._id}`,
  });
}
