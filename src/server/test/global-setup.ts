import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/db.ts';
import { writeSnapshot } from '#server/embedded.ts';
import { migrate } from '#server/migrate.ts';
import { startPostgres, withDatabase } from '#server/test/postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testSnapshot: string;
    testServerUrl: string;
    testTemplate: string;
  }
}

/** One migrated snapshot or template for a whole run; each test file gets a copy of it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  return project.config.env.TEST_DATABASE === 'postgres' ? setupPostgres(project) : setupEmbedded(project);
}

async function setupEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'knurl-test-'));
  const snapshot = join(folder, 'snapshot.tar');
  await writeSnapshot(snapshot);
  project.provide('testSnapshot', snapshot);
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
  project.provide('testServerUrl', server.url);
  project.provide('testTemplate', template);
  return async () => {
    if (!server.isPrivate) await server.execute(`drop database if exists ${template} with (force)`);
    await server.stop();
  };
}
