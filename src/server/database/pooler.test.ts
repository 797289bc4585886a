import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Database, openDatabase, rows } from '#server/database/db.ts';
import { ARRAY_TYPES } from '#server/database/postgres-arrays.ts';
import {
  closeTestDatabase,
  createTestDatabase,
  dropTestDatabase,
  testDatabase,
  testDriver,
  testUrl,
  wayTo,
} from '#server/test/database.ts';
import { startPgbouncer } from '#server/test/pgbouncer.ts';
import { withDatabase } from '#server/test/postgres.ts';
import { patiently } from '#server/test/selling.ts';
import { Way } from '#server/test/way.ts';

const message = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    error => (error as Error).message,
  );

describe('a transaction', () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
    await database.db.execute(sql`create table kept (n int check (n <> 13))`);
  });
  afterAll(() => closeTestDatabase(database));

  it('is reported as failed when its commit is answered by anything but COMMIT', async () => {
    const swallowing = database.db.transaction(async tx => {
      await tx.execute(sql`insert into kept values (1)`);
      await message(tx.execute(sql`insert into kept values (13)`));
      return 'acknowledged';
    });
    expect(await message(swallowing)).toBe('The database answered the commit with ROLLBACK');
    expect(await database.db.$count(sql`kept where n = 1`)).toBe(0);
  });

  it('is done where only a part of it was rolled back, and not where all of it was', async () => {
    const leaving = database.db.transaction(async tx => tx.rollback());
    expect(await message(leaving)).toBe('Rollback');
    const nested = database.db.transaction(async tx => {
      await message(tx.transaction(inner => inner.execute(sql`insert into kept values (13)`)));
      await tx.execute(sql`insert into kept values (2)`);
      return 'kept';
    });
    expect(await nested).toBe('kept');
    expect(await database.db.$count(sql`kept where n = 2`)).toBe(1);
  });
});

describe.runIf(testDriver === 'postgres')('Postgres, also behind a pooler', () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
    await database.db.execute(sql`create table kept (n int check (n <> 13))`);
  });
  afterAll(() => closeTestDatabase(database));

  it('keeps what was committed, of many transactions at once', async () => {
    const write = (n: number) =>
      database.db.transaction(async tx => {
        await tx.execute(sql`insert into kept values (${n}::int)`);
        return rows(await tx.execute(sql`select n from kept where n = ${n}::int`));
      });
    const numbers = Array.from({ length: 200 }, (_, n) => 100 + n);
    const all = await Promise.all(numbers.map(n => patiently(() => write(n))));
    expect(all).toEqual(numbers.map(n => [{ n }]));
    expect(await database.db.$count(sql`kept`)).toBe(200);
  });

  it('goes on after a transaction that failed, on the same connections', async () => {
    const failing = Array.from({ length: 30 }, () =>
      message(database.db.transaction(tx => tx.execute(sql`insert into kept values (13)`))),
    );
    for (const said of await Promise.all(failing)) expect(said).toContain('insert into kept');
    const idle = await database.execute(
      `select count(*)::int as n from pg_stat_activity where state like 'idle in transaction%' and datname = $1`,
      [rows<{ name: string }>(await database.db.execute(sql`select current_database() as name`))[0]?.name],
    );
    expect(idle.rows).toEqual([{ n: 0 }]);
    expect(await database.db.transaction(tx => tx.$count(sql`kept where n = 13`))).toBe(0);
  });

  it('has on each connection the settings that keep one caller from holding up the others', async () => {
    const asked = await Promise.all(
      Array.from({ length: 10 }, () =>
        database.db.execute(sql`select current_setting('lock_timeout') as locks,
          current_setting('statement_timeout') as statements,
          current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit,
          current_setting('random_page_cost') as page, current_setting('work_mem') as memory,
          current_setting('max_parallel_workers_per_gather') as workers, pg_sleep(0.05)::text`),
      ),
    );
    for (const answer of asked) {
      expect(rows(answer)).toMatchObject([
        {
          locks: '4s',
          statements: '30s',
          idle: '30s',
          jit: 'off',
          page: '1.1',
          memory: '16MB',
          workers: '0',
        },
      ]);
    }
  });

  it('reads and writes every array type of the schema', async () => {
    const { rows: columns } = await database.execute(
      `select distinct t.oid::int as type, t.typname as name from pg_attribute a
        join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
        join pg_type t on t.oid = a.atttypid
        where c.relkind = 'r' and n.nspname = 'public' and t.typelem <> 0 and t.typlen = -1`,
      [],
    );
    expect(columns.length).toBeGreaterThan(2);
    for (const { type, name } of columns) expect(ARRAY_TYPES, String(name)).toContain(type);
    const odd = ['a,b', '"quoted"', '\\', '{}', 'NULL', '', ' é '];
    const [read] = rows(
      await database.db.execute(sql`select ${sql.param(odd)}::text[] as texts, ${sql.param([1, -2])}::int[] as ints,
        ${sql.param([])}::uuid[] as none, array[null, 'x']::text[] as nulls, array[true, false] as flags`),
    );
    expect(read).toEqual({ texts: odd, ints: [1, -2], none: [], nulls: [null, 'x'], flags: [true, false] });
  });
});

