import { eq } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { limitAddresses } from '#server/http/rate-limits.ts';
import { refuseEarlyDelivery, refuseFarDelivery } from '#server/orders/early-delivery.ts';
import { unitsGone } from '#server/orders/goods-gone.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import {
  allOpen,
  type Count,
  moveLocked,
  refuseMove,
  STATUS_UPDATES,
  storeCounts,
} from '#server/orders/order-status.ts';
import { lockOrder, type OrderRow, orderById } from '#server/orders/read-order.ts';
import { type Returnable, returnableLines } from '#server/orders/returnable-lines.ts';
import { orders } from '#server/orders/tables.ts';
import { type Tidings, tellCustomer } from '#server/orders/tell-customer.ts';
import { newOrderKey } from '#server/orders/write-order.ts';
import { refuseOwnAccount } from '#server/refuse-own-account.ts';
import { shopRates } from '#server/site/rates.ts';
import { clock } from '#server/time-and-chance.ts';
import { changesOf, refuseStale } from '#server/versioned.ts';
import type { OrderStatus } from '#shared/enumerations.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import { SHIPPING_FIELDS } from '#shared/schemas/checkout.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { PatchOrder } from '#shared/schemas/staff-orders.ts';

/** It would be theirs no more, by its address: neither would what they give back for it wait (rule A15). */
const OWN_ADDRESS = 'Somebody else has to change the address of an order under your own.';

/** The statuses in which goods of an order are handed out and sent. */
const ON_ITS_WAY: readonly OrderStatus[] = ['Processing', 'Ready', 'Shipped', 'Completed'];

/**
 * Makes the changes of staff to an order beside its amounts: who gets it and where, how much of each line is fulfilled,
 * its parcels, its status; in one transaction, with its history. The customer hears of what was sent to them. Throws
 * `stale`, `order_state`, `not_counted`, `over_limit` and `invalid`, the latter for counts that contradict returns or what
 * has left the shop; `too_many` for many addresses.
 */
export async function patchOrder(
  app: App,
  user: SessionUser,
  { _id, version, ...changes }: PatchOrder,
  now = clock.now(),
): Promise<Order> {
  await limitMoves(app.db, user, _id, changes);
  return retrying(app.db, async tx => {
    const order = await lockOrder(tx, _id);
    refuseStale(order, version);
    await patchLocked(app, tx, user, order, changes, now);
    return orderById(tx, _id, { withCost: true });
  });
}

/** The same for an order that is locked, whoever reads of it. */
export async function patchLocked(
  app: App,
  tx: Db,
  user: SessionUser,
  order: OrderRow,
  { status, allPicked, evenOverLimit, cart, tracking, ...fields }: Omit<PatchOrder, '_id' | 'version'>,
  now = clock.now(),
): Promise<void> {
  const to = status === order.status ? undefined : status;
  if (to) refuseMove(order, to, user);
  const isSending = cart !== undefined || tracking !== undefined || allPicked !== undefined;
  refuseWhereItStands(order, to ?? order.status, isSending);
  await writeFields(tx, user, order, fields);
  if (allPicked && cart) throw fieldError('allPicked', 'can’t go with counts of lines');
  const counts = allPicked ? await allOpen(tx, order) : cart ? await countsOf(tx, order, cart) : [];
  await storeCounts(tx, user, order, counts);
  const parcels = tracking ? await writeParcels(tx, user, order, tracking, now) : [];
  if (to) return moveLocked(app, tx, user, order, { to, parcels, evenOverLimit });
  await tx
    .update(orders)
    .set({ version: order.version + 1 })
    .where(eq(orders._id, order._id));
  const more = counts.filter(({ line, fulfilled }) => fulfilled > line.fulfilled);
  const isMore = more.length > 0 || (order.status === 'Shipped' && parcels.length > 0);
  const tidings = isMore && STATUS_UPDATES[order.status];
  if (tidings) await tellCustomer(app, tx, order._id, laterDelivery(tidings, order, more));
}

