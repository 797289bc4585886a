import { AsyncLocalStorage } from 'node:async_hooks';
import { constants, existsSync, openAsBlob } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messages, PGlite, type PGliteOptions, type Results, type Transaction } from '@electric-sql/pglite';
import { citext } from '@electric-sql/pglite/contrib/citext';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { drizzle } from 'drizzle-orm/pglite';
import { applyMigrations } from '#server/database/apply-migrations.ts';
import { type Database, type Db, notCommitted } from '#server/database/db.ts';
import { EmbeddedStatements } from '#server/database/embedded-statements.ts';
import { FolderError, FolderInUseError, type FolderLock, lockFolder } from '#server/database/folder-lock.ts';
import { migrate as bringUpToDate } from '#server/database/migrate.ts';
import { withoutFrame } from '#server/database/postgres.ts';
import { clock } from '#server/time-and-chance.ts';

export interface EmbeddedOptions {
  dataDir: string | null;
  snapshot?: string | null;
  onFatal?: (error: unknown) => void;
}

export interface Embedded {
  /** Writes a small database into a file, gzipped when the name ends in `.gz`; it is held in memory twice for that. */
  dump(file: string): Promise<void>;
  /** Copies the folder as it is at one moment. Queries wait for so long. */
  copy(target: string): Promise<void>;
}

/** Exactly these: further extensions break pg_trgm in some releases of PGlite. */
const extensions = { citext, unaccent, pg_trgm };

/**
 * Postgres here fills its buffers with zeros when it starts: the 128 MB of its default cost a later start a tenth of
 * its time and a process that much memory. Pages that they no longer hold lie in the files' cache of the system. The
 * timer that tells of a slow start rings every ten seconds for good, as nothing here ends it.
 */
const START_PARAMS = [
  ...PGlite.defaultStartParams,
  ...['-c', 'shared_buffers=32MB'],
  ...['-c', 'log_startup_progress_interval=0'],
];

const PROBE_BYTES = 1024 * 1024;
/** A start needs the next file of Postgres's log, of 16 MB, and room for what recovery writes anew. */
const MIN_START_BYTES = 32 * 1024 * 1024;
/** A full disk and a broken one. */
const FATAL_CODES = new Set(['53100', '58030']);
const FATAL_SEVERITIES = new Set(['FATAL', 'PANIC']);
/** Node's threads copy so many at a time. */
const COPIED_TOGETHER = 4;

/** A `FolderError` when the folder is damaged, full or not to be written; `FolderInUseError` when another has it. */
export async function openEmbedded({ dataDir, snapshot, onFatal }: EmbeddedOptions): Promise<Database> {
  if (dataDir === null) return openLocked(null, { dataDir, snapshot, onFatal });
  let lock: FolderLock | null = null;
  try {
    lock = await lockFolder(dataDir);
    return await openLocked(lock, { dataDir, snapshot, onFatal });
  } catch (error) {
    await lock?.release();
    throw error instanceof FolderInUseError ? error : ((await whyUnwritable(dataDir)) ?? error);
  }
}

async function openLocked(
  lock: FolderLock | null,
  { dataDir, snapshot, onFatal }: EmbeddedOptions,
): Promise<Database> {
  const client = dataDir === null ? await boot({ snapshot }) : await openFolder(dataDir, snapshot);
  client.onFatal = onFatal;
  await selfTest(client);
  return describe(client, lock);
}

/** A disk that takes no more, of which Postgres says nothing that could be read: what was saved is not damaged. */
export async function whyUnwritable(dataDir: string): Promise<FolderError | null> {
  const probe = join(dataDir, 'room.probe');
  const full = (cause?: unknown) =>
    new FolderError(
      `The disk of ${dataDir} is full. Make room and start again: what was saved is still there.`,
      { cause },
    );
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES, 1));
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize < MIN_START_BYTES ? full() : null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') return full(error);
    return new FolderError(
      `${dataDir} can't be written (${code}). Give the shop a folder of its own: DATA_DIR.`,
      { cause: error },
    );
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

