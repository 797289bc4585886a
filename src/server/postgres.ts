import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import type { Database } from '#server/db.ts';
import { createGate, gated, transact, watchSockets } from '#server/postgres-guard.ts';
import { chooseStatements, preparing } from '#server/postgres-prepare.ts';

export interface PostgresOptions {
  url: string;
  listenUrl?: string | null;
  pool?: number;
}

/** Any number; every process that migrates asks for the same one. */
const MIGRATION_LOCK = 7_160_301;

export async function openPostgres({ url, listenUrl, pool = 10 }: PostgresOptions): Promise<Database> {
  const watch = watchSockets(url);
  const client = postgres(url, {
    ...common,
    ...({ socket: watch.socket } as object),
    max: pool,
    connection: {
      application_name: 'knurl',
      jit: 'off',
      // What a shop reads stays in memory, where an index costs little more than the next row. Many short questions
      // at once: none is worth more than one processor.
      random_page_cost: '1.1',
      work_mem: '16MB',
      max_parallel_workers_per_gather: 0,
      statement_timeout: 30_000,
      lock_timeout: 4_000,
      idle_in_transaction_session_timeout: 30_000,
    },
  });
  // Drizzle changes how its client reads and writes values, so LISTEN and raw work have one of their own.
  const raw = postgres(listenUrl ?? url, {
    ...common,
    ...({ socket: watch.socket } as object),
    max: 2,
    connection: { application_name: 'knurl raw' },
  });
  const gate = createGate(pool);
  // A pooler that gives each transaction another connection would look for statements where they are not.
  const prepares = listenUrl ? () => false : chooseStatements();
  const db = drizzle(gated(client, gate, prepares), { casing: 'snake_case' });
  const database: Database = {
    db,
    driver: 'postgres',
    embedded: null,
    connections: gate.figures,
    listen: async (channel, onMessage, onListen) => {
      const { unlisten } = await raw.listen(channel, onMessage, onListen);
      return unlisten;
    },
    execute: async (text, values) => {
      if (values) return { rows: await preparing(raw, prepares)(text, values as never[]) };
      // One connection for the whole text; after a failure no open transaction may stay on it.
      return { rows: await transact(raw, tx => tx.unsafe(withoutFrame(text))) };
    },
    migrate: async (folder, before) => {
      // Not through a transaction pooler, where a lock of the session would stay with another client.
      const alone = postgres(listenUrl ?? url, {
        ...common,
        max: 1,
        connection: { application_name: 'knurl migrate' },
      });
      try {
        await alone`select pg_advisory_lock(${MIGRATION_LOCK})`;
        const own = drizzle(alone, { casing: 'snake_case' });
        await before(own);
        await migrate(own, { migrationsFolder: folder });
      } finally {
        await alone.end({ timeout: 5 });
      }
    },
    ping: async () => {
      await gate.run(() => client`select 1`);
    },
    close: async () => {
      watch.stop();
      await Promise.all([client.end({ timeout: 5 }), raw.end({ timeout: 5 })]);
    },
  };
  try {
    await database.ping();
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

const common = { connect_timeout: 3, onnotice: () => undefined, backoff: () => 0.5 } as const;

/** Takes `begin; … commit;` off a text that brings its own. */
export function withoutFrame(text: string): string {
  return /^\s*begin\s*;([\s\S]*)commit\s*;?\s*$/i.exec(text)?.[1] ?? text;
}
