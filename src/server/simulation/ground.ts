import type { PGlite } from '@electric-sql/pglite';
import postgres from 'postgres';
import type { App } from '#server/context.ts';
import { type Database, openDatabase } from '#server/database/db.ts';
import type { OneConnection } from '#server/database/embedded.ts';
import { migrate } from '#server/database/migrate.ts';
import { registerJobs } from '#server/register-jobs.ts';
import { type Crossing, linkAcross, openCrossing } from '#server/simulation/crossing.ts';
import { type Books, JUDGE_STATEMENTS, prepareJudge } from '#server/simulation/judge.ts';
import { linkTo } from '#server/simulation/link.ts';
import { KEEP_ORDER_BOOK } from '#server/simulation/order-book.ts';
import type { Stage } from '#server/simulation/processes.ts';
import {
  type Inspect,
  type Outcome,
  RUSH,
  simulate,
  WEEKS,
  type Without,
} from '#server/simulation/simulate.ts';
import { makeGoods } from '#server/simulation/town.ts';
import { holdWorld, type World } from '#server/simulation/world.ts';
import { clientOf, type Kept, keep, lend, reset } from '#server/test/kept-database.ts';
import { startPostgres, withDatabase } from '#server/test/postgres.ts';

/** The ground on which the shops of seeds are built, one after the other. */
export interface Ground {
  /** Runs a seed where nothing is left of those before. */
  run(seed: string, without?: Without, inspect?: Inspect): Promise<Outcome>;
  close(): Promise<void>;
}

/** Stories after which nearly every statement of any other was asked. */
const PRACTICE = Array.from({ length: 6 }, (_, n) => `practice ${n}`);

/** Weeks of trade on the embedded database; a new one, where Postgres has taken more memory than can be put back. */
export async function openWeeks(): Promise<Ground> {
  let weeks = await layWeeks();
  return {
    run: async (...story) => {
      try {
        return await tell(weeks, ...story);
      } finally {
        if (!(await reset(weeks))) {
          await weeks.database.close();
          weeks = await layWeeks();
        }
      }
    },
    close: () => weeks.database.close(),
  };
}

async function layWeeks(): Promise<Kept> {
  const database = await openStill(layStocked);
  const client = clientOf(database);
  // A plan for all values is made once, one for those at hand each time: that takes longer than most statements here.
  await client.exec('set plan_cache_mode = force_generic_plan');
  await prepareJudge(booksOf(client));
  const fresh = await keep(database);
  const asked = new Set<string>();
  for (const seed of PRACTICE) {
    await tell(fresh, seed);
    for (const text of client.statements.texts) asked.add(text);
    await makeFresh(fresh);
  }
  await planAhead(client, asked);
  return keep(database);
}

async function tell(kept: Kept, seed: string, without?: Without, inspect?: Inspect): Promise<Outcome> {
  const { lent, end } = lend(kept);
  try {
    return await simulate(world => embeddedStage(lent, world), seed, WEEKS, without, inspect);
  } finally {
    await end();
  }
}

/** Makes the database as it was; throws where a story left something under way. */
export async function makeFresh(kept: Kept): Promise<void> {
  if (!(await reset(kept))) throw new Error('The database is not as it was');
}

/** Has Postgres keep what statements mean, and how it finds their answers, as if it had been asked for them. */
async function planAhead(client: OneConnection, texts: ReadonlySet<string>): Promise<void> {
  const plan = (name: string, values: readonly unknown[]) =>
    client.exec(
      `explain execute "${name}"${values.length > 0 ? `(${values.map(() => 'null').join(', ')})` : ''}`,
    );
  for (const { name } of JUDGE_STATEMENTS) await plan(name, []);
  for (const text of texts) {
    const { name, takes } = await client.statements.prepare(text);
    await plan(name, takes);
  }
}

/** Opens an embedded database in memory, lays out what a story begins with, and has no real clock stir it afterwards. */
export async function openStill(lay: (database: Database) => Promise<void>): Promise<Database> {
  const database = await openDatabase({ databaseUrl: null, dataDir: null });
  await lay(database);
  await silence(clientOf(database));
  return database;
}

async function layStocked(database: Database): Promise<void> {
  await layGround(database);
  const world = holdWorld('goods', new Date('2026-01-01T00:00:00Z'));
  try {
    // With the same ids in each process, as all that follows from them is part of the story.
    await makeGoods(database.db);
  } finally {
    world.end();
  }
}

/**
 * Keeps Postgres's own timers from ringing, such as the one after which it counts what it did. One that was set
 * between two stories would ring in the middle of the next, whenever that was on the real clock.
 */
