import { existsSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { type Archive, inspectArchive, unpackArchive } from '#server/backups/archive.ts';
import { directUrl } from '#server/backups/back-up.ts';
import { refuseFilled, restorePostgres } from '#server/backups/postgres-tools.ts';
import { analyzeTables, type Db, openDatabase, rows } from '#server/database/db.ts';
import { FolderError } from '#server/database/folder-lock.ts';
import { OF_PROCESSES } from '#server/database/move.ts';
import type { Env } from '#server/env.ts';
import type { FileStore } from '#server/integrations/file-store.ts';
import { type MissingPictures, missingPictures } from '#server/photos/missing-pictures.ts';

export interface Restored {
  /** The place of the replaced database, if there was one. */
  replaced: string | null;
  /** How many pictures came with it; null: the backup is from before they were saved as well. */
  pictures: number | null;
  missing: MissingPictures;
}

/**
 * Puts a backup in the place of the embedded database, or into an empty Postgres, and its pictures beside those that
 * are there. Throws a `FolderError` for what is no backup of such a database, a `CommandError` for a Postgres that
 * holds anything; nothing is changed then.
 */
export async function restoreBackup(env: Env, pictures: FileStore, file: string): Promise<Restored> {
  const { of, pictures: count } = await inspect(file, env);
  const { replaced, missing } =
    of === 'embedded' ? await intoFolder(env, pictures, file) : await intoPostgres(env, pictures, file);
  return { replaced, pictures: count, missing };
}

async function inspect(file: string, { databaseUrl }: Env): Promise<Archive> {
  if (!existsSync(file)) throw new FolderError(`There is no file ${file}.`);
  const archive = await inspectArchive(file);
  if (archive.of === 'embedded' && databaseUrl !== null)
    throw new FolderError(
      `${file} is a backup of an embedded shop. Restore it without DATABASE_URL, then move it with "npm run db:move".`,
    );
  if (archive.of === 'postgres' && databaseUrl === null)
    throw new FolderError(`${file} is a backup of a Postgres database: set DATABASE_URL to an empty one.`);
  return archive;
}

async function intoFolder({ dataDir }: Env, pictures: FileStore, file: string) {
  const { restoreFolder } = await import('#server/database/embedded.ts');
  const { replaced, seen } = await restoreFolder(
    dataDir,
    folder => unpackArchive(file, pictures, { folder }),
    async db => {
      await forgetProcesses(db);
      return missingPictures(db, pictures);
    },
  );
  return { replaced, missing: seen };
}

async function intoPostgres(env: Env, pictures: FileStore, file: string) {
  const databaseUrl = await directUrl(env);
  await refuseFilled(databaseUrl);
  await unpackArchive(file, pictures, { dump: content => restorePostgres(databaseUrl, content) });
  const database = await openDatabase({ databaseUrl, dataDir: null });
  try {
    await analyzeTables(database.db);
    return { replaced: null, missing: await missingPictures(database.db, pictures) };
  } finally {
    await database.close();
  }
}

/** A copy of the folder has them, where a dump leaves them out: the shop that it was made of would be taken for another process. */
async function forgetProcesses(db: Db): Promise<void> {
  for (const table of OF_PROCESSES) {
    const [found] = rows<{ there: boolean }>(
      await db.execute(sql`select to_regclass(${`public.${table}`}) is not null as there`),
    );
    if (found?.there) await db.execute(sql`delete from ${sql.identifier(table)}`);
  }
}
