import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Database, openDatabase, rows } from '#server/database/db.ts';
import { isMigrated, migrate, ROOT } from '#server/database/migrate.ts';
import { searchTerms } from '#server/tables.ts';
import { fillDataFolder, openDataFolder, testDriver } from '#server/test/database.ts';
import { canMount } from '#server/test/mounting.ts';
import { SHORT_LIVED } from '#server/test/short-lived.ts';

let dataDir: string;
const children: ChildProcess[] = [];
const opened: Database[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'knurl-folder-'));
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Opens the folder; unpacks a database where there is none, or makes one without a snapshot. */
async function open(snapshot: string | null = inject('testSnapshot')): Promise<Database> {
  const database = await openDatabase({ databaseUrl: null, dataDir, snapshot });
  opened.push(database);
  return database;
}

/** Leaves a database there that was opened once. */
async function leaveDatabase(): Promise<void> {
  await openDataFolder(dataDir).then(database => database.close());
}

async function close(): Promise<void> {
  for (const database of opened.splice(0)) await database.close();
}

const terms = async (database: Database) =>
  (await database.db.select().from(searchTerms)).map(({ term }) => term);

const lockFile = () => join(dataDir, 'database.lock');

/** Another process that opens the folder, writes for ever and says so; rows of its own unless told what else. */
async function spawnWriter(
  statement = 'insert into search_terms (term, results) values (gen_random_uuid()::text, 0)',
): Promise<ChildProcess> {
  await fillDataFolder(dataDir);
  const program = `
    import { openDatabase } from '#server/database/db.ts';
    import { sql } from 'drizzle-orm';
    const database = await openDatabase({ databaseUrl: null, dataDir: process.env.FOLDER });
    for (let n = 0; ; n++) {
      await database.db.execute(sql.raw(process.env.STATEMENT));
      process.stdout.write(n + '\\n');
    }`;
  const child = spawn(
    process.execPath,
    [...SHORT_LIVED, '--import', 'tsx', '--input-type=module', '-e', program],
    {
      cwd: ROOT,
      env: { ...process.env, FOLDER: dataDir, STATEMENT: statement },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  children.push(child);
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve(child));
    child.once('exit', code => reject(new Error(`the writer ended with ${code}`)));
  });
}

