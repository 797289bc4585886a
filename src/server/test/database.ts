import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#server/database/db.ts';
import { type Kept, keep, lend, reset } from '#server/test/kept-database.ts';
import { withDatabase } from '#server/test/postgres.ts';
import { builtSnapshot } from '#server/test/shop-process.ts';

/** Which database the running project tests on. */
export const testDriver = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'pglite';

const open = new Map<Database, () => Promise<void>>();

/** Left by an earlier file of this process for the next one: opening takes longer than most files. */
let kept: Kept | null = null;

/** A migrated, empty database of the test file's own. Close it with `closeTestDatabase` in `afterAll`. */
export async function testDatabase(): Promise<Database> {
  if (testDriver === 'pglite') return lendOne();
  const name = await createTestDatabase({ template: 'startedTemplate' });
  const database = await openDatabase({ ...wayTo(name), dataDir: null });
  open.set(database, async () => {
    await database.close();
    await dropTestDatabase(name);
  });
  return database;
}

async function lendOne(): Promise<Database> {
  const left = kept;
  kept = null;
  const one = left ?? (await keep(await openInMemory()));
  const { lent, end } = lend(one);
  open.set(lent, async () => {
    await end();
    const isFit = kept === null && (await reset(one));
    if (isFit && kept === null) kept = one;
    else await one.database.close();
  });
  return lent;
}

const openInMemory = () =>
  openDatabase({ databaseUrl: null, dataDir: null, snapshot: inject('testSnapshot') });

/**
 * The embedded database of a data folder, a new one where there is none: migrated, except in a run on Postgres
 * without a build. Copying one takes a tenth of what unpacking the snapshot does.
 */
export async function openDataFolder(dataDir: string): Promise<Database> {
  if (testDriver === 'pglite') await fillDataFolder(dataDir);
  return openDatabase({ databaseUrl: null, dataDir, snapshot: builtSnapshot });
}

export async function fillDataFolder(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'database');
  if (!existsSync(folder)) await cp(inject('testFolder'), folder, { recursive: true });
}

export async function closeTestDatabase(database: Database): Promise<void> {
  const close = open.get(database);
  open.delete(database);
  await (close ?? database.close)();
}

/** Only on Postgres: a database by name, for tests with several processes; migrated but where a test says otherwise. */
export async function createTestDatabase({
  template = 'testTemplate',
}: {
  template?: 'testTemplate' | 'startedTemplate' | null;
} = {}): Promise<string> {
  const name = `knurl_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name}${template ? ` template ${inject(template)}` : ''}`);
  return name;
}

export async function dropTestDatabase(name: string): Promise<void> {
  await onServer(`drop database if exists ${name} with (force)`);
}

/** How a process of the shop reaches one: directly, or through PgBouncer where the project says so. */
export const wayTo = (name: string) =>
  process.env.TEST_POOLED === 'yes'
    ? { databaseUrl: withDatabase(inject('testWayUrl'), name), listenUrl: testUrl(name) }
    : { databaseUrl: testUrl(name), listenUrl: null };

export const testUrl = (name: string): string => withDatabase(inject('testServerUrl'), name);

async function onServer(statement: string): Promise<void> {
  const client = postgres(inject('testServerUrl'), { max: 1, onnotice: () => undefined });
  try {
    await client.unsafe(statement);
  } finally {
    await client.end();
  }
}
