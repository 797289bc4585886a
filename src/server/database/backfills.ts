import { asc, eq, getTableName, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { FastifyBaseLogger } from 'fastify';
import { type Db, pgError, rows } from '#server/database/db.ts';
import { backfills } from '#server/database/tables.ts';
import { clock } from '#server/time-and-chance.ts';

/** A rewrite of many rows, done in portions while the shop is open. */
export interface Backfill {
  /** `table.column`; stands in the database for good, so that another one needs another name. */
  name: string;
  /** The primary key of the table, along which it goes. */
  key: PgColumn;
  /**
   * Rewrites the rows of these keys, which are locked, through `tx` alone; runs again where its transaction was given
   * up. Each statement has 0.3 seconds.
   */
  rewrite(tx: Db, keys: string[]): Promise<unknown>;
}

export interface BackfillRun {
  log: Pick<FastifyBaseLogger, 'info'>;
  signal: AbortSignal;
  /** For how long. */
  ms?: number;
}

const RUN_MS = 50_000;
const FIRST_ROWS = 100;
const MAX_ROWS = 1_000;
const QUICK_MS = 50;
/** Rows are held for as long as the two take together, and others wait for them. */
const MAX_LOCK_WAIT = '200ms';
const MAX_STATEMENT = '300ms';

/** Lock or time not to be had, rivals in a circle, no connection free: the shop is at work on it. */
const GIVES_WAY = new Set(['55P03', '57014', '40P01', '40001', '53300']);

/**
 * Goes on with each of them for a while. However many processes do so, and wherever one is killed, each row is
 * rewritten once: a portion and the word of it commit together, and the word is one process's at a time.
 */
export async function runBackfills(db: Db, list: readonly Backfill[], run: BackfillRun): Promise<void> {
  const end = clock.elapsed() + (run.ms ?? RUN_MS);
  const isOver = () => run.signal.aborted || clock.elapsed() > end;
  for (const backfill of list) {
    await db.insert(backfills).values({ name: backfill.name }).onConflictDoNothing();
    const { count, isDone } = await goOn(db, backfill, isOver);
    const said = { backfill: backfill.name, rows: count };
    if (isDone) run.log.info(said, 'a backfill is done');
    else if (count > 0) run.log.info(said, 'a backfill goes on');
  }
}

/** Takes as long to rest as to work; smaller portions where they are slow or in others' way. */
async function goOn(db: Db, backfill: Backfill, isOver: () => boolean) {
  let count = 0;
  for (let size = FIRST_ROWS; !isOver(); ) {
    const began = clock.elapsed();
    try {
      const rewritten = await rewriteNext(db, backfill, size);
      if (!rewritten) return { count, isDone: rewritten === 0 };
      count += rewritten;
    } catch (error) {
      if (size === 1 || !GIVES_WAY.has(pgError(error)?.code ?? '')) throw error;
    }
    const took = clock.elapsed() - began;
    size = took < QUICK_MS ? Math.min(2 * size, MAX_ROWS) : Math.ceil(size / 2);
    await clock.sleep(took);
  }
  return { count, isDone: false };
}

/** Returns how many rows, 0 behind the last one; null when it was done before, is paused, or another process is at it. */
function rewriteNext(db: Db, { name, key, rewrite }: Backfill, size: number): Promise<number | null> {
  return db.transaction(async tx => {
    await tx.execute(sql.raw(`set local lock_timeout = '${MAX_LOCK_WAIT}'`));
    await tx.execute(sql.raw(`set local statement_timeout = '${MAX_STATEMENT}'`));
    const [progress] = rows<{ at: string | null }>(
      await tx.execute(sql`
        select at from backfills where name = ${name} and done_at is null and not paused for update skip locked`),
    );
    if (!progress) return null;
    const isAhead =
      progress.at === null ? sql`true` : sql`${key} > ${progress.at}::text::${sql.raw(key.getSQLType())}`;
    // Locks in the order in which orders do as well.
    const keys = rows<{ key: string }>(
      await tx.execute(sql`
        select ${key}::text as key from ${key.table} where ${isAhead} order by ${asc(key)} limit ${size}::int
        for no key update of ${sql.identifier(getTableName(key.table))}`),
    ).map(row => row.key);
    if (keys.length > 0) await rewrite(tx, keys);
    await tx
      .update(backfills)
      .set({
        at: keys.at(-1) ?? progress.at,
        rows: sql`${backfills.rows} + ${keys.length}::int`,
        movedAt: sql`now()`,
        // Not when there were fewer than wanted: a row that was deleted while it was waited for is missing, too.
        ...(keys.length === 0 && { doneAt: sql`now()` }),
      })
      .where(eq(backfills.name, name));
    return keys.length;
  });
}
