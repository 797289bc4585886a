import { type ExtractTablesWithRelations, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Embedded } from '#server/database/embedded.ts';

type NoRelations = Record<string, never>;

/** The connection that queries go through: either driver's, or the transaction that one of them opened. */
export type Db = PgDatabase<PgQueryResultHKT, NoRelations, ExtractTablesWithRelations<NoRelations>>;

export interface Database {
  readonly db: Db;
  readonly driver: 'pglite' | 'postgres';
  /** The abilities that only the embedded database has; null on Postgres. */
  readonly embedded: Embedded | null;
  /** Counts connections of the pool that `db` draws from, and callers that wait for one; null: there is no pool. */
  readonly connections: (() => { size: number; inUse: number; waiting: number }) | null;
  /** `onGap`: messages may have been lost; runs on every (re)connect, also the first. Returns the way out. */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>;
  /** Whether this process hears nothing of what the others write, so that all it keeps of that may be old. */
  isDeaf(): boolean;
  /** Raw SQL outside of Drizzle's pool. Several statements only without values; no objects among the values. */
  execute(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /** Applies the migrations of a folder, one process at a time. Use `migrate` of migrate.ts. */
  migrate(folder: string, before: (db: Db) => Promise<void>): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Null: embedded. */
  databaseUrl: string | null;
  listenUrl?: string | null;
  databasePool?: number;
  /** Null: in memory. Only the embedded database asks for it. */
  dataDir: string | null;
  /** A file made by `writeSnapshot`, for the first start of the embedded database. */
  snapshot?: string | null;
  /** The embedded database can't write any more (disk full, broken disk): end the process, with a failure. */
  onFatal?: (error: unknown) => void;
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, listenUrl, databasePool, dataDir, snapshot, onFatal } = options;
  // Either driver weighs tens of megabytes that the other has no need of.
  if (databaseUrl === null) {
    const { openEmbedded } = await import('#server/database/embedded.ts');
    return openEmbedded({ dataDir, snapshot, onFatal });
  }
  const { openPostgres } = await import('#server/database/postgres.ts');
  return openPostgres({ url: databaseUrl, listenUrl, pool: databasePool });
}

/** The rows of a raw `db.execute`, whichever driver answered. Cast in the SQL: drivers differ on int8 and the like. */
export function rows<T>(result: unknown): T[] {
  const list = Array.isArray(result) ? result : (result as { rows?: unknown }).rows;
  if (!Array.isArray(list)) throw new TypeError('not the result of a query');
  return list as T[];
}

/**
 * Waits in this transaction for one that does the same work elsewhere, however long that takes: for what each process
 * does when it starts. Elsewhere a lock is waited for some seconds at most.
 */
export async function takeTurn(tx: Db, lock: number): Promise<void> {
  await tx.execute(sql`set local lock_timeout = 0`);
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`select pg_advisory_xact_lock(${lock}::bigint)`);
}

/**
 * Has the database count what every table holds, so that statements are planned for it: many rows came at once.
 * Takes as long as it takes.
 */
export async function analyzeTables(db: Db): Promise<void> {
  await db.transaction(async tx => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`analyze`);
  });
}

/**
 * Writes whose answer nobody needs, to go in the statement of another one: `tx.with(...alongside(tx, writes)).update(…)`.
 * A statement of its own costs either side more than such a write itself. They don't see each other's rows, and
 * may not touch the same one.
 */
export function alongside(tx: Db, writes: readonly SQLWrapper[]) {
  return writes.map((write, index) => tx.$with(`along_${index}`, {}).as(write.getSQL()));
}

/** The SQLSTATE and constraint of a failed query, or null if something else failed. */
export function pgError(error: unknown): { code: string; constraint: string | null } | null {
  for (const cause of causes(error)) {
    const { code, constraint_name, constraint } = cause as Record<string, unknown>;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !SYSTEM_CODES.has(code)) {
      const name = constraint_name ?? constraint;
      return { code, constraint: typeof name === 'string' ? name : null };
    }
  }
  return null;
}

/** A statement failed and nobody noticed, or something between us and the server lost it: nothing was written. */
export function notCommitted(answer: string): Error {
  return Object.assign(new Error(`The database answered the commit with ${answer}`), { code: '40000' });
}

/** Whether the database is gone, busy or out of room, so that the answer is 503 and not 500. */
export const isUnavailable = (error: unknown): boolean => outageOf(error) !== null;

/** In a few words why the database can't serve now; null when something else went wrong. */
export function outageOf(error: unknown): string | null {
  for (const cause of causes(error)) {
    const { code, message, syscall } = cause as Record<string, unknown>;
    const isKnown = typeof code === 'string' && UNAVAILABLE.test(code);
    if (isKnown || (code === 'ENOENT' && syscall === 'connect')) return `${code} ${message}`;
    if (message === 'PGlite is closed') return message;
  }
  return null;
}

/** In a few words that a database lets nothing be made or written, in words of its own too; null for other failures. */
export function forbiddenBy(error: unknown): string | null {
  for (const cause of causes(error)) {
    const { code, message } = cause as Record<string, unknown>;
    if (code === '42501')
      return `this user may not create what the shop needs, or use it (${message}). It has to own the database and its tables`;
    if (code === '25006') return `leads to a Postgres that takes no writes (${message})`;
  }
  return null;
}

/** A failure as a log has it. In an outage much fails in the same way: a few words say all of it. */
export function inLog(error: unknown): { why: string } | { err: unknown } {
  const why = outageOf(error);
  return why === null ? { err: error } : { why };
}

/**
 * A transaction that starts over when the database gave up one of several rivals (40001, 40P01), three times at
 * most. `work` therefore runs more than once and may touch nothing but `tx`.
 */
export async function retrying<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      const code = pgError(error)?.code;
      if (attempt === 3 || (code !== '40001' && code !== '40P01')) throw error;
    }
  }
}

// Five-letter names of the operating system that look like an SQLSTATE.
const SYSTEM_CODES = new Set(['EPIPE', 'EBUSY', 'EPERM', 'EXDEV', 'ESRCH']);

// Class 08 connection, 53 out of resources, 57P0x shutdown, 57014 time ran out, 55P03 lock not available, 58030 disk.
const UNAVAILABLE =
  /^(08\w{3}|53\w{3}|57P0\d|57014|55P03|58030|CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

function* causes(error: unknown): Generator<object> {
  for (let cause = error, depth = 0; typeof cause === 'object' && cause !== null && depth < 5; depth++) {
    yield cause;
    cause = (cause as { cause?: unknown }).cause;
  }
}
