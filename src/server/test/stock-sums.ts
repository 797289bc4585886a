import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { type Db, rows } from '#server/database/db.ts';

/**
 * Expects that every variant's stock is the sum of its moves, each move says the stock after it, and what the moves of
 * an order took is what its lines say that they took, less what came back.
 */
export async function expectStockExplained(db: Db): Promise<void> {
  const wrong = rows<object>(
    await db.execute(sql`
      select v.product_num, v.stock, coalesce(sum(m.pieces), 0)::int as moved
      from variants v left join stock_moves m on m.variant = v.id
      group by v.id having v.stock <> coalesce(sum(m.pieces), 0)`),
  );
  const broken = rows<object>(
    await db.execute(sql`
      select variant, reason, pieces, after, so_far::int from (
        select m.*, sum(pieces) over (partition by variant order by date, id) as so_far from stock_moves m) as m
      where after <> so_far`),
  );
  const other = rows<object>(
    await db.execute(sql`
      select o.order_number::int, o.status, t.variant, t.taken::int, coalesce(m.moved, 0)::int as moved
      from orders o
      join lateral (
        select variant, sum(taken) as taken from (
          select l.variant_id as variant, l.stock_taken / l.quantity * (l.quantity - l.returned) as taken
          from order_lines l where l."order" = o.id
          union all
          select b.variant, b.stock_taken / l.quantity * (l.quantity - l.returned)
          from order_lines l join order_bundle_items b on b.line = l.id where l."order" = o.id) as pieces
        group by variant) t on true
      left join lateral (
        select sum(pieces) as moved from stock_moves where "order" = o.id and variant = t.variant) m on true
      where coalesce(m.moved, 0) <> case when o.status = 'Canceled' then 0 else -t.taken end`),
  );
  expect({ wrong, broken, other }).toEqual({ wrong: [], broken: [], other: [] });
}
