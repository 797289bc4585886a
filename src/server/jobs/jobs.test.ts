import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBoss } from '#server/database/boss.ts';
import { type Database, type Db, openDatabase } from '#server/database/db.ts';
import { deadJobs, retryDeadJobs } from '#server/jobs/job-queues.ts';
import { createJobs, type JobHandler, type JobOptions, type Jobs } from '#server/jobs/jobs.ts';
import { searchTerms } from '#server/tables.ts';
import {
  closeTestDatabase,
  createTestDatabase,
  dropTestDatabase,
  testDatabase,
  testDriver,
  testUrl,
} from '#server/test/database.ts';
import { jobCounts } from '#server/test/job-counts.ts';

declare module '#server/jobs/jobs.ts' {
  interface JobPayloads {
    'test.note': { note: string; list?: number[] };
    'test.tick': Record<string, never>;
    'test.dead': { note: string };
  }
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let database: Database;
let jobs: Jobs;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => closeTestDatabase(database));
afterEach(async () => {
  await jobs.stop(1);
  await database.execute('delete from pgboss.job where name like $1', ['test.%']);
});

async function start(
  handler: JobHandler<'test.note'>,
  {
    work = false,
    on = database,
    pollSeconds = 0.05,
    ...options
  }: JobOptions & { work?: boolean; on?: Database; pollSeconds?: number } = {},
): Promise<Jobs> {
  jobs = createJobs(on, log, { pollSeconds });
  jobs.register('test.note', handler, options);
  await jobs.start({ work });
  return jobs;
}

const collect =
  <T>(into: T[]) =>
  async (payload: T) => {
    into.push(payload);
  };

describe('send', () => {
  it('becomes real with its transaction', async () => {
    const seen: unknown[] = [];
    await start(collect(seen));
    await database.db.transaction(async tx => {
      await tx.insert(searchTerms).values({ term: 'with a job', results: 0 });
      await jobs.send(tx, 'test.note', { note: 'it’s "quoted" \\ 漢', list: [1, 2] });
    });
    expect(await jobs.drain()).toBe(1);
    expect(seen).toEqual([{ note: 'it’s "quoted" \\ 漢', list: [1, 2] }]);
    expect(await jobs.drain()).toBe(0);
  });

  it('vanishes with its transaction', async () => {
    const seen: unknown[] = [];
    await start(collect(seen));
    const lost = database.db.transaction(async tx => {
      await tx.insert(searchTerms).values({ term: 'rolled back', results: 0 });
      await jobs.send(tx, 'test.note', { note: 'never' });
      throw new Error('rolled back');
    });
    await expect(lost).rejects.toThrow('rolled back');
    expect(await jobs.drain({ delayed: true })).toBe(0);
    expect(seen).toEqual([]);
    expect(await database.db.$count(searchTerms, eq(searchTerms.term, 'rolled back'))).toBe(0);
  });

  it('lets one job per key wait, and any number without a key', async () => {
    const seen: { note: string }[] = [];
    await start(collect(seen));
    const send = (note: string, singletonKey?: string) =>
      jobs.send(database.db, 'test.note', { note }, { singletonKey });
    expect(await send('first', 'key')).not.toBeNull();
    expect(await send('second', 'key')).toBeNull();
    await send('other', 'another key');
    await send('free');
    await send('free');
    expect(await jobs.drain()).toBe(4);
    await send('third', 'key');
    await jobs.drain();
    expect(seen.map(payload => payload.note).sort()).toEqual(['first', 'free', 'free', 'other', 'third']);
  });

  it('waits until its time has come', async () => {
    await start(async () => undefined);
    await jobs.send(
      database.db,
      'test.note',
      { note: 'later' },
      { startAfter: new Date(Date.now() + 3_600_000) },
    );
    expect(await jobs.drain()).toBe(0);
    expect(await jobCounts(database.db)).toMatchObject({ waiting: 1 });
    expect(await jobs.drain({ delayed: true })).toBe(1);
  });

  it('refuses a job that nobody registered', async () => {
    await start(async () => undefined);
    await expect(jobs.send(database.db, 'test.tick', {})).rejects.toThrow('test.tick');
  });
});

