import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderInUseError, type FolderLock, lockFolder } from '#server/database/folder-lock.ts';

let folder: string;
let file: string;
let held: FolderLock[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'knurl-lock-'));
  file = join(folder, 'database.lock');
});
afterEach(async () => {
  for (const lock of held) await lock.release();
  held = [];
  await rm(folder, { recursive: true, force: true });
});

async function lock(): Promise<void> {
  held.push(await lockFolder(folder));
}

/** The content of a lock that this process would make. */
async function ownLock(): Promise<object> {
  const own = await lockFolder(folder);
  const content = JSON.parse(await readFile(file, 'utf8'));
  await own.release();
  return content;
}

it('is held once, and free again when it is released', async () => {
  await lock();
  await expect(lock()).rejects.toThrow(`${folder} is in use by process ${process.pid}`);
  for (const lock of held.splice(0)) await lock.release();
  expect(existsSync(file)).toBe(false);
  await lock();
});

it('is held by one of many that ask at the same moment, also over a dead holder', async () => {
  for (const dead of [false, true]) {
    if (dead) await writeFile(file, JSON.stringify({ ...(await ownLock()), started: '1' }));
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
    const won = answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(won).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(FolderInUseError);
    }
    for (const lock of won) await lock.release();
  }
});

it.each([
  [
    'of a dead process whose pid another one has now',
    (own: object) => JSON.stringify({ ...own, started: '1' }),
  ],
  ['of a machine that was restarted since', (own: object) => JSON.stringify({ ...own, boot: 'another' })],
  ['that holds nothing readable', () => 'not json'],
  ['whose maker died before writing', () => ''],
])('takes over a lock %s', async (_, content) => {
  await writeFile(file, content(await ownLock()));
  await lock();
});

it('trusts a holder on another machine as long as it shows life', async () => {
  await writeFile(file, JSON.stringify({ ...(await ownLock()), host: 'elsewhere' }));
  await expect(lock()).rejects.toThrow(/on elsewhere/);
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(file, longAgo, longAgo);
  await lock();
});

it('leaves a lock alone that is no longer its own', async () => {
  await lock();
  await writeFile(file, 'of someone else');
  for (const lock of held.splice(0)) await lock.release();
  expect(await readFile(file, 'utf8')).toBe('of someone else');
});