describe.runIf(testDriver === 'pglite')('the folder', () => {
  it('starts migrated from a snapshot and keeps what was written', async () => {
    const first = await open();
    expect(await isMigrated(first.db)).toBe(true);
    await first.db.insert(searchTerms).values({ term: 'kept', results: 0 });
    await close();
    expect(await terms(await open())).toEqual(['kept']);
  });

  it('starts without a snapshot, too', async () => {
    const database = await open(null);
    expect(await isMigrated(database.db)).toBe(false);
    await migrate(database);
    expect(await terms(database)).toEqual([]);
  });

  it('begins anew where the first start was cut short', async () => {
    await leaveDatabase();
    await writeFile(join(dataDir, 'database.unfinished'), '');
    await rm(join(dataDir, 'database', 'global'), { recursive: true });
    expect(await terms(await open())).toEqual([]);
    expect(existsSync(join(dataDir, 'database.unfinished'))).toBe(false);
  });

  it.each([
    ['without its version', (folder: string) => rm(join(folder, 'PG_VERSION'))],
    ['without its log', (folder: string) => rm(join(folder, 'pg_wal'), { recursive: true })],
    [
      'with a log cut short',
      // Whichever of its files holds the last checkpoint.
      async (folder: string) => {
        const log = join(folder, 'pg_wal');
        const files = (await readdir(log)).filter(name => /^[0-9A-F]{24}$/.test(name));
        await Promise.all(files.map(name => truncate(join(log, name), 100)));
      },
    ],
    ['with a control file cut short', (folder: string) => truncate(join(folder, 'global', 'pg_control'), 10)],
  ])('says that it is damaged, and how to restore, and stays as it is: %s', async (_, damage) => {
    const folder = join(dataDir, 'database');
    await leaveDatabase();
    await damage(folder);
    const before = await readdir(folder);
    await expect(open()).rejects.toThrow(/damaged.*db:restore/);
    expect(existsSync(lockFile())).toBe(false);
    expect(await readdir(folder)).toEqual(expect.arrayContaining(before));
  });

  it('does not begin anew beside backups when the database is gone', async () => {
    await leaveDatabase();
    await mkdir(join(dataDir, 'backups'));
    await writeFile(join(dataDir, 'backups', 'knurl-2026-11-23.tar.gz'), '');
    await rm(join(dataDir, 'database'), { recursive: true });
    await expect(open()).rejects.toThrow(/backups but no database/);
  });

  it.runIf(canMount())(
    'says of a full disk that it is full, and has everything again when there is room',
    async () => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=100m', 'tmpfs', dataDir]);
      try {
        const child = await spawnWriter();
        // So many that the tables have to grow again from the log.
        for await (const said of child.stdout ?? [])
          if (Number(String(said).trim().split('\n').at(-1)) > 1500) break;
        child.kill('SIGKILL');
        await once(child, 'exit');
        const fill = () =>
          execFileSync('sh', ['-c', 'cat /dev/zero >> ballast || true'], { cwd: dataDir, stdio: 'ignore' });
        // First Postgres finds no room, then the lock.
        for (const prepare of [async () => undefined, () => rm(lockFile(), { force: true })]) {
          await prepare();
          fill();
          await expect(open()).rejects.toThrow(`The disk of ${dataDir} is full. Make room and start again`);
        }
        await rm(join(dataDir, 'ballast'));
        expect((await terms(await open())).length).toBeGreaterThan(0);
        await close();
      } finally {
        execFileSync('umount', ['-l', dataDir]);
      }
    },
  );

  it.runIf(canMount())(
    'says so, too, of one with less room than the next file of its log takes',
    async () => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=100m', 'tmpfs', dataDir]);
      try {
        await fillDataFolder(dataDir);
        const { db } = await open();
        await db.insert(searchTerms).values({ term: 'kept', results: 0 });
        await close();
        // Fills the log, and no table.
        const child = await spawnWriter("select pg_logical_emit_message(false, 'log', repeat('x', 1000000))");
        execFileSync('sh', ['-c', 'cat /dev/zero >> ballast; truncate -s -3M ballast'], {
          cwd: dataDir,
          stdio: 'ignore',
        });
        child.stdout?.resume();
        await once(child, 'exit');
        await expect(open()).rejects.toThrow(`The disk of ${dataDir} is full. Make room and start again`);
        await rm(join(dataDir, 'ballast'));
        expect(await terms(await open())).toEqual(['kept']);
        await close();
      } finally {
        execFileSync('umount', ['-l', dataDir]);
      }
    },
  );

  it('tells its owner when the disk is full', async () => {
    const fatal: unknown[] = [];
    const database = await openDatabase({
      databaseUrl: null,
      dataDir: null,
      snapshot: inject('testSnapshot'),
      onFatal: error => fatal.push(error),
    });
    opened.push(database);
    const raise = sql.raw(`do $$ begin raise exception 'no room' using errcode = '53100'; end $$`);
    await expect(database.db.transaction(tx => tx.execute(raise))).rejects.toThrow();
    expect(fatal).toHaveLength(1);
    await expect(database.db.execute(sql`select 1/0`)).rejects.toThrow();
    expect(fatal).toHaveLength(1);
  });
});

describe.runIf(testDriver === 'pglite')('the lock', () => {
  it('refuses a second process, naming the first', async () => {
    const child = await spawnWriter();
    await expect(open()).rejects.toThrow(`${dataDir} is in use by process ${child.pid}`);
  });

  it('is taken over after kill -9, and nothing that was acknowledged is lost', async () => {
    const child = await spawnWriter();
    let acknowledged = 0;
    child.stdout?.on('data', (chunk: Buffer) => {
      acknowledged = Number(chunk.toString().trim().split('\n').at(-1));
    });
    await expect.poll(() => acknowledged, { timeout: 10_000 }).toBeGreaterThan(20);
    const gone = new Promise(resolve => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    expect(existsSync(lockFile())).toBe(true);
    const database = await open();
    const [row] = rows<{ n: number }>(
      await database.db.execute(sql`select count(*)::int as n from search_terms`),
    );
    expect(row?.n).toBeGreaterThanOrEqual(acknowledged + 1);
  });
});
