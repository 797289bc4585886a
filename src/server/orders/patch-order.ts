import { eq } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { limitAddresses } from '#server/http/rate-limits.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { moveLocked, refuseMove, STATUS_UPDATES } from '#server/orders/order-status.ts';
import { lockOrder, type OrderRow, orderById } from '#server/orders/read-order.ts';
import { returnableLines } from '#server/orders/returnable-lines.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { tellCustomer } from '#server/orders/tell-customer.ts';
import { clock } from '#server/time-and-chance.ts';
import { changesOf, refuseStale } from '#server/versioned.ts';
import type { OrderStatus } from '#shared/enumerations.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { SHIPPING_FIELDS } from '#shared/schemas/checkout.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { PatchOrder } from '#shared/schemas/staff-orders.ts';

/** The statuses in which goods of an order are handed out and sent. */
const ON_ITS_WAY: readonly OrderStatus[] = ['Processing', 'Ready', 'Shipped', 'Completed'];

/**
 * Makes the changes of staff to an order beside its amounts: who gets it and where, how much of each line is fulfilled,
 * its parcels, its status; in one transaction, with its history. The customer hears of what was sent to them. Throws
 * `stale`, `order_state` and `invalid`, the latter for counts that returns contradict; `too_many` for many addresses.
 */
export async function patchOrder(
  app: App,
  user: SessionUser,
  { _id, version, status, cart, tracking, ...fields }: PatchOrder,
  now = clock.now(),
): Promise<Order> {
  await limitMoves(app.db, user, _id, fields);
  return retrying(app.db, async tx => {
    const order = await lockOrder(tx, _id);
    refuseStale(order, version);
    const to = status === order.status ? undefined : status;
    if (to) refuseMove(order, to, user);
    refuseWhereItStands(order, to ?? order.status, cart !== undefined || tracking !== undefined);
    await writeFields(tx, user, order, fields);
    const more = cart ? await writeCounts(tx, user, order, cart, to) : false;
    const parcels = tracking ? await writeParcels(tx, user, order, tracking, now) : [];
    if (to) await moveLocked(app, tx, user, order, to, parcels);
    else {
      await tx
        .update(orders)
        .set({ version: order.version + 1 })
        .where(eq(orders._id, _id));
      const isSentOn = order.status === 'Shipped' && (more || parcels.length > 0);
      if (isSentOn && STATUS_UPDATES.Shipped) {
        await tellCustomer(app, tx, _id, { ...STATUS_UPDATES.Shipped, event: String(order.version) });
      }
    }
    return orderById(tx, _id, { withCost: true });
  });
}

async function limitMoves(db: Db, user: SessionUser, _id: string, { email }: Fields): Promise<void> {
  if (email === undefined) return;
  const [order] = await db.select({ email: orders.email }).from(orders).where(eq(orders._id, _id));
  if (order && email.toLowerCase() !== order.email.toLowerCase()) await limitAddresses(db, user);
}

function refuseWhereItStands({ _id, status }: OrderRow, after: OrderStatus, isSending: boolean): void {
  if (status !== 'Canceled' && (!isSending || ON_ITS_WAY.includes(after))) return;
  throw new AppError('order_state', { details: { order: { _id, status } } });
}

type Fields = Omit<PatchOrder, '_id' | 'version' | 'status' | 'cart' | 'tracking'>;

async function writeFields(tx: Db, user: SessionUser, order: OrderRow, fields: Fields): Promise<void> {
  const { names, before, after } = changesOf<Fields>(order, fields);
  if (names.length === 0) return;
  if (order.shippingMethod !== 'local') {
    const issues = SHIPPING_FIELDS.filter(field => after[field] === '').map(field => ({
      path: [field],
      message: 'is required',
    }));
    if (issues.length > 0) throw new AppError('invalid', { issues });
  }
  await tx.update(orders).set(after).where(eq(orders._id, order._id));
  await recordOrderEvent(tx, order._id, user, 'edited', names.join(', '), { before, after });
}

/** Answers whether more of it is fulfilled than before. */
async function writeCounts(
  tx: Db,
  user: SessionUser,
  order: OrderRow,
  counts: NonNullable<PatchOrder['cart']>,
  to: OrderStatus | undefined,
): Promise<boolean> {
  const lines = await returnableLines(tx, order);
  const issues: FieldIssue[] = [];
  const changes = counts.flatMap(({ _id, fulfilled }, index) => {
    const found = lines.find(({ line }) => line._id === _id);
    if (!found || counts.findIndex(one => one._id === _id) < index) {
      issues.push({
        path: ['cart', index, '_id'],
        message: found ? 'is named twice' : 'is not in this order',
      });
      return [];
    }
    const { line, asked } = found;
    const wrong =
      fulfilled > line.quantity
        ? `is more than the ${line.quantity} that were ordered`
        : fulfilled < asked
          ? `is less than the ${asked} that were asked to be returned`
          : null;
    if (wrong) issues.push({ path: ['cart', index, 'fulfilled'], message: wrong });
    return fulfilled === line.fulfilled ? [] : [{ line, fulfilled }];
  });
  if (issues.length > 0) throw new AppError('invalid', { issues });
  const counted = lines.map(
    ({ line }) => changes.find(change => change.line === line)?.fulfilled ?? line.fulfilled,
  );
  if ((to === 'Ready' || to === 'Shipped') && counted.every(count => count === 0)) {
    throw fieldError('status', `can be ${to} once something in the order is fulfilled`);
  }
  for (const { line, fulfilled } of changes) {
    await tx.update(orderLines).set({ fulfilled }).where(eq(orderLines._id, line._id));
  }
  if (changes.length > 0) {
    const told = changes.map(({ line, fulfilled }) => `${fulfilled} of ${line.quantity} ${line.productNum}`);
    await recordOrderEvent(tx, order._id, user, 'fulfilled', told.join(', '));
  }
  return changes.some(({ line, fulfilled }) => fulfilled > line.fulfilled);
}

/** The parcels as they are to be known; answers those that were not. */
async function writeParcels(
  tx: Db,
  user: SessionUser,
  order: OrderRow,
  asked: NonNullable<PatchOrder['tracking']>,
  now: Date,
): Promise<OrderRow['tracking']> {
  const known = ({ carrier, number }: (typeof asked)[number]) =>
    order.tracking.find(parcel => parcel.carrier === carrier && parcel.number === number);
  const tracking = asked.map(parcel => known(parcel) ?? { ...parcel, at: now.toISOString() });
  const added = asked.flatMap((parcel, index) => (known(parcel) ? [] : (tracking[index] ?? [])));
  if (added.length === 0 && tracking.length === order.tracking.length) return [];
  await tx.update(orders).set({ tracking }).where(eq(orders._id, order._id));
  const told = tracking.map(({ carrier, number }) => `${carrier} ${number}`).join(', ');
  await recordOrderEvent(tx, order._id, user, 'tracking', told, { before: order.tracking });
  return added;
}