describe('working', () => {
  it('runs what was committed, by itself', async () => {
    const seen: unknown[] = [];
    await start(collect(seen), { work: true });
    for (const note of ['a', 'b', 'c']) await jobs.send(database.db, 'test.note', { note });
    await expect.poll(() => seen).toHaveLength(3);
    await expect.poll(() => jobCounts(database.db)).toMatchObject({ waiting: 0, active: 0 });
  });

  it('are all worked off at one look, and fetched no more often than they are', async () => {
    await start(collect<{ note: string }>([]));
    for (const note of ['one', 'two', 'three']) await jobs.send(database.db, 'test.note', { note });
    const seen: { note: string }[] = [];
    let fetches = 0;
    const counted: Database = {
      ...database,
      execute: (text, values) => {
        if (/^\s*with next/i.test(text)) fetches += 1;
        return database.execute(text, values);
      },
    };
    await start(collect(seen), { work: true, on: counted, pollSeconds: 3600 });
    await expect.poll(() => seen.map(({ note }) => note)).toEqual(['one', 'two', 'three']);
    await jobs.stop();
    expect(fetches).toBe(3);
  });

  it('runs as many at a time as it may', async () => {
    let active = 0;
    let most = 0;
    let done = 0;
    await start(
      async () => {
        most = Math.max(most, ++active);
        // The first waits for a second, however slow the machine is.
        while (most < 2) await new Promise(resolve => setTimeout(resolve, 5));
        await new Promise(resolve => setTimeout(resolve, 20));
        active--;
        done++;
      },
      { work: true, concurrency: 2 },
    );
    for (let n = 0; n < 6; n++) await jobs.send(database.db, 'test.note', { note: String(n) });
    await expect.poll(() => done).toBe(6);
    expect(most).toBe(2);
  });

  it('waits for running jobs when it stops, and takes no new ones', async () => {
    const seen: string[] = [];
    let begun = false;
    await start(
      async ({ note }) => {
        begun = true;
        await new Promise(resolve => setTimeout(resolve, 100));
        seen.push(note);
      },
      { work: true },
    );
    await jobs.send(database.db, 'test.note', { note: 'running' });
    await expect.poll(() => begun).toBe(true);
    await jobs.send(database.db, 'test.note', { note: 'waiting' });
    await jobs.stop();
    expect(seen).toEqual(['running']);
    expect(await jobCounts(database.db)).toMatchObject({ waiting: 1, active: 0 });
  });

  it('hands a job back that does not end in time when it stops', async () => {
    let attempt = 0;
    await start(
      async (_, run) => {
        attempt = run.attempt;
        await new Promise(resolve => run.signal.addEventListener('abort', resolve));
      },
      { work: true, retryDelaySeconds: 0 },
    );
    await jobs.send(database.db, 'test.note', { note: 'endless' });
    await expect.poll(() => attempt).toBe(1);
    await jobs.stop(0.01);
    expect(await jobCounts(database.db)).toMatchObject({ waiting: 1, active: 0 });
  });
});

