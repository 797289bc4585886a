import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Database, type Db, openDatabase, rows } from '#server/database/db.ts';
import { isMigrated, migrate, ROOT, schemaFingerprint } from '#server/database/migrate.ts';
import {
  closeTestDatabase,
  createTestDatabase,
  dropTestDatabase,
  testDatabase,
  testDriver,
  testUrl,
} from '#server/test/database.ts';
import { addMigration, copyMigrations } from '#server/test/upgrades.ts';

let database: Database;
let folder: string;

beforeAll(async () => {
  database = await testDatabase();
  folder = await copyMigrations();
});
afterAll(async () => {
  await closeTestDatabase(database);
  await rm(folder, { recursive: true, force: true });
});

const applied = async () =>
  rows(await database.db.execute(sql`select hash from drizzle.__drizzle_migrations`)).length;

describe('migrate', () => {
  it('changes nothing when everything is applied', async () => {
    const before = await applied();
    await migrate(database);
    expect(await applied()).toBe(before);
    expect(await isMigrated(database.db)).toBe(true);
  });

  it('leaves no trace of a migration that fails', async () => {
    await addMigration(folder, 'create table half (n int);--> statement-breakpoint\nselect 1/0;');
    await expect(migrate(database, folder)).rejects.toThrow();
    const [row] = rows<{ there: boolean }>(
      await database.db.execute(sql`select to_regclass('half') is not null as there`),
    );
    expect(row?.there).toBe(false);
    expect(await isMigrated(database.db, folder)).toBe(false);
    expect(await isMigrated(database.db)).toBe(true);
  });

  it('an older version refuses what a newer one has changed', async () => {
    await rm(folder, { recursive: true });
    folder = await copyMigrations();
    await addMigration(folder, 'create table newer (n int);');
    expect(schemaFingerprint(folder)).not.toBe(schemaFingerprint());
    await migrate(database, folder);
    await expect(migrate(database)).rejects.toThrow(/newer version/);
    await migrate(database, folder);
  });
});

describe.runIf(testDriver === 'postgres')('a migration that finds its table in use', () => {
  it('lets those through who want it meanwhile, and is applied once it is free', async () => {
    await rm(folder, { recursive: true });
    folder = await copyMigrations();
    const name = await createTestDatabase();
    const open = () => openDatabase({ databaseUrl: testUrl(name), dataDir: null });
    const [own, reader] = [await open(), await open()];
    await addMigration(folder, 'alter table search_terms add column later int;');
    const read = (db: Db) => db.execute(sql`select count(*) from search_terms`);
    let migrating: Promise<void> | undefined;
    await reader.db.transaction(async tx => {
      await read(tx);
      migrating = migrate(own, folder);
      await vi.waitFor(async () => {
        const [found] = rows<{ waits: boolean }>(
          await own.db.execute(sql`
            select exists (select from pg_locks where not granted
              and relation = 'search_terms'::regclass and database = (
                select oid from pg_database where datname = current_database())) as waits`),
        );
        expect(found?.waits).toBe(true);
      }, 20_000);
      // Behind the migration, whose own lock is not to be had before this transaction ends.
      await read(own.db);
      expect(await isMigrated(own.db, folder)).toBe(false);
    });
    await migrating;
    expect(await isMigrated(own.db, folder)).toBe(true);
    await Promise.all([own.close(), reader.close()]);
    await dropTestDatabase(name);
  }, 60_000);
});

describe.runIf(testDriver === 'postgres')('three processes that start together', () => {
  it('migrate an empty database once', async () => {
    const name = await createTestDatabase({ template: null });
    const program = `
      import { openDatabase } from '#server/database/db.ts';
      import { migrate } from '#server/database/migrate.ts';
      const database = await openDatabase({ databaseUrl: process.env.URL, dataDir: null });
      await migrate(database);
      await database.close();`;
    const codes = await Promise.all(
      [1, 2, 3].map(
        () =>
          new Promise(resolve => {
            spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
              cwd: ROOT,
              env: { ...process.env, URL: testUrl(name) },
              stdio: ['ignore', 'ignore', 'inherit'],
            }).once('exit', resolve);
          }),
      ),
    );
    expect(codes).toEqual([0, 0, 0]);
    const own = await openDatabase({ databaseUrl: testUrl(name), dataDir: null });
    const hashes = rows<{ hash: string }>(
      await own.db.execute(sql`select hash from drizzle.__drizzle_migrations`),
    );
    expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(hashes.length);
    expect(await isMigrated(own.db)).toBe(true);
    await own.close();
    await dropTestDatabase(name);
  });
});
