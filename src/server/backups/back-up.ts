import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeArchive } from '#server/backups/archive.ts';
import {
  isDue,
  isFilled,
  noteFailure,
  noteSuccess,
  readBackupState,
  tellOverdue,
} from '#server/backups/backup-state.ts';
import { dumpPostgres } from '#server/backups/postgres-tools.ts';
import type { App } from '#server/context.ts';
import { openDatabase } from '#server/database/db.ts';
import { FolderError } from '#server/database/folder-lock.ts';
import type { Env } from '#server/env.ts';
import { MIN_FREE_BYTES } from '#server/health.ts';
import { type MissingPictures, missingPictures } from '#server/photos/missing-pictures.ts';
import { clock } from '#server/time-and-chance.ts';

type Parts = Pick<App, 'database' | 'db' | 'env' | 'pictures' | 'log'>;

export interface Backup {
  file: string;
  pictures: number;
  missing: MissingPictures;
}

interface BackupOptions {
  /** Null: into `DATA_DIR/backups`, where as many are kept as BACKUP_KEEP says. */
  file?: string | null;
  signal?: AbortSignal;
}

const KEPT = /^knurl-.*\.tar\.gz$/;

/** Saves the embedded database and the pictures, and notes how that went. */
export async function backUpEmbedded(parts: Parts, options: BackupOptions = {}): Promise<Backup> {
  if (options.file) refuseNoFolder(options.file);
  return oneAtATime(() => noting(parts, () => saveEmbedded(parts, options), options));
}

/** Saves a Postgres and the pictures into a file, and notes how that went. */
export function backUpPostgres(parts: Parts, file: string): Promise<Backup> {
  return noting(parts, () => savePostgres(parts, file), {});
}

/** Does the job: nothing before the shop holds anything, and nothing before the last one is old enough. */
export async function backUpWhenDue(parts: Parts, signal: AbortSignal, now = clock.now()): Promise<void> {
  const { db, env } = parts;
  const { everyHours } = env.backups;
  if (!(await isFilled(db, now))) return;
  await tellOverdue(parts, everyHours, now);
  if (!isDue(await readBackupState(db), everyHours, now)) return;
  // One that failed is noted, and tried again when it is due.
  await backUpEmbedded(parts, { signal }).catch(error => {
    if (signal.aborted) throw error;
  });
}

let last: Promise<unknown> = Promise.resolve();

// Two at once would take each other's copy away.
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}

async function noting(
  parts: Parts,
  save: () => Promise<Backup>,
  { signal }: Pick<BackupOptions, 'signal'>,
): Promise<Backup> {
  const begun = clock.now();
  // Not where the database is gone, or is of a version that kept no such notes.
  const noted = (note: Promise<void>) =>
    note.catch(err => parts.log.error({ err }, 'how the backup went could not be noted'));
  let backup: Backup;
  try {
    backup = await save();
  } catch (error) {
    // The process goes down, or it took too long: the next run begins anew.
    if (signal?.aborted) throw error;
    const reason = readable(error);
    parts.log.error({ err: reason }, 'the backup failed');
    await noted(noteFailure(parts.db, reason, clock.now()));
    throw reason;
  }
  parts.log.info({ file: backup.file, pictures: backup.pictures }, 'a backup was made');
  await noted(noteSuccess(parts.db, begun));
  return backup;
}

