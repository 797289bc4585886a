import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, statfs, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inspectArchive } from '#server/backups/archive.ts';
import { backUpEmbedded, backUpWhenDue } from '#server/backups/back-up.ts';
import { readBackupState } from '#server/backups/backup-state.ts';
import { restoreBackup } from '#server/backups/restore.ts';
import type { App } from '#server/context.ts';
import type { Database } from '#server/database/db.ts';
import { FolderError } from '#server/database/folder-lock.ts';
import { parseEnv } from '#server/env.ts';
import { notifications } from '#server/notifications/tables.ts';
import { keepPicture } from '#server/photos/photos.ts';
import { openPictures } from '#server/photos/picture-files.ts';
import { pictureHolders, searchTerms } from '#server/tables.ts';
import { openDataFolder, testDriver } from '#server/test/database.ts';
import { openDoors } from '#server/test/doors.ts';
import { makeUser, makeVariant } from '#server/test/factories.ts';
import { canMount } from '#server/test/mounting.ts';
import { testParts } from '#server/test/parts.ts';
import { probe } from '#server/test/probe-router.ts';
import { watchForWarnings } from '#server/warnings.ts';

const HOUR = 3_600_000;

// Saving and bringing back opens the embedded database three or four times.
vi.setConfig({ testTimeout: 180_000 });
let folder: string;
const opened: Database[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'knurl-backups-'));
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  await rm(folder, { recursive: true, force: true });
});

const inFolder = (...path: string[]) => join(folder, ...path);

/** A shop with its data in a folder of this name. */
async function openShop(name: string, variables: Record<string, string> = {}, lines: string[] = []) {
  const dataDir = inFolder(name);
  const database = await openDataFolder(dataDir);
  opened.push(database);
  return testParts(database, {
    variables: { DATA_DIR: dataDir, ...variables },
    log: line => lines.push(line),
  });
}

async function close(): Promise<void> {
  for (const database of opened.splice(0)) await database.close();
}

async function addPicture(shop: App, background: string): Promise<string> {
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background } })
    .png()
    .toBuffer();
  return (await keepPicture(shop, picture, { kind: 'product' })).path;
}

/** Restores into a folder of this name, where nothing need be. */
async function restore(name: string, file: string) {
  const env = parseEnv({ DATA_DIR: inFolder(name) }, () => 'k'.repeat(64));
  return restoreBackup(env, openPictures(env.dataDir), file);
}

const terms = ({ db }: App) => db.$count(searchTerms);
const admin = (shop: App) => makeUser(shop.db, { permissionLevel: 'Admin' });
const never = new AbortController().signal;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);

