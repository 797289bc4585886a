import { getTableColumns, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '#server/database/db.ts';

/** Rows a statement: one parameter holds them all as JSON, a few hundred kilobytes of it. */
const PORTION = 1000;

/**
 * Inserts many rows with one parameter a statement: a third of the time of as many placeholders. All rows state the
 * same columns; what none of them states gets its default in the database (those made in the app have to be given).
 */
export async function bulkInsert<Table extends PgTable>(
  tx: Db,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  const [first] = rows as readonly object[];
  if (!first) return;
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in first);
  const names = sql.join(
    columns.map(([key]) => sql.identifier(toSnakeCase(key))),
    sql`, `,
  );
  const { name } = getTableConfig(table);
  for (let from = 0; from < rows.length; from += PORTION) {
    const portion = rows.slice(from, from + PORTION).map(row =>
      Object.fromEntries(
        columns.map(([key, column]) => {
          const value = (row as Record<string, unknown>)[key] ?? null;
          const isPlain = value === null || column.dataType === 'json' || column.dataType === 'array';
          return [toSnakeCase(key), isPlain ? value : column.mapToDriverValue(value)];
        }),
      ),
    );
    await tx.execute(sql`
      insert into ${sql.identifier(name)} (${names})
      select ${names} from jsonb_populate_recordset(null::${sql.identifier(name)}, ${JSON.stringify(portion)}::jsonb)`);
  }
}
