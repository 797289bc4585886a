import { fork } from 'node:child_process';
import { once } from 'node:events';
import { drizzle } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import { type Database, notCommitted } from '#server/database/db.ts';
import { withoutFrame } from '#server/database/postgres.ts';
import { type Befall, type Link, lifeOf, type Watched, writtenBy } from '#server/simulation/link.ts';
import type { World } from '#server/simulation/world.ts';

const MAX_CONNECTIONS = 40;

/** A statement for one of the connections. */
export interface Question {
  id: number;
  connection: number;
  text: string;
  values: readonly unknown[];
  /** Rows as arrays, rather than by names of their columns. */
  asArrays: boolean;
}

export type Answer = { id: number } & ({ rows: unknown[]; command: string } | { error: { message: string } });

type Rows = unknown[] & { command?: string };

/** A Postgres over many connections, where transactions of one process meet. */
export interface Crossing {
  ask(connection: number, text: string, values?: readonly unknown[], asArrays?: boolean): Promise<Rows>;
  /** Answers the number of a connection that nobody uses. */
  take(): number;
  giveBack(connection: number): void;
  close(): Promise<void>;
}

/** `outside`: has the world wait until a statement was answered, or waits for a lock. */
export function openCrossing(url: string, outside: World['outside']): Crossing {
  const asker = fork(new URL('crossing-process.ts', import.meta.url), [url], {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  const waiting = new Map<number, { resolve: (rows: Rows) => void; reject: (error: unknown) => void }>();
  const asked = new Map<number, () => void>();
  let fail: (error: unknown) => void = () => undefined;
  const broken = new Promise<never>((_, reject) => {
    fail = reject;
  });
  broken.catch(() => undefined);
  const ended = once(asker, 'exit');
  asker.on('error', error => fail(error));
  asker.on('exit', code => fail(new Error(`the process that asks ended with ${code}`)));
  asker.on('message', message => {
    const { handled, answers } = message as { handled: number; answers: Answer[] };
    for (const answer of answers) {
      const one = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('error' in answer) one?.reject(Object.assign(new Error(answer.error.message), answer.error));
      else one?.resolve(Object.assign(answer.rows, { command: answer.command, count: answer.rows.length }));
    }
    asked.get(handled)?.();
    asked.delete(handled);
  });
  let [questions, connections] = [0, 0];
  const free: number[] = [];
  return {
    ask: (connection, text, values = [], asArrays = false) => {
      const id = ++questions;
      const answered = new Promise<Rows>((resolve, reject) => waiting.set(id, { resolve, reject }));
      const handled = new Promise<void>(resolve => asked.set(id, resolve));
      const question: Question = { id, connection, text, values, asArrays };
      asker.send(question);
      void outside(Promise.race([handled, broken]));
      return Promise.race([answered, broken]);
    },
    take: () => {
      const connection = free.pop() ?? ++connections;
      if (connection > MAX_CONNECTIONS) throw new Error('the crossing has no connection left');
      return connection;
    },
    giveBack: connection => void free.push(connection),
    close: async () => {
      if (asker.connected) asker.disconnect();
      await ended;
    },
  };
}

type Ask = (text: string, values?: readonly unknown[], asArrays?: boolean) => Promise<Rows>;

/** A query as postgres.js gives it: it starts when it is awaited. */
const queryOf = (ask: Ask, text: string, values: readonly unknown[] = []) => ({
  values: () => ask(text, values, true),
  // biome-ignore lint/suspicious/noThenProperty: a query of postgres.js is a thenable
  then: (...settle: Parameters<Promise<Rows>['then']>) => ask(text, values).then(...settle),
});

/** A transaction as postgres.js gives it; one within it is undone alone. */
function transactionOf(ask: Ask, depth = 0): object {
  return {
    unsafe: (text: string, values?: readonly unknown[]) => queryOf(ask, text, values),
    savepoint: async (work: (tx: object) => Promise<unknown>) => {
      await ask(`savepoint s${depth}`);
      try {
        return await work(transactionOf(ask, depth + 1));
      } catch (error) {
        await ask(`rollback to s${depth}`);
        throw error;
      }
    },
  };
}

/** Links a process to a Postgres, as `linkTo` does to the embedded database; its transactions run beside each other. */
export function linkAcross(
  crossing: Crossing,
  world: World,
  name: string,
  befall: Befall,
  { hasMoved }: Watched,
): Link {
  const { step, death, die, isDead } = lifeOf(world, name, befall);
  const withConnection = async <T>(work: (ask: Ask) => Promise<T>): Promise<T> => {
    const connection = crossing.take();
    try {
      return await work((...asked) => crossing.ask(connection, ...asked));
    } finally {
      crossing.giveBack(connection);
    }
  };
  const alone: Ask = (text, ...more) =>
    step(text, () =>
      withConnection(async ask => {
        const rows = await ask(text, ...more);
        const written = writtenBy(text);
        if (written.length > 0) await hasMoved(new Set(written));
        return rows;
      }),
    );
  const begin = <T>(work: (tx: object) => Promise<T>): Promise<T> =>
    withConnection(async ask => {
      const written = new Set<string>();
      const within: Ask = (text, ...more) => {
        for (const table of writtenBy(text)) written.add(table);
        return step(text, () => ask(text, ...more));
      };
      await within('begin');
      try {
        const done = await work(transactionOf(within));
        const { command } = await within('commit');
        if (command !== 'COMMIT') throw notCommitted(String(command));
        if (written.size > 0) await hasMoved(written);
        return done;
      } catch (error) {
        world.note(`${name}: rollback`);
        await ask('rollback');
        throw error;
      }
    });
  const client = {
    options: { parsers: {}, serializers: {} },
    unsafe: (text: string, values?: readonly unknown[]) => queryOf(alone, text, values),
    begin,
  } as unknown as Sql;
  const database: Database = {
    db: drizzle(client, { casing: 'snake_case' }),
    driver: 'postgres',
    embedded: null,
    connections: null,
    // Nobody hears of anything: what is kept goes by itself.
    listen: async () => async () => undefined,
    isDeaf: () => false,
    execute: async (text, values) => {
      if (values) return { rows: (await alone(text, values.map(asText))) as Record<string, unknown>[] };
      return { rows: await begin(async tx => await (tx as Sql).unsafe(withoutFrame(text))) };
    },
    migrate: async () => undefined,
    ping: async () => void (await alone('select 1')),
    close: async () => die(),
  };
  return { database, die, isDead, death };
}

/** Writes objects as JSON, as the shop's client for raw work does; the one here is Drizzle's, which leaves that to it. */
const asText = (value: unknown) =>
  typeof value === 'object' && value?.constructor === Object ? JSON.stringify(value) : value;
