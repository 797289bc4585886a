import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, rows } from '#server/db.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => closeTestDatabase(database));

it('gives the rows of raw SQL, whichever driver answered', async () => {
  const result = await database.db.execute(sql`select 1::int as one, 'x' as letter`);
  expect(rows(result)).toEqual([{ one: 1, letter: 'x' }]);
});
