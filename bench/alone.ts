import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { type Db, openDatabase } from '#server/database/db.ts';
import { migrate } from '#server/database/migrate.ts';
import { startPostgres, withDatabase } from '#server/test/postgres.ts';
import { times } from './actions.ts';
import { type Ask, connect, type Send } from './load.ts';
import { buildIfNeeded, comeToRest, POSTGRES_SETTINGS, yardstick } from './place.ts';
import { processCpu, type Shop, serverCpu, startShop } from './processes.ts';
import { REFERENCE_MS } from './report.ts';

/** Questions of one kind: the first half warms up, the second is measured. */
export interface Kind {
  name: string;
  /** Milliseconds that 99 of 100 may take at most. */
  must: number;
  asks: readonly Ask[];
}

interface FoundAlone {
  name: string;
  must: number;
  p50: number;
  p99: number;
  /** Processor milliseconds of one question, server and database. */
  serverMs: number;
  databaseMs: number;
}

/** How long somebody waits who is alone, on one connection. `slowest`: so many questions are shown. */
async function measureAlone(
  { name, must, asks }: Kind,
  send: Send,
  { runs, pids, slowest }: { runs: number; pids: { shop: number; database: number }; slowest: number },
): Promise<FoundAlone> {
  for (const ask of asks.slice(0, runs)) await send(ask);
  const cpu = () => ({ server: processCpu(pids.shop), database: serverCpu(pids.database) });
  const before = cpu();
  const waits: { ms: number; ask: Ask }[] = [];
  for (const ask of asks.slice(runs)) {
    const started = performance.now();
    await send(ask);
    waits.push({ ms: performance.now() - started, ask });
  }
  const after = cpu();
  waits.sort((a, b) => a.ms - b.ms);
  for (const { ms, ask } of waits.slice(waits.length - slowest).reverse())
    console.log(`    ${ms.toFixed(1)} ms  ${decodeURIComponent(ask.path).slice(0, 160)}`);
  const at = (share: number) => waits[Math.floor(waits.length * share)]?.ms ?? 0;
  return {
    name,
    must,
    p50: at(0.5),
    p99: at(0.99),
    serverMs: (after.server - before.server) / waits.length,
    databaseMs: (after.database - before.database) / waits.length,
  };
}

interface Filled<Written> {
  /** Names its database. */
  name: string;
  write: (db: Db) => Promise<Written>;
  kindsOf: (written: Written) => readonly Kind[];
  /** Waits until the shop is as it is to be measured. */
  untilReady?: (send: Send) => Promise<void>;
  runs: number;
  slowest: number;
}

/** Asks all kinds of questions of a built shop on a Postgres of its own, filled first, and prints what each took. */
export async function measureShopAlone<Written>({
  name,
  write,
  kindsOf,
  untilReady,
  ...how
}: Filled<Written>): Promise<FoundAlone[]> {
  return withFilledShop({ name, write }, async ({ shop, database, written }) => {
    const found: FoundAlone[] = [];
    const { send, close } = connect(shop.port);
    try {
      await untilReady?.(send);
      for (const kind of kindsOf(written)) {
        const one = await measureAlone(kind, send, { ...how, pids: { shop: shop.pid, database } });
        found.push(one);
        console.log(`${one.p99 > one.must ? '✗' : '✓'} ${rowOf(one).join('  ')}`);
      }
    } finally {
      close();
    }
    return found;
  });
}

/** Milliseconds that 99 of 100 questions of staff may take at most. */
const MUST_MS = 150;

/** Makes kinds of questions of staff: calls of tRPC, made by their number. */
export type Asking = (name: string, procedure: string, make?: (n: number) => object) => Kind;

interface Office {
  /** Names its database. */
  name: string;
  /** Fills it, and answers the key of a member of staff. */
  write: (db: Db) => Promise<string>;
  kindsOf: (kind: Asking) => readonly Kind[];
}

/**
 * Measures how long staff wait, and ends the process: with 1 when a 99th percentile is worse than it must be.
 * `--slowest 10` shows the slowest, `--runs 10` asks each kind 10 times after 10 others, instead of 100 times,
 * `--only views` those kinds alone that have this in their name; with 1, too, where none has.
 */
export async function measureOffice({ name, write, kindsOf }: Office): Promise<never> {
  const { values } = parseArgs({
    strict: false,
    options: {
      slowest: { type: 'string', default: '0' },
      runs: { type: 'string', default: '100' },
      only: { type: 'string', default: '' },
    },
  });
  const runs = Number(values.runs);
  const only = String(values.only).toLowerCase();
  const before = yardstick();
  const found = await measureShopAlone({
    ...{ name, write, runs, slowest: Number(values.slowest) },
    kindsOf: key =>
      kindsOf((kind, procedure, make) => ({
        ...{ name: kind, must: MUST_MS },
        asks: times(2 * runs, n => ({
          method: 'GET',
          path: `/trpc/${procedure}${make ? `?${new URLSearchParams({ input: JSON.stringify(make(n)) })}` : ''}`,
          headers: { authorization: `Bearer ${key}` },
        })),
      })).filter(kind => kind.name.toLowerCase().includes(only)),
  });
  if (found.length === 0) console.log(`✗ no kind is named ${only}`);
  console.log(`yardstick ${before} and ${yardstick()} ms, ${REFERENCE_MS} where musts were measured`);
  process.exit(found.length > 0 && found.every(({ p99, must }) => p99 <= must) ? 0 : 1);
}

/** Opens a built shop on a Postgres of its own, filled first, for as long as the work takes. `database`: its process. */
export async function withFilledShop<Written, Found>(
  { name, write }: Pick<Filled<Written>, 'name' | 'write'>,
  work: (open: { shop: Shop; database: number; written: Written }) => Promise<Found>,
): Promise<Found> {
  const server = await startPostgres({ fsync: true, settings: POSTGRES_SETTINGS });
  try {
    if (server.pid === null) throw new Error('this bench needs a server of its own: unset TEST_DATABASE_URL');
    await buildIfNeeded();
    await server.execute(`create database ${name}`);
    const url = withDatabase(server.url, name);
    const filled = await openDatabase({ databaseUrl: url, dataDir: null });
    await migrate(filled);
    const written = await write(filled.db);
    await filled.close();
    await comeToRest(url);
    const shop = await startShop({ DATABASE_URL: url });
    try {
      return await work({ shop, database: server.pid, written });
    } finally {
      await shop.stop();
    }
  } finally {
    await server.stop();
  }
}

function rowOf({ name, must, p50, p99, serverMs, databaseMs }: FoundAlone): string[] {
  const processor = `${(serverMs + databaseMs).toFixed(1)} (${serverMs.toFixed(1)} + ${databaseMs.toFixed(1)})`;
  return [name, `${must} ms`, `**${p99.toFixed(1)} ms**`, `${p50.toFixed(1)} ms`, processor];
}

export function tableAlone(found: readonly FoundAlone[]): string {
  return [
    ['Question', 'p99 must', 'p99', 'p50', 'processor ms'],
    ['---', '---', '---', '---', '---'],
    ...found.map(rowOf),
  ]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n');
}