describe.runIf(testDriver === 'pglite')('a backup of the embedded shop', () => {
  it('brings back database and pictures', async () => {
    const shop = await openShop('shop');
    await shop.db.insert(searchTerms).values({ term: 'kept', results: 0 });
    const path = await addPicture(shop, '#b08d57');
    await shop.db.insert(pictureHolders).values({ host: 'here', folder: 'there', seenAt: sql`now()` });
    const { file, pictures, missing } = await backUpEmbedded(shop);
    expect([pictures, missing]).toEqual([3, { named: 1, missing: [] }]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(inFolder('shop', 'backups'))).toEqual([file.split('/').at(-1)]);
    await shop.db.delete(searchTerms);
    await close();

    expect(await restore('new', file)).toEqual({ replaced: null, pictures: 3, missing });
    const restored = await openShop('new');
    expect(await terms(restored)).toBe(1);
    // The process that it was made of would be taken for another one of this shop.
    expect(await restored.db.$count(pictureHolders)).toBe(0);
    const size = `${path.replace('/photos/', '')}/160.webp`;
    const read = (name: string) => readFile(inFolder(name, 'pictures', size));
    expect(await read('new')).toEqual(await read('shop'));
    await close();

    const { replaced } = await restore('shop', file);
    expect(replaced).toMatch(/database\.before-\d+$/);
    expect(await terms(await openShop('shop'))).toBe(1);
  });

  it('says which pictures neither it nor the folder has', async () => {
    const shop = await openShop('shop');
    const [gone] = [await addPicture(shop, '#b08d57'), await addPicture(shop, '#c0c4c8')];
    await rm(inFolder('shop', 'pictures', `${gone?.replace('/photos/', '')}`, '800.webp'));
    const backup = await backUpEmbedded(shop, { file: inFolder('given.tar') });
    expect(backup).toEqual({
      file: inFolder('given.tar'),
      pictures: 5,
      missing: { named: 2, missing: [gone] },
    });
    expect(await restore('new', backup.file)).toMatchObject({
      pictures: 5,
      missing: { named: 2, missing: [gone] },
    });
  });

  it('from before pictures were saved can be restored, and leaves those that are there', async () => {
    const shop = await openShop('shop');
    await shop.db.insert(searchTerms).values({ term: 'kept', results: 0 });
    const path = await addPicture(shop, '#b08d57');
    const file = inFolder('old.tar.gz');
    await shop.database.embedded?.dump(file);
    await close();
    expect(await restore('new', file)).toEqual({
      replaced: null,
      pictures: null,
      missing: { named: 1, missing: [path] },
    });
    expect(await terms(await openShop('new'))).toBe(1);
    expect(await restore('shop', file)).toMatchObject({ missing: { missing: [] } });
  });

  it('that is cut short, or is none, changes nothing', async () => {
    const shop = await openShop('shop');
    await shop.db.insert(searchTerms).values({ term: 'kept', results: 0 });
    await addPicture(shop, '#b08d57');
    const { file: packed } = await backUpEmbedded(shop);
    const { file: plain } = await backUpEmbedded(shop, { file: inFolder('plain.tar') });
    await close();
    await truncate(packed, (await stat(packed)).size - 1000);
    const bad = [packed, inFolder('none.tar'), inFolder('text')];
    await writeFile(inFolder('text'), 'no archive'.repeat(1000));
    // Also where one file ends and the next would begin: the end, and the file before it, are missing.
    const bytes = (await stat(plain)).size;
    for (const [n, short] of [2 * 512, 4 * 512, 100_000].entries()) {
      const cut = inFolder(`cut-${n}.tar`);
      await pipeline(createReadStream(plain), createWriteStream(cut));
      await truncate(cut, bytes - short);
      bad.push(...(short > 1024 ? [cut] : []));
    }
    for (const file of bad) await expect(restore('shop', file), file).rejects.toThrow(FolderError);
    expect(await terms(await openShop('shop'))).toBe(1);
    expect((await readdir(folder)).filter(name => name.includes('before'))).toEqual([]);
  });

  it('is what any tar reads, and keeps no more than it was told to', async () => {
    const shop = await openShop('shop', { BACKUP_KEEP: '2' });
    const backups = inFolder('shop', 'backups');
    await mkdir(join(backups, 'database.copy', 'base'), { recursive: true });
    const oldest = 'knurl-2020-01-01T00-00-00.000Z.tar.gz';
    for (const left of [oldest, 'knurl-1.tar.gz.partial', 'knurl-1.tar.gz.raw.tar'])
      await writeFile(join(backups, left), '');
    const made = [];
    for (let n = 0; n < 2; n++) made.push((await backUpEmbedded(shop)).file);
    expect((await readdir(backups)).sort().map(name => join(backups, name))).toEqual(made);
    const listed = execFileSync('tar', ['tzf', made[1] ?? ''], { encoding: 'utf8' }).split('\n');
    expect(listed).toEqual(
      expect.arrayContaining(['database/PG_VERSION', 'database/pg_notify', 'database/base', 'backup.json']),
    );
  });

  it('is one at a time', async () => {
    const shop = await openShop('shop');
    const files = (await Promise.all([1, 2, 3].map(() => backUpEmbedded(shop)))).map(({ file }) => file);
    for (const file of files) {
      expect(await inspectArchive(file)).toEqual({ of: 'embedded', pictures: 0 });
    }
    expect(new Set(files).size).toBe(3);
  });

  it('lets no query in while the folder is copied, and keeps none waiting after', async () => {
    const shop = await openShop('shop');
    let over = false;
    let written = 0;
    const write = async () => {
      // The database in this process answers before any timer comes to its turn.
      for (; !over; written++, await sleep(20))
        await shop.db.transaction(async tx => {
          await tx.insert(searchTerms).values({ term: `a ${written}`, results: 0 });
          await tx.insert(searchTerms).values({ term: `b ${written}`, results: 0 });
        });
    };
    const writtenMore = async () => {
      for (const before = written; written < before + 5; ) await sleep(5);
      return written;
    };
    const writing = write();
    const before = await writtenMore();
    const { file } = await backUpEmbedded(shop).finally(async () => {
      await writtenMore();
      over = true;
      await writing;
    });
    await close();
    await restore('new', file);
    const restored = await openShop('new');
    const count = (like: string) => restored.db.$count(searchTerms, sql`${searchTerms.term} like ${like}`);
    expect(await count('a %')).toBeGreaterThanOrEqual(before);
    expect(await count('b %')).toBe(await count('a %'));
  });
});

