import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/database/db.ts';
import { createLogger } from '#server/logging.ts';
import { openPictures } from '#server/photos/picture-files.ts';
import { checkShared, type SharedCheck } from '#server/photos/shared-by-processes.ts';
import { pictureHolders } from '#server/photos/tables.ts';
import {
  closeTestDatabase,
  createTestDatabase,
  dropTestDatabase,
  testDatabase,
  testDriver,
  testUrl,
} from '#server/test/database.ts';
import { startShop } from '#server/test/shop-process.ts';

let database: Database;
let folder: string;
let lines: string[];
const checks: SharedCheck[] = [];
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => closeTestDatabase(database));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'knurl-shared-'));
  lines = [];
});
afterEach(async () => {
  for (const check of checks.splice(0)) await check.end().catch(() => undefined);
  await database.db.delete(pictureHolders);
  await rm(folder, { recursive: true, force: true });
});

/** A process with this data folder, as far as pictures go. */
function processWith(dataDir: string, secretKey = 'the key that all share', port = 3001): SharedCheck {
  const log = createLogger('error', { write: line => lines.push(line) });
  const pictures = openPictures(join(folder, dataDir));
  const check = checkShared({ db: database.db, pictures, log, env: { secretKey, port } });
  checks.push(check);
  return check;
}

const messages = () => lines.map(line => JSON.parse(line)).map(({ level, msg }) => [level, msg]);
const here = (port: number) => `${hostname()} (pid ${process.pid}, port ${port})`;
const ERROR = 50;
const STRAY = "Processes keep pictures in different places and don't see each other's; the log names them.";

describe('processes that keep pictures', () => {
  it('in one folder, by whatever name, have nothing to say', async () => {
    const [one, two] = [processWith('a'), processWith('b')];
    expect(await one.look()).toEqual([]);
    await symlink(join(folder, 'a'), join(folder, 'b'));
    expect(await two.look()).toEqual([]);
    expect(await one.look()).toEqual([]);
    expect(lines).toEqual([]);
  });

  it('in two folders are both told so, with hosts and folders, once', async () => {
    const [one, two] = [processWith('a'), processWith('b')];
    expect(await one.look()).toEqual([]);
    expect(await two.look()).toEqual([STRAY]);
    expect(await one.look()).toEqual([STRAY]);
    expect(await one.look()).toEqual([STRAY]);
    const [mine, other] = ['a', 'b'].map(name => `${join(folder, name, 'pictures')} on ${here(3001)}`);
    const told = (one?: string, two?: string) =>
      `two processes keep pictures in different places: ${one}, and ${two}; DATA_DIR has to lead all of them to one folder`;
    expect(messages()).toEqual([
      [ERROR, told(other, mine)],
      [ERROR, told(mine, other)],
    ]);
    await two.end();
    expect(await one.look()).toEqual([]);
  });

  it('with different SECRET_KEYs are both told so, once, and one of before that wrote no mark is let be', async () => {
    const [one, two] = [processWith('a'), processWith('a', 'another key', 3002)];
    const said = ['Processes have different SECRET_KEYs; the log names them.'];
    expect(await one.look()).toEqual([]);
    for (const each of [two, one, two]) expect(await each.look()).toEqual(said);
    const told = (mine: number, other: number) =>
      `two processes have different SECRET_KEYs: this one on ${here(mine)}, and one on ${here(other)}; either can't read the second factors that the other has sealed`;
    expect(messages()).toEqual([
      [ERROR, told(3002, 3001)],
      [ERROR, told(3001, 3002)],
    ]);
    await database.db.update(pictureHolders).set({ secretMark: null });
    expect(await one.look()).toEqual([]);
  });

  it('don’t mind one that was killed, once it was silent for three minutes', async () => {
    const killed = processWith('a');
    await killed.look();
    const next = processWith('b');
    expect(await next.look()).toEqual([STRAY]);
    await database.db.execute(sql`update picture_holders set seen_at = seen_at - interval '4 minutes'`);
    expect(await next.look()).toEqual([]);
    await database.db.execute(sql`update picture_holders set seen_at = seen_at - interval '2 days'`);
    await next.look();
    expect(await database.db.$count(pictureHolders)).toBe(1);
  });

  it('say it when they can’t', async () => {
    await writeFile(join(folder, 'a'), 'a file where a folder should be');
    const one = processWith('a');
    for (let n = 0; n < 2; n++)
      expect(await one.look()).toEqual(["Pictures can't be written; the log says why."]);
    expect(messages()).toEqual([
      [ERROR, `pictures can't be written to ${join(folder, 'a', 'pictures')} on ${here(3001)}`],
    ]);
  });
});

describe.runIf(testDriver === 'postgres')('a process of the shop', () => {
  it('warns at /readyz when it starts beside one whose pictures it lacks, and stays in service', async () => {
    const name = await createTestDatabase();
    const variables = (dataDir: string) => ({
      DATABASE_URL: testUrl(name),
      DATA_DIR: join(folder, dataDir),
      SECRET_KEY: 'k'.repeat(64),
    });
    const started = [await startShop(variables('a'))];
    const ready = async (n: number) => {
      const answer = await fetch(`${started[n]?.url}/readyz`);
      const { status, warnings } = (await answer.json()) as { status: string; warnings: string[] };
      return [answer.status, status, warnings];
    };
    try {
      started.push(await startShop(variables('b')));
      await expect.poll(() => ready(1), { timeout: 30_000 }).toEqual([200, 'ok', [STRAY]]);
      expect(await started[1]?.end('SIGTERM')).toEqual([0, null]);
    } finally {
      for (const shop of started) await shop.end();
      await dropTestDatabase(name);
    }
  }, 180_000);
});