async function saveEmbedded(parts: Parts, { file: given, signal }: BackupOptions): Promise<Backup> {
  const { database, db, env, pictures } = parts;
  if (!database.embedded) throw new Error('only the embedded database is copied by the shop');
  const folder = join(env.dataDir, 'backups');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftovers(folder);
  const file = given ?? join(folder, `knurl-${clock.now().toISOString().replaceAll(':', '-')}.tar.gz`);
  const copy = join(folder, 'database.copy');
  try {
    await refuseLackOfRoom(parts, folder, file);
    await database.embedded.copy(copy);
    const saved = await writeArchive(file, { folder: copy }, { pictures, ...(signal && { signal }) });
    if (given == null) await removeOld(folder, env.backups.keep);
    return { file, pictures: saved, missing: await missingPictures(db, pictures) };
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function savePostgres({ env, db, pictures }: Parts, file: string): Promise<Backup> {
  const dump = `${file}.dump.partial`;
  await mkdir(dirname(file), { recursive: true });
  try {
    await dumpPostgres(await directUrl(env), dump);
    const saved = await writeArchive(file, { dump }, { pictures });
    return { file, pictures: saved, missing: await missingPictures(db, pictures) };
  } finally {
    await rm(dump, { force: true });
  }
}

/**
 * The way past a pooler: the tools of Postgres keep settings for a whole session, which a pooler has none of. Throws an
 * `EnvError` where LISTEN_URL leads to another database than DATABASE_URL, which is the one that was meant.
 */
export async function directUrl({
  listenUrl,
  databaseUrl,
}: Pick<Env, 'listenUrl' | 'databaseUrl'>): Promise<string> {
  if (!listenUrl || !databaseUrl) return databaseUrl ?? '';
  // Opening compares the two.
  await (await openDatabase({ databaseUrl, listenUrl, dataDir: null })).close();
  return listenUrl;
}

/** Removes what a process left behind that was killed while it made a backup. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name === 'database.copy' || name.endsWith('.partial') || name.endsWith('.raw.tar'))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function removeOld(folder: string, keep: number): Promise<void> {
  const files = (await readdir(folder)).filter(name => KEPT.test(name)).sort();
  for (const name of files.slice(0, Math.max(0, files.length - keep))) await rm(join(folder, name));
}

/**
 * A backup that took the database's last room would end the shop that it is to save: the copy needs room in its folder,
 * and so does the archive, wherever its name puts it, if that is a disk of the shop. Another finds its own disk full.
 */
async function refuseLackOfRoom(parts: Parts, folder: string, file: string): Promise<void> {
  const { dataDir } = parts.env;
  const database = join(dataDir, 'database');
  const copy = await bytesOf(database);
  const target = dirname(file);
  const [ofCopy, ofArchive] = [await diskOf(folder), await diskOf(target)];
  const own = await Promise.all([dataDir, database].map(diskOf));
  if (ofArchive === ofCopy) return refuseUnlessFree(target, copy + (await archiveBytes(parts, copy, file)));
  await refuseUnlessFree(folder, copy);
  if (own.includes(ofArchive)) await refuseUnlessFree(target, await archiveBytes(parts, copy, file));
}

const diskOf = async (path: string) => (await stat(path)).dev;

async function refuseUnlessFree(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const needed = bytes + MIN_FREE_BYTES;
  if (free < needed)
    throw new FolderError(
      `There is no room for a backup in ${folder}: ${megabytes(needed)} MB are needed, ${megabytes(free)} MB are free.`,
    );
}

const megabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);

/** Databases pack to less than half, and pictures not at all. */
async function archiveBytes({ pictures }: Parts, database: number, file: string): Promise<number> {
  let bytes = file.endsWith('.gz') ? database / 2 : database;
  for await (const file of pictures.list()) bytes += file.bytes;
  return bytes;
}

async function bytesOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    // Postgres removes files while we count.
    if (entry.isFile())
      bytes += await stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return bytes;
}

/** Puts what the system says of a disk or a folder into words that tell what to do. */
function readable(error: unknown): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new FolderError('The disk the backup was written to is full.', { cause: error });
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR'].includes(code ?? ''))
    return new FolderError(`The backup can't be written to ${path} (${code}).`, { cause: error });
  return error;
}

/** A slip in a file's name is no backup that failed: nothing is noted of it. */
function refuseNoFolder(file: string): void {
  if (!existsSync(dirname(file)))
    throw new FolderError(`The backup can't be written to ${file}: its folder is not there.`);
}

/** Throws a `FolderError` where there is no embedded database yet: opening it would make an empty one. */
export function refuseNoDatabase({ dataDir }: Pick<Env, 'dataDir'>): void {
  if (!existsSync(join(dataDir, 'database')))
    throw new FolderError(`There is no database in ${dataDir}. DATA_DIR says where the shop keeps it.`);
}