describe.runIf(testDriver === 'postgres')('a LISTEN connection that goes quiet', () => {
  let name: string;
  let way: Way;
  let database: Database;
  beforeAll(async () => {
    name = await createTestDatabase({ template: null });
    way = new Way(new URL(testUrl(name)));
    database = await openDatabase({ ...wayTo(name), listenUrl: await way.open(), dataDir: null });
  });
  afterAll(async () => {
    await database.close();
    await way.close('gone');
    await dropTestDatabase(name);
  });

  it.each(['gone', 'silent'] as const)(
    'is noticed, and made anew when there is a way again: %s',
    async how => {
      const heard: string[] = [];
      let gaps = 0;
      const unlisten = await database.listen(
        'news',
        message => heard.push(message),
        () => gaps++,
      );
      const say = (word: string) => database.db.execute(sql`select pg_notify('news', ${word})`);
      await say('first');
      await expect.poll(() => heard).toEqual(['first']);
      const before = gaps;
      await way.close(how);
      await say('lost');
      await expect.poll(() => database.isDeaf()).toBe(true);
      // The cache is emptied again and again while nothing is heard.
      await expect.poll(() => gaps).toBeGreaterThan(before + 1);
      await way.open();
      await expect.poll(() => database.isDeaf()).toBe(false);
      await say('again');
      await expect.poll(() => heard).toEqual(['first', 'again']);
      await unlisten();
    },
  );
});

describe.runIf(testDriver === 'postgres' && process.env.TEST_POOLED === 'yes')(
  'addresses of a pooler',
  () => {
    let name: string;
    beforeAll(async () => {
      name = await createTestDatabase({ template: null });
    });
    afterAll(() => dropTestDatabase(name));

    /** How a start ends with these addresses. */
    const start = (databaseUrl: string, listenUrl: string | null = null) =>
      message(
        openDatabase({ databaseUrl, listenUrl, dataDir: null }).then(async opened => {
          try {
            await opened.listen('news', () => undefined);
          } finally {
            await opened.close();
          }
        }),
      );
    const pooled = (database = name) => withDatabase(inject('testWayUrl'), database);

    it('are taken with an address that leads to the same database itself', async () => {
      expect(await start(pooled(), testUrl(name))).toBe('done');
    });

    it('are refused without LISTEN_URL', async () => {
      expect(await start(pooled())).toContain(
        'DATABASE_URL: leads to a pooler. Also set LISTEN_URL to an address that leads to Postgres itself',
      );
    });

    it('are refused without LISTEN_URL also where the pooler passes over what it does not know', async () => {
      const lenient = await startPgbouncer(testUrl(name), {
        ignore_startup_parameters:
          'jit,random_page_cost,work_mem,max_parallel_workers_per_gather,statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
      });
      try {
        expect(await start(lenient.url)).toMatch(/DATABASE_URL: leads to a pooler/);
      } finally {
        await lenient.stop();
      }
    });

    it('are refused as LISTEN_URL, as is one of another database', async () => {
      expect(await start(pooled(), pooled())).toContain(
        'LISTEN_URL: leads to a pooler, but has to lead to Postgres itself',
      );
      expect(await start(pooled(), inject('testServerUrl'))).toContain(
        'LISTEN_URL: does not lead to the database of DATABASE_URL: what is written there would go unnoticed',
      );
    });
  },
);
