import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { cutPage, isBehind, microsOf, newestFirst } from '#server/database/keyset.ts';
import { AppError } from '#server/errors.ts';
import { orders } from '#server/orders/tables.ts';
import { userName, users } from '#server/users/tables.ts';
import { stockMoves, variants } from '#server/variants/tables.ts';
import { CURSOR_PAGE_SIZE } from '#shared/schemas/cursor.ts';
import type { StockMoves, StockMovesQuery } from '#shared/schemas/staff-history.ts';

/**
 * Tells what became of a variant's stock, a page at a time, the newest first (rule C13); also of one that was deleted.
 * Throws `not_found`.
 */
export async function listStockMoves(
  db: Db,
  { variant, cursor: from }: StockMovesQuery,
): Promise<StockMoves> {
  if ((await db.$count(variants, eq(variants._id, variant))) === 0) throw new AppError('not_found');
  const found = await stockMovesOf(db, variant, from, CURSOR_PAGE_SIZE + 1);
  const { page, cursor } = cutPage(found, CURSOR_PAGE_SIZE);
  const moves = page.map(({ order, orderNumber, ...move }) => ({
    ...move,
    order: order !== null && orderNumber !== null ? { _id: order, orderNumber } : null,
  }));
  return { moves, cursor };
}

/** Asks for its moves behind a place. Nothing is read until it is awaited. */
export const stockMovesOf = (db: Db, variant: string, cursor: string | undefined, limit: number) =>
  db
    .select({
      ...{ _id: stockMoves._id, at: stockMoves.date, micros: microsOf(stockMoves.date) },
      ...{ reason: stockMoves.reason, pieces: stockMoves.pieces, after: stockMoves.after },
      ...{ order: stockMoves.order, orderNumber: orders.orderNumber, return: stockMoves.return },
      who: sql<string | null>`${userName}`,
    })
    .from(stockMoves)
    .leftJoin(orders, eq(orders._id, stockMoves.order))
    .leftJoin(users, eq(users._id, stockMoves.user))
    .where(and(eq(stockMoves.variant, variant), isBehind(stockMoves.date, stockMoves._id, cursor)))
    .orderBy(...newestFirst(stockMoves.date, stockMoves._id))
    .limit(limit);
