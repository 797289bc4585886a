import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, isUnavailable, openDatabase } from '#server/database/db.ts';
import { createGate } from '#server/database/postgres-guard.ts';
import { testDriver } from '#server/test/database.ts';
import { startPostgres, type TestServer } from '#server/test/postgres.ts';

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    error => error,
  );

describe('the gate', () => {
  const refused = { code: 'ECONNREFUSED' };
  /** Work that the test ends. */
  function work() {
    let end: (value?: unknown) => void = () => undefined;
    let fail: (error: unknown) => void = () => undefined;
    const promise = new Promise((resolve, reject) => {
      end = resolve;
      fail = reject;
    });
    return { promise, end, fail };
  }

  it('lets so many through, the others in their order', async () => {
    const gate = createGate(2);
    const works = [work(), work(), work(), work()];
    const begun: number[] = [];
    const runs = works.map((each, n) =>
      gate.run(() => {
        begun.push(n);
        return each.promise;
      }),
    );
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    expect(gate.figures()).toEqual({ size: 2, inUse: 2, waiting: 2 });
    works[1]?.end('one');
    expect(await runs[1]).toBe('one');
    await expect.poll(() => begun).toEqual([0, 1, 2]);
    for (const each of works) each.end();
    await Promise.all(runs);
    expect(begun).toEqual([0, 1, 2, 3]);
    expect(gate.figures()).toEqual({ size: 2, inUse: 0, waiting: 0 });
  });

  it('keeps connections for short statements, however many transactions wait', async () => {
    const gate = createGate(3);
    const works = [work(), work(), work()];
    const runs = works.map(each => gate.run(() => each.promise, 'transaction'));
    const waiting = gate.run(async () => 'transaction', 'transaction');
    expect(gate.figures()).toMatchObject({ inUse: 2, waiting: 2 });
    expect(await gate.run(async () => 'read')).toBe('read');
    expect(gate.figures()).toMatchObject({ inUse: 2, waiting: 2 });
    for (const each of works) each.end();
    await Promise.all(runs);
    expect(await waiting).toBe('transaction');
  });

  it('refuses who waited too long', async () => {
    const gate = createGate(1, 20);
    const first = work();
    const running = gate.run(() => first.promise);
    expect(isUnavailable(await failure(gate.run(async () => undefined)))).toBe(true);
    first.end();
    await running;
    expect(await gate.run(async () => 'free')).toBe('free');
  });

  it('refuses at once while the server is gone, lets one at a time try, and opens when it is back', async () => {
    const gate = createGate(1);
    const first = work();
    const running = failure(gate.run(() => first.promise));
    const waiting = failure(gate.run(async () => 'never'));
    first.fail(refused);
    expect(await running).toBe(refused);
    expect(isUnavailable(await waiting)).toBe(true);
    const trial = work();
    const trying = gate.run(() => trial.promise);
    expect(isUnavailable(await failure(gate.run(async () => 'never')))).toBe(true);
    trial.end('back');
    expect(await trying).toBe('back');
    expect(await gate.run(async () => 'open')).toBe('open');
  });

  it('stays open when the work fails for reasons of its own', async () => {
    const gate = createGate(1);
    expect(await failure(gate.run(() => Promise.reject({ code: '23505' })))).toEqual({ code: '23505' });
    expect(await failure(gate.run(() => Promise.reject({ code: 'CONNECTION_CLOSED' })))).toBeTruthy();
    expect(await gate.run(async () => 'open')).toBe('open');
  });
});

describe.runIf(testDriver === 'postgres' && !process.env.TEST_DATABASE_URL)(
  'a Postgres that goes away',
  () => {
    let server: TestServer;
    let database: Database;

    beforeAll(async () => {
      server = await startPostgres();
      database = await openDatabase({ databaseUrl: server.url, dataDir: null, databasePool: 3 });
    });
    afterAll(async () => {
      await database.close();
      await server.stop();
    });

    /** The server and its backends, which a signal to the server alone leaves running. */
    function signal(name: 'STOP' | 'CONT'): void {
      const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8');
      for (const pid of [server.pid ?? 0, ...children.trim().split(/\s+/).map(Number)])
        process.kill(pid, `SIG${name}`);
    }

    const select = () => database.db.execute(sql`select 1`);

    it('is said to be unavailable when nothing listens there', async () => {
      const url = 'postgres://nobody@127.0.0.1:9/none';
      expect(isUnavailable(await failure(openDatabase({ databaseUrl: url, dataDir: null })))).toBe(true);
    });

    it('is asked at whichever of its hosts answers, whatever many ask at once', async () => {
      const url = `${server.url.replace(/@([^/?]+)/, '@127.0.0.1:9,$1')}?target_session_attrs=primary`;
      const pair = await openDatabase({ databaseUrl: url, dataDir: null, databasePool: 5 });
      try {
        const asked = Array.from({ length: 20 }, () => failure(pair.db.execute(sql`select 1`)));
        expect(await Promise.all(asked)).toEqual(Array(20).fill(null));
        const unlisten = await pair.listen(
          'knurl_pair',
          () => undefined,
          () => undefined,
        );
        await unlisten();
      } finally {
        await pair.close();
      }
    });

    it('keeps a slow query that is merely slow', async () => {
      await database.db.execute(sql`select pg_sleep(5)`);
    });

    it('answers with a failure while it is frozen, running, waiting and new work alike, and heals by itself', async () => {
      const running = failure(database.db.transaction(tx => tx.execute(sql`select pg_sleep(1)`)));
      await select();
      signal('STOP');
      try {
        const waiting = Array.from({ length: 20 }, () => failure(select()));
        for (const error of await Promise.all([running, ...waiting])) expect(isUnavailable(error)).toBe(true);
        expect(isUnavailable(await failure(select()))).toBe(true);
      } finally {
        signal('CONT');
      }
      await expect.poll(() => failure(select()), { timeout: 10_000 }).toBeNull();
      expect(await Promise.all(Array.from({ length: 20 }, () => failure(select())))).toEqual(
        Array(20).fill(null),
      );
    });

    it('heals by itself after its backends were killed, and listens again', async () => {
      const heard: string[] = [];
      let connects = 0;
      const unlisten = await database.listen(
        'knurl_test',
        message => heard.push(message),
        () => connects++,
      );
      const lost = failure(database.db.execute(sql`select pg_sleep(20)`));
      await expect.poll(sleeping).toBe(1);
      await server.execute(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
      );
      expect(isUnavailable(await lost)).toBe(true);
      await expect.poll(() => failure(select())).toBeNull();
      await expect.poll(() => connects, { timeout: 5_000 }).toBe(2);
      await database.db.execute(sql`select pg_notify('knurl_test', 'back')`);
      await expect.poll(() => heard).toEqual(['back']);
      await unlisten();
    });

    async function sleeping(): Promise<number> {
      const { rows } = await database.execute('select 1 from pg_stat_activity where query like $1', [
        'select pg_sleep(20%',
      ]);
      return rows.length;
    }
  },
);
