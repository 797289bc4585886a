import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database } from '#server/database/db.ts';

type Row = Record<string, unknown>;

/** An embedded database that outlives the file that it was opened for, and what it was like when it was opened. */
export interface Kept {
  database: Database;
  client: PGlite;
  untouched: Look;
  log: number;
}

interface Look {
  schema: Row[];
  settings: Row[];
  session: Row[];
  sequences: Row[];
  tables: Row[];
}

/** One that wrote more has grown, and gives memory back only by being closed. */
const MAX_LOG_BYTES = 64 * 1024 * 1024;
/** The time that whatever a file left running may take until it ends (ms). */
const PATIENCE = 15_000;

const isOurs = (schema: string) => `${schema} not in ('pg_catalog', 'information_schema', 'pg_toast')`;

/** Everything that statements can define, by name and meaning. */
const SCHEMA = `
  select md5(string_agg(said, '|' order by said)) as print from (
    select concat_ws(' ', 'class', c.oid, n.nspname, relname, relkind, relrowsecurity, reloptions) as said
      from pg_class c join pg_namespace n on n.oid = relnamespace where ${isOurs('nspname')}
    union all select concat_ws(' ', 'column', attrelid, attnum, attname, atttypid, atttypmod, attnotnull, attgenerated,
        attisdropped, attstattarget, attoptions) from pg_attribute where attrelid >= 16384 and attnum > 0
      and attrelid in (select oid from pg_class where relkind <> 't')
    union all select concat_ws(' ', 'default', adrelid, adnum, adbin) from pg_attrdef
    union all select concat_ws(' ', 'index', indexrelid, indisvalid, indisunique, indkey, indpred) from pg_index
      where indexrelid >= 16384
    union all select concat_ws(' ', 'constraint', oid, conname, pg_get_constraintdef(oid)) from pg_constraint
      where oid >= 16384
    union all select concat_ws(' ', 'trigger', oid, tgname, tgrelid, tgfoid, tgenabled) from pg_trigger
    union all select concat_ws(' ', 'function', oid, proname, md5(prosrc), proconfig) from pg_proc where oid >= 16384
    union all select concat_ws(' ', 'type', oid, typname) from pg_type where oid >= 16384 and typtype <> 'c'
      and typcategory <> 'A'
    union all select concat_ws(' ', 'label', enumtypid, enumlabel) from pg_enum
    union all select concat_ws(' ', 'rule', oid, rulename, md5(ev_action::text)) from pg_rewrite where oid >= 16384
    union all select concat_ws(' ', 'extension', oid, extname) from pg_extension
    union all select concat_ws(' ', 'schema', oid, nspname, nspacl) from pg_namespace where nspname !~ '^pg_'
    union all select concat_ws(' ', 'role', rolname, rolsuper) from pg_roles
    union all select concat_ws(' ', 'setting', setdatabase, setrole, setconfig) from pg_db_role_setting
    union all select concat_ws(' ', 'statistics', oid, stxname) from pg_statistic_ext
    union all select concat_ws(' ', 'sequence', seqrelid, seqstart, seqincrement, seqmax, seqmin) from pg_sequence
  ) everything`;

/** Everything that was set; a language that is used for the first time brings settings of its own. */
const SETTINGS = `
  select md5(string_agg(name || '=' || setting, '|' order by name)) as print,
    (select count(*)::int from pg_statistic) as known,
    (select count(*)::int from pg_locks where locktype = 'advisory') as locks
  from pg_settings where source <> 'default'`;
