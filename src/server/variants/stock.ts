import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import { touchStock } from '#server/listing/touch-products.ts';
import { tellOfLowStock } from '#server/variants/low-stock.ts';
import { CAUSE_COLUMNS, causeValues, type MoveCause, moveIds } from '#server/variants/stock-moves.ts';

export interface Pieces {
  variant: string;
  pieces: number;
}

/** Sums pieces by variant, so that a variant that stands in several lines or bundles counts once. */
function sumPieces(pieces: readonly Pieces[]): Pieces[] {
  const sums = new Map<string, number>();
  for (const { variant, pieces: n } of pieces) sums.set(variant, (sums.get(variant) ?? 0) + n);
  return [...sums]
    .map(([variant, n]) => ({ variant, pieces: n }))
    .sort((a, b) => (a.variant < b.variant ? -1 : 1));
}

/**
 * Locks variants, and what bundles among them hold, in the order of their `_id`. Every path keeps this order, so that
 * checkouts with lines in opposite orders never wait for each other in a ring.
 */
export async function lockVariants(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const list = sql.param([...ids]);
  // One array, found by the key: an `or` between the two would read the whole table.
  await tx.execute(sql`
    select id from variants
    where id = any(array(
      select unnest(${list}::uuid[])
      union all select variant from bundle_items where bundle = any(${list}::uuid[])))
    order by id for no key update`);
}

/**
 * Takes pieces off the shelf, and writes their moves. Answers the variants that had too few, with what is left of them;
 * then nothing was taken from those and the caller has to roll back. Back-ordered ones go below zero. The rows are locked.
 */
export async function takeStock(
  tx: Db,
  pieces: readonly Pieces[],
  cause: MoveCause,
): Promise<{ variant: string; stock: number }[]> {
  const wanted = sumPieces(pieces);
  if (wanted.length === 0) return [];
  const ids = sql.param(wanted.map(one => one.variant));
  const counts = sql.param(wanted.map(one => one.pieces));
  const taken = rows<{ id: string; stock: number; before: number }>(
    await tx.execute(sql`
      with taken as (
        update variants v set stock = v.stock - w.pieces
        from unnest((select ${ids}::uuid[]), (select ${counts}::bigint[]), (select ${moveIds(wanted)}::uuid[]))
          as w(id, pieces, move)
        where v.id = w.id and (v.stock >= w.pieces or v.back_order)
        returning v.id, v.stock, w.pieces, w.move),
      moved as (
        insert into stock_moves (id, variant, pieces, after, ${CAUSE_COLUMNS})
        select move, id, -pieces, stock, ${causeValues(cause)} from taken)
      select id::text as id, stock::int as stock, (stock + pieces)::int as before from taken`),
  );
  if (taken.length < wanted.length) {
    const enough = new Set(taken.map(row => row.id));
    const short = wanted.filter(one => !enough.has(one.variant)).map(one => one.variant);
    return rows<{ variant: string; stock: number }>(
      await tx.execute(
        sql`select id::text as variant, stock::int as stock from variants where id = any(${sql.param(short)}::uuid[])`,
      ),
    );
  }
  await tellOfLowStock(tx, taken);
  const soldOut = taken.filter(row => row.stock <= 0 && row.before > 0).map(row => row.id);
  if (soldOut.length > 0) await touchStock(tx, soldOut);
  return [];
}

/** Tells of which variants there are too few for so many pieces, and what is left of them; takes nothing. */
export async function shortOf(
  tx: Db,
  pieces: readonly Pieces[],
): Promise<{ variant: string; stock: number }[]> {
  const wanted = sumPieces(pieces);
  const ids = sql.param(wanted.map(one => one.variant));
  const counts = sql.param(wanted.map(one => one.pieces));
  return rows<{ variant: string; stock: number }>(
    await tx.execute(sql`
      select v.id::text as variant, v.stock::int as stock
      from unnest(${ids}::uuid[], ${counts}::bigint[]) as w(id, pieces) join variants v on v.id = w.id
      where v.stock < w.pieces and not v.back_order`),
  );
}

/** Puts pieces back on the shelf, and writes their moves. */
export async function putBackStock(tx: Db, pieces: readonly Pieces[], cause: MoveCause): Promise<void> {
  const back = sumPieces(pieces).filter(one => one.pieces !== 0);
  if (back.length === 0) return;
  await lockVariants(
    tx,
    back.map(one => one.variant),
  );
  const ids = sql.param(back.map(one => one.variant));
  const counts = sql.param(back.map(one => one.pieces));
  const risen = rows<{ id: string; stock: number; before: number }>(
    await tx.execute(sql`
      with risen as (
        update variants v set stock = v.stock + w.pieces
        from unnest((select ${ids}::uuid[]), (select ${counts}::int[]), (select ${moveIds(back)}::uuid[]))
          as w(id, pieces, move)
        where v.id = w.id
        returning v.id, v.stock, w.pieces, w.move),
      moved as (
        insert into stock_moves (id, variant, pieces, after, ${CAUSE_COLUMNS})
        select move, id, pieces, stock, ${causeValues(cause)} from risen)
      select id::text as id, stock::int as stock, (stock - pieces)::int as before from risen`),
  );
  const backInStock = risen.filter(row => row.stock > 0 && row.before <= 0).map(row => row.id);
  if (backInStock.length > 0) await touchStock(tx, backInStock);
}
