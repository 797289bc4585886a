import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import { clock } from '#server/time-and-chance.ts';

/** Freezes rows long before the numbers of transactions run out, also of tables that never change. */
const MAX_AGE = 100_000_000;

/**
 * Finds the tables that have changed by some tenth since they were vacuumed or analyzed, those of Postgres itself and of
 * the jobs as well. Their counts are lost when a process is killed: then each of them is one.
 */
const WORN = sql`
  select format('%I.%I', s.schemaname, s.relname) as name
  from pg_stat_all_tables s join pg_class c on c.oid = s.relid
  where c.relkind = 'r' and c.relpersistence = 'p' and s.schemaname <> 'pg_toast' and (
    s.last_vacuum is null or s.last_analyze is null
    or greatest(s.n_dead_tup, s.n_mod_since_analyze) > 50 + 0.1 * s.n_live_tup
    or s.n_ins_since_vacuum > 1000 + 0.2 * s.n_live_tup
    or age(c.relfrozenxid) > ${MAX_AGE}::int)
  order by pg_table_size(c.oid), name`;

/** Names the tables that want vacuuming, as SQL has them: the small ones first. */
export async function wornTables(db: Db): Promise<string[]> {
  return rows<{ name: string }>(await db.execute(WORN)).map(({ name }) => name);
}

/**
 * Has the room of a table's dead rows used again, and its rows counted anew for plans. Each of the two rests for as long
 * as it worked, as nobody is answered meanwhile. Not in a transaction, where Postgres refuses it.
 */
export async function vacuumTable(db: Db, name: string): Promise<void> {
  for (const command of ['vacuum', 'analyze']) {
    const began = clock.elapsed();
    await db.execute(sql.raw(`${command} ${name}`));
    await clock.sleep(clock.elapsed() - began);
  }
}
