import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#server/db.ts';
import { withDatabase } from '#server/test/postgres.ts';

/** Which database the running project tests on. */
export const testDriver = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'pglite';

const open = new Map<Database, string | null>();

/** A migrated, empty database of the test file's own. Close it with `closeTestDatabase` in `afterAll`. */
export async function testDatabase(): Promise<Database> {
  if (testDriver === 'pglite') {
    const database = await openDatabase({
      databaseUrl: null,
      dataDir: null,
      snapshot: inject('testSnapshot'),
    });
    open.set(database, null);
    return database;
  }
  const name = await createTestDatabase({ template: 'startedTemplate' });
  const database = await openDatabase({ databaseUrl: testUrl(name), dataDir: null });
  open.set(database, name);
  return database;
}

export async function closeTestDatabase(database: Database): Promise<void> {
  const name = open.get(database);
  open.delete(database);
  await database.close();
  if (name) await dropTestDatabase(name);
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

export const testUrl = (name: string): string => withDatabase(inject('testServerUrl'), name);

async function onServer(statement: string): Promise<void> {
  const client = postgres(inject('testServerUrl'), { max: 1, onnotice: () => undefined });
  try {
    await client.unsafe(statement);
  } finally {
    await client.end();
  }
}
