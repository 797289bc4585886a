import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseStatements } from '#server/database/choose-statements.ts';
import { type Database, type Db, rows } from '#server/database/db.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';

describe('which statements are prepared', () => {
  it('keeps what is asked by key, and keeps on keeping it', () => {
    const prepares = chooseStatements();
    expect(prepares('select 1 from orders where id = $1', ['a'])).toBe(true);
    expect(prepares('select 1 from orders where id = $1', ['b'])).toBe(true);
  });

  it('leaves what depends on its values to be planned for them', () => {
    const prepares = chooseStatements();
    for (const where of ['words @@ to_tsquery($1)', 'title like $1', 'facets && $1::int[]', 'word % $1'])
      expect(prepares(`select 1 from product_text where ${where}`, ['a'])).toBe(false);
  });

  it('leaves texts that may be several statements, and portions of an import', () => {
    const prepares = chooseStatements();
    expect(prepares('begin', [])).toBe(false);
    expect(prepares('select "tax" from "site_settings"', [])).toBe(true);
    expect(prepares('insert into variants values ($1, …)', Array.from({ length: 500 }))).toBe(false);
  });

  it('keeps no more than so many, and those it has', () => {
    const prepares = chooseStatements(2);
    const asked = ['a', 'b', 'c'].map(name => prepares(`select ${name} from t where id = $1`, [1]));
    expect(asked).toEqual([true, true, false]);
    expect(prepares('select a from t where id = $1', [1])).toBe(true);
  });
});

describe('on a connection', () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => closeTestDatabase(database));

  const read = (db: Db) => db.execute(sql`select * from changing where id = ${1}::int`);

  it('prepares inside a transaction too', async () => {
    await database.db.execute(sql`create table changing (id int, name text)`);
    const kept = await database.db.transaction(async tx => {
      await read(tx);
      return tx.execute(sql`select statement from pg_prepared_statements where statement ~ 'from changing'`);
    });
    expect(rows(kept)).toHaveLength(1);
  });

  it('asks again where a table was changed since', async () => {
    await Promise.all(Array.from({ length: 10 }, () => read(database.db)));
    await database.db.execute(sql`alter table changing add column price int`);
    await database.db.execute(sql`insert into changing values (1, 'knob', 5)`);
    for (let n = 0; n < 10; n++) {
      expect(rows(await read(database.db))).toEqual([{ id: 1, name: 'knob', price: 5 }]);
    }
  });
});
