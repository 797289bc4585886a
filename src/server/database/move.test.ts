import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { exemptionCertificates } from '#server/companies/tables.ts';
import { type Database, type Db, openDatabase, rows } from '#server/database/db.ts';
import { migrate } from '#server/database/migrate.ts';
import { moveInto } from '#server/database/move.ts';
import { createTestDatabase, dropTestDatabase, testDriver, testUrl } from '#server/test/database.ts';
import { makeCompany } from '#server/test/factories.ts';
import { builtSnapshot } from '#server/test/shop-process.ts';

const MEGABYTE = 1024 * 1024;
const dialect = new PgDialect();

/** Tells of every value of the statements that go through, its length. */
const watched = (db: Db, onValue: (length: number) => void): Db =>
  new Proxy(db, {
    get: (of, key) => {
      if (key === 'execute')
        return (query: SQL) => {
          for (const value of dialect.sqlToQuery(query).params) onValue(String(value).length);
          return of.execute(query);
        };
      if (key === 'transaction')
        return (work: (tx: Db) => Promise<unknown>, how: Parameters<Db['transaction']>[1]) =>
          of.transaction(tx => work(watched(tx, onValue)), how);
      return Reflect.get(of, key);
    },
  });

/** Writes files of these sizes, in megabytes, as certificates of a company. */
async function fill({ db }: Database, sizes: readonly number[]): Promise<void> {
  const company = await makeCompany(db);
  for (const size of sizes)
    await db.insert(exemptionCertificates).values({
      ...{ company, name: 'Certificate', contentType: 'application/pdf' as const },
      ...{ bytes: size * MEGABYTE, content: String(size % 10).repeat(size * MEGABYTE) },
    });
}

const contents = async ({ db }: Database) =>
  rows<{ md5: string }>(
    await db.execute(sql`select md5(content) from exemption_certificates order by md5(content)`),
  );

describe.runIf(testDriver === 'postgres')('a move to Postgres', () => {
  it('takes large rows in portions, each whole', async () => {
    const name = await createTestDatabase();
    const source = await openDatabase({ databaseUrl: null, dataDir: null, snapshot: builtSnapshot });
    const target = await openDatabase({ databaseUrl: testUrl(name), dataDir: null });
    try {
      await migrate(source);
      await fill(source, [1, 2, 20, 6, 8, 10, 7]);
      let longest = 0;
      const db = watched(target.db, length => {
        longest = Math.max(longest, length);
      });
      const moved = await moveInto(source, { ...target, db });
      expect(moved).toContainEqual({ table: 'exemption_certificates', rows: 7 });
      expect(await contents(target)).toEqual(await contents(source));
      // The one of twenty goes alone, and no others together go beyond sixteen.
      expect(longest).toBeGreaterThan(20 * MEGABYTE);
      expect(longest).toBeLessThan(21 * MEGABYTE);
    } finally {
      await source.close();
      await target.close();
      await dropTestDatabase(name);
    }
  });
});
