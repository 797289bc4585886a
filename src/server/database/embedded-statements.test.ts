import type { PGlite, Transaction } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/database/db.ts';
import { closeTestDatabase, testDatabase, testDriver } from '#server/test/database.ts';

let database: Database;
let client: PGlite;
beforeAll(async () => {
  database = await testDatabase();
  client = (database.db as unknown as { $client: PGlite }).$client;
  if (testDriver === 'pglite')
    await client.exec(
      'create table kept (id int primary key, name text, price numeric(12, 2), sold bigint, tags text[], more jsonb, at timestamptz)',
    );
});
afterAll(() => closeTestDatabase(database));

/** The same statement as PGlite asks it itself: this word is for those that are planned for their values. */
const unkept = (text: string) => text.replace('where ', "where 'a' like 'a' and ");
const ofRow = 'select * from kept where id = $1';
const isKept = async (text: string) => {
  const like = `%${text.slice(0, 40)}%`;
  const { rows } = await client.query('select 1 from pg_prepared_statements where statement like $1', [like]);
  return rows.length > 0;
};

const test = it.runIf(testDriver === 'pglite');

test('reads, writes and counts as PGlite does', async () => {
  const insert = 'insert into kept values ($1, $2, $3, $4, $5, $6, $7)';
  const values = [1, 'Knob', '4.50', 9_007_199_254n, ['brass', 'it’s, "so"'], { finish: ['a'] }, new Date(0)];
  expect(await client.query(insert, values)).toMatchObject({ affectedRows: 1, command: 'INSERT', rows: [] });
  await client.query(insert, [2, null, null, null, null, null, undefined]);
  for (const rowMode of ['object', 'array'] as const) {
    for (const id of [1, 2, 3]) {
      const kept = await client.query(ofRow, [id], { rowMode });
      expect(kept).toEqual(await client.query(unkept(ofRow), [id], { rowMode }));
    }
  }
  const parsers = { 1184: (text: string) => text };
  const asText = await client.query<{ at: string }>(ofRow, [1], { parsers });
  expect(asText.rows[0]?.at).toMatch(/^1970-01-01 00:00:00/);
  const update = 'update kept set sold = sold + $1 where id = $2 returning sold';
  expect(await client.query(update, [1, 1])).toEqual({
    ...(await client.query(unkept(update), [0, 1])),
    rows: [{ sold: 9_007_199_255 }],
  });
  expect(await client.query('delete from kept where id = $1', [2])).toMatchObject({ affectedRows: 1 });
  expect(await isKept(ofRow)).toBe(true);
});

test('fails as PGlite does, and asks on', async () => {
  const twice = 'insert into kept (id) values ($1)';
  await client.query(twice, [10]);
  for (const text of [twice, 'insert into kept (id) select $1::int where true'])
    await expect(client.query(text, [10])).rejects.toMatchObject({ code: '23505', constraint: 'kept_pkey' });
  await expect(client.query('select nothing from kept where id = $1', [1])).rejects.toMatchObject({
    code: '42703',
  });
  await expect(client.query(ofRow, ['ten'])).rejects.toThrow();
  expect((await client.query(ofRow, [10])).rows).toHaveLength(1);
});

test('takes nothing more in a transaction after a statement that failed', async () => {
  const work = async (tx: Transaction) => {
    await tx.query('insert into kept (id) values ($1)', [11]);
    await tx.query('insert into kept (id) values ($1)', [11]).catch(() => undefined);
    await tx.query(ofRow, [11]);
  };
  await expect(client.transaction(work)).rejects.toMatchObject({ code: '25P02' });
  expect((await client.query(ofRow, [11])).rows).toEqual([]);
});

test('has a statement outside wait until a transaction has ended', async () => {
  let end = () => undefined as unknown;
  const isToEnd = new Promise(resolve => {
    end = () => resolve(null);
  });
  const transaction = client.transaction(async tx => {
    await tx.query('insert into kept (id) values ($1)', [12]);
    await isToEnd;
    await tx.query('update kept set name = $1 where id = $2', ['Hinge', 12]);
  });
  const outside = client.query('select name from kept where id = $1', [12]);
  end();
  await transaction;
  expect((await outside).rows).toEqual([{ name: 'Hinge' }]);
});

test('asks anew what stands otherwise since: a table that was changed, also by what was rolled back', async () => {
  await client.query(ofRow, [1]);
  const change = client.transaction(async tx => {
    await tx.exec('alter table kept drop column tags');
    expect((await tx.query<object>(ofRow, [1])).rows[0]).not.toHaveProperty('tags');
    throw new Error('undone');
  });
  await expect(change).rejects.toThrow('undone');
  expect((await client.query<object>(ofRow, [1])).rows[0]).toHaveProperty('tags');
  await client.exec('deallocate all');
  expect((await client.query<object>(ofRow, [1])).rows).toHaveLength(1);
  await client.transaction(async tx => {
    await tx.exec('alter table kept rename column tags to labels');
  });
  expect((await client.query<object>(ofRow, [1])).rows[0]).toHaveProperty('labels');
});

test('leaves nothing behind of what it asks no more', async () => {
  const count = async () => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from pg_prepared_statements where name like 'kept %'",
    );
    return rows[0]?.count;
  };
  for (let nth = 0; nth < 3; nth++) {
    await client.exec('create temp table if not exists passing (id int)');
    for (const column of ['id', 'name', 'price'])
      await client.query(`select ${column} from kept where id = $1`, [1]);
    expect(await count()).toBe(3);
  }
});
