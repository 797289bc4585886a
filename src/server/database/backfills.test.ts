import { spawn } from 'node:child_process';
import { sql } from 'drizzle-orm';
import { integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Backfill, runBackfills } from '#server/database/backfills.ts';
import { type Database, type Db, openDatabase, rows } from '#server/database/db.ts';
import { ROOT } from '#server/database/migrate.ts';
import {
  closeTestDatabase,
  createTestDatabase,
  dropTestDatabase,
  testDatabase,
  testDriver,
  wayTo,
} from '#server/test/database.ts';

const ROWS = 350;
const parcels = pgTable('parcels', { _id: uuid('id').primaryKey(), weighed: integer().notNull() });

/** Not to be done twice to any row. */
const weigh: Backfill = {
  name: 'parcels.weighed',
  key: parcels._id,
  rewrite: (tx, keys) =>
    tx.execute(sql`update parcels set weighed = weighed + 1 where id = any(${sql.param(keys)}::uuid[])`),
};

async function fill(db: Db): Promise<void> {
  await db.execute(sql`drop table if exists parcels`);
  await db.execute(sql`
    create table parcels as select gen_random_uuid() as id, 0 as weighed from generate_series(1, ${ROWS}::int)`);
  await db.execute(sql`alter table parcels add primary key (id)`);
  await db.execute(sql`delete from backfills`);
}

const run = (db: Db, backfill = weigh, { signal = new AbortController().signal } = {}) =>
  runBackfills(db, [backfill], { log: { info: () => undefined }, signal });

async function weights(db: Db) {
  return rows(
    await db.execute(
      sql`select weighed, count(*)::int as parcels from parcels group by weighed order by weighed`,
    ),
  );
}

async function progress(db: Db) {
  const [row] = rows<{ rows: number; done: boolean }>(
    await db.execute(sql`select rows, done_at is not null as done from backfills`),
  );
  return row;
}

const all = [{ weighed: 1, parcels: ROWS }];

describe('a backfill', () => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await testDatabase();
    db = database.db;
  });
  beforeEach(() => fill(db));
  afterAll(() => closeTestDatabase(database));

  it('rewrites each row once, in portions, and is done', async () => {
    const portions: number[] = [];
    const counted: Backfill = {
      ...weigh,
      rewrite: (tx, keys) => {
        portions.push(keys.length);
        return weigh.rewrite(tx, keys);
      },
    };
    await run(db, counted);
    expect(await weights(db)).toEqual(all);
    expect(await progress(db)).toEqual({ rows: ROWS, done: true });
    expect(portions.length).toBeGreaterThan(1);
    await run(db);
    expect(await weights(db)).toEqual(all);
  });

  it('goes on behind the last portion that was committed', async () => {
    let portion = 0;
    const failing: Backfill = {
      ...weigh,
      rewrite: async (tx, keys) => {
        await weigh.rewrite(tx, keys);
        if (++portion === 2) throw new Error('in the middle of a portion');
      },
    };
    await expect(run(db, failing)).rejects.toThrow('in the middle');
    expect(await progress(db)).toEqual({ rows: 100, done: false });
    expect(await weights(db)).toEqual([
      { weighed: 0, parcels: ROWS - 100 },
      { weighed: 1, parcels: 100 },
    ]);
    await run(db);
    expect(await weights(db)).toEqual(all);
  });

  it('stops between two portions when its process goes down', async () => {
    const down = new AbortController();
    const ending: Backfill = {
      ...weigh,
      rewrite: async (tx, keys) => {
        await weigh.rewrite(tx, keys);
        down.abort();
      },
    };
    await run(db, ending, down);
    expect(await progress(db)).toEqual({ rows: 100, done: false });
    await run(db);
    expect(await weights(db)).toEqual(all);
  });

  it('stands still while it is paused', async () => {
    await db.execute(sql`insert into backfills (name, paused) values (${weigh.name}, true)`);
    await run(db);
    expect(await progress(db)).toEqual({ rows: 0, done: false });
    await db.execute(sql`update backfills set paused = false where name = ${weigh.name}`);
    await run(db);
    expect(await weights(db)).toEqual(all);
  });

  it('that two run at once rewrites each row once', async () => {
    await Promise.all([run(db), run(db)]);
    await run(db);
    expect(await weights(db)).toEqual(all);
    expect(await progress(db)).toEqual({ rows: ROWS, done: true });
  });
});

describe.runIf(testDriver === 'postgres')('a backfill on Postgres', () => {
  let name: string;
  let one: Database;
  let two: Database;
  beforeAll(async () => {
    name = await createTestDatabase();
    const open = () => openDatabase({ ...wayTo(name), dataDir: null });
    [one, two] = await Promise.all([open(), open()]);
  });
  beforeEach(() => fill(one.db));
  afterAll(async () => {
    await Promise.all([one.close(), two.close()]);
    await dropTestDatabase(name);
  });

  it('lets a row go that an order holds, and those before it', async () => {
    const [last] = rows<{ id: string }>(
      await two.db.execute(sql`select id from parcels order by id offset 40 limit 1`),
    );
    let running: Promise<void> | undefined;
    await two.db.transaction(async order => {
      await order.execute(sql`select from parcels where id = ${last?.id} for update`);
      // It may give up for now, and goes on later.
      running = run(one.db).catch(() => undefined);
      // All that is not behind the order's row is rewritten, in portions that become smaller.
      await vi.waitFor(async () => expect((await progress(one.db))?.rows).toBeGreaterThan(30), 20_000);
      await two.db.transaction(async rival => {
        await rival.execute(sql`set local lock_timeout = '1s'`);
        await rival.execute(sql`update parcels set weighed = weighed where id < ${last?.id}`);
      });
    });
    await running;
    await run(one.db);
    expect(await weights(one.db)).toEqual(all);
  });

  it('of processes that are killed in the middle rewrites each row once', async () => {
    const program = `
      import { integer, pgTable, uuid } from 'drizzle-orm/pg-core';
      import { sql } from 'drizzle-orm';
      import { runBackfills } from '#server/database/backfills.ts';
      import { openDatabase } from '#server/database/db.ts';
      const { databaseUrl, listenUrl } = JSON.parse(process.env.WAY);
      const { db } = await openDatabase({ databaseUrl, listenUrl, dataDir: null });
      const key = pgTable('parcels', { _id: uuid('id').primaryKey() })._id;
      let portion = 0;
      const rewrite = async (tx, keys) => {
        await tx.execute(sql\`update parcels set weighed = weighed + 1 where id = any(\${sql.param(keys)}::uuid[])\`);
        if (++portion === 2) process.kill(process.pid, 'SIGKILL');
      };
      await runBackfills(db, [{ name: 'parcels.weighed', key, rewrite }],
        { log: console, signal: new AbortController().signal });`;
    const die = () =>
      new Promise(resolve => {
        spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
          cwd: ROOT,
          env: { ...process.env, WAY: JSON.stringify(wayTo(name)) },
          stdio: ['ignore', 'ignore', 'inherit'],
        }).once('exit', (_code, signal) => resolve(signal));
      });
    expect(await die()).toBe('SIGKILL');
    expect(await progress(one.db)).toEqual({ rows: 100, done: false });
    await vi.waitFor(async () => {
      // None goes on before the server has noticed that the process is gone.
      await Promise.all([run(one.db), run(two.db)]);
      expect(await progress(one.db)).toEqual({ rows: ROWS, done: true });
    }, 20_000);
    expect(await weights(one.db)).toEqual(all);
  });
});
