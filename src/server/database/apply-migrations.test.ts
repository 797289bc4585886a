import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, type Db, openDatabase, pgError, rows } from '#server/database/db.ts';
import { isMigrated, migrate, ROOT } from '#server/database/migrate.ts';
import {
  closeTestDatabase,
  createTestDatabase,
  dropTestDatabase,
  testDatabase,
  testDriver,
  testUrl,
  wayTo,
} from '#server/test/database.ts';
import { addMigration, copyMigrations } from '#server/test/upgrades.ts';

const INDEX = 'CREATE INDEX CONCURRENTLY "searched" ON "search_terms" USING btree ("results");';
const UNIQUE = 'CREATE UNIQUE INDEX CONCURRENTLY "searched" ON "search_terms" USING btree ("results");';

let folder: string;
beforeEach(async () => {
  folder = await copyMigrations();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Asks whether the index of this name is valid; null: there is none. */
async function isValid(db: Db, name = 'searched'): Promise<boolean | null> {
  const [index] = rows<{ valid: boolean }>(
    await db.execute(sql`select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`),
  );
  return index?.valid ?? null;
}

describe('migrations that are done beside orders', () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => closeTestDatabase(database));

  it('are refused among statements that need a transaction', async () => {
    await addMigration(
      folder,
      `alter table search_terms add column mixed int;--> statement-breakpoint\n${INDEX}`,
    );
    // The embedded database builds the index in the transaction, so it alone would not show the mistake.
    await expect(migrate(database, folder)).rejects.toThrow(/not both/);
    expect(await isMigrated(database.db, folder)).toBe(false);
  });

  it('are applied in their turn among the others, on either database', async () => {
    await addMigration(folder, 'alter table search_terms add column later int;');
    await addMigration(folder, `-- Found by it.\n${INDEX.replace('results', 'later')}`);
    await addMigration(
      folder,
      'alter table search_terms add constraint later_filled check (later is not null) not valid;',
    );
    await addMigration(folder, 'ALTER TABLE "search_terms" VALIDATE CONSTRAINT "later_filled";');
    await migrate(database, folder);
    expect(await isMigrated(database.db, folder)).toBe(true);
    expect(await isValid(database.db)).toBe(true);
    const [constraint] = rows(
      await database.db.execute(
        sql`select convalidated as valid from pg_constraint where conname = 'later_filled'`,
      ),
    );
    expect(constraint).toEqual({ valid: true });
    await addMigration(folder, 'DROP INDEX CONCURRENTLY "searched";');
    await migrate(database, folder);
    expect(await isValid(database.db)).toBe(null);
  });
});

describe.runIf(testDriver === 'postgres')('an index that is built concurrently', () => {
  let name: string;
  let one: Database;
  let two: Database;
  const open = () => openDatabase({ ...wayTo(name), dataDir: null });
  beforeEach(async () => {
    name = await createTestDatabase();
    [one, two] = await Promise.all([open(), open()]);
    await one.db.execute(sql`insert into search_terms (term, results) values ('pull', 1), ('knob', 1)`);
  });
  afterEach(async () => {
    await Promise.all([one.close(), two.close()]);
    await dropTestDatabase(name);
  });

  const migrator = async (db: Db) =>
    rows<{ pid: number; waits: boolean }>(
      await db.execute(sql`
        select pid, wait_event_type = 'Lock' as waits from pg_stat_activity
        where datname = current_database() and application_name = 'knurl migrate' and query ilike 'create %'`),
    )[0];

  it('lets orders through while it waits for one', async () => {
    await addMigration(folder, INDEX);
    let migrating: Promise<void> | undefined;
    await two.db.transaction(async order => {
      await order.execute(sql`update search_terms set results = 2 where term = 'pull'`);
      migrating = migrate(one, folder);
      await vi.waitFor(async () => expect(await migrator(one.db)).toMatchObject({ waits: true }), 20_000);
      await one.db.transaction(async rival => {
        await rival.execute(sql`set local lock_timeout = '1s'`);
        await rival.execute(sql`insert into search_terms (term, results) values ('hinge', 3)`);
        await rival.execute(sql`update search_terms set results = 4 where term = 'knob'`);
      });
    });
    await migrating;
    expect(await isValid(one.db)).toBe(true);
  });

  it('is dropped and built again where an attempt was cut off', async () => {
    await addMigration(folder, INDEX);
    let migrating: Promise<unknown> | undefined;
    await two.db.transaction(async order => {
      await order.execute(sql`update search_terms set results = 2 where term = 'pull'`);
      migrating = migrate(one, folder).catch(error => error);
      const waiting = await vi.waitFor(async () => {
        const found = await migrator(one.db);
        expect(found?.waits).toBe(true);
        return found;
      }, 20_000);
      await one.db.execute(sql`select pg_terminate_backend(${waiting?.pid}::int)`);
      expect(await migrating).toBeInstanceOf(Error);
    });
    expect(await isValid(one.db)).toBe(false);
    await migrate(one, folder);
    expect(await isValid(one.db)).toBe(true);
    expect(await isMigrated(one.db, folder)).toBe(true);
  });

  it('is finished by the server when the process is killed', async () => {
    await addMigration(folder, INDEX);
    const program = `
      import { openDatabase } from '#server/database/db.ts';
      import { migrate } from '#server/database/migrate.ts';
      await migrate(await openDatabase({ databaseUrl: process.env.URL, dataDir: null }), process.env.FOLDER);`;
    await two.db.transaction(async order => {
      await order.execute(sql`update search_terms set results = 2 where term = 'pull'`);
      const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
        cwd: ROOT,
        env: { ...process.env, URL: testUrl(name), FOLDER: folder },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const gone = once(child, 'exit');
      await vi.waitFor(async () => expect(await migrator(one.db)).toMatchObject({ waits: true }), 20_000);
      child.kill('SIGKILL');
      await gone;
      expect(await migrator(one.db)).toMatchObject({ waits: true });
    });
    await migrate(one, folder);
    expect(await isValid(one.db)).toBe(true);
  });

  it('is taken for built where only the word of it is missing', async () => {
    await addMigration(folder, INDEX);
    await one.execute(INDEX.replace('CONCURRENTLY ', ''), []);
    await migrate(one, folder);
    expect(await isMigrated(one.db, folder)).toBe(true);
  });

  it('is not left behind where the rows refuse it, as it would refuse others', async () => {
    await addMigration(folder, UNIQUE);
    const error = await migrate(one, folder).catch(error => error);
    expect(pgError(error)?.code).toBe('23505');
    expect(await isValid(one.db)).toBe(null);
    await one.db.execute(sql`update search_terms set results = 2 where term = 'pull'`);
    await migrate(one, folder);
    expect(await isValid(one.db)).toBe(true);
  });

  it('is built once by processes that start together', async () => {
    await addMigration(folder, INDEX);
    await addMigration(folder, INDEX.replace('searched', 'searched_too'));
    const three = await open();
    await Promise.all([one, two, three].map(database => migrate(database, folder)));
    expect([await isValid(one.db), await isValid(one.db, 'searched_too')]).toEqual([true, true]);
    const hashes = rows<{ hash: string }>(
      await one.db.execute(sql`select hash from drizzle.__drizzle_migrations`),
    );
    expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(hashes.length);
    await three.close();
  });
});
