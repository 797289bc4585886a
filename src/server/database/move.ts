import { type SQL, sql } from 'drizzle-orm';
import { CommandError } from '#server/command-error.ts';
import { analyzeTables, type Database, type Db, rows } from '#server/database/db.ts';
import { migrate } from '#server/database/migrate.ts';

const BATCH = 500;
/** V8 holds no text beyond half a gigabyte, and a certificate alone may have seven megabytes. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
/** Tell which processes run: those of the old shop have ended by then, as have those of a shop that is restored. */
export const OF_PROCESSES: ReadonlySet<string> = new Set(['picture_holders']);
/** The tables that the migrations fill in every new shop. */
const STARTED_WITH = new Set(['shipping_tiers', 'site_settings']);

export interface MovedTable {
  table: string;
  rows: number;
}

/**
 * Copies every table, the numbering and the waiting jobs into an empty Postgres, in one transaction, and compares
 * the counts. Rows travel as JSON text, so that no value passes through JavaScript.
 */
export async function moveInto(source: Database, target: Database): Promise<MovedTable[]> {
  await migrate(source);
  await refuseForeign(target.db, await allTables(source.db));
  await migrate(target);
  const moved = await source.db.transaction(
    from => target.db.transaction(to => copyAll(from, to), { isolationLevel: 'read committed' }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  await analyzeTables(target.db);
  return moved;
}

async function copyAll(from: Db, to: Db): Promise<MovedTable[]> {
  await to.execute(sql`set local statement_timeout = 0`);
  await to.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  const tables = await shopTables(from);
  for (const table of tables) {
    if (!STARTED_WITH.has(table) && (await count(to, table)) > 0)
      throw new CommandError(`The table ${table} of the target is not empty.`);
  }
  for (const table of STARTED_WITH) await to.execute(sql`delete from ${sql.identifier(table)}`);
  // Tables refer to each other in circles, so keys are checked once at the end instead of in an order of tables.
  const keys = await foreignKeys(to);
  for (const key of keys) await alter(to, key, 'deferrable initially deferred');
  const moved: MovedTable[] = [];
  for (const table of tables) moved.push({ table, rows: await copyTable(from, to, 'public', table) });
  await copyJobs(from, to);
  await copySequences(from, to);
  await to.execute(sql`set constraints all immediate`);
  for (const key of keys) await alter(to, key, 'not deferrable');
  for (const { table, rows: copied } of moved) {
    const [before, after] = [await count(from, table), await count(to, table)];
    if (before !== after || copied !== after)
      throw new Error(`${table}: ${before} rows here, ${after} there`);
  }
  return moved;
}

/** Before anything is made there: another program's tables would come to lie between the shop's. */
async function refuseForeign(to: Db, known: string[]): Promise<void> {
  const foreign = (await allTables(to)).filter(table => !known.includes(table));
  if (foreign.length > 0)
    throw new CommandError(`The target is not empty: it holds ${foreign.slice(0, 3).join(', ')}.`);
}

async function shopTables(db: Db): Promise<string[]> {
  return (await allTables(db)).filter(name => !OF_PROCESSES.has(name));
}

async function allTables(db: Db): Promise<string[]> {
  const result = await db.execute(
    sql`select tablename::text as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  return rows<{ name: string }>(result).map(({ name }) => name);
}

async function copyTable(
  from: Db,
  to: Db,
  schema: string,
  table: string,
  where: SQL = sql`true`,
): Promise<number> {
  const name = sql`${sql.identifier(schema)}.${sql.identifier(table)}`;
  const columns = sql.join(
    (await plainColumns(to, schema, table)).map(column => sql.identifier(column)),
    sql`, `,
  );
  let copied = 0;
  for (let last = '(0,0)'; ; ) {
    const measured = rows<Measured>(
      await from.execute(sql`
        select t.ctid::text as at, octet_length(row_to_json(t)::text)::int as bytes from ${name} t
        where t.ctid > ${last}::tid and ${where} order by t.ctid limit ${BATCH}::int`),
    );
    if (measured.length === 0) return copied;
    for (const end of endsOfBatches(measured)) {
      const batch = rows<{ row: string }>(
        await from.execute(sql`
          select row_to_json(t)::text as row from ${name} t
          where t.ctid > ${last}::tid and t.ctid <= ${end}::tid and ${where} order by t.ctid`),
      );
      await to.execute(sql`
        insert into ${name} (${columns}) overriding system value
        select ${columns} from json_populate_recordset(null::${name}, ${`[${batch.map(({ row }) => row).join(',')}]`}::json)`);
      copied += batch.length;
      last = end;
    }
  }
}

interface Measured {
  at: string;
  bytes: number;
}

/** Ends batches that hold as many rows as they may, and one row in any case. */
function endsOfBatches(measured: readonly Measured[]): string[] {
  const ends: string[] = [];
  let [sum, before] = [0, ''];
  for (const { at, bytes } of measured) {
    if (before !== '' && sum + bytes > MAX_BATCH_BYTES) {
      ends.push(before);
      sum = 0;
    }
    sum += bytes;
    before = at;
  }
  return before === '' ? ends : [...ends, before];
}

/** Without the columns that the database computes. */
async function plainColumns(db: Db, schema: string, table: string): Promise<string[]> {
  const result = await db.execute(sql`
    select column_name::text as name from information_schema.columns
    where table_schema = ${schema} and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`);
  return rows<{ name: string }>(result).map(({ name }) => name);
}

async function copyJobs(from: Db, to: Db): Promise<void> {
  const queues = rows<{ name: string; policy: string }>(
    await from.execute(sql`select name, policy from pgboss.queue`),
  );
  for (const { name, policy } of queues) {
    await to.execute(sql`select pgboss.create_queue(${name}, ${JSON.stringify({ policy })}::json)`);
    // A queue's jobs lie in a partition of their own, where ctids are comparable.
    const [partition] = rows<{ name: string }>(
      await from.execute(sql`select partition_name as name from pgboss.queue where name = ${name}`),
    );
    if (partition) await copyTable(from, to, 'pgboss', partition.name, sql`t.state <> 'completed'`);
  }
}

async function copySequences(from: Db, to: Db): Promise<void> {
  const sequences = rows<{ name: string; last: string }>(
    await from.execute(sql`
      select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
      from pg_sequences where schemaname = 'public' and last_value is not null`),
  );
  for (const { name, last } of sequences) {
    await to.execute(sql`select setval(${name}::regclass, ${last}::bigint)`);
  }
}

async function foreignKeys(db: Db): Promise<{ table: string; name: string }[]> {
  return rows(
    await db.execute(sql`
      select c.relname::text as table, k.conname::text as name
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where k.contype = 'f' and n.nspname = 'public' and not k.condeferrable`),
  );
}

async function alter(db: Db, key: { table: string; name: string }, how: string): Promise<void> {
  await db.execute(
    sql`alter table ${sql.identifier(key.table)} alter constraint ${sql.identifier(key.name)} ${sql.raw(how)}`,
  );
}

async function count(db: Db, table: string): Promise<number> {
  const [counted] = rows<{ n: number }>(
    await db.execute(sql`select count(*)::int as n from ${sql.identifier(table)}`),
  );
  return counted?.n ?? 0;
}
