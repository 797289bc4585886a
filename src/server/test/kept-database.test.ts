import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase, rows } from '#server/database/db.ts';
import { testDriver } from '#server/test/database.ts';
import { makeVariant } from '#server/test/factories.ts';
import { fingerprint } from '#server/test/fingerprint.ts';
import { type Kept, keep, lend, reset } from '#server/test/kept-database.ts';

describe.runIf(testDriver === 'pglite')('a database that one file hands on to the next', () => {
  let kept: Kept;
  beforeAll(async () => {
    const snapshot = inject('testSnapshot');
    kept = await keep(await openDatabase({ databaseUrl: null, dataDir: null, snapshot }));
  });
  afterAll(() => kept.database.close());

  const first = async (query: ReturnType<typeof sql>) =>
    rows<Record<string, unknown>>(await lend(kept).lent.db.execute(query))[0];

  it('holds what it held at first: rows, numbers, settings, locks and listeners are gone', async () => {
    const before = await fingerprint(kept.database.db, []);
    const { lent, end } = lend(kept);
    const heard: string[] = [];
    await lent.listen('news', text => heard.push(text));
    await makeVariant(lent.db);
    await lent.db.execute(sql`delete from shipping_tiers`);
    await lent.db.execute(sql`select nextval('order_numbers'), nextval('accounting_numbers')`);
    await lent.db.execute(sql`set time zone 'Asia/Tokyo'`);
    await lent.db.execute(sql`select pg_advisory_lock(1)`);
    await lent.db.execute(sql`create temp table passing (n int)`);
    await lent.db.execute(sql`analyze variants`);
    expect(await fingerprint(lent.db, [])).not.toEqual(before);
    await end();
    expect(await reset(kept)).toBe(true);

    expect(await fingerprint(lend(kept).lent.db, [])).toEqual(before);
    const asked = sql`select current_setting('timezone') as zone, to_regclass('passing') as passing,
      (select count(*)::int from pg_locks where locktype = 'advisory') as locks,
      (select count(*)::int from pg_statistic where starelid = 'variants'::regclass) as known`;
    expect(await first(asked)).toMatchObject({ passing: null, locks: 0, known: 0 });
    expect((await first(asked))?.zone).not.toBe('Asia/Tokyo');
    expect(await first(sql`select nextval('order_numbers')::int as n`)).toEqual({ n: 10_001 });
    await lend(kept).lent.execute(`notify news, 'late'`);
    expect(heard).toEqual([]);
    expect(await reset(kept)).toBe(true);
  });

  it('is closed to whatever the first one left running', async () => {
    const { lent, end } = lend(kept);
    await end();
    await expect(lent.ping()).rejects.toThrow('PGlite is closed');
    await expect(lent.execute('select 1')).rejects.toThrow('PGlite is closed');
    await expect(lent.listen('news', () => undefined)).rejects.toThrow('PGlite is closed');
    await expect(lent.db.transaction(tx => tx.execute(sql`select 1`))).rejects.toThrow('PGlite is closed');
    await expect(lend(kept).lent.ping()).resolves.toBeUndefined();
  });

  it.each([
    'create table more (n int)',
    'alter table layouts add column more int',
    'alter table variants alter column stock set default 7',
    'alter table variants drop constraint variants_pkey cascade',
    'drop table shipping_tiers cascade',
    'truncate orders cascade',
    'create role more',
    `alter database postgres set work_mem = '1MB'`,
    `select pgboss.create_queue('more', '{"policy":"short"}'::json)`,
  ])('is bit by bit as it was after %s', async statement => {
    expect(await reset(kept)).toBe(true);
    const { Module: machine } = kept.client;
    const before = machine.HEAPU8.slice();
    const rowsBefore = await fingerprint(kept.database.db, []);
    await lend(kept).lent.execute(statement);
    expect(await reset(kept)).toBe(true);
    expect(Buffer.compare(machine.HEAPU8, before)).toBe(0);
    expect(await fingerprint(kept.database.db, [])).toEqual(rowsBefore);
    await lend(kept).lent.execute(statement);
    expect(await reset(kept)).toBe(true);
  });

  it('asks again what it asked before, as its statements are put back as well', async () => {
    const ask = async (n: number) => (await first(sql`select ${n}::int as n`))?.n;
    expect(await ask(1)).toBe(1);
    expect(await reset(kept)).toBe(true);
    expect([await ask(2), await ask(3)]).toEqual([2, 3]);
  });

  it('is not handed on once a library was loaded, nor once it is closed', async () => {
    expect(await reset(kept)).toBe(true);
    await lend(kept).lent.execute(`load 'pgoutput'`);
    expect(await reset(kept)).toBe(false);
    await kept.database.close();
    expect(await reset(kept)).toBe(false);
  });
});
