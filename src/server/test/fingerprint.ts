import { type SQLChunk, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';

/**
 * Every row of every table and every job, so that nothing can change unseen; but the counters of attempts, and what
 * else a test says. In one statement: tests that ask around each of hundreds of calls would take minutes otherwise.
 */
export async function fingerprint(db: Db, except = ['sessions']): Promise<Record<string, string>> {
  const tables = rows<{ name: string }>(
    await db.execute(sql`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`),
  );
  const counted = tables.map(({ name }) => name).filter(name => ![...except, 'rate_limits'].includes(name));
  const prints = [
    ...counted.map(name => printOf(name, sql.identifier(name))),
    printOf('jobs', sql.raw('pgboss.job')),
  ];
  const found = rows<{ name: string; print: string }>(await db.execute(sql.join(prints, sql` union all `)));
  return Object.fromEntries(found.map(({ name, print }) => [name, print]));
}

const printOf = (name: string, table: SQLChunk) => sql`
  select ${name}::text as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from ${table} t`;
