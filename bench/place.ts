import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { openDatabase } from '#server/database/db.ts';
import { ROOT } from '#server/database/migrate.ts';
import { settle } from './measure.ts';

/** A durable server as Debian sets one up; the counting of statements is off until it is asked for. */
export const POSTGRES_SETTINGS = [
  'max_connections = 100',
  'shared_buffers = 128MB',
  "shared_preload_libraries = 'pg_stat_statements'",
  "pg_stat_statements.track = 'none'",
];

/** The product as it is sold: built from the sources as they stand. */
export async function buildIfNeeded(): Promise<void> {
  const { isBuilt } = (await import(join(ROOT, 'scripts/stamp.mjs'))) as { isBuilt: () => boolean };
  if (isBuilt()) return;
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

/** Leaves a Postgres database as it is on an ordinary day: first-day jobs done, tables analysed, nothing to write out. */
export async function comeToRest(url: string): Promise<void> {
  await settle({ DATABASE_URL: url });
  const clean = await openDatabase({ databaseUrl: url, dataDir: null });
  await clean.db.execute('vacuum analyze');
  await clean.db.execute('checkpoint');
  await clean.close();
}

/** Processor milliseconds of a fixed piece of work: how fast this machine was just then. */
export function yardstick(): number {
  const sample = { a: [1, 2, 3, { b: 'x'.repeat(50) }] };
  const work = () => {
    const before = process.cpuUsage();
    for (let n = 0; n < 400_000; n++) JSON.stringify(sample);
    const { user, system } = process.cpuUsage(before);
    return Math.round((user + system) / 1000);
  };
  work();
  return Math.min(work(), work(), work());
}