async function limitMoves(
  db: Db,
  user: SessionUser,
  _id: string,
  { email }: Pick<Fields, 'email'>,
): Promise<void> {
  if (email === undefined) return;
  const [order] = await db.select({ email: orders.email }).from(orders).where(eq(orders._id, _id));
  if (order && isOther(order, email)) await limitAddresses(db, user);
}

const isOther = (order: { email: string }, email: string | undefined): boolean =>
  email !== undefined && email.toLowerCase() !== order.email.toLowerCase();

function refuseWhereItStands({ _id, status }: OrderRow, after: OrderStatus, isSending: boolean): void {
  if (status !== 'Canceled' && (!isSending || ON_ITS_WAY.includes(after))) return;
  throw new AppError('order_state', { details: { order: { _id, status } } });
}

type Fields = Omit<
  PatchOrder,
  '_id' | 'version' | 'status' | 'allPicked' | 'evenOverLimit' | 'cart' | 'tracking'
>;

async function writeFields(tx: Db, user: SessionUser, order: OrderRow, fields: Fields): Promise<void> {
  const { names, before, after } = changesOf<Fields>(order, fields);
  if (names.length === 0) return;
  refuseEarlyDelivery(after.deliveryDate, order.date);
  if (after.deliveryDate !== undefined)
    refuseFarDelivery(after.deliveryDate, shopDate(clock.now(), (await shopRates(tx)).timeZone));
  if (order.shippingMethod !== 'local') {
    const issues = SHIPPING_FIELDS.filter(field => after[field] === '').map(field => ({
      path: [field],
      message: 'is required',
    }));
    if (issues.length > 0) throw new AppError('invalid', { issues });
  }
  // A reader of the mail to a guest's old address has no way to the order any more.
  const isReaddressed = order.user === null && isOther(order, after.email);
  if (isReaddressed) refuseOwnAccount(user, order, OWN_ADDRESS);
  await tx
    .update(orders)
    .set({ ...after, ...(isReaddressed && { orderKey: newOrderKey() }) })
    .where(eq(orders._id, order._id));
  await recordOrderEvent(tx, order._id, user, 'edited', names.join(', '), { before, after });
}

/** The news of goods that came after the customer had been told of the first. */
const laterDelivery = (tidings: Tidings, { version }: OrderRow, more: readonly Count[]): Tidings => ({
  ...tidings,
  event: String(version),
  mail: (order, site) =>
    tidings.mail(
      order,
      site,
      more.map(({ line, fulfilled }) => ({ name: line.name, quantity: fulfilled - line.fulfilled })),
    ),
});

/** Lists what these counts change. Throws `invalid` for what is not of this order, or can't be. */
async function countsOf(tx: Db, order: OrderRow, counts: NonNullable<PatchOrder['cart']>): Promise<Count[]> {
  const lines = await returnableLines(tx, order);
  const goneOf = await unitsGone(tx, order);
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
    const wrong = wrongCount(order, { ...found, gone: goneOf(found.line) }, fulfilled);
    const { line } = found;
    if (wrong) issues.push({ path: ['cart', index, 'fulfilled'], message: wrong });
    return fulfilled === line.fulfilled ? [] : [{ line, fulfilled }];
  });
  if (issues.length > 0) throw new AppError('invalid', { issues });
  return changes;
}

function wrongCount(
  { status }: OrderRow,
  { line, asked, gone }: Returnable & { gone: number },
  fulfilled: number,
): string | null {
  if (fulfilled > line.quantity) return `is more than the ${line.quantity} that were ordered`;
  if (fulfilled < asked) return `is less than the ${asked} that were asked to be returned`;
  if (fulfilled >= gone) return null;
  if (status === 'Completed') return 'can’t be less: the order is Completed';
  return `is less than the ${gone} that ${status === 'Shipped' ? 'have left the shop' : 'were handed over'}`;
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
