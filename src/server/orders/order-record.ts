import { eq, sql } from 'drizzle-orm';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { staffMayCancel } from '#server/orders/cancel-order.ts';
import { mayDelete } from '#server/orders/delete-order.ts';
import { OVER_LIMIT } from '#server/orders/order-desk.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { lockOrder, orderOf } from '#server/orders/read-order.ts';
import { returnableLines } from '#server/orders/returnable-lines.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { clearAlert } from '#server/payments/alerts.ts';
import { isDisputed } from '#server/payments/disputes.ts';
import { noteHandedOut, readHandOuts } from '#server/payments/hand-outs.ts';
import { userName, users } from '#server/users/tables.ts';
import { variants } from '#server/variants/tables.ts';
import { canEditOrder } from '#shared/rules/order-edit.ts';
import type { DismissAlert, OrderRecord } from '#shared/schemas/order-desk.ts';

/** Told with the order itself: few have one, so that what is owed of it is asked for those alone. */
const HAS_FAILED_REFUND = sql<boolean>`exists (select from refunds r
  where r."order" = ${orders._id} and (r.status = 'failed' or r.reverses is not null))`;

/** An order with all that one of the staff sees beside it. Throws `not_found`. */
export async function orderRecord(db: Db, user: SessionUser, _id: string): Promise<OrderRecord> {
  const [found] = await db
    .select({
      row: orders,
      companyName: companies.name,
      madeBy: sql<string | null>`${userName}`,
      overLimit: OVER_LIMIT,
      hasFailedRefund: HAS_FAILED_REFUND,
    })
    .from(orders)
    .leftJoin(companies, eq(companies._id, orders.company))
    .leftJoin(users, eq(users._id, orders.createdBy))
    .where(eq(orders._id, _id));
  if (!found) throw new AppError('not_found');
  const { row, companyName, madeBy, overLimit, hasFailedRefund } = found;
  const mayCancel = await staffMayCancel(db, row);
  const [order, isDeletable, returnable, stocks] = await Promise.all([
    orderOf(db, row, { withCost: true }),
    mayDelete(db, user, row, mayCancel),
    returnableLines(db, row),
    db
      .selectDistinct({ _id: variants._id, stock: variants.stock, dropShip: orderLines.dropShip })
      .from(orderLines)
      .innerJoin(variants, eq(variants._id, orderLines.variantId))
      .where(eq(orderLines.order, _id)),
  ]);
  return {
    ...order,
    stockNow: Object.fromEntries(stocks.map(({ _id: of, stock, dropShip }) => [of, dropShip ? null : stock])),
    companyName,
    madeBy,
    overLimit: overLimit === true,
    hasFailedRefund,
    mayEdit: canEditOrder(row.status, user.permissionLevel) && (mayCancel || !(await isDisputed(db, _id))),
    mayCancel,
    mayReturn: returnable.some(({ left }) => left > 0),
    mayDelete: isDeletable,
    alerts: row.alert.split('\n').filter(line => line !== ''),
    handOuts: await readHandOuts(db, _id),
  };
}

/**
 * Takes a line off what staff are told to look at, with what they found. One that asked for money to be handed out is off
 * once they have done so. One that is off already stays so.
 */
export async function dismissAlert(
  db: Db,
  user: SessionUser,
  { _id, alert, note }: DismissAlert,
): Promise<OrderRecord> {
  return retrying(db, async tx => {
    const order = await lockOrder(tx, _id);
    if (alert !== '' && order.alert.split('\n').includes(alert)) {
      await clearAlert(tx, _id, alert);
      if (!(await noteHandedOut(tx, user, _id, { alert, note })))
        await recordOrderEvent(tx, _id, user, 'alert dismissed', `${note} (${alert})`);
    }
    return orderRecord(tx, user, _id);
  });
}
