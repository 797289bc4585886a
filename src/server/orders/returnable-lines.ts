import { asc, eq } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orderLines } from '#server/orders/tables.ts';
import { returnLines, returns } from '#server/returns/tables.ts';
import { returnableQuantity } from '#shared/rules/order-status.ts';

type LineRow = typeof orderLines.$inferSelect;
type ReturnStatus = (typeof returns.$inferSelect)['status'];

export interface Returnable {
  line: LineRow;
  /** Units that came back or are asked for. */
  asked: number;
  /** A return names it, be it one that was rejected. */
  isInReturn: boolean;
  left: number;
}

/** Reads how much of each line of an order can still be sent back: fulfilled, and not asked for or back already. */
export async function returnableLines(db: Db, order: OrderRow): Promise<Returnable[]> {
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.order, order._id))
    .orderBy(asc(orderLines.position));
  const asked = await db
    .select({ line: returnLines, status: returns.status })
    .from(returnLines)
    .innerJoin(returns, eq(returns._id, returnLines.return))
    .where(eq(returns.order, order._id));
  return lines.map(line => {
    const own = asked.filter(one => one.line.line === line._id);
    const returned = own.reduce((sum, one) => sum + takenBy(one), 0);
    const isInReturn = own.length > 0;
    return {
      line,
      asked: returned,
      isInReturn,
      left: returnableQuantity(order.status, { ...line, returned }),
    };
  });
}

/** Counts what is spoken for: what was rejected, or asked for and did not come back, can be asked for again. */
function takenBy({ line, status }: { line: typeof returnLines.$inferSelect; status: ReturnStatus }) {
  if (status === 'Rejected') return 0;
  return status === 'Received' || status === 'Refunded' ? line.received : line.quantity;
}

/** Tells the same of each variant that some can be sent back of, once, however many saved carts of the order have it. */
export function byVariant(lines: readonly Returnable[]): (LineRow & { left: number })[] {
  const found = new Map<string, LineRow & { left: number }>();
  for (const { line, left } of lines) {
    const before = found.get(line.variantId) ?? { ...line, left: 0 };
    if (left > 0) found.set(line.variantId, { ...before, left: before.left + left });
  }
  return [...found.values()];
}