async function silence(client: PGlite): Promise<void> {
  const ask = client.execProtocolRawSync.bind(client);
  const none = { setTimeout: () => undefined };
  client.execProtocolRawSync = message => {
    const { setTimeout: own } = globalThis;
    Object.assign(globalThis, none);
    try {
      return ask(message);
    } finally {
      Object.assign(globalThis, { setTimeout: own });
    }
  };
  // Replaces the one that was set before, by one that would ring sooner.
  await client.exec(`set statement_timeout = '1ms'`);
  await client.exec('select 1');
  await client.exec('reset statement_timeout');
}

/** Reads them in one step: `query` takes six. */
function booksOf(client: Pick<PGlite, 'exec'>): Books {
  const query = async (text: string) => ({ rows: (await client.exec(text)).flatMap(({ rows }) => rows) });
  return { query: query as Books['query'] };
}

function embeddedStage(shared: Database, world: World): Stage {
  return {
    shared,
    books: booksOf(clientOf(shared)),
    link: (...more) => linkTo(shared, world, ...more),
    passTime: async () => undefined,
  };
}

/** Makes the tables of a shop, its queues, and the judge's own book. */
export async function layGround(database: Database): Promise<void> {
  await migrate(database);
  await makeQueues(database);
  await database.execute(KEEP_ORDER_BOOK);
}

/** Makes all queues in one table: otherwise each has its own, with eight files to be emptied. */
async function makeQueues(database: Database): Promise<void> {
  const names: string[] = [];
  const jobs = { register: (name: string) => void names.push(name), schedule: () => undefined } as unknown;
  registerJobs({ database, jobs } as App, () => null);
  const [first, ...others] = names;
  await database.execute(`select pgboss.create_queue($1, '{"policy":"short"}')`, [first]);
  const queue = await database.execute(
    `insert into pgboss.queue (name, policy, partition_name)
      select other, policy, partition_name from pgboss.queue, unnest($1::text[]) as other returning partition_name`,
    [others],
  );
  const table = `pgboss.${queue.rows[0]?.partition_name}`;
  for (const step of [
    `alter table pgboss.job detach partition ${table}`,
    `alter table ${table} drop constraint cjc`,
    `alter table pgboss.job attach partition ${table} default`,
  ])
    await database.execute(step);
}

/** Several runs may share a server. */
const TEMPLATE = `knurl_town_${process.pid}`;

/** A rush on a Postgres, where transactions meet. */
export async function openRush(): Promise<Ground> {
  const server = await startPostgres({ settings: ['deadlock_timeout = 1ms'] });
  const admin = postgres(server.url, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create database ${TEMPLATE}`);
  const database = await openDatabase({ databaseUrl: withDatabase(server.url, TEMPLATE), dataDir: null });
  await layGround(database);
  await makeGoods(database.db);
  await database.close();
  let count = 0;
  return {
    run: async (seed, without, inspect) => {
      const name = `${TEMPLATE}_${++count}`;
      await admin.unsafe(`create database ${name} template ${TEMPLATE}`);
      // Set for the database, as the server may be somebody else's; a template hands none on.
      await admin.unsafe(`alter database ${name} set deadlock_timeout = '1ms'`);
      await admin.unsafe(`alter database ${name} set simulation.is_rush = 'yes'`);
      let close: () => Promise<void> = async () => undefined;
      try {
        const open = async (world: World) => {
          const crossing = openCrossing(withDatabase(server.url, name), world.outside);
          close = crossing.close;
          const stage = stageAcross(crossing, world);
          await prepareJudge(stage.books);
          return stage;
        };
        return await simulate(open, seed, RUSH, without, inspect);
      } finally {
        await close();
        await admin.unsafe(`drop database ${name} with (force)`);
      }
    },
    close: async () => {
      await admin.unsafe(`drop database ${TEMPLATE} with (force)`);
      await admin.end();
      await server.stop();
    },
  };
}

function stageAcross(crossing: Crossing, world: World): Stage {
  const atOnce = { ...world, turn: async () => undefined };
  const untouched = { hasMoved: async () => undefined, isLost: () => false };
  const { database } = linkAcross(crossing, atOnce, 'outside', () => null, untouched);
  const own = crossing.take();
  const ask = async (text: string) => {
    const rows = await crossing.ask(own, text);
    // Several statements were answered with several lists.
    return { rows: rows.flat() };
  };
  return {
    shared: database,
    books: { query: ask as Stage['books']['query'] },
    link: (...more) => linkAcross(crossing, world, ...more),
    passTime: async () =>
      void (await ask(
        // So far back that a job which nobody takes counts as left.
        `update pgboss.job set start_after = now() - interval '2 hours'
          where state < 'active' and start_after > now() - interval '2 hours'`,
      )),
  };
}
