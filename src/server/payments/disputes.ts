import { and, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { disputes } from '#server/payments/tables.ts';

type DisputeRow = typeof disputes.$inferSelect;

/** A bank has not decided on it yet. */
const OPEN: readonly DisputeRow['status'][] = ['needs_response', 'under_review'];

/** The charges that paid an order, by their first payment: alone, or with other orders (`batch`). */
const chargesOf = (order: string) =>
  sql`(select coalesce(batch, id) from payments where "order" = ${order}::uuid and status = 'succeeded')`;

/** The disputes of an order's charges that are open or lost: those that were won take nothing from anybody. */
export const readDisputes = (db: Db, order: string): Promise<(DisputeRow & { isOpen: boolean })[]> =>
  db
    .select()
    .from(disputes)
    .where(and(inArray(disputes.payment, chargesOf(order)), ne(disputes.status, 'won')))
    .then(found => found.map(one => ({ ...one, isOpen: OPEN.includes(one.status) })));

/** Throws `order_state` while a charge that paid a locked order is disputed. `until`: what can be done afterwards. */
export async function refuseDisputed(
  tx: Db,
  { _id, status }: Pick<OrderRow, '_id' | 'status'>,
  until: string,
): Promise<void> {
  if (await isDisputed(tx, _id)) throw disputed({ _id, status }, until);
}

/** Tells whether a bank has still to decide on a charge that paid an order. */
export const isDisputed = async (db: Db, order: string): Promise<boolean> =>
  (await readDisputes(db, order)).some(({ isOpen }) => isOpen);

/** The refusal of what has to wait for a bank. */
export const disputed = ({ _id, status }: Pick<OrderRow, '_id' | 'status'>, until: string): AppError =>
  new AppError('order_state', {
    message: `A payment of this order is disputed. ${until} once that is decided.`,
    details: { order: { _id, status } },
    about: { isPassing: true },
  });
