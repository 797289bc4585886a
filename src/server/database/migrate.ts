import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { CommandError } from '#server/command-error.ts';
import { lastApplied } from '#server/database/apply-migrations.ts';
import { installJobs } from '#server/database/boss.ts';
import type { Database, Db } from '#server/database/db.ts';

/** The folder that package.json stands in, from the sources as from the built server. */
export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));

export const MIGRATIONS = join(ROOT, 'drizzle');

/** Made by the build for the first start of the embedded database; without it that takes some seconds longer. */
export const SNAPSHOT = join(ROOT, 'dist', 'snapshot.tar.gz');

/**
 * Brings the schema up to date; of several processes that start together one works and the others wait.
 * Refuses a database that a newer version of the shop has already changed.
 */
export async function migrate(database: Database, folder = MIGRATIONS): Promise<void> {
  await database.migrate(folder, db => refuseNewer(db, folder));
  await installJobs(database);
}

/** Whether every migration of this version is applied: part of being ready. */
export async function isMigrated(db: Db, folder = MIGRATIONS): Promise<boolean> {
  const applied = await lastApplied(db);
  return applied !== null && applied >= lastKnown(folder);
}

/** Changes whenever a migration does: what was prepared under another fingerprint is stale. */
export function schemaFingerprint(folder = MIGRATIONS): string {
  const hash = createHash('sha256');
  for (const migration of readMigrationFiles({ migrationsFolder: folder })) hash.update(migration.hash);
  return hash.digest('hex').slice(0, 16);
}

/** Throws a `CommandError` where a newer version of the shop has changed the database. */
export async function refuseNewer(db: Db, folder = MIGRATIONS): Promise<void> {
  const applied = await lastApplied(db);
  if (applied !== null && applied > lastKnown(folder)) {
    throw new CommandError(
      'This database belongs to a newer version of the shop. Start that version, or restore a backup.',
    );
  }
}

function lastOf(folder: string): number {
  return Math.max(
    0,
    ...readMigrationFiles({ migrationsFolder: folder }).map(migration => migration.folderMillis),
  );
}

/** Reads the process's own folder once: what an upgrade lays into it meanwhile is for the next process. */
let ownLast: number | null = null;

function lastKnown(folder: string): number {
  if (folder !== MIGRATIONS) return lastOf(folder);
  ownLast ??= lastOf(folder);
  return ownLast;
}

function findRoot(from: string): string {
  const file = join(from, 'package.json');
  if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === 'knurl') return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('package.json of the shop was not found');
  return findRoot(parent);
}