describe('failing', () => {
  it('is tried again, then dead, seen and revived', async () => {
    const attempts: number[] = [];
    let broken = true;
    await start(
      async (_, run) => {
        attempts.push(run.attempt);
        if (broken) throw new Error('the printer is out of paper');
      },
      { retryLimit: 2 },
    );
    await jobs.send(database.db, 'test.note', { note: 'x' });
    expect(await jobs.drain()).toBe(1);
    expect(await jobCounts(database.db)).toMatchObject({ waiting: 1, dead: 0 });
    await jobs.drain({ delayed: true });
    expect(attempts).toEqual([1, 2, 3]);
    const [dead] = await deadJobs(database.db, { limit: 9 });
    expect(dead).toMatchObject({
      queue: 'test.note',
      runs: 3,
      payload: { note: 'x' },
      error: 'the printer is out of paper',
    });
    broken = false;
    await retryDeadJobs(database.db, { id: dead?.id ?? '' });
    await jobs.drain({ delayed: true });
    expect(attempts).toHaveLength(4);
    expect(await jobCounts(database.db)).toMatchObject({ waiting: 0, dead: 0 });
  });

  it('can be tried again long after its death, whatever pg-boss clears away meanwhile', async () => {
    let runs = 0;
    await start(
      async () => {
        runs++;
        if (runs === 1) throw new Error('the printer is out of paper');
      },
      { retryLimit: 0 },
    );
    await jobs.send(database.db, 'test.note', { note: 'x' });
    await jobs.drain();
    await database.execute(
      `update pgboss.job set completed_on = now() - interval '20 days', keep_until = now() - interval '6 days'
       where state = 'failed'`,
    );
    expect(await retryDeadJobs(database.db, 'all')).toBe(1);
    const boss = openBoss(database, false);
    await boss.start();
    await boss.maintain();
    await boss.stop({ graceful: false });
    await jobs.drain();
    expect(runs).toBe(2);
    expect(await jobCounts(database.db)).toMatchObject({ waiting: 0, dead: 0 });
  });

  it('hands on what it carries once it is dead, also of several at once', async () => {
    const handedOn: { note: string }[] = [];
    jobs = createJobs(database, log);
    jobs.register(
      'test.note',
      async () => {
        throw new Error('the printer is out of paper');
      },
      { retryLimit: 1, whenDead: 'test.dead' },
    );
    jobs.register('test.dead', collect(handedOn));
    await jobs.start({ work: false });
    for (const note of ['x', 'y']) await jobs.send(database.db, 'test.note', { note });
    await jobs.drain();
    expect(handedOn).toEqual([]);
    await jobs.drain({ delayed: true });
    expect(handedOn.map(({ note }) => note).sort()).toEqual(['x', 'y']);
  });

  it('counts as failed when it takes too long', async () => {
    await start(
      async (_, run) => new Promise(resolve => run.signal.addEventListener('abort', () => resolve())),
      {
        retryLimit: 0,
        timeoutSeconds: 1,
      },
    );
    await jobs.send(database.db, 'test.note', { note: 'slow' });
    await jobs.drain();
    expect((await deadJobs(database.db, { limit: 9 }))[0]).toMatchObject({ error: 'took longer than 1 s' });
  });
});

describe('schedule', () => {
  it('sends once per interval, however many processes there are', async () => {
    let ticks = 0;
    const everyDay = async (): Promise<Jobs> => {
      const own = createJobs(database, log, { pollSeconds: 0.05 });
      own.register('test.tick', async () => {
        ticks++;
      });
      own.schedule('test.tick', {}, { everySeconds: 86_400 });
      await own.start();
      return own;
    };
    const [first, second] = await Promise.all([everyDay(), everyDay()]);
    jobs = first;
    await expect.poll(() => ticks).toBe(1);
    const third = await everyDay();
    const seen: unknown[] = [];
    await third.stop(1);
    await second.stop(1);
    await start(collect(seen), { work: true });
    await jobs.send(database.db, 'test.note', { note: 'after some polls' });
    await expect.poll(() => seen).toHaveLength(1);
    await first.stop(1);
    expect(ticks).toBe(1);
  });
});

describe.runIf(testDriver === 'postgres')('two processes', () => {
  it('share the work: each job runs once', async () => {
    const name = await createTestDatabase();
    const own: Database[] = await Promise.all(
      [0, 1].map(() => openDatabase({ databaseUrl: testUrl(name), dataDir: null })),
    );
    const seen: string[] = [];
    const workers: Jobs[] = [];
    for (const on of own) {
      workers.push(await start(async ({ note }) => void seen.push(note), { work: true, concurrency: 3, on }));
    }
    const [sender] = own;
    if (!sender) throw new Error('not open');
    await sender.db.transaction(async (tx: Db) => {
      for (let n = 0; n < 60; n++) await jobs.send(tx, 'test.note', { note: String(n) });
    });
    await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(60);
    for (const worker of workers) await worker.stop(1);
    expect(new Set(seen).size).toBe(60);
    for (const on of own) await on.close();
    await dropTestDatabase(name);
  });
});
