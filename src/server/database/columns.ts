import { type SQL, sql } from 'drizzle-orm';
import { check, customType, type PgColumn, uuid } from 'drizzle-orm/pg-core';
import { chance, clock } from '#server/time-and-chance.ts';
import { type Money, toCents, toMoney } from '#shared/rules/money.ts';

/** An amount: `Money` in TypeScript, whole cents in the database. In raw SQL it is cents. */
export const money = customType<{ data: Money; driverData: number | string }>({
  dataType: () => 'bigint',
  toDriver: amount => toCents(amount),
  fromDriver: cents => toMoney(Number(cents)),
});

/** A sum of amounts that SQL makes, which is beyond what a driver takes for a number. */
export const moneyOf = (cents: SQL) => sql`(${cents})::text`.mapWith((text: string) => toMoney(Number(text)));

/** A moment: ISO 8601 in UTC on this side, timestamptz in the database. */
export const instant = customType<{ data: string; driverData: string | Date }>({
  dataType: () => 'timestamptz',
  fromDriver: value => new Date(value).toISOString(),
});

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** A UUIDv7 made in the app: sorts by time, safe to import and to shard. */
export const id = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => chance.uuidInOrder());

export const now = () => instant().notNull().default(sql`now()`);

export const updatedNow = () =>
  instant()
    .notNull()
    .default(sql`now()`)
    .$onUpdate(() => clock.now().toISOString());

/** CHECK that a text column holds one of a closed list. */
export function oneOf(name: string, column: PgColumn, values: readonly string[]) {
  return check(name, isOneOf(column, values));
}

/** That a text column holds one of a closed list, as DDL can say it: without parameters. */
export function isOneOf(column: PgColumn, values: readonly string[]): SQL {
  const list = sql.raw(values.map(value => `'${value}'`).join(', '));
  return sql`${column} in (${list})`;
}
