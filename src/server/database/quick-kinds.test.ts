import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Column, is as drizzles, SQL, StringChunk, Subquery, sql, Table } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { users } from '#server/users/tables.ts';
import { rememberKinds } from '../../../scripts/quick-kinds.ts';

/** Drizzle's function as the build makes it. */
async function built(): Promise<typeof drizzles> {
  const entity = join(dirname(createRequire(import.meta.url).resolve('drizzle-orm')), 'entity.js');
  const code = rememberKinds(await readFile(entity, 'utf8'));
  const { is }: { is: typeof drizzles } = await import(
    `data:text/javascript,${encodeURIComponent(code ?? '')}`
  );
  return is;
}

it('the build’s `is` answers as Drizzle’s own, whatever it was asked before', async () => {
  const is = await built();
  const subquery = new QueryBuilder().select({ _id: users._id }).from(users).as('x');
  const named = new QueryBuilder().$with('y').as(new QueryBuilder().select().from(users));
  const things: unknown[] = [
    subquery,
    named,
    { subquery },
    {},
    Object.create(null) as object,
    [],
    users,
    users._id,
    sql`select 1`,
    sql`1`.as('one'),
    new StringChunk('x'),
    null,
    'text',
  ];
  const types = [Subquery, SQL, SQL.Aliased, Column, Table, StringChunk];
  // Twice, and the other way round: an answer of one thing must be none of another.
  for (const order of [things, things.toReversed()]) {
    for (const thing of order) {
      for (const type of types) {
        if (thing && typeof thing === 'object' && Object.getPrototypeOf(thing) === null) continue;
        expect(is(thing, type)).toBe(drizzles(thing, type));
      }
    }
  }
});

it('is missed by the build when Drizzle has it no longer', () => {
  expect(rememberKinds('export const is = () => true;')).toBeNull();
});