function describe(client: OneConnection, lock: FolderLock | null): Database {
  const db = drizzle(client, { casing: 'snake_case' });
  return {
    db,
    driver: 'pglite',
    embedded: { dump: file => dump(client, file), copy: target => copyFolder(client, target) },
    connections: null,
    listen: async (channel, onMessage, onGap) => {
      const unlisten = await client.listen(channel, onMessage);
      onGap?.();
      return () => unlisten();
    },
    isDeaf: () => false,
    execute: async (text, values) => {
      if (values) return { rows: (await client.query<Record<string, unknown>>(text, [...values])).rows };
      const results = await client.transaction(tx => tx.exec(withoutFrame(text)));
      return { rows: results.at(-1)?.rows ?? [] };
    },
    migrate: async (folder, before) => {
      await before(db);
      await applyMigrations(db, folder, 'pglite');
    },
    ping: async () => {
      await client.query('select 1');
    },
    close: async () => {
      try {
        if (!client.closed) await client.close();
      } finally {
        await lock?.release();
      }
    },
  };
}

async function openFolder(dataDir: string, snapshot: string | null | undefined): Promise<OneConnection> {
  const folder = join(dataDir, 'database');
  // Stands while the first start fills the folder; what a start that was cut short left behind holds no data yet.
  const unfinished = join(dataDir, 'database.unfinished');
  if (existsSync(unfinished)) await rm(folder, { recursive: true, force: true });
  const files = existsSync(folder) ? await readdir(folder) : [];
  if (files.length > 0) {
    if (!files.includes('PG_VERSION')) throw new FolderError(damaged(folder, 'PG_VERSION is missing'));
    return boot({ folder }).catch(error => {
      throw new FolderError(damaged(folder, error instanceof Error ? error.message : String(error)), {
        cause: error,
      });
    });
  }
  if (await hasBackups(dataDir)) {
    throw new FolderError(
      `There are backups but no database in ${dataDir}. Restore one with "npm run db:restore -- <file>", or move the backups away to start over.`,
    );
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(unfinished, '');
  const client = await boot({ folder, snapshot });
  await rm(unfinished);
  return client;
}

/**
 * Sets the folder aside for one that `fill` has filled and `look` has looked at; answers where the old one lies, if
 * there was one, and what `look` answered.
 */
export async function restoreFolder<T>(
  dataDir: string,
  fill: (folder: string) => Promise<void>,
  look: (db: Db) => Promise<T>,
): Promise<{ replaced: string | null; seen: T }> {
  const lock = await lockFolder(dataDir);
  try {
    const folder = join(dataDir, 'database');
    const restored = join(dataDir, 'database.restored');
    await rm(restored, { recursive: true, force: true });
    await mkdir(restored, { mode: 0o700 });
    await fill(restored);
    const client = await boot({ folder: restored });
    let seen: T;
    try {
      await selfTest(client);
      seen = await look(drizzle(client, { casing: 'snake_case' }));
    } finally {
      await client.close();
    }
    const replaced = existsSync(folder) ? `${folder}.before-${clock.ms()}` : null;
    if (replaced) await rename(folder, replaced);
    await rename(restored, folder);
    await rm(join(dataDir, 'database.unfinished'), { force: true });
    return { replaced, seen };
  } finally {
    await lock.release();
  }
}

const damaged = (folder: string, why: string) =>
  `The database in ${folder} is damaged (${why}). Restore a backup with "npm run db:restore -- <file>".`;

async function hasBackups(dataDir: string): Promise<boolean> {
  const folder = join(dataDir, 'backups');
  return existsSync(folder) && (await readdir(folder)).some(file => file.endsWith('.tar.gz'));
}

async function boot({
  folder,
  snapshot,
}: {
  folder?: string;
  snapshot?: string | null;
}): Promise<OneConnection> {
  const type = snapshot?.endsWith('.gz') ? 'application/gzip' : 'application/x-tar';
  const loadDataDir = snapshot && existsSync(snapshot) ? await openAsBlob(snapshot, { type }) : undefined;
  const client = new OneConnection({
    ...(folder && { dataDir: folder }),
    loadDataDir,
    extensions,
    startParams: START_PARAMS,
  });
  await client.waitReady;
  return client;
}

async function selfTest(client: PGlite): Promise<void> {
  await client.exec('create extension if not exists pg_trgm');
  const { rows } = await client.query<{ similar: boolean }>("select 'avalon' % 'avlon' as similar");
  if (rows[0]?.similar !== true) throw new Error('The embedded database failed its self-test (pg_trgm)');
}

/** A migrated, empty database in a file, made once by the build: the first start then takes a second instead of six. */
export async function writeSnapshot(file: string): Promise<void> {
  const database = await openEmbedded({ dataDir: null });
  try {
    await bringUpToDate(database);
    await database.embedded?.dump(file);
  } finally {
    await database.close();
  }
}

async function dump(client: PGlite, file: string): Promise<void> {
  const blob = await client.dumpDataDir(file.endsWith('.gz') ? 'gzip' : 'none');
  const partial = `${file}.partial`;
  try {
    await writeFile(partial, Buffer.from(await blob.arrayBuffer()), { mode: 0o600 });
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
}

/**
 * No query runs between the checkpoint and the end of the copying, so it is as if the process had been killed then:
 * what was acknowledged is in it. Nothing is held in memory.
 */
async function copyFolder(client: OneConnection, target: string): Promise<void> {
  const { dataDir: folder } = client;
  if (!folder) throw new Error('A database in memory has no folder to be copied');
  await mkdir(target, { mode: 0o700 });
  await client.transaction(async tx => {
    await tx.exec('checkpoint');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = (wanted: boolean) =>
      entries
        .filter(entry => entry.isDirectory() === wanted)
        .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1));
    for (const path of paths(true)) await mkdir(join(target, path), { recursive: true, mode: 0o700 });
    const files = paths(false);
    const copyNext = async () => {
      for (let path = files.pop(); path !== undefined; path = files.pop())
        await copyFile(join(folder, path), join(target, path), constants.COPYFILE_FICLONE);
    };
    await Promise.all(Array.from({ length: COPIED_TOGETHER }, copyNext));
  });
}

