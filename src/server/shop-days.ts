import { and, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '#server/database/db.ts';
import { shopRates } from '#server/site/rates.ts';
import { addDays } from '#shared/rules/open-hours.ts';

/** Selects what was from one day of the shop to another, both of them whole; undefined: all. */
export async function withinDays(
  db: Db,
  column: PgColumn,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<SQL | undefined> {
  if (!from && !to) return undefined;
  const { timeZone } = await shopRates(db);
  const midnight = (day: string) => sql`(${day}::date)::timestamp at time zone ${timeZone}`;
  return and(
    from ? gte(column, midnight(from)) : undefined,
    to ? lt(column, midnight(addDays(to, 1))) : undefined,
  );
}