describe.runIf(testDriver === 'pglite')('the scheduled backup', () => {
  const made = () => (existsSync(inFolder('shop', 'backups')) ? readdir(inFolder('shop', 'backups')) : []);

  it('waits until the shop holds something, and then until the last one is old enough', async () => {
    const shop = await openShop('shop', { BACKUP_HOURS: '24' });
    await backUpWhenDue(shop, never);
    expect([await made(), (await readBackupState(shop.db)).filledAt]).toEqual([[], null]);
    await makeVariant(shop.db);
    await backUpWhenDue(shop, never);
    await backUpWhenDue(shop, never);
    await backUpWhenDue(shop, never, inHours(23));
    expect(await made()).toHaveLength(1);
    await backUpWhenDue(shop, never, inHours(24.1));
    expect(await made()).toHaveLength(2);
  });

  it('that fails is told to Admins, log, metrics and /readyz, once until one succeeds', async () => {
    const lines: string[] = [];
    const shop = await openShop('shop', { BACKUP_HOURS: '1' }, lines);
    const { _id: user } = await admin(shop);
    await makeUser(shop.db, { permissionLevel: 'Employee' });
    const warnings = await watchForWarnings(shop);
    const { app } = await openDoors(shop.database, probe, {
      variables: { BACKUP_HOURS: '1' },
      warnings: warnings.list,
    });
    const ready = async () => {
      await warnings.look();
      const answer = await app.inject('/readyz');
      return [answer.statusCode, answer.json().status, answer.json().warnings];
    };
    const metrics = async () => (await app.inject('/metrics')).body.match(/^backup_\w+ .*$/gm);
    expect(await ready()).toEqual([200, 'ok', []]);
    expect(await metrics()).toEqual([
      'backup_failures_total 0',
      'backup_last_success_timestamp_seconds Nan',
      'backup_overdue_after_seconds 7200',
    ]);

    // Rights hold back nobody who is root; a file in the place of a folder does.
    await writeFile(inFolder('shop', 'backups'), 'no folder');
    await backUpWhenDue(shop, never);
    await backUpWhenDue(shop, never, inHours(0.5));
    await backUpWhenDue(shop, never, inHours(1.1));
    const why = `The backup can't be written to ${inFolder('shop', 'backups')} (EEXIST).`;
    expect(await shop.db.select().from(notifications)).toMatchObject([
      { user, type: 0, title: 'The backup failed', details: `${why} There is no backup yet.` },
    ]);
    expect(await ready()).toEqual([200, 'ok', ['The last backup failed; the log says why.']]);
    expect((await metrics())?.[0]).toBe('backup_failures_total 2');
    const errors = lines.map(line => JSON.parse(line)).filter(({ level }) => level >= 50);
    expect(errors).toMatchObject([
      { msg: 'the backup failed', err: { message: why } },
      { msg: 'the backup failed' },
      { msg: 'the last backup failed', why },
    ]);

    await rm(inFolder('shop', 'backups'));
    await backUpWhenDue(shop, never, inHours(3));
    expect(await ready()).toEqual([200, 'ok', []]);
    const { succeededAt } = await readBackupState(shop.db);
    expect(await metrics()).toEqual([
      'backup_failures_total 2',
      `backup_last_success_timestamp_seconds ${Date.parse(succeededAt ?? '') / 1000}`,
      'backup_overdue_after_seconds 7200',
    ]);
    await rm(inFolder('shop', 'backups'), { recursive: true });
    await writeFile(inFolder('shop', 'backups'), 'no folder');
    await expect(backUpEmbedded(shop)).rejects.toThrow(why);
    expect(await shop.db.$count(notifications, eq(notifications.title, 'The backup failed'))).toBe(2);
    await warnings.end();
    await app.close();
  });

  it('that is overdue is told to Admins, log and /readyz, once', async () => {
    const lines: string[] = [];
    const shop = await openShop('shop', { BACKUP_HOURS: '6' }, lines);
    await admin(shop);
    await backUpWhenDue(shop, never);
    await rm(inFolder('shop', 'backups'), { recursive: true });
    await writeFile(inFolder('shop', 'backups'), 'no folder');
    const warnings = await watchForWarnings(shop);
    const titles = async () => (await shop.db.select().from(notifications)).map(({ title }) => title);
    for (const hours of [11, 12.5, 14]) await backUpWhenDue(shop, never, inHours(hours));
    expect((await titles()).sort()).toEqual(['A backup is overdue', 'The backup failed']);
    expect(lines.filter(line => line.includes('a backup is overdue'))).toHaveLength(1);
    await shop.db.execute(sql`update backup_state set succeeded_at = now() - interval '12.1 hours'`);
    await warnings.look();
    expect(warnings.list()).toEqual(['The last backup failed; the log says why.', 'A backup is overdue.']);
    await warnings.end();
  });

  it.runIf(canMount())(
    'into a named file counts that, too, where it lies on the disk of the shop',
    async () => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', folder]);
      try {
        const shop = await openShop('shop');
        await mkdir(inFolder('shop', 'backups'));
        const room = async () => {
          const { bavail, bsize } = await statfs(folder);
          return bavail * bsize;
        };
        // Full of holes it takes no room here, but would in an archive.
        const path = (await addPicture(shop, '#b08d57')).replace('/photos/', '');
        const bytes = 250 * 2 ** 20;
        await truncate(inFolder('shop', 'pictures', path, '800.webp'), bytes);
        const before = await room();
        for (const file of [null, inFolder('shop', 'shop.tar'), inFolder('shop.tar')]) {
          await expect(backUpEmbedded(shop, { file })).rejects.toThrow(
            /^There is no room for a backup in .*: \d\d\d MB are needed, \d+ MB are free\.$/,
          );
        }
        expect(Math.abs((await room()) - before)).toBeLessThan(2 ** 20);
        const elsewhere = await mkdtemp(join(tmpdir(), 'knurl-elsewhere-'));
        const { file } = await backUpEmbedded(shop, { file: join(elsewhere, 'shop.tar') });
        expect((await stat(file)).size).toBeGreaterThan(bytes);
        await rm(elsewhere, { recursive: true });
        await close();
      } finally {
        execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
      }
    },
  );

  it.runIf(canMount())('stops before it takes the last room of the disk', async () => {
    const shop = await openShop('shop');
    const { _id: user } = await admin(shop);
    await mkdir(inFolder('shop', 'backups'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', inFolder('shop', 'backups')]);
    try {
      await backUpWhenDue(shop, never);
      const details = expect.stringMatching(
        /^There is no room for a backup in .*: \d+ MB are needed, 16 MB are free/,
      );
      expect(await shop.db.select().from(notifications)).toMatchObject([{ user, details }]);
      // One that is written elsewhere finds its own disk full.
      await mkdir(inFolder('small'));
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', inFolder('small')]);
      execFileSync('umount', ['-l', inFolder('shop', 'backups')]);
      await expect(backUpEmbedded(shop, { file: inFolder('small', 'shop.tar.gz') })).rejects.toThrow(
        'The disk the backup was written to is full.',
      );
      expect(await readdir(inFolder('small'))).toEqual([]);
      expect(await readdir(inFolder('shop', 'backups'))).toEqual([]);
    } finally {
      for (const disk of [inFolder('shop', 'backups'), inFolder('small')]) {
        try {
          execFileSync('umount', ['-l', disk], { stdio: 'ignore' });
        } catch {
          // It was not mounted, or no longer.
        }
      }
    }
  });
});
