import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { applyMigrations } from '#server/database/apply-migrations.ts';
import { chooseStatements, preparing } from '#server/database/choose-statements.ts';
import { type Database, type Db, pgError } from '#server/database/db.ts';
import { refuseDeaf, refusePooler, tryAddress } from '#server/database/postgres-address.ts';
import { arrayTypes } from '#server/database/postgres-arrays.ts';
import { createGate, gated, transact, watchSockets } from '#server/database/postgres-guard.ts';
import { Ears } from '#server/database/postgres-listen.ts';
import { clock } from '#server/time-and-chance.ts';

export interface PostgresOptions {
  url: string;
  listenUrl?: string | null;
  pool?: number;
}

/** Any number; every process that migrates asks for the same one. */
const MIGRATION_LOCK = 7_160_301;

/**
 * With `listenUrl` the other address leads through a pooler that gives each transaction another connection. An
 * `EnvError` when either leads to no database, or through a pooler where it must not, and when they lead to two:
 * migrations go by the one, orders by the other.
 */
export async function openPostgres({ url, listenUrl, pool = 10 }: PostgresOptions): Promise<Database> {
  const isPooled = Boolean(listenUrl);
  const directUrl = listenUrl ?? url;
  const watch = watchSockets(url);
  const directWatch = isPooled ? watchSockets(directUrl) : watch;
  const client = postgres(url, {
    ...common,
    ...({ socket: watch.socket } as object),
    max: pool,
    // A pooler would look for statements where they were not prepared, and knows no settings but the usual ones.
    prepare: !isPooled,
    connection: { application_name: 'knurl', ...(isPooled ? {} : SETTINGS) },
  });
  const direct = (name: string, max: number) =>
    postgres(directUrl, {
      ...common,
      ...({ socket: directWatch.socket } as object),
      max,
      connection: { application_name: `knurl ${name}` },
    });
  // Drizzle changes how its client reads and writes values, so raw work has one of its own.
  const raw = direct('raw', 2);
  const gate = createGate(pool);
  const prepares = isPooled ? () => false : chooseStatements();
  const db = drizzle(gated(client, gate, prepares), { casing: 'snake_case' });
  const say = (channel: string) => gate.run(() => client`select pg_notify(${channel}, '')`);
  let opening: Promise<Ears> | null = null;
  let ears: Ears | null = null;
  const openEars = async () => {
    opening ??= Ears.open(() => direct('listen', 1), say);
    ears = await opening.catch(refuseDeaf);
    return ears;
  };
  const database: Database = {
    db,
    driver: 'postgres',
    embedded: null,
    connections: gate.figures,
    listen: async (channel, onMessage, onGap = () => undefined) => {
      const unlisten = await (await openEars()).listen(channel, { onMessage, onGap });
      return async () => unlisten();
    },
    isDeaf: () => ears?.isDeaf ?? false,
    execute: async (text, values) => {
      if (values) return { rows: await preparing(raw, prepares)(text, values as never[]) };
      // One connection for the whole text; after a failure no open transaction may stay on it.
      return { rows: await transact(raw, tx => tx.unsafe(withoutFrame(text))) };
    },
    migrate: (folder, before) => migrateAlone(directUrl, folder, before),
    ping: async () => {
      await gate.run(() => client`select 1`);
    },
    close: () => close(5),
  };
  const close = async (timeout: number) => {
    watch.stop();
    directWatch.stop();
    await ears?.close();
    await Promise.all([client.end({ timeout }), raw.end({ timeout })]);
  };
  try {
    const found = await tryAddress(client, 'DATABASE_URL', url);
    if (isPooled) {
      refusePooler('LISTEN_URL', await tryAddress(raw, 'LISTEN_URL', directUrl));
      await openEars();
    } else refusePooler('DATABASE_URL', found);
  } catch (error) {
    await close(0);
    throw error;
  }
  return database;
}

/** Not through a transaction pooler, where a lock of the session would stay with another client. */
async function migrateAlone(url: string, folder: string, before: (db: Db) => Promise<void>): Promise<void> {
  const alone = postgres(url, {
    ...common,
    max: 1,
    // The lock is the connection's: another one after half an hour, as is usual, would not have it.
    max_lifetime: null,
    connection: { application_name: 'knurl migrate' },
  });
  try {
    // Not waited for in the server: an index that is built concurrently waits for every statement that was there before.
    while (!(await alone`select pg_try_advisory_lock(${MIGRATION_LOCK}) as taken`)[0]?.taken)
      await clock.sleep(TURN_MS);
    await alone`select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`;
    const own = drizzle(gated(alone, createGate(1)), { casing: 'snake_case' });
    await before(own);
    await givingWay(() => applyMigrations(own, folder, 'postgres'));
  } finally {
    await alone.end({ timeout: 5 });
  }
}

const TURN_MS = 200;
const GIVE_WAY_MS = 2_000;
const MAX_TRIES = 100;

/** Lets those through who stand behind a migration that found a table locked, and tries it again. */
async function givingWay(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const code = pgError(error)?.code;
      if (tries === MAX_TRIES || (code !== '55P03' && code !== '40P01')) throw error;
      await clock.sleep(GIVE_WAY_MS);
    }
  }
}

/** Asked for on each connection; a pooler has them from deploy/pgbouncer.ini. */
const SETTINGS = {
  jit: 'off',
  // All that a shop reads stays in memory, where an index costs little more than the next row. Many short questions
  // at once: none is worth more than one processor.
  random_page_cost: '1.1',
  work_mem: '16MB',
  // A text: the driver leaves out what is 0.
  max_parallel_workers_per_gather: '0',
  statement_timeout: 30_000,
  lock_timeout: 4_000,
  idle_in_transaction_session_timeout: 30_000,
} as const;

const common = {
  connect_timeout: 3,
  onnotice: () => undefined,
  backoff: () => 0.5,
  fetch_types: false,
  types: arrayTypes,
} as const;

/** Takes `begin; … commit;` off a text that brings its own. */
export function withoutFrame(text: string): string {
  return /^\s*begin\s*;([\s\S]*)commit\s*;?\s*$/i.exec(text)?.[1] ?? text;
}
