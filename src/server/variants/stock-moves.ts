import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import { chance } from '#server/time-and-chance.ts';
import type { StockReason } from '#shared/enumerations.ts';

/** Says why stock changes, and for which order or return; `user`: the one of the staff who did it. */
export interface MoveCause {
  reason: StockReason;
  order?: string | undefined;
  return?: string | undefined;
  user?: string | null | undefined;
}

/** Gives the values of `CAUSE_COLUMNS` for an insert that names these. */
export const causeValues = ({ reason, order, return: back, user }: MoveCause) =>
  sql`${reason}::text, ${order ?? null}::uuid, ${back ?? null}::uuid, ${user ?? null}::uuid`;

export const CAUSE_COLUMNS = sql.raw('reason, "order", "return", "user"');

/** Makes as many ids of moves as there are variants, for an `unnest` beside theirs. */
export const moveIds = (variants: readonly unknown[]) => sql.param(variants.map(() => chance.uuidInOrder()));

/** Writes the first move of new variants, whatever their stock is. */
export async function recordOpening(
  tx: Db,
  variants: readonly string[],
  user: string | null = null,
): Promise<void> {
  if (variants.length === 0) return;
  const cause = { reason: 'opening', user } as const;
  await tx.execute(sql`
    insert into stock_moves (id, variant, pieces, after, ${CAUSE_COLUMNS})
    select w.move, v.id, v.stock, v.stock, ${causeValues(cause)}
    from unnest((select ${sql.param([...variants])}::uuid[]), (select ${moveIds(variants)}::uuid[])) as w(id, move)
    join variants v on v.id = w.id`);
}

/** Writes the moves from what locked variants have to `stock`. Called before the new counts are written. */
export async function recordCounts(
  tx: Db,
  counted: readonly { _id: string; stock: number }[],
  cause: MoveCause,
): Promise<void> {
  if (counted.length === 0) return;
  const ids = sql.param(counted.map(({ _id }) => _id));
  const stocks = sql.param(counted.map(({ stock }) => stock));
  await tx.execute(sql`
    insert into stock_moves (id, variant, pieces, after, ${CAUSE_COLUMNS})
    select w.move, v.id, w.stock - v.stock, w.stock, ${causeValues(cause)}
    from unnest((select ${ids}::uuid[]), (select ${stocks}::int[]), (select ${moveIds(counted)}::uuid[]))
      as w(id, stock, move)
    join variants v on v.id = w.id where v.stock <> w.stock`);
}

/** Variants that one portion of the upkeep looks at. */
const PORTION = 500;

/**
 * Writes a move for each variant whose stock is not the sum of its moves: those from before there were moves begin
 * here, and what a process of an earlier version or somebody with a prompt of the database did is shown as such.
 * Answers how many were unexplained.
 */
export async function explainStock(db: Db): Promise<number> {
  let unexplained = 0;
  for await (const portion of portions(db)) {
    const found = await explainPortion(db, portion);
    unexplained += found.filter(({ reason }) => reason === 'unexplained').length;
  }
  return unexplained;
}

/** One statement: it sees a sale and its move, or neither. */
async function explainPortion(db: Db, portion: readonly string[]): Promise<{ reason: StockReason }[]> {
  return rows<{ reason: StockReason }>(
    await db.execute(sql`
      insert into stock_moves (id, variant, pieces, after, reason)
      select w.move, v.id, v.stock - m.pieces, v.stock, case when m.is_opened then 'unexplained' else 'opening' end
      from unnest((select ${sql.param([...portion])}::uuid[]), (select ${moveIds(portion)}::uuid[])) as w(id, move)
      join variants v on v.id = w.id
      cross join lateral (
        select coalesce(sum(pieces), 0) as pieces, coalesce(bool_or(reason = 'opening'), false) as is_opened
        from stock_moves where variant = v.id) m
      where m.pieces <> v.stock
      returning reason`),
  );
}

/** Makes one opening move of each variant's moves that are older than `before`. */
export async function foldStockMoves(db: Db, before: Date): Promise<void> {
  for await (const portion of portions(db)) {
    const until = sql`${before.toISOString()}::timestamptz`;
    await db.execute(sql`
      with portion as (
        select w.id, w.move
        from unnest((select ${sql.param([...portion])}::uuid[]), (select ${moveIds(portion)}::uuid[])) as w(id, move)
        where (select count(*) from stock_moves m where m.variant = w.id and m.date < ${until}) > 1),
      old as (
        delete from stock_moves m using portion where m.variant = portion.id and m.date < ${until}
        returning m.variant, m.pieces, m.date)
      insert into stock_moves (id, variant, date, pieces, after, reason)
      select p.move, p.id, max(o.date), sum(o.pieces), sum(o.pieces), 'opening'
      from old o join portion p on p.id = o.variant group by p.id, p.move`);
  }
}

/** Goes through all variants by their ids. */
async function* portions(db: Db): AsyncGenerator<string[]> {
  for (let last: string | null = null; ; ) {
    const found: { id: string }[] = rows(
      await db.execute(sql`
        select id::text as id from variants where ${last}::uuid is null or id > ${last}::uuid order by id limit ${PORTION}`),
    );
    last = found.at(-1)?.id ?? null;
    if (last === null) return;
    yield found.map(({ id }) => id);
  }
}
