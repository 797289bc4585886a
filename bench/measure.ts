import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { listing, type Measured } from './actions.ts';
import { connect, load } from './load.ts';
import { memoryOf, processCpu, type Shop, serverCpu, startShop } from './processes.ts';

/** The place where the shop of a measurement keeps its data. */
export interface Place {
  /** Environment variables of the shop. */
  variables: Record<string, string>;
  /** The Postgres server; null: embedded. */
  postgres: { pid: number; url: string } | null;
}

export interface Figures {
  key: string;
  /** Milliseconds of an action on one connection, nothing else going on. */
  alone: { runs: number; p50: number; p99: number };
  /** On ten connections: processor milliseconds of one action. */
  together: {
    runs: number;
    /** Questions put off as the shop was too busy. */
    refused: number;
    perSecond: number;
    p50: number;
    p99: number;
    serverMs: number;
    databaseMs: number;
  };
  /** Statements of one action, without begin and commit; null where nothing counts them. */
  statements: number | null;
  transactions: number | null;
}

export interface Memory {
  startMs: number;
  startMb: number;
  /** After its first page, and once its index of listings is there. */
  pageMb: number;
  loadMb: number;
}

export interface Effort {
  starts: number;
  /** For each load. */
  seconds: number;
  warmUpSeconds: number;
  /** Runs of an action before it is measured, however long they take: until then it is compiled, not run. */
  warmUpRuns: number;
}

const CONNECTIONS = 10;
/** Runs of an action whose statements are counted. */
const COUNTED = 20;

/** Starts the shop, several times for the time that takes, and measures one action after the other. */
export async function measurePlace(
  place: Place,
  actions: readonly Measured[],
  effort: Effort,
): Promise<Memory & { actions: Figures[] }> {
  const starts: Shop[] = [];
  for (let n = 0; n < effort.starts; n++) {
    await starts.at(-1)?.stop();
    starts.push(await startShop(place.variables));
  }
  const shop = starts.at(-1);
  if (!shop) throw new Error('the shop was not started');
  const figures: Figures[] = [];
  const pageMb = await afterFirstPage(shop);
  let loadMb = 0;
  try {
    for (const measured of actions) {
      const found = await measureAction(shop, place, measured, effort);
      loadMb = Math.max(loadMb, memoryOf(shop.pid));
      figures.push({ ...found, statements: null, transactions: null });
      console.log(describe(found));
    }
  } finally {
    await shop.stop();
  }
  const counts = place.postgres ? await countStatements(place, actions) : new Map();
  return {
    startMs: median(starts.map(one => one.startMs)),
    startMb: median(starts.map(one => one.startMb)),
    pageMb,
    loadMb,
    actions: figures.map(one => ({ ...one, ...counts.get(one.key) })),
  };
}

/** A page loads what renders, a filter the index. */
async function afterFirstPage({ port, pid }: Shop): Promise<number> {
  const { send, close } = connect(port);
  await send({ method: 'GET', path: '/products', headers: { accept: 'text/html' } });
  await send(listing({ limit: 50, inStock: 'true', sort: 'popularity' }));
  close();
  await sleep(INDEXED_MS);
  return memoryOf(pid);
}

const INDEXED_MS = 4000;

/**
 * Lets a new shop do what each does on its first day, such as building its search anew, so that neither its starts
 * nor the first actions are charged with that.
 */
export async function settle(variables: Place['variables'], root?: string): Promise<void> {
  const shop = await startShop(variables, root);
  try {
    for (let quiet = 0; quiet < QUIET_LOOKS; ) {
      await sleep(1000);
      quiet = (await openJobs(shop.port)) === 0 ? quiet + 1 : 0;
    }
  } finally {
    await shop.stop();
  }
}

/** Looks in a row, a second apart, that find no job open. */
const QUIET_LOOKS = 4;

/** By the shop's own figures. */
async function openJobs(port: number): Promise<number> {
  const { send, close } = connect(port);
  const metrics = await send({ method: 'GET', path: '/metrics' });
  close();
  const counts = [...metrics.matchAll(/^jobs\{[^}]*state="(?:waiting|active)"\} (\d+)/gm)];
  // Each queue has a line, also with nothing in it.
  if (counts.length === 0) throw new Error('/metrics does not count jobs');
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

type Timed = Omit<Figures, 'statements' | 'transactions'>;

let turn = 0;