const SESSION = `select name, setting from pg_settings where source = 'session' order by name`;
const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value)::text as value,
    last_value is not null as called from pg_sequences order by 1`;
/** Those that hold rows or once did: all others take up no room. */
const WRITTEN = `
  select format('%I.%I', nspname, relname) as name, (
      select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where relkind = 'r' and ${isOurs('nspname')} and pg_relation_size(c.oid) > 0 order by 1`;
const LOG = `select (pg_current_wal_lsn() - '0/0')::float8 as bytes`;

type Asked = Pick<PGlite, 'query'>;

const ask = async (client: Asked, text: string, values: unknown[] = []): Promise<Row[]> =>
  (await client.query<Row>(text, values)).rows;

/** Has whatever the database holds by now stay. */
export async function keep(database: Database): Promise<Kept> {
  const { $client: client } = database.db as unknown as { $client: PGlite };
  return { database, client, untouched: await look(client), log: await logOf(client) };
}

const logOf = async (client: PGlite) => Number((await ask(client, LOG))[0]?.bytes);

/** Reads what must be the same again. */
export async function look(client: Asked): Promise<Look> {
  const tables: Row[] = [];
  for (const { name, columns } of await ask(client, WRITTEN)) {
    const all = `select coalesce(json_agg(t order by t::text), '[]')::text as rows from ${name} t`;
    tables.push({ name, columns, ...(await ask(client, all))[0] });
  }
  return {
    schema: await ask(client, SCHEMA),
    settings: await ask(client, SETTINGS),
    session: await ask(client, SESSION),
    sequences: await ask(client, SEQUENCES),
    tables,
  };
}

/** The database for one file. Anything that the file leaves running finds it closed afterwards, as if it were. */
export function lend({ database, client }: Kept): { lent: Database; end: () => Promise<void> } {
  let isClosed = false;
  const ways = new Set<() => Promise<void>>();
  const open = () => {
    if (isClosed) throw new Error('PGlite is closed');
    return client;
  };
  const own = {
    query: async (...asked: Parameters<PGlite['query']>) => open().query(...asked),
    exec: async (...asked: Parameters<PGlite['exec']>) => open().exec(...asked),
    transaction: async (work: Parameters<PGlite['transaction']>[0]) => open().transaction(work),
  } as unknown as PGlite;
  const end = async () => {
    isClosed = true;
    for (const unlisten of ways) await unlisten();
  };
  const lent: Database = {
    ...database,
    db: drizzle({ client: own, casing: 'snake_case' }),
    listen: async (...asked) => {
      open();
      const unlisten = await database.listen(...asked);
      const once = async () => {
        if (ways.delete(once)) await unlisten();
      };
      ways.add(once);
      return once;
    },
    execute: async (...asked) => open() && database.execute(...asked),
    migrate: async (...asked) => open() && database.migrate(...asked),
    ping: async () => open() && database.ping(),
    close: end,
  };
  return { lent, end };
}

/** Makes it as it was; false where that did not succeed: it may not be handed on then. */
export async function reset(kept: Kept): Promise<boolean> {
  const given = new AbortController();
  const late = sleep(PATIENCE, false, { ref: false, signal: given.signal }).catch(() => false);
  const done = makeUntouched(kept).catch(() => false);
  return Promise.race([done, late]).finally(() => given.abort());
}

async function makeUntouched(kept: Kept): Promise<boolean> {
  const { client, untouched, log } = kept;
  if (client.closed || (await logOf(client)) - log > MAX_LOG_BYTES) return false;
  await empty(kept);
  await client.exec('checkpoint');
  return isDeepStrictEqual(await look(client), untouched);
}

/** Takes away all rows that it did not have, where nothing but rows was changed. */
export async function empty({ client, untouched }: Kept): Promise<void> {
  await client.exec('discard all');
  for (const { name, setting } of untouched.session)
    await ask(client, 'select set_config($1, $2, false)', [name, setting]);
  const written = (await ask(client, WRITTEN)).map(({ name }) => name);
  await client.transaction(async tx => {
    // No trigger and no foreign key is asked about rows that stood there before.
    await tx.exec('set local session_replication_role = replica');
    if (written.length > 0) await tx.exec(`truncate ${written.join(', ')} cascade`);
    for (const { name, columns, rows } of untouched.tables) {
      await tx.query(
        `insert into ${name} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${name}, $1)`,
        [rows],
      );
    }
    for (const { name, value, called } of untouched.sequences)
      await tx.query('select setval($1::regclass, $2, $3)', [name, value, called]);
    await tx.exec('delete from pg_statistic where starelid >= 16384');
  });
}
