import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db.ts';

/** Every row of every table but the counters of attempts, so that nothing can change unseen. */
export async function fingerprint(db: Db): Promise<Record<string, string>> {
  const tables = rows<{ name: string }>(
    await db.execute(sql`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('rate_limits', 'sessions')`),
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = rows<{ print: string }>(
      await db.execute(sql`
        select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from ${sql.identifier(name)} t`),
    );
    found[name] = row?.print ?? '';
  }
  return found;
}