/**
 * PGlite has a single connection: the outer database used inside a transaction would wait for that transaction,
 * which waits for it. Here it fails instead, naming the mistake.
 */
export class OneConnection extends PGlite {
  onFatal: ((error: unknown) => void) | undefined;
  /** They follow Postgres's memory: whoever puts that back puts them back. */
  statements = new EmbeddedStatements(this);
  readonly #within = new AsyncLocalStorage<{ open: boolean }>();
  #commitsNext = false;
  #end: { why: unknown } | null = null;

  constructor(options: PGliteOptions) {
    super(options);
  }

  override query<T>(...args: Parameters<PGlite['query']>): Promise<Results<T>> {
    const ask = super.query.bind(this);
    return this.#watched(() => this.statements.query<T>(ask, ...args));
  }

  override exec(...args: Parameters<PGlite['exec']>): Promise<Results[]> {
    const ask = super.exec.bind(this);
    return this.#watched(() => this.statements.exec(ask, ...args));
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const scope = { open: true };
    return this.#watched(() =>
      super
        .transaction(async tx => {
          const result = await this.#within.run(scope, () => work(this.statements.within(tx)));
          this.#commitsNext = !tx.closed;
          return result;
        })
        .finally(() => {
          scope.open = false;
        }),
    );
  }

  /** PGlite sends its own commit through here, and takes any answer to it for done. */
  override async execProtocolStream(
    ...args: Parameters<PGlite['execProtocolStream']>
  ): ReturnType<PGlite['execProtocolStream']> {
    const isCommit = this.#commitsNext;
    this.#commitsNext = false;
    const answers = await this.#endingOnFatal(super.execProtocolStream(...args));
    const command = answers.find(answer => answer instanceof messages.CommandCompleteMessage)?.text;
    if (isCommit && command !== 'COMMIT') throw notCommitted(String(command));
    return answers;
  }

  override execProtocol(...args: Parameters<PGlite['execProtocol']>): ReturnType<PGlite['execProtocol']> {
    return this.#endingOnFatal(super.execProtocol(...args));
  }

  /** Everything that is asked goes through here. After a panic Postgres may turn in a circle for good. */
  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    if (this.#end) throw new Error('The embedded database has ended', { cause: this.#end.why });
    return super.execProtocolRawSync(message);
  }

  override async close(): Promise<void> {
    if (!this.#end) await super.close();
  }

  async #endingOnFatal<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      const { code, severity } = error as Partial<Record<'code' | 'severity', string>>;
      if (!this.#end && (FATAL_CODES.has(code ?? '') || FATAL_SEVERITIES.has(severity ?? ''))) {
        this.#end = { why: error };
        this.onFatal?.(error);
      }
      throw error;
    }
  }

  async #watched<T>(run: () => Promise<T>): Promise<T> {
    if (this.#within.getStore()?.open) {
      throw new Error('The database was used inside a transaction, past its `tx`');
    }
    return run();
  }
}
