import { and, asc, eq } from 'drizzle-orm';
import { tookOffShipping } from '#server/coupons/coupons.ts';
import type { Db } from '#server/database/db.ts';
import { orderLines } from '#server/orders/tables.ts';
import { returnLines, returns } from '#server/returns/tables.ts';
import { addUnits, goodsDiscount, NO_UNITS, type Units, unitsOf } from '#shared/rules/returns.ts';

/** The units of each line of an order of which a return was paid, with their shares, by the line's `_id`. */
export async function paidBack(tx: Db, order: string): Promise<Map<string, Units>> {
  const back = new Map<string, Units>();
  for (const { line, units } of await sharesOf(tx, order))
    back.set(line, addUnits(back.get(line) ?? NO_UNITS, units));
  return back;
}

/** The same of a locked order whose lines are about to change: shares that stand nowhere yet are written down before. */
export async function keepShares(tx: Db, order: string): Promise<Map<string, Units>> {
  for (const { _id, units, isWritten } of await sharesOf(tx, order)) {
    if (isWritten) continue;
    const { itemTax, discount: itemDiscount, itemCredit } = units;
    await tx.update(returnLines).set({ itemTax, itemDiscount, itemCredit }).where(eq(returnLines._id, _id));
  }
  return paidBack(tx, order);
}

interface Returned {
  _id: string;
  line: string;
  units: Units;
  isWritten: boolean;
}

/**
 * The lines of an order's paid returns, the first paid first. If a version before wrote no shares, they are worked out
 * from the line, which nothing but an edit changes, and an edit writes them down.
 */
async function sharesOf(tx: Db, order: string): Promise<Returned[]> {
  const found = await tx
    .select({ row: returnLines, sold: orderLines })
    .from(returnLines)
    .innerJoin(returns, eq(returns._id, returnLines.return))
    .innerJoin(orderLines, eq(orderLines._id, returnLines.line))
    .where(and(eq(returns.order, order), eq(returns.status, 'Refunded')))
    .orderBy(asc(returns.updatedAt), asc(returnLines._id));
  const isFree = found.some(({ row }) => row.itemTax === null) && (await tookOffShipping(tx, order));
  const before = new Map<string, Units>();
  return found.map(({ row, sold }) => {
    const { itemTax, itemDiscount, itemCredit } = row;
    const so = before.get(row.line) ?? NO_UNITS;
    const isWritten = itemTax !== null && itemDiscount !== null && itemCredit !== null;
    const units = isWritten
      ? { units: row.received, itemTax, discount: itemDiscount, itemCredit }
      : unitsOf({ ...sold, discount: goodsDiscount(sold, isFree) }, so, row.received);
    before.set(row.line, addUnits(so, units));
    return { _id: row._id, line: row.line, units, isWritten };
  });
}
