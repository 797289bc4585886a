import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { backUpFolder, restoreBackup } from '#server/backup.ts';
import { type Database, openDatabase, rows } from '#server/db.ts';
import { FolderError } from '#server/folder-lock.ts';
import { createJobs } from '#server/jobs.ts';
import { migrate, ROOT } from '#server/migrate.ts';
import { facetValues, logEntries, searchTerms, tags, users } from '#server/tables.ts';
import { createTestDatabase, dropTestDatabase, testDriver, testUrl } from '#server/test/database.ts';
import { scriptOf } from '#server/test/shop-process.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'knurl-commands-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function command(args: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; err: string }>(resolve => {
    execFile(
      process.execPath,
      [...scriptOf('commands'), ...args],
      { cwd: ROOT, env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env } },
      (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

const openFolder = () =>
  openDatabase({
    databaseUrl: null,
    dataDir,
    snapshot: testDriver === 'pglite' ? inject('testSnapshot') : null,
  });

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
  it('comes back from its backup with everything in it', async () => {
    const database = await openFolder();
    await fill(database);
    const before = await counts(database);
    expect(before['public.search_terms']).toBe(1203);
    const file = await backUpFolder(database, dataDir, 3);
    await database.db.delete(searchTerms);
    await database.close();

    const restored = await command(['restore', file]);
    expect(restored).toMatchObject({ code: 0, err: '' });
    const again = await openFolder();
    expect(await counts(again)).toEqual(before);
    await again.close();
    expect((await readdir(dataDir)).filter(name => name.startsWith('database.before-'))).toHaveLength(1);
  });

  it('is kept when the backup is no good', async () => {
    const database = await openFolder();
    await database.db.insert(searchTerms).values({ term: 'kept', results: 0 });
    const file = await backUpFolder(database, dataDir, 3);
    await database.close();
    await truncate(file, (await stat(file)).size - 1000);
    for (const bad of [file, join(ROOT, 'package.json'), join(dataDir, 'none.tar.gz')]) {
      await expect(restoreBackup(dataDir, bad)).rejects.toThrow(FolderError);
    }
    const again = await openFolder();
    expect(await again.db.$count(searchTerms)).toBe(1);
    await again.close();
  });

  it('keeps the newest backups only', async () => {
    const database = await openFolder();
    const files = [];
    for (let n = 0; n < 3; n++) files.push(await backUpFolder(database, dataDir, 2));
    await database.close();
    const kept = (await readdir(join(dataDir, 'backups'))).sort().map(name => join(dataDir, 'backups', name));
    expect(kept).toEqual(files.slice(1));
  });

  it('is left alone by commands while a server has it open', async () => {
    const database = await openFolder();
    const file = await backUpFolder(database, dataDir, 1);
    for (const args of [['migrate'], ['backup'], ['restore', file]]) {
      const { code, err } = await command(args);
      expect(code).toBe(1);
      expect(err).toContain(`in use by process ${process.pid}`);
      expect(err).not.toContain('    at ');
    }
    await database.close();
  });
});

describe.runIf(testDriver === 'postgres')('Postgres', () => {
  it('takes over everything from the embedded database', async () => {
    const name = await createTestDatabase({ template: null });
    const source = await openFolder();
    await migrate(source);
    await fill(source);
    const before = await counts(source);
    const [ann] = await source.db.select().from(users);
    await source.close();

    const moved = await command(['move', testUrl(name)]);
    expect(moved.err).toBe('');
    expect(moved.out).toMatch(/1203 {2}search_terms/);
    const target = await openDatabase({ databaseUrl: testUrl(name), dataDir: null });
    expect(await counts(target)).toEqual(before);
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
  }, 120_000);

  it('is saved by its own tools, and restored into an empty database', async () => {
    const [name, empty] = await Promise.all([createTestDatabase(), createTestDatabase({ template: null })]);
    const database = await openDatabase({ databaseUrl: testUrl(name), dataDir: null });
    await fill(database);
    const before = await counts(database);
    await database.close();
    const file = join(dataDir, 'shop.dump');
    const env = (on: string) => ({ DATABASE_URL: testUrl(on), SHOP_MODE: 'demo' });
    expect(await command(['backup', file], env(name))).toMatchObject({ code: 0, err: '' });
    expect(await command(['restore', file], env(empty))).toMatchObject({ code: 0, err: '' });
    const restored = await openDatabase({ databaseUrl: testUrl(empty), dataDir: null });
    expect(await counts(restored)).toEqual(before);
    await restored.close();
    expect(await command(['restore', file], env(name))).toMatchObject({ code: 1 });
    await Promise.all([name, empty].map(dropTestDatabase));
  });
});
