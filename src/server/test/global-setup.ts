import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Database, openDatabase } from '#server/database/db.ts';
import { migrate } from '#server/database/migrate.ts';
import { registerJobs } from '#server/register-jobs.ts';
import { testParts } from '#server/test/parts.ts';
import { startPgbouncer } from '#server/test/pgbouncer.ts';
import { startPostgres, withDatabase } from '#server/test/postgres.ts';
import { builtSnapshot } from '#server/test/shop-process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testSnapshot: string;
    /** The same as a folder of Postgres. */
    testFolder: string;
    testServerUrl: string;
    /** The way there: the server itself, or PgBouncer before it. */
    testWayUrl: string;
    testTemplate: string;
    startedTemplate: string;
  }
}

/** One migrated snapshot or template for a whole run; each test file gets a copy of it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  return project.config.env.TEST_DATABASE === 'postgres' ? setupPostgres(project) : setupEmbedded(project);
}

async function setupEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'knurl-test-'));
  const snapshot = join(folder, 'snapshot.tar');
  const database = await openDatabase({ databaseUrl: null, dataDir: folder, snapshot: builtSnapshot });
  await migrate(database);
  await startOnce(database);
  // Drops what is only for making further databases: a third of what each test file would unpack.
  for (const name of ['template0', 'template1']) {
    await database.execute(`alter database ${name} is_template false`, []);
    await database.execute(`drop database ${name}`, []);
  }
  await database.embedded?.dump(snapshot);
  await database.close();
  project.provide('testSnapshot', snapshot);
  project.provide('testFolder', join(folder, 'database'));
  return () => rm(folder, { recursive: true, force: true });
}

async function setupPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const template = `knurl_template_${process.pid}`;
  const url = withDatabase(server.url, template);
  await server.execute(`create database ${template}`);
  const database = await openDatabase({ databaseUrl: url, dataDir: null });
  await migrate(database);
  await database.close();
  const started = `${template}_started`;
  await server.execute(`create database ${started} template ${template}`);
  const second = await openDatabase({ databaseUrl: withDatabase(server.url, started), dataDir: null });
  await startOnce(second);
  await second.close();
  const pooler = project.config.env.TEST_POOLED === 'yes' ? await startPgbouncer(server.url) : null;
  project.provide('testServerUrl', server.url);
  project.provide('testWayUrl', pooler?.url ?? server.url);
  project.provide('testTemplate', template);
  project.provide('startedTemplate', started);
  return async () => {
    for (const name of server.isPrivate ? [] : [started, template])
      await server.execute(`drop database if exists ${name} with (force)`);
    await pooler?.stop();
    await server.stop();
  };
}

/** Starts a shop once, as a first process would: making the queues of all jobs takes longer than many a test file. */
async function startOnce(database: Database): Promise<void> {
  const parts = await testParts(database);
  registerJobs(parts);
  await parts.jobs.start({ work: false });
  await parts.cache.close();
}
