import { eq } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { orders } from '#server/orders/tables.ts';

/** Adds a line to what staff must look at on a locked order; one that stands there already is not repeated. */
export async function raiseAlert(tx: Db, order: string, alert: string): Promise<void> {
  await replaceAlert(tx, order, null, alert);
}

/** Takes a line off again, if staff have not done so. */
export async function clearAlert(tx: Db, order: string, alert: string): Promise<void> {
  await replaceAlert(tx, order, alert, null);
}

/** One line of a locked order's alert in the place of another; null is none. The other lines stay. */
export async function replaceAlert(
  tx: Db,
  order: string,
  before: string | null,
  after: string | null,
): Promise<void> {
  const [row] = await tx.select({ alert: orders.alert }).from(orders).where(eq(orders._id, order));
  const stands = (row?.alert ?? '').split('\n').filter(line => line !== '');
  const kept = stands.filter(line => line !== before && line !== after);
  const alert = [...kept, ...(after === null ? [] : [after])].join('\n');
  if (alert !== row?.alert) await tx.update(orders).set({ alert }).where(eq(orders._id, order));
}
