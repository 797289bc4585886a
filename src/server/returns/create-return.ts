import { and, count, eq, sql } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { returnSlipOf } from '#server/documents/return-slip.ts';
import { shopLogo } from '#server/documents/shop-logo.ts';
import { AppError } from '#server/errors.ts';
import { queueMail } from '#server/mail/mail.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import { returnMail } from '#server/mail/templates/return-mail.ts';
import { notifyStaffTogether } from '#server/notifications/notifications.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { lockOrder, type OrderRow, orderById } from '#server/orders/read-order.ts';
import { type Returnable, returnableLines } from '#server/orders/returnable-lines.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { mayReturn, type ReturnRow, returnById } from '#server/returns/read-returns.ts';
import { returnLines, returns } from '#server/returns/tables.ts';
import type { FieldIssue } from '#shared/errors.ts';
import type { CreateReturn, Return } from '#shared/schemas/returns.ts';

/**
 * Asks to send back some of what an order brought, under the order's lock: never more than was fulfilled and is not
 * asked for or back already (`invalid`, by its line). Throws `order_state` while nothing of it can be returned. The
 * same key again is the first return, with other contents `key_reused`.
 */
export async function createReturn(app: App, user: SessionUser, input: CreateReturn): Promise<Return> {
  const _id = await retrying(app.db, tx => storeReturn(app, tx, user, input));
  return returnById(app.db, _id);
}

async function storeReturn(app: App, tx: Db, user: SessionUser, input: CreateReturn): Promise<string> {
  const order = await lockOrder(tx, input.orderId);
  if (!mayReturn(user, order)) throw new AppError('not_found');
  if (input.key) {
    const [first] = await tx.select().from(returns).where(eq(returns.key, input.key));
    if (first) {
      if (first.order !== order._id || !(await isAskedBy(tx, first, input))) throw new AppError('key_reused');
      return first._id;
    }
  }
  const lines = askedLines(input, await returnableLines(tx, order), order);
  const { notes, key = null } = input;
  const [made] = await tx
    .insert(returns)
    .values({ order: order._id, user: user._id, notes, key })
    .returning();
  if (!made) throw new Error('the return was not stored');
  await tx.insert(returnLines).values(lines.map(line => ({ ...line, return: made._id })));
  await tx.update(orders).set({ order_return: true }).where(eq(orders._id, order._id));
  await recordOrderEvent(
    tx,
    order._id,
    user,
    'return requested',
    lines.length === 1 ? '1 line' : `${lines.length} lines`,
  );
  await tellOf(app, tx, order, made._id);
  return made._id;
}

/** Whether it is what a stored return asked for, to the unit and the word: none of that changes later. */
async function isAskedBy(tx: Db, first: ReturnRow, { lines, notes }: CreateReturn): Promise<boolean> {
  const stored = await tx
    .select({
      variantId: orderLines.variantId,
      reason: returnLines.reason,
      quantity: sql<number>`sum(${returnLines.quantity})::int`,
    })
    .from(returnLines)
    .innerJoin(orderLines, eq(orderLines._id, returnLines.line))
    .where(eq(returnLines.return, first._id))
    .groupBy(orderLines.variantId, returnLines.reason);
  const isStored = (line: (typeof lines)[number]) =>
    stored.some(
      one => one.variantId === line.variantId && one.quantity === line.quantity && one.reason === line.reason,
    );
  return notes === first.notes && stored.length === lines.length && lines.every(isStored);
}

/** Takes what is asked for of a variant from its lines one after the other. */
function askedLines({ lines }: CreateReturn, returnable: readonly Returnable[], order: OrderRow) {
  if (returnable.every(({ left }) => left === 0)) {
    throw new AppError('order_state', { details: { order: { _id: order._id, status: order.status } } });
  }
  const issues: FieldIssue[] = [];
  const taken = lines.flatMap(({ variantId, quantity, reason }, index) => {
    const own = returnable.filter(({ line }) => line.variantId === variantId);
    const most = own.reduce((sum, { left }) => sum + left, 0);
    if (own.length === 0)
      issues.push({ path: ['lines', index, 'variantId'], message: 'is not in this order' });
    else if (quantity > most) {
      const message =
        most > 0 ? `is more than the ${most} that can be returned` : 'can no longer be returned';
      issues.push({ path: ['lines', index, 'quantity'], message });
    }
    let open = quantity;
    return own.flatMap(({ line, left }) => {
      const units = Math.min(open, left);
      open -= units;
      return units > 0 ? [{ line: line._id, quantity: units, reason }] : [];
    });
  });
  if (issues.length > 0) throw new AppError('invalid', { issues });
  return taken;
}

async function tellOf(app: App, tx: Db, order: OrderRow, made: string): Promise<void> {
  await mailReturn(app, tx, await returnById(tx, made), order.email, 'requested');
  await tellStaff(tx, order);
}

/** One for all returns that an account asks for, while it is unread. */
async function tellStaff(tx: Db, { _id, orderNumber, name, user }: OrderRow): Promise<void> {
  const ofThem = user ? eq(orders.user, user) : eq(orders._id, _id);
  const [waiting] = await tx
    .select({ count: count() })
    .from(returns)
    .innerJoin(orders, eq(orders._id, returns.order))
    .where(and(ofThem, eq(returns.status, 'Requested')));
  const many = (waiting?.count ?? 0) > 1 ? ` ${waiting?.count} returns of theirs wait.` : '';
  await notifyStaffTogether(
    tx,
    {
      ...{ type: 6, title: `Return of order ${orderNumber}`, link: `/admin/orders/${_id}` },
      details: `${name} wants to return something.${many}`,
    },
    sql`select '/admin/orders/' || ${orders._id} from ${orders} where ${ofThem}`,
  );
}

/** Its goods have still to come, with the slip. */
const COMING: readonly Return['status'][] = ['Requested', 'Approved'];

/**
 * Writes of a return as it stands; `event`: once, or as often as it is asked for where it is null. Sent to another
 * address than the order's own it holds no link that opens the order.
 */
export async function mailReturn(
  app: App,
  tx: Db,
  made: Return,
  to: string,
  event: string | null,
): Promise<void> {
  // Somebody who bought over the counter may have left no address.
  if (to === '') return;
  const { orderKey, ...order } = await orderById(tx, made.order, { withKey: true });
  const isOwn = to.toLowerCase() === order.email.toLowerCase();
  const site = await mailSite(app, tx);
  const slip = returnSlipOf(made, order, site, shopLogo());
  await queueMail(tx, app, {
    ...returnMail(made, { ...order, ...(isOwn && { orderKey }) }, site),
    template: 'return',
    to,
    order: made.order,
    ...(event && { dedupeKey: `return:${made._id}:${event}` }),
    ...(COMING.includes(made.status) && {
      attachments: [
        { name: `return-slip-${made.orderNumber}.pdf`, contentType: 'application/pdf', document: slip },
      ],
    }),
  });
}