async function measureAction(shop: Shop, place: Place, measured: Measured, effort: Effort): Promise<Timed> {
  const { port } = shop;
  const run = async (connections: number, seconds: number, leastRuns = 0) => {
    const result = await load(port, measured.action, { connections, seconds, first: turn, leastRuns });
    turn += result.runs;
    return result;
  };
  await run(CONNECTIONS, effort.warmUpSeconds, effort.warmUpRuns);
  await untilIdle(shop);
  const alone = await run(1, effort.seconds);
  await untilIdle(shop);
  const cpu = () => ({
    server: processCpu(shop.pid),
    database: place.postgres ? serverCpu(place.postgres.pid) : 0,
  });
  const before = cpu();
  const together = await run(CONNECTIONS, effort.seconds);
  // Work that an action leaves behind, such as its mail, is part of what it costs.
  await untilIdle(shop);
  const after = cpu();
  return {
    key: measured.key,
    alone: { runs: alone.runs, p50: alone.p50, p99: alone.p99 },
    together: {
      runs: together.runs,
      refused: together.refused,
      perSecond: together.runs / together.seconds,
      p50: together.p50,
      p99: together.p99,
      serverMs: (after.server - before.server) / together.runs,
      databaseMs: (after.database - before.database) / together.runs,
    },
  };
}

const IDLE_SHARE = 0.04;
const IDLE_LIMIT_MS = 90_000;
const WINDOW_MS = 500;

/** Until the shop's process does next to nothing any more. */
export async function untilIdle({ pid }: Shop): Promise<void> {
  for (let waited = 0; waited < IDLE_LIMIT_MS; waited += WINDOW_MS) {
    const before = processCpu(pid);
    await sleep(WINDOW_MS);
    if (processCpu(pid) - before <= WINDOW_MS * IDLE_SHARE) return;
  }
  throw new Error('the shop is still at work long after its last question');
}

const describe = ({ key, alone, together }: Timed) =>
  `  ${key.padEnd(7)} ${(together.serverMs + together.databaseMs).toFixed(2).padStart(7)} ms of processor (${together.serverMs.toFixed(2)} + ${together.databaseMs.toFixed(2)}), alone ${alone.p50.toFixed(1)} ms, p99 ${alone.p99.toFixed(1)}, ${together.perSecond.toFixed(0)}/s${together.refused > 0 ? `, ${together.refused} put off` : ''}`;

/** By the server's own count, on a shop that does nothing besides. */
async function countStatements(place: Place, actions: readonly Measured[]) {
  const counts = new Map<string, { statements: number; transactions: number }>();
  if (!place.postgres) return counts;
  const client = postgres(place.postgres.url, { max: 1, onnotice: () => undefined });
  const shop = await startShop({ ...place.variables, JOBS: 'off' });
  const { send, close } = connect(shop.port);
  try {
    await client`create extension if not exists pg_stat_statements`;
    await client`alter system set pg_stat_statements.track = 'top'`;
    await client`select pg_reload_conf()`;
    for (const { key, action } of actions) {
      for (let n = 0; n < COUNTED; n++) await action(send, turn++);
      await client`select pg_stat_statements_reset()`;
      for (let n = 0; n < COUNTED; n++) await action(send, turn++);
      const [row] = await client<{ statements: number; transactions: number }[]>`
        select coalesce(sum(calls) filter (where query !~* '^(begin|commit)'), 0)::float8 as statements,
          coalesce(sum(calls) filter (where query ~* '^begin'), 0)::float8 as transactions
        from pg_stat_statements where query !~ 'pg_stat_statements'`;
      if (row) {
        counts.set(key, {
          statements: row.statements / COUNTED,
          transactions: row.transactions / COUNTED,
        });
      }
    }
    if (process.env.BENCH_STATEMENTS) await printStatements(client);
  } finally {
    close();
    await client`alter system set pg_stat_statements.track = 'none'`;
    await client`select pg_reload_conf()`;
    await client.end();
    await shop.stop();
  }
  return counts;
}

// BENCH_STATEMENTS=1 shows those of the last action, to see what there is to save.
async function printStatements(client: postgres.Sql): Promise<void> {
  const found = await client<{ calls: number; ms: number; query: string }[]>`
    select calls::int as calls, total_exec_time / calls as ms, query from pg_stat_statements
    where query !~ 'pg_stat_statements' order by calls desc, query`;
  for (const { calls, ms, query } of found) {
    console.log(
      `${(calls / COUNTED).toFixed(1).padStart(6)} × ${ms.toFixed(3)} ms  ${query.replace(/\s+/g, ' ').slice(0, 150)}`,
    );
  }
}

export function median(list: readonly number[]): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
