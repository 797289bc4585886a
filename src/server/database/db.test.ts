import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, type Db, isUnavailable, pgError, retrying, rows } from '#server/database/db.ts';
import { facetValues, logEntries, searchTerms } from '#server/tables.ts';
import { closeTestDatabase, testDatabase, testDriver } from '#server/test/database.ts';

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => closeTestDatabase(database));

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    error => error,
  );

describe('one Db over two drivers', () => {
  it('runs on the database that its project names', () => {
    expect(database.driver).toBe(testDriver);
  });

  it('gives the rows of raw SQL', async () => {
    const result = await database.db.execute(sql`select 1::int as one, 'x' as letter`);
    expect(rows(result)).toEqual([{ one: 1, letter: 'x' }]);
    expect(() => rows(undefined)).toThrow(TypeError);
  });

  it('reads instants, numbers and arrays alike', async () => {
    const [entry] = await database.db
      .insert(logEntries)
      .values({ type: 'user', date: '2026-03-01T12:00:00.000Z', before: { a: [1, null] } })
      .returning();
    expect(entry).toMatchObject({ date: '2026-03-01T12:00:00.000Z', before: { a: [1, null] }, user: null });
  });

  it('has the three extensions', async () => {
    const [row] = rows<{ similar: boolean; plain: string; same: boolean }>(
      await database.db.execute(
        sql`select 'avalon' % 'avlon' as similar, unaccent('Zürich') as plain, 'A'::citext = 'a'::citext as same`,
      ),
    );
    expect(row).toEqual({ similar: true, plain: 'Zurich', same: true });
  });

  it('names code and constraint of a refused write', async () => {
    await database.db.insert(facetValues).values({ name: 'Finish', value: 'Brass' });
    const error = await failure(database.db.insert(facetValues).values({ name: 'Finish', value: 'Brass' }));
    expect(pgError(error)).toEqual({ code: '23505', constraint: 'facet_values_pair' });
    expect(isUnavailable(error)).toBe(false);
  });

  it('finds no database error in anything else', () => {
    for (const error of [null, undefined, 'x', new Error('x'), { code: 'EPIPE' }, { code: 23505 }]) {
      expect(pgError(error)).toBeNull();
    }
  });

  it('runs raw texts of several statements, and leaves no transaction open when one fails', async () => {
    await database.execute('begin; create table raw_work (n int); insert into raw_work values (1); commit;');
    expect((await database.execute('select n from raw_work where n = $1', [1])).rows).toEqual([{ n: 1 }]);
    const error = await failure(
      database.execute('begin; insert into raw_work values (2); select 1/0; commit;'),
    );
    expect(pgError(error)?.code).toBe('22012');
    expect((await database.execute('select n from raw_work')).rows).toEqual([{ n: 1 }]);
  });
});

describe('transactions', () => {
  const count = (db: Db) => db.$count(searchTerms);

  it('vanish when they throw', async () => {
    const before = await count(database.db);
    await failure(
      database.db.transaction(async tx => {
        await tx.insert(searchTerms).values({ term: 'gone', results: 0 });
        throw new Error('no');
      }),
    );
    expect(await count(database.db)).toBe(before);
  });

  it('start over for a serialization failure or a deadlock, three times at most', async () => {
    for (const code of ['40001', '40P01']) {
      let runs = 0;
      const give = (giveUp: number) =>
        retrying(database.db, async tx => {
          runs++;
          if (runs < giveUp) {
            await tx.execute(
              sql.raw(`do $$ begin raise exception 'rival' using errcode = '${code}'; end $$`),
            );
          }
          return runs;
        });
      expect(await give(3)).toBe(3);
      runs = 0;
      expect(pgError(await failure(give(99)))?.code).toBe(code);
      expect(runs).toBe(3);
    }
  });

  it('do not start over for other failures', async () => {
    let runs = 0;
    await failure(
      retrying(database.db, async tx => {
        runs++;
        await tx.execute(sql`select 1/0`);
      }),
    );
    expect(runs).toBe(1);
  });

  it.runIf(testDriver === 'pglite')('name the mistake when the outer database is used inside', async () => {
    const error = await failure(
      database.db.transaction(async tx => {
        await tx.execute(sql`select 1`);
        await database.db.execute(sql`select 1`);
      }),
    );
    expect(String((error as Error).cause ?? error)).toContain('past its `tx`');
    // Work that was begun inside may go on after it.
    let later: Promise<unknown> = Promise.resolve();
    await database.db.transaction(async tx => {
      await tx.execute(sql`select 1`);
      later = new Promise(resolve => setTimeout(resolve, 20)).then(() => database.db.execute(sql`select 1`));
    });
    expect(rows(await later)).toHaveLength(1);
  });

  it('nest as savepoints', async () => {
    await database.db.transaction(async tx => {
      await tx.insert(searchTerms).values({ term: 'outer', results: 0 });
      await failure(
        tx.transaction(async inner => {
          await inner.insert(searchTerms).values({ term: 'inner', results: 0 });
          throw new Error('no');
        }),
      );
    });
    const terms = await database.db.select().from(searchTerms).where(eq(searchTerms.term, 'inner'));
    expect(terms).toEqual([]);
    expect(await database.db.select().from(searchTerms).where(eq(searchTerms.term, 'outer'))).toHaveLength(1);
  });
});

describe('listen', () => {
  it('tells what was committed, and only that', async () => {
    const heard: string[] = [];
    let connects = 0;
    const unlisten = await database.listen(
      'knurl_test',
      message => heard.push(message),
      () => connects++,
    );
    await failure(
      database.db.transaction(async tx => {
        await tx.execute(sql`select pg_notify('knurl_test', 'rolled back')`);
        throw new Error('no');
      }),
    );
    await database.db.transaction(async tx => {
      await tx.execute(sql`select pg_notify('knurl_test', 'committed')`);
    });
    await expect.poll(() => heard).toEqual(['committed']);
    expect(connects).toBe(1);
    await unlisten();
  });
});
