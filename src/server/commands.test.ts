import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EVERYBODYS_PASSWORD } from '#demo/demo-accounts.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { dumpPostgres } from '#server/backups/postgres-tools.ts';
import { type Database, openDatabase, rows } from '#server/database/db.ts';
import { isMigrated, migrate, ROOT } from '#server/database/migrate.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { keepPicture } from '#server/photos/photos.ts';
import { openPictures } from '#server/photos/picture-files.ts';
import {
  backupState,
  facetValues,
  logEntries,
  notifications,
  pictureHolders,
  searchTerms,
  tags,
  users,
} from '#server/tables.ts';
import {
  createTestDatabase,
  dropTestDatabase,
  openDataFolder,
  testDriver,
  testUrl,
} from '#server/test/database.ts';
import { scriptOf } from '#server/test/shop-process.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'knurl-commands-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const command = (args: string[], env: Record<string, string> = {}) =>
  run([...scriptOf('commands'), ...args], env);

function run(args: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; err: string }>(resolve => {
    execFile(
      process.execPath,
      args,
      { cwd: ROOT, env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env } },
      (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

const openFolder = () => openDataFolder(dataDir);

async function fill(database: Database): Promise<void> {
  const { db } = database;
  await db.insert(facetValues).values([
    { name: 'Finish', value: 'Brass' },
    { name: 'Finish', value: 'Nickel "satin" \\ 漢' },
  ]);
  await db
    .insert(searchTerms)
    .values(Array.from({ length: 1203 }, (_, n) => ({ term: `term ${n}`, results: n })));
  const [category] = await db.insert(tags).values({ name: 'Pulls', type: 'Category' }).returning();
  await db.insert(tags).values({ name: 'Cup pulls', type: 'Subcategory', category: category?._id });
  const [user] = await db.insert(users).values({ email: 'ann@example.org', name: 'Ann' }).returning();
  await db.insert(logEntries).values({ type: 'user', user: user?._id, before: { deep: [1, { x: null }] } });
  const jobs = createJobs(database, { info: () => undefined, warn: () => undefined, error: () => undefined });
  jobs.register('database.backup', async () => undefined);
  await jobs.start({ work: false });
  await jobs.send(db, 'database.backup', {});
}

/** Returns where its sizes lie among the pictures of this data folder. */
async function addPicture({ db }: Database, dataDir: string): Promise<string> {
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#b08d57' } })
    .png()
    .toBuffer();
  const { path } = await keepPicture({ db, pictures: openPictures(dataDir) }, picture, { kind: 'product' });
  return path.replace('/photos/', '');
}

async function counts(database: Database): Promise<Record<string, number>> {
  const tables = rows<{ name: string }>(
    await database.db.execute(sql`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'drizzle') or (schemaname = 'pgboss' and tablename in ('job', 'queue')) order by 1`),
  );
  const counted: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = rows<{ n: number }>(
      await database.db.execute(sql`select count(*)::int as n from ${sql.raw(name)}`),
    );
    counted[name] = row?.n ?? 0;
  }
  return counted;
}

describe('the command line', () => {
  it('says what there is', async () => {
    const { code, err } = await command([]);
    expect(code).toBe(2);
    expect(err).toMatch(/migrate[\s\S]*backup[\s\S]*restore <file>[\s\S]*move <DATABASE_URL>/);
  });

  it('names a wrong variable without its value', async () => {
    const { code, err } = await command(['migrate'], { DATABASE_URL: 'mysql://root:hunter2@db' });
    expect(code).toBe(1);
    expect(err).toContain('DATABASE_URL must be');
    expect(err).not.toContain('hunter2');
  });
});

describe.runIf(testDriver === 'pglite')('the embedded database', () => {
  it('is not made by a command that only looks for it', async () => {
    for (const name of ['backup', 'lock-demo-accounts']) {
      const { code, err } = await command([name]);
      expect([code, err]).toEqual([
        1,
        `There is no database in ${dataDir}. DATA_DIR says where the shop keeps it.\n`,
      ]);
      expect(await readdir(dataDir)).not.toContain('database');
    }
  });

  it('has no demo accounts that anybody gets in to once a command has locked them', async () => {
    const [before, passwordHash] = [await openFolder(), await hashPassword(EVERYBODYS_PASSWORD)];
    await before.db.insert(users).values({ email: 'eli@hollis.example', passwordHash });
    await before.close();
    const staff =
      'No Admin can sign in now: the next start of the live shop logs a link by which one is made, as for a new shop.\n';
    expect(await command(['lock-demo-accounts'])).toEqual({
      code: 0,
      out: `eli@hollis.example: This ended the old password.\nOne account was locked.\n${staff}`,
      err: '',
    });
    expect((await command(['lock-demo-accounts'])).out).toBe(`There was nothing to lock.\n${staff}`);
  }, 120_000);

  it('is backed up as it is, of whatever version, and not migrated', async () => {
    const older = await openFolder();
    const last = sql`(select max(created_at) from drizzle.__drizzle_migrations)`;
    await older.db.execute(sql`delete from drizzle.__drizzle_migrations where created_at = ${last}`);
    await older.close();
    expect(await command(['backup', join(dataDir, 'older.tar')])).toMatchObject({ code: 0, err: '' });
    const after = await openFolder();
    expect(await isMigrated(after.db)).toBe(false);
    await after.close();
  }, 120_000);

  it('of a newer version is refused in one line', async () => {
    const newer = await openFolder();
    await newer.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`,
    );
    await newer.close();
    const refused = {
      ...{ code: 1, out: '' },
      err: 'This database belongs to a newer version of the shop. Start that version, or restore a backup.\n',
    };
    const key = ['api-key', 'ann@example.org', 'Till', '--scopes', 'orders:read'];
    for (const args of [['migrate'], key, ['jobs']]) expect(await command(args), args[0]).toEqual(refused);
    expect(await run(scriptOf('main'), { PORT: '0' })).toEqual(refused);
  }, 120_000);

  it('makes a key for a script, which reads nothing but the key', async () => {
    const database = await openFolder();
    await database.db.insert(users).values({ email: 'ann@example.org', name: 'Ann' });
    await database.close();
    expect(await command(['api-key', 'ann@example.org', 'Till', '--scopes', 'orders:read'])).toEqual({
      code: 0,
      out: expect.stringMatching(/^\S{40,}\n$/),
      err: expect.stringMatching(/^Save it now: .*\nIt expires on \d{4}-\d\d-\d\d\.\n$/),
    });
  }, 120_000);

  it('is not moved to what is no address', async () => {
    await (await openFolder()).close();
    expect(await command(['move', 'nonsense'])).toEqual({
      ...{ code: 1, out: '' },
      err: 'The address to move to must be an address such as postgres://user:password@host:5432/name; with several hosts host1:5432,host2:5432.\n',
    });
  }, 120_000);

  it('is left alone by commands while a server has it open', async () => {
    const database = await openFolder();
    const file = join(dataDir, 'old.tar.gz');
    await database.embedded?.dump(file);
    for (const args of [['migrate'], ['backup'], ['restore', file]]) {
      const { code, err } = await command(args);
      expect(code).toBe(1);
      expect(err).toContain(`in use by process ${process.pid}`);
      expect(err).not.toContain('    at ');
    }
    await database.close();
  });
});

/** Whether the planner knows what stands in a table. */
async function isAnalyzed({ db }: Database): Promise<boolean> {
  const [found] = rows<{ known: boolean }>(
    await db.execute(sql`select exists (select from pg_stats where tablename = 'search_terms') as known`),
  );
  return found?.known ?? false;
}

describe.runIf(testDriver === 'postgres')('Postgres', () => {
  it('takes over everything from the embedded database', async () => {
    const name = await createTestDatabase({ template: null });
    const source = await openFolder();
    await migrate(source);
    await fill(source);
    const picture = await addPicture(source, dataDir);
    const before = await counts(source);
    const [ann] = await source.db.select().from(users);
    // A killed process leaves this; the new shop's would believe that it still runs.
    await source.db
      .insert(pictureHolders)
      .values({ host: 'old', folder: '/old', seenAt: new Date().toISOString() });
    await source.close();

    const foreign = await openDatabase({ databaseUrl: testUrl(name), dataDir: null });
    await foreign.db.execute(sql`create table payroll (who text)`);
    expect(await command(['move', testUrl(name)])).toMatchObject({
      code: 1,
      err: expect.stringContaining('The target is not empty: it holds payroll.'),
    });
    expect(
      rows(await foreign.db.execute(sql`select 1 from pg_tables where schemaname = 'public'`)),
    ).toHaveLength(1);
    await foreign.db.execute(sql`drop table payroll`);
    await foreign.close();

    const there = join(dataDir, 'there');
    const moved = await command(['move', testUrl(name), there]);
    expect(moved.err).toBe('');
    expect(moved.out).toContain(`3 picture files were copied into ${there}/pictures`);
    expect(await readdir(join(there, 'pictures', picture))).toHaveLength(3);
    expect(moved.out).not.toContain('missing');
    expect(moved.out).toContain(
      `SECRET_KEY has to be what it was: unless you had set it, it stands in ${dataDir}/secret-key.`,
    );
    expect(moved.out).toMatch(/1203 {2}search_terms/);
    const target = await openDatabase({ databaseUrl: testUrl(name), dataDir: null });
    expect(await counts(target)).toEqual(before);
    expect(await target.db.$count(pictureHolders)).toBe(0);
    expect(await isAnalyzed(target)).toBe(true);
    expect(await target.db.select().from(users)).toEqual([ann]);
    // Numbering goes on where it was, and keys are guarded as before.
    const [next] = await target.db.insert(facetValues).values({ name: 'Finish', value: 'Iron' }).returning();
    expect(next?.key).toBe(3);
    const orphan = { type: 'user', user: '00000000-0000-7000-8000-000000000000' } as const;
    await expect(
      target.db.transaction(async tx => {
        await tx.insert(logEntries).values(orphan);
        throw new Error('only noticed at the commit');
      }),
    ).rejects.toThrow(/Failed query/);
    await target.close();
    expect(await command(['move', testUrl(name)])).toMatchObject({
      code: 1,
      err: expect.stringContaining('not empty'),
    });
    await dropTestDatabase(name);
  }, 300_000);

  it('is saved by its own tools, and restored into an empty database', async () => {
    const [name, empty] = await Promise.all([createTestDatabase(), createTestDatabase({ template: null })]);
    const database = await openDatabase({ databaseUrl: testUrl(name), dataDir: null });
    await fill(database);
    const picture = await addPicture(database, dataDir);
    const before = await counts(database);
    // The new shop's processes would believe that this one still runs.
    await database.db
      .insert(pictureHolders)
      .values({ host: 'old', folder: '/old', seenAt: new Date().toISOString() });
    await database.close();
    const file = join(dataDir, 'shop.tar');
    const there = join(dataDir, 'there');
    const env = (on: string, dir = dataDir) => ({
      DATABASE_URL: testUrl(on),
      SHOP_MODE: 'demo',
      DATA_DIR: dir,
    });
    expect(await command(['backup', file], env(name))).toEqual({
      code: 0,
      out: `Saved to ${file}, with 3 picture files.\n`,
      err: '',
    });
    expect(await command(['restore', file], env(empty, there))).toEqual({
      code: 0,
      out: `Restored.\n3 picture files were put into ${there}/pictures\n`,
      err: '',
    });
    const restored = await openDatabase({ databaseUrl: testUrl(empty), dataDir: null });
    // How its backups stand was noted after this one was made.
    expect(await counts(restored)).toEqual({ ...before, 'public.backup_state': 0 });
    expect(await isAnalyzed(restored)).toBe(true);
    await restored.close();
    expect(await readdir(join(there, 'pictures', picture))).toHaveLength(3);
    expect(await command(['restore', file], env(name))).toMatchObject({ code: 1 });
    expect(await command(['restore', file])).toMatchObject({
      code: 1,
      err: `${file} is a backup of a Postgres database: set DATABASE_URL to an empty one.\n`,
    });
    await Promise.all([name, empty].map(dropTestDatabase));
  }, 120_000);

  it('is saved and restored where DATABASE_URL leads, never where a LISTEN_URL of another one does', async () => {
    const made = [createTestDatabase(), ...[1, 2].map(() => createTestDatabase({ template: null }))];
    const [name = '', empty = '', other = ''] = await Promise.all(made);
    const [file, there] = [join(dataDir, 'shop.tar'), join(dataDir, 'there')];
    const ways = (on: string, past: string) => ({
      ...{ DATABASE_URL: testUrl(on), LISTEN_URL: testUrl(past), SHOP_MODE: 'demo', DATA_DIR: there },
    });
    const refused = {
      code: 1,
      err: expect.stringContaining('LISTEN_URL: does not lead to the database of DATABASE_URL'),
    };
    expect(await command(['backup', file], ways(name, empty))).toMatchObject(refused);
    expect(existsSync(file)).toBe(false);
    expect(await command(['backup', file], ways(name, name))).toMatchObject({ code: 0 });
    expect(await command(['restore', file], ways(empty, name))).toMatchObject(refused);
    expect(await command(['restore', file], ways(empty, other))).toMatchObject(refused);
    expect(await command(['restore', file], ways(empty, empty))).toMatchObject({ code: 0 });
    for (const [on, tables] of [
      [empty, true],
      [other, false],
    ] as const) {
      const database = await openDatabase({ databaseUrl: testUrl(on), dataDir: null });
      const [found] = rows<{ there: boolean }>(
        await database.db.execute(sql`select to_regclass('public.orders') is not null as there`),
      );
      expect(found?.there).toBe(tables);
      await database.close();
    }
    await Promise.all([name, empty, other].map(dropTestDatabase));
  }, 120_000);

  it('is restored from what pg_dump alone wrote, too, and told which pictures are missing', async () => {
    const [name, empty] = await Promise.all([createTestDatabase(), createTestDatabase({ template: null })]);
    const database = await openDatabase({ databaseUrl: testUrl(name), dataDir: null });
    const picture = await addPicture(database, dataDir);
    await database.close();
    const file = join(dataDir, 'shop.dump');
    await dumpPostgres(testUrl(name), file);
    const there = join(dataDir, 'there');
    expect(
      await command(['restore', file], { DATABASE_URL: testUrl(empty), SHOP_MODE: 'demo', DATA_DIR: there }),
    ).toEqual({
      code: 0,
      out: `Restored.\nThis backup is from before pictures were saved as well.\n1 of the 1 pictures that the database names are missing in ${there}/pictures:\n  /photos/${picture}\n`,
      err: '',
    });
    await Promise.all([name, empty].map(dropTestDatabase));
  }, 120_000);

  it('whose backup fails notes it, and tells Admins', async () => {
    const name = await createTestDatabase();
    const database = await openDatabase({ databaseUrl: testUrl(name), dataDir: null });
    await database.db
      .insert(users)
      .values({ email: 'ann@example.org', name: 'Ann', permissionLevel: 'Admin' });
    await writeFile(join(dataDir, 'file'), 'no folder');
    const file = join(dataDir, 'file', 'shop.tar');
    const { code, err } = await command(['backup', file], { DATABASE_URL: testUrl(name), SHOP_MODE: 'demo' });
    expect([code, err]).toEqual([1, `The backup can't be written to ${join(dataDir, 'file')} (EEXIST).\n`]);
    expect(await database.db.select().from(notifications)).toMatchObject([{ title: 'The backup failed' }]);
    expect(await database.db.select().from(backupState)).toMatchObject([{ failures: 1, succeededAt: null }]);
    await database.close();
    await dropTestDatabase(name);
  }, 120_000);
});
