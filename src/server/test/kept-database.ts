import { setTimeout as sleep } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database } from '#server/database/db.ts';
import type { OneConnection } from '#server/database/embedded.ts';
import { remember } from '#server/test/rewind.ts';

/** An embedded database in memory that outlives the file that it was opened for. */
export interface Kept {
  database: Database;
  client: OneConnection;
  /** Makes it as it was when it was kept; see `remember`. */
  rewind: () => boolean;
  /** How many libraries Postgres has loaded. */
  libraries: number;
}

/** The time that whatever a file left running may take until it ends (ms). */
const PATIENCE = 15_000;
/** All that the schema and its searches use. */
const LIBRARIES = ['plpgsql', 'citext', 'pg_trgm', 'unaccent', 'dict_snowball'];

export const clientOf = ({ db }: Database) => (db as unknown as { $client: OneConnection }).$client;

/** Has whatever the database holds by now stay. */
export async function keep(database: Database): Promise<Kept> {
  const client = clientOf(database);
  for (const name of LIBRARIES) await client.exec(`load '${name}'`);
  const libraries = await countLibraries(client);
  return { database, client, libraries, rewind: remember(client) };
}

async function countLibraries(client: OneConnection): Promise<number> {
  const [counted] = await client.exec('select count(*)::int as libraries from pg_get_loaded_modules()');
  return Number(counted?.rows[0]?.libraries);
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
  const done = rewindOnceFree(kept).catch(() => false);
  return Promise.race([done, late]).finally(() => given.abort());
}

async function rewindOnceFree({ client, libraries, rewind }: Kept): Promise<boolean> {
  if (client.closed || (await countLibraries(client)) > libraries) return false;
  return client._runExclusiveTransaction(() => client._runExclusiveQuery(async () => rewind()));
}
